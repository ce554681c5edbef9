"""Fault: the right number of boards, one of them with queens that attack each other."""

from handwritten import attack_sets


def solve_all(board, on_solution, trace=None):
    solutions = []
    attack_sets.solve_all(board, solutions.append)
    if solutions:
        first = solutions[0]
        solutions[0] = (first[1], first[0], *first[2:])
    for queens in solutions:
        on_solution(queens)
    return {}
