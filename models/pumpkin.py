"""Pumpkin: lazy clause generation as a library, AllDifferent and an element for each line.

The statement is that of `cp_sat`. Like CP-SAT, Pumpkin propagates over domains, explains each
pruning when a conflict asks for it and learns a nogood of domain facts (column = 3, column >= 5);
unlike CP-SAT it is a single search and nothing else: no presolve, no linear relaxation, no
workers. What it teaches: what learning alone does with the model that `cp_sat` solves with all
its machinery, and what `nogood_learning` does when it is compiled.

Each solution is excluded by a clause, and the solver goes on. Complete when it says
unsatisfiable. There are no counters: its Python interface (0.5) hands over none.

Source: Flippo, Sidorov, Marijnissen, Smits and Demirović (2024), A multi-stage proof logging
framework to certify the correctness of CP solvers, CP 2024 (Pumpkin).
"""

from __future__ import annotations

from pumpkin_solver import (
    Comparator,
    IntExpression,
    Model,
    Predicate,
    SatisfactionResult,
    constraints,
)

from queens import Board, Counters, Line, OnSolution, Trace
from queens.statement import needs_no_search, step_shifts


def build(board: Board) -> tuple[Model, list[IntExpression]]:
    """Return the model and its variables, `queens[j]` the column of the queen in row j."""
    model = Model()
    queens = [model.new_integer_variable(0, board.n - 1, f"q{row}") for row in range(board.n)]
    for line in board.lines:
        numbers = [number(model, line, row, queen) for row, queen in enumerate(queens)]
        model.add_constraint(constraints.AllDifferent(numbers, model.new_constraint_tag()))
    for row, later, shift in step_shifts(board):
        apart = queens[later], queens[row].offset(shift)
        model.add_constraint(constraints.BinaryNotEquals(*apart, model.new_constraint_tag()))
    for row, queen in enumerate(queens):
        for column in set(range(board.n)) - set(board.columns(row)):
            exclude(model, [queen], [column])
    return model, queens


def number(model: Model, line: Line, row: int, queen: IntExpression) -> IntExpression:
    """Return the number of a row's queen on the line: an expression, or a variable it fixes."""
    if line.is_linear:
        return queen.offset(line.slope * row)
    numbers = line.numbers(row)
    constants = [model.new_integer_variable(number, number) for number in numbers]
    looked_up = model.new_integer_variable(min(numbers), max(numbers))
    tag = model.new_constraint_tag()
    model.add_constraint(constraints.Element(queen, constants, looked_up, tag))
    return looked_up


def exclude(model: Model, queens: list[IntExpression], columns: list[int]) -> None:
    """Add the clause that not all of `queens` have these columns."""
    different = [
        model.predicate_as_boolean(
            Predicate(queen, Comparator.NotEqual, column), model.new_constraint_tag()
        )
        for queen, column in zip(queens, columns, strict=True)
    ]
    model.add_constraint(constraints.Clause(different, model.new_constraint_tag()))


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if Pumpkin does not decide."""
    if needs_no_search(board, on_solution):
        return {}
    model, queens = build(board)
    while isinstance(result := model.satisfy(), SatisfactionResult.Satisfiable):
        columns = [result._0.int_value(queen) for queen in queens]
        on_solution(tuple(columns))
        exclude(model, queens, columns)
    if not isinstance(result, SatisfactionResult.Unsatisfiable):
        raise RuntimeError("Pumpkin ended without an answer")
    return {}
