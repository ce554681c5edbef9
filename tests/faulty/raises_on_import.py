"""Fault: the file raises when it is imported."""

raise LookupError("this file cannot be imported")


def solve_all(board, on_solution, trace=None):
    return {}
