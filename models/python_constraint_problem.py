"""What the python-constraint pages share: the statement, and a look at what is installed.

`python_constraint` has the statement written out and explained; the pages for the package's
other solvers show only those. No approach by itself.
"""

from __future__ import annotations

from collections.abc import Callable

import constraint

from queens import Board, Queens
from queens.registry import refuse_both

refuse_both("python-constraint2", "python-constraint", module="constraint")


def problem(board: Board, solver: constraint.Solver) -> constraint.Problem:
    """Return the statement of `python_constraint` for `solver`.

    Raises ValueError for a board that is `settled`.
    """
    statement = constraint.Problem(solver)
    for row in range(board.n):
        statement.addVariable(row, list(board.columns(row)))
    statement.addConstraint(constraint.AllDifferentConstraint())
    for row in range(board.n):
        for later in range(row + 1, board.n):
            statement.addConstraint(on_no_diagonal(later - row), (row, later))
    return statement


def on_no_diagonal(rows_apart: int) -> Callable[[int, int], bool]:
    """Return the test of two columns for queens that stand `rows_apart` rows apart."""
    return lambda column, other: abs(column - other) != rows_apart


def settled(board: Board) -> list[Queens] | None:
    """Return the solutions of a board the package cannot state, or None if it can.

    It finds nothing where there are no variables, and takes an empty domain for an error.
    """
    if board.n == 0:
        return [()]
    return None if all(board.columns(row) for row in range(board.n)) else []


def queens_of(assignment: dict[int, int]) -> Queens:
    """Return the queens of a solution as the package gives it: row to column, in any order."""
    return tuple(assignment[row] for row in range(len(assignment)))
