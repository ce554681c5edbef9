"""Fault: ends the process without a word, with exit code 0."""

import os


def solve_all(board, on_solution, trace=None):
    os._exit(0)
