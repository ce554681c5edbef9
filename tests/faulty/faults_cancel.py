"""Fault: one solution is handed over twice and another never, so that the number is right."""

from handwritten import bitmasks


def solve_all(board, on_solution, trace=None):
    solutions = []
    bitmasks.solve_all(board, solutions.append)
    for queens in solutions[:1] + solutions[:-1]:
        on_solution(queens)
    return {}
