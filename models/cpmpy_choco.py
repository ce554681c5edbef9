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

from models.choco import enumerate_all
from models.cpmpy_cp_sat import build
from queens import Board, Counters, OnSolution, Trace
from queens.statement import needs_no_search


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    if needs_no_search(board, on_solution):
        return {}
    model, queens = build(board)
    wrapper = cp.SolverLookup.get("choco", model)
    variables = [wrapper.solver_var(queen) for queen in queens]
    return enumerate_all(wrapper.native_model.get_solver(), variables, on_solution)
