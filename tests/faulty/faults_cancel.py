"""Fault: one solution is handed over twice and another never, so that the number is right."""

from handwritten import attack_sets


def solve_all(board, on_solution, trace=None):
    solutions = []
    attack_sets.solve_all(board, solutions.append)
    for queens in solutions[:1] + solutions[:-1]:
        on_solution(queens)
    return {}
