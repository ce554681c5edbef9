"""python-constraint's MinConflictsSolver: repair a full board, one queen at a time.

No backtracking: every row gets a queen at random, then the rows are visited in random
order, and a queen under attack moves to a column with the fewest broken constraints. A sweep
with nothing to repair is a solution. Nothing is remembered, so it can neither enumerate nor
show that there is no solution: after `SWEEPS` sweeps it gives up, whether there is one or
not.

What it is guided by is the number of broken constraints, so the statement has one for each
pair of rows. The AllDifferent of `python_constraint` would be one constraint for all rows:
broken as long as any two of them share a column, it says nothing on which. With it 3 of 10
seeds ended in a solution for n = 12 and none for n = 20; with pairs all did.

Right because a sweep without a conflict has checked every constraint of every row.

Source: Minton, Johnston, Philips and Laird (1992), Minimizing conflicts: a heuristic repair
method for constraint satisfaction and scheduling problems, Artificial Intelligence 58.
"""

from __future__ import annotations

import random

import constraint

from models.python_constraint import Check, add_pairs, queens_of
from queens import Board, GaveUp, Queens, Trace

SWEEPS = 1000
"""The budget: sweeps over all rows before it gives up (the package's default)."""


def build(board: Board, seed: int = 0) -> constraint.Problem:
    """Return the problem, its variables the rows. Raises ValueError for a row with no column."""
    # the package draws initial columns, the order of rows and ties from this generator
    draws = random.Random(seed)
    problem = constraint.Problem(constraint.MinConflictsSolver(steps=SWEEPS, rand=draws))
    for row in range(board.n):
        problem.addVariable(row, list(board.columns(row)))
    add_pairs(problem, board, on_no_line)
    return problem


def on_no_line(rows_apart: int) -> Check:
    """Return the check of two columns for queens that stand `rows_apart` rows apart."""
    return lambda column, other: column != other and abs(column - other) != rows_apart


def solve_one(board: Board, trace: Trace | None = None, seed: int = 0) -> Queens | None:
    """Return a solution; raise GaveUp if `SWEEPS` sweeps end without one."""
    if board.n == 0:
        return ()
    if all(board.columns(row) for row in range(board.n)):
        columns = build(board, seed).getSolution()
        if columns is not None:
            return queens_of(columns)
    raise GaveUp(f"no solution after {SWEEPS} sweeps over {board.n} rows")
