"""python-constraint, the package's default solver: a solver in plain Python, to be read.

A variable for each row holds the column of its queen. `AllDifferentConstraint` keeps the
columns apart; the package has no constraint for the diagonals, nor for the numbers of another
line or a step, so each pair of rows gets a function that checks its two columns. A function
constraint is checked when both its rows have a queen, and when only one is left open it
prunes that row's domain (forward checking).

The solver takes the rows in a fixed order and each row's columns from the last to the
first. Complete because it backtracks over all of them; right because every pair of queens
is under a constraint for columns and one for all else.

The package is published as python-constraint2; python-constraint is the old distribution of
the same module, and having both is refused with the fix.

Source: Niemeyer (2005), python-constraint; Willemsen, van Nieuwpoort and van Werkhoven
(2025), Efficient construction of large search spaces for auto-tuning (its optimized solver).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import constraint

from queens import QUEENS, Board, Counters, OnSolution, Queens, Trace
from queens.registry import refuse_both
from queens.statement import needs_no_search

refuse_both("python-constraint2", "python-constraint", module="constraint")

Check = Callable[[int, int], bool]


def build(board: Board, solver: constraint.Solver | None = None) -> constraint.Problem:
    """Return the problem for `solver`, or the package's default; its variables are the rows.

    Raises ValueError for a row with no column.
    """
    problem = constraint.Problem(solver)
    for row in range(board.n):
        problem.addVariable(row, list(board.columns(row)))
    if board.has_columns:
        problem.addConstraint(constraint.AllDifferentConstraint())
    add_pairs(problem, board, on_no_diagonal)
    return problem


def on_no_diagonal(rows_apart: int) -> Check:
    """Return the check of two columns for queens that stand `rows_apart` rows apart."""
    return lambda column, other: abs(column - other) != rows_apart


def add_pairs(problem: constraint.Problem, board: Board, of_queens: Callable[[int], Check]) -> None:
    """Add the check of each pair of rows in which queens can attack each other.

    `of_queens` makes the one for the rule queens, quicker than a look into masks, of the number
    of rows between the two.
    """
    for row in range(board.n):
        attacked: list[Sequence[int]] = []
        if board.rule != QUEENS:
            attacked = [board.attacked_from(row, column) for column in range(board.n)]
        for later in range(row + 1, board.n):
            masks = [mask[later] for mask in attacked]
            if board.rule == QUEENS:
                problem.addConstraint(of_queens(later - row), (row, later))
            elif any(masks):
                problem.addConstraint(not_attacked(masks), (row, later))


def not_attacked(masks: list[int]) -> Check:
    """Return the check of two columns: `masks` has what each of the first attacks, as bits."""
    return lambda column, other: not masks[column] >> other & 1


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` as it is found."""
    return enumerate_all(board, build, on_solution)


def enumerate_all(
    board: Board, build: Callable[[Board], constraint.Problem], on_solution: OnSolution
) -> Counters:
    """Hand every solution of what `build` states to `on_solution`."""
    if not needs_no_search(board, on_solution):
        for assignment in build(board).getSolutionIter():
            on_solution(queens_of(assignment))
    return {}


def queens_of(assignment: dict[int, int]) -> Queens:
    """Return the queens of a solution as the package gives it: row to column, in any order."""
    return tuple(assignment[row] for row in range(len(assignment)))
