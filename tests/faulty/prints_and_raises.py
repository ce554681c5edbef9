"""Fault: prints a megabyte and raises."""

import sys


def solve_all(board, on_solution, trace=None):
    for _ in range(16 * 1024):
        print("q" * 63)
        print("e" * 63, file=sys.stderr)
    raise ValueError(f"no idea what to do with n = {board.n}")
