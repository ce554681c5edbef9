"""Fault: a queen prunes the rows below it as a knight does too, so that solutions are lost."""

from functools import partial

from handwritten.propagation import search
from queens import Attack


def propagate(domains, rows):
    for row in rows:
        domains.prune_attacked(row)
        column = domains.of[row].bit_length() - 1
        if row + 1 < domains.n:
            knight = 4 << column | 1 << column >> 2
            domains.prune(row + 1, knight, partial(a_column, (row, column)))


def a_column(queen, square):
    return Attack(queen, "column")


def solve_all(board, on_solution, trace=None):
    return search(board, propagate, on_solution, trace)
