"""python-constraint's BacktrackingSolver: the same statement, rows chosen anew at every step.

Statement and answer are those of `python_constraint`. Its default solver sorts the rows
once; this one, the package's first, looks at every step for the row with the fewest columns
left (all rows are under equally many constraints, so domain size decides). That costs a
sort a step and makes dead ends rare: it finds a solution of n = 100 in a fraction of a
second, where the default solver finds none of n = 20 in ten. For all solutions, where every
dead end must be met anyway, the two take about as long.

Complete as `python_constraint` is: an order of rows leaves nothing out.

Source: Niemeyer (2005), python-constraint; Haralick and Elliott (1980), Increasing tree
search efficiency for constraint satisfaction problems, Artificial Intelligence 14.
"""

from __future__ import annotations

import constraint

from models import python_constraint
from models.python_constraint import enumerate_all
from queens import Board, Counters, OnSolution, Trace


def build(board: Board) -> constraint.Problem:
    """Return the problem, its variables the rows. Raises ValueError for a row with no column."""
    return python_constraint.build(board, constraint.BacktrackingSolver())


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` as it is found."""
    return enumerate_all(board, build, on_solution)
