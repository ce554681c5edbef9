"""Fault: delivers all solutions and then never returns."""

from handwritten import bitmasks


def solve_all(board, on_solution, trace=None):
    bitmasks.solve_all(board, on_solution)
    while True:
        pass
