"""What the CP-SAT pages share: the statement with three AllDifferent, and the enumeration.

`cp_sat` has both written out and explained; the pages that build on it show only what they
do differently. No approach by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from ortools.sat.python import cp_model

from queens import Board, Counters, OnSolution, Queens

Read = Callable[[cp_model.CpSolverSolutionCallback], Queens]
"""Reads the queens of the solution that a callback is at."""


def three_all_different(board: Board) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model of `cp_sat` and its variables, `queens[j]` the column of row j's queen."""
    model = cp_model.CpModel()
    queens = [model.new_int_var(0, board.n - 1, f"queen {row}") for row in range(board.n)]
    model.add_all_different(queens)
    model.add_all_different([queen + row for row, queen in enumerate(queens)])
    model.add_all_different([queen - row for row, queen in enumerate(queens)])
    if not board.is_plain:
        for row, queen in enumerate(queens):
            open_columns = cp_model.Domain.from_values(board.columns(row))
            model.add_linear_expression_in_domain(queen, open_columns)
    return model, queens


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


def read_columns(queens: list[cp_model.IntVar]) -> Read:
    """Return what reads the values of `queens`."""
    return lambda callback: tuple(callback.value(queen) for queen in queens)


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
