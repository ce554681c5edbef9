"""CP-SAT with an AllDifferent for each line of the rule: the model as one would say it.

A variable for each row holds the column of its queen. Queens in different rows attack
each other if they agree in the column, in queens[j] + j (an up diagonal) or in
queens[j] - j (a down diagonal); so all three must be all different. Another rule has lines and
steps of its own: a number that is no such sum is a variable, looked up in a table by the
queen (an element constraint), and a step is a difference that two queens may not have.

Every solution reaches a callback while the search goes on, with one worker and a proof at the
end (`models/cp_sat_worker.py`): with more, `enumerate_all_solutions` loses some solutions and
repeats others and mostly says OPTIMAL (measured with ortools 9.15). To use more cores, split
the board and solve its parts side by side.

Source: OR-Tools documentation, The N-queens Problem; Perron and Didier, CP-SAT.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from models.cp_sat_worker import SatParameters, enumerate_here, indices_of
from queens import Board, Counters, Line, OnSolution, Trace
from queens.statement import step_shifts


def build(board: Board) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model and its variables, `queens[j]` the column of the queen in row j."""
    model = cp_model.CpModel()
    queens = [model.new_int_var(0, board.n - 1, f"queen {row}") for row in range(board.n)]
    for line in board.lines:
        model.add_all_different(numbers(model, line, queens))
    for row, later, shift in step_shifts(board):
        model.add(queens[later] != queens[row] + shift)
    if board.placed or board.blocked:
        # a constraint and not the variable's domain: CP-SAT calls an empty domain invalid
        for row, queen in enumerate(queens):
            open_columns = cp_model.Domain.from_values(board.columns(row))
            model.add_linear_expression_in_domain(queen, open_columns)
    return model, queens


def numbers(
    model: cp_model.CpModel, line: Line, queens: list[cp_model.IntVar]
) -> list[cp_model.LinearExprT]:
    """Return the number that each queen has on the line: an expression, or a variable it fixes."""
    if line.is_linear:
        return [queen + line.slope * row for row, queen in enumerate(queens)]
    looked_up: list[cp_model.LinearExprT] = []
    for row, queen in enumerate(queens):
        values = cp_model.Domain.from_values(line.numbers(row))
        number = model.new_int_var_from_domain(values, f"{line.name} of row {row}")
        model.add_element(queen, line.numbers(row), number)
        looked_up.append(number)
    return looked_up


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    model, queens = build(board)
    return enumerate_here(model.proto, SatParameters(), indices_of(queens), on_solution)
