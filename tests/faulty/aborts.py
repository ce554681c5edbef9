"""Fault: aborts the process, as a failed assertion in C++ does."""

import os


def solve_all(board, on_solution, trace=None):
    os.abort()
