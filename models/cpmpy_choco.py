"""CPMpy over Choco: the statement of `cpmpy_cp_sat` word for word, another solver below.

That is what a modelling layer is for: one word changes, and a solver that learns clauses is
replaced by one that keeps domains consistent. AllDifferent goes to Choco as it is, on new
variables for the diagonals, each bounded and equal to its expression.

The wrapper's own `solveAll` hands nothing over before Choco has found everything, so the
search is run on the model it built (`native_model`), a solution at a time, with Choco's
default search on all variables. Complete when solve() says False in a search that nothing
stopped, which is read from the search state.

Source: Guns (2019), Increasing modeling language convenience with a universal n-dimensional
array, CPpy as Python-embedded example, ModRef 2019; Prud'homme and Fages (2022), Choco-solver,
Journal of Open Source Software 7(78).
"""

from __future__ import annotations

import cpmpy as cp

from models.cpmpy_cp_sat import build
from queens import Board, Counters, OnSolution, Trace

COUNTERS = {
    "failures": "nodes where propagation emptied a domain, in the solver's order of search",
    "backtracks": "times the solver went back to an earlier decision",
}


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    if board.n == 0:
        on_solution(())
        return {}
    if not all(board.columns(row) for row in range(board.n)):
        return {}
    model, queens = build(board)
    wrapper = cp.SolverLookup.get("choco", model)
    variables = [wrapper.solver_var(queen) for queen in queens]
    solver = wrapper.native_model.get_solver()
    while solver.solve():
        on_solution(tuple(variable.get_value() for variable in variables))
    if solver.get_search_state() != "TERMINATED":
        raise RuntimeError(f"Choco ended as {solver.get_search_state()}, not with a proof")
    return {"failures": solver.get_fail_count(), "backtracks": solver.get_backtrack_count()}
