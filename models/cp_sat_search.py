"""CP-SAT told how to search: smallest domain first, and that order kept.

Model and answer are those of `cp_sat`; only the search differs. By default CP-SAT picks
its own decisions, and changes them as conflicts teach it, which pays when one solution is
hard to find. When all of them are wanted, the whole tree must be searched whatever the
order, and a small tree is what counts: always take the row with the fewest columns left
(fail first), and its lowest column. `FIXED_SEARCH` makes CP-SAT keep to that.

It still learns a clause from every conflict. Complete as `cp_sat` is: an order of search
leaves nothing out.

Source: Haralick and Elliott (1980), Increasing tree search efficiency for constraint
satisfaction problems, Artificial Intelligence 14 (fail first); OR-Tools documentation,
CP-SAT, `AddDecisionStrategy`.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from models import cp_sat
from models.cp_sat_worker import SatParameters, enumerate_here, indices_of
from queens import Board, Counters, OnSolution, Trace


def build(board: Board) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model of `cp_sat` with a decision strategy, and its variables."""
    model, queens = cp_sat.build(board)
    model.add_decision_strategy(queens, cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MIN_VALUE)
    return model, queens


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    model, queens = build(board)
    parameters = SatParameters()
    parameters.search_branching = cp_model.FIXED_SEARCH
    return enumerate_here(model.proto, parameters, indices_of(queens), on_solution)
