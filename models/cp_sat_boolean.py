"""CP-SAT with one Boolean per square: exactly one queen a row and column, at most one a diagonal.

The other way to say it. A Boolean for each square is true if a queen stands there. Every row
and every column holds exactly one queen; every diagonal, of either direction, at most one.
(With another rule: exactly one on each number of a line that has n of them, at most one on
those of any other line, and not two a step apart.) This is the statement a SAT or integer
programming solver wants, and CP-SAT is a SAT solver at heart: no AllDifferent has to be taken
apart, but there are n x n variables and 6n - 6 constraints where `cp_sat` has n and 3, and no
variable says "the queen of row j", which is what a good order of search would be about.

Right because the rows, the rule's lines and its steps are all along which queens attack;
complete as `cp_sat` is.

Source: CSPLib, problem 054 (N-Queens); OR-Tools documentation, CP-SAT, `AddExactlyOne`.
"""

from __future__ import annotations

from itertools import compress

from ortools.sat.python import cp_model

from models.cp_sat_worker import SatParameters, Values, enumerate_here, indices_of
from queens import Board, Counters, OnSolution, Square, Trace
from queens.statement import squares_by_number, step_pairs

Squares = dict[Square, cp_model.IntVar]


def build(board: Board) -> tuple[cp_model.CpModel, Squares]:
    """Return the model and its variables: a Boolean for each square that is open."""
    model = cp_model.CpModel()
    squares = {
        (row, column): model.new_bool_var(f"queen on {row}, {column}")
        for row in range(board.n)
        for column in board.columns(row)
    }
    rows = [[(row, column) for column in board.columns(row)] for row in range(board.n)]
    on_each = [(line.is_full, squares_by_number(board, line)) for line in board.lines]
    full = [[on[number] for number in sorted(on)] for is_full, on in on_each if is_full]
    for groups in zip(rows, *full, strict=True):
        for group in groups:
            model.add_exactly_one(squares[square] for square in group)
    for group in (group for is_full, on in on_each if not is_full for group in on.values()):
        model.add_at_most_one(squares[square] for square in group)
    for first, second in step_pairs(board):
        model.add_at_most_one(squares[first], squares[second])
    return model, squares


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    model, squares = build(board)

    columns = [column for _, column in squares]  # the squares are sorted by row

    def take(standing: Values) -> None:
        on_solution(tuple(compress(columns, standing)))

    indices = indices_of(squares.values())
    return enumerate_here(model.proto, SatParameters(), indices, take)
