"""Fault: sleeps for two seconds between solutions, so that no time limit is noticed in time."""

import time

from handwritten import bitmasks


def solve_all(board, on_solution, trace=None):
    def slow(queens):
        on_solution(queens)
        time.sleep(2)

    return bitmasks.solve_all(board, slow)
