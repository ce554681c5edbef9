"""python-constraint, the package's default solver: a solver in plain Python, to be read.

A variable for each row holds the column of its queen. `AllDifferentConstraint` keeps the
columns apart; the package has no constraint for the diagonals, so each pair of rows gets a
function that tests its two columns. A function constraint is tested when both its rows have
a queen, and when only one is left open it filters that row's domain (forward checking).

The solver takes the rows in a fixed order and each row's columns from the last to the
first. Complete because it backtracks over all of them; right because every pair of queens
is under a constraint for columns and one for diagonals.

The package is published as python-constraint2; python-constraint is the old distribution of
the same module, and having both is refused with the fix.

Source: Niemeyer (2005), python-constraint; Willemsen, van Nieuwpoort and van Werkhoven
(2025), Efficient construction of large search spaces for auto-tuning (its optimized solver).
"""

from __future__ import annotations

from collections.abc import Callable

import constraint

from queens import Board, Counters, OnSolution, Queens, Trace, first_solution
from queens.registry import refuse_both

refuse_both("python-constraint2", "python-constraint", module="constraint")


def build(board: Board) -> constraint.Problem:
    """Return the problem, its variables the rows. Raises ValueError for a row with no column."""
    problem = constraint.Problem()
    for row in range(board.n):
        problem.addVariable(row, list(board.columns(row)))
    problem.addConstraint(constraint.AllDifferentConstraint())
    for row in range(board.n):
        for later in range(row + 1, board.n):
            problem.addConstraint(on_no_diagonal(later - row), (row, later))
    return problem


def on_no_diagonal(rows_apart: int) -> Callable[[int, int], bool]:
    """Return the test of two columns for queens that stand `rows_apart` rows apart."""
    return lambda column, other: abs(column - other) != rows_apart


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` as it is found."""
    if board.n == 0:
        on_solution(())  # the package finds nothing where there are no variables
        return {}
    if not all(board.columns(row) for row in range(board.n)):
        return {}  # a row with no column left: no solution, where the package sees an error
    for columns in build(board).getSolutionIter():
        on_solution(tuple(columns[row] for row in range(board.n)))
    return {}


def solve_one(board: Board, trace: Trace | None = None) -> Queens | None:
    """Return the first solution found, or None if there is none."""
    return first_solution(solve_all, board)
