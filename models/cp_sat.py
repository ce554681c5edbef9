"""CP-SAT with an AllDifferent for each line of the rule: the model as one would say it.

A variable for each row holds the column of its queen. Queens in different rows attack
each other if they agree in the column, in queens[j] + j (an up diagonal) or in
queens[j] - j (a down diagonal); so all three must be all different. Another rule has lines and
steps of its own: a number that is no such sum is a variable, looked up in a table by the
queen (an element constraint), and a step is a difference that two queens may not have.

Every solution reaches a callback while the search goes on. The search has proved that
there are no more only if its status says OPTIMAL (or INFEASIBLE): a search that was
stopped at the very last solution says FEASIBLE.

One worker only: with more, `enumerate_all_solutions` loses some solutions and repeats
others and still says OPTIMAL (measured with ortools 9.15). To use more cores, split the
board and solve its parts side by side.

Source: OR-Tools documentation, The N-queens Problem; Perron and Didier, CP-SAT.
"""

from __future__ import annotations

from collections.abc import Callable

from ortools.sat.python import cp_model

from queens import Board, Counters, Line, OnSolution, Queens, Trace
from queens.statement import step_shifts

COUNTERS = {
    "branches": "decisions of the clause-learning search, restarts included; a branch that "
    "a learned clause jumps over is never counted",
    "conflicts": "contradictions that ended in a learned clause",
}

Read = Callable[[cp_model.CpSolverSolutionCallback], Queens]
"""Reads the queens of the solution that a callback is at."""


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


class Deliver(cp_model.CpSolverSolutionCallback):
    """Hand each solution on; keep what that raises and stop the search."""

    def __init__(self, read: Read, on_solution: OnSolution) -> None:
        super().__init__()
        self.read = read
        self.on_solution = on_solution
        self.raised: BaseException | None = None

    def on_solution_callback(self) -> None:
        """Called by the solver at each solution."""
        # an exception may not cross the C++ frames: it waits here until they are left
        if self.raised is None:
            try:
                self.on_solution(self.read(self))
            except BaseException as error:  # noqa: BLE001  # raised again when they are left
                self.raised = error
                self.stop_search()


def columns_of(queens: list[cp_model.IntVar]) -> Read:
    """Return what reads the values of `queens`."""
    return lambda callback: tuple(callback.value(queen) for queen in queens)


def enumerate_all(
    model: cp_model.CpModel, solver: cp_model.CpSolver, read: Read, on_solution: OnSolution
) -> Counters:
    """Hand every solution to `on_solution`, one worker; raise RuntimeError if not completed."""
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    deliver = Deliver(read, on_solution)
    status = solver.solve(model, deliver)
    if deliver.raised is not None:
        raise deliver.raised
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise RuntimeError(f"CP-SAT ended with {solver.status_name(status)}, not with a proof")
    return {"branches": solver.num_branches, "conflicts": solver.num_conflicts}


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    model, queens = build(board)
    return enumerate_all(model, cp_model.CpSolver(), columns_of(queens), on_solution)
