"""python-constraint's RecursiveBacktrackingSolver: the same search, recursion for a stack.

Statement, order of rows and answer are those of `python_constraint_backtracking`; what
differs is how the search is written. The rows below a queen are searched by a generator that
delegates to the next one, so a solution climbs through a generator a row on its way out, and
no list of untried columns is kept: the loop over a row's columns waits in its frame. Columns
are tried from the first to the last.

Complete as `python_constraint` is. Needs n + 1 frames of recursion.

Source: Niemeyer (2005), python-constraint, `RecursiveBacktrackingSolver`.
"""

from __future__ import annotations

import constraint

from models import python_constraint
from models.python_constraint import enumerate_all
from queens import Board, Counters, OnSolution, Trace


def build(board: Board) -> constraint.Problem:
    """Return the problem, its variables the rows. Raises ValueError for a row with no column."""
    return python_constraint.build(board, constraint.RecursiveBacktrackingSolver())


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` as it is found."""
    return enumerate_all(board, build, on_solution)
