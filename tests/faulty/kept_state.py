"""Fault: solutions are kept in a list of the module, which the next call hands over again."""

from handwritten import bitmasks

solutions = []


def solve_all(board, on_solution, trace=None):
    bitmasks.solve_all(board, solutions.append)
    for queens in solutions:
        if len(queens) == board.n:
            on_solution(queens)
    return {}
