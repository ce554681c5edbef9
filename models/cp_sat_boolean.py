"""CP-SAT with one Boolean per square: exactly one queen a row and column, at most one a diagonal.

The other way to say it. A Boolean for each square is true if a queen stands there. Every row
and every column holds exactly one queen; every diagonal, of either direction, at most one.
This is the statement a SAT or integer programming solver wants, and CP-SAT is a SAT solver
at heart: no AllDifferent has to be taken apart, but there are n x n variables and 6n - 6
constraints where `cp_sat` has n and 3, and no variable says "the queen of row j", which is
what a good order of search would be about.

Right because the four families of lines are all the lines along which queens attack;
complete as `cp_sat` is.

Source: CSPLib, problem 054 (N-Queens); OR-Tools documentation, CP-SAT, `AddExactlyOne`.
"""

from __future__ import annotations

from collections import defaultdict

from ortools.sat.python import cp_model

from models.cp_sat import enumerate_all
from queens import Board, Counters, OnSolution, Queens, Square, Trace

Squares = dict[Square, cp_model.IntVar]


def build(board: Board) -> tuple[cp_model.CpModel, Squares]:
    """Return the model and its variables: a Boolean for each square that is open."""
    model = cp_model.CpModel()
    rows = range(board.n)
    squares = {
        (row, column): model.new_bool_var(f"queen on {row}, {column}")
        for row in rows
        for column in board.columns(row)
    }
    for line in rows:
        model.add_exactly_one(squares[s] for s in squares if s[0] == line)
        model.add_exactly_one(squares[s] for s in squares if s[1] == line)
    up, down = defaultdict(list), defaultdict(list)
    for (row, column), square in squares.items():
        up[column + row].append(square)
        down[column - row].append(square)
    for diagonal in (*up.values(), *down.values()):
        model.add_at_most_one(diagonal)
    return model, squares


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    model, squares = build(board)

    def read(callback: cp_model.CpSolverSolutionCallback) -> Queens:
        standing = (square for square in squares if callback.boolean_value(squares[square]))
        return tuple(column for _, column in standing)  # the squares are sorted by row

    return enumerate_all(model, cp_model.CpSolver(), read, on_solution)
