"""Fault: whatever the callback raises is held back and the search goes on."""

from handwritten import bitmasks


def solve_all(board, on_solution, trace=None):
    def hold(queens):
        try:
            on_solution(queens)
        except BaseException:  # the fault
            return

    return bitmasks.solve_all(board, hold)
