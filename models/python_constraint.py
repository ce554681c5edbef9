"""python-constraint, the package's default solver: a solver in plain Python, to be read.

A variable for each row holds the column of its queen. `AllDifferentConstraint` keeps the
columns apart; the package has no constraint for the diagonals, so each pair of rows gets a
function that checks its two columns. A function constraint is checked when both its rows have
a queen, and when only one is left open it prunes that row's domain (forward checking).

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

from queens import Board, Counters, OnSolution, Queens, Trace
from queens.registry import refuse_both

refuse_both("python-constraint2", "python-constraint", module="constraint")


def build(board: Board, solver: constraint.Solver | None = None) -> constraint.Problem:
    """Return the problem for `solver`, or the package's default; its variables are the rows.

    Raises ValueError for a row with no column.
    """
    problem = constraint.Problem(solver)
    for row in range(board.n):
        problem.addVariable(row, list(board.columns(row)))
    problem.addConstraint(constraint.AllDifferentConstraint())
    for row in range(board.n):
        for later in range(row + 1, board.n):
            problem.addConstraint(on_no_diagonal(later - row), (row, later))
    return problem


def on_no_diagonal(rows_apart: int) -> Callable[[int, int], bool]:
    """Return the check of two columns for queens that stand `rows_apart` rows apart."""
    return lambda column, other: abs(column - other) != rows_apart


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` as it is found."""
    return enumerate_all(board, build, on_solution)


def enumerate_all(
    board: Board, build: Callable[[Board], constraint.Problem], on_solution: OnSolution
) -> Counters:
    """Hand every solution of what `build` states to `on_solution`."""
    known = settled(board)
    solutions = map(queens_of, build(board).getSolutionIter()) if known is None else known
    for queens in solutions:
        on_solution(queens)
    return {}


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
