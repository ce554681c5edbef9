"""Fault: forks, and both processes hand over all solutions and return."""

import os

from handwritten import bitmasks


def solve_all(board, on_solution, trace=None):
    os.fork()
    return bitmasks.solve_all(board, on_solution)
