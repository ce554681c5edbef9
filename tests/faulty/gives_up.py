"""Fault: none; a local search that did not find and says so. Unknown is not 0."""

from queens import GaveUp


def solve_one(board, trace=None):
    raise GaveUp("no solution found in 100 restarts")
