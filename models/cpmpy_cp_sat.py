"""CPMpy over CP-SAT: the statement in NumPy-like expressions, solved by what `cp_sat` uses.

CPMpy is a modelling layer: an AllDifferent for each line of the rule is said once, in its own
expressions, and translated for any of a dozen solvers; `cpmpy_choco` is the same statement
for another. What it costs is the translation. An AllDifferent over expressions becomes one
over new variables, each equal to its expression: they are bounded and determined by the
queens, so they multiply no solutions.

The solutions are taken from CP-SAT's own callback, so that whatever `on_solution` raises
comes out; the wrapper's count is not relied on. As in `cp_sat`, one worker only (the wrapper
leaves CP-SAT's default of one a core), and complete only if the status is a proof.

Source: Guns (2019), Increasing modeling language convenience with a universal n-dimensional
array, CPpy as Python-embedded example, ModRef 2019.
"""

from __future__ import annotations

import cpmpy as cp
from cpmpy.solvers.solver_interface import ExitStatus

from models.cp_sat_worker import Deliver, counters_of, indices_of
from queens import Board, Counters, Line, OnSolution, Trace
from queens.statement import needs_no_search, step_shifts


def build(board: Board) -> tuple[cp.Model, list[cp.variables.IntVar]]:
    """Return the model and its variables, `queens[j]` the column of the queen in row j.

    The board has rows and each has an open column.
    """
    queens = [cp.intvar(0, board.n - 1, name=f"queen {row}") for row in range(board.n)]
    model = cp.Model()
    for line in board.lines:
        model += cp.AllDifferent(numbers(line, queens))
    for row, later, shift in step_shifts(board):
        model += queens[later] != queens[row] + shift
    if board.placed or board.blocked:
        for row, queen in enumerate(queens):
            model += cp.InDomain(queen, list(board.columns(row)))
    return model, queens


def numbers(line: Line, queens: list[cp.variables.IntVar]) -> list[cp.expressions.core.Expression]:
    """Return the number that each queen has on the line: a sum, or an element of a table."""
    if line.is_linear:
        return [queen + line.slope * row for row, queen in enumerate(queens)]
    return [cp.cpm_array(list(line.numbers(row)))[queen] for row, queen in enumerate(queens)]


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    if needs_no_search(board, on_solution):
        return {}
    model, queens = build(board)
    solver = cp.SolverLookup.get("ortools", model)
    deliver = Deliver(indices_of(map(solver.solver_var, queens)), on_solution)
    solver.solve(solution_callback=deliver, enumerate_all_solutions=True, num_workers=1)
    if deliver.raised is not None:
        raise deliver.raised
    status = solver.status().exitstatus
    if status not in (ExitStatus.OPTIMAL, ExitStatus.UNSATISFIABLE):
        raise RuntimeError(f"CP-SAT ended with {status.name}, not with a proof")
    return counters_of(solver.ort_solver.response_proto)
