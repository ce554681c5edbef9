"""python-constraint's ParallelSolver: a thread for each column of the first row.

The statement is that of `python_constraint`. The row with the fewest columns is shared out:
each of its columns is a search of its own on a pool of threads, without forward checking.
On a Python with a global interpreter lock the threads take turns, so this shows what the
pool costs; only without the lock can it gain. The solver cannot iterate: it returns a list
when the last thread is done, so nothing is delivered before that, and a callback that raises
stops the delivery and not the search.

Complete and right as `python_constraint`: the columns of one row are disjoint parts that
together are the whole, and each is searched completely.

Source: Willemsen, python-constraint2, `ParallelSolver`.
"""

from __future__ import annotations

import warnings

import constraint

from models import python_constraint
from models.python_constraint import queens_of
from queens import Board, Counters, OnSolution, Trace
from queens.statement import needs_no_search


def build(board: Board) -> constraint.Problem:
    """Return the problem, its variables the rows. Raises ValueError for a row with no column."""
    with warnings.catch_warnings():
        # the package warns that this solver is experimental and slow under the lock
        warnings.simplefilter("ignore", UserWarning)
        return python_constraint.build(board, constraint.ParallelSolver())


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` when all have been found."""
    if not needs_no_search(board, on_solution):
        for assignment in build(board).getSolutions():
            on_solution(queens_of(assignment))
    return {}
