"""CP-SAT tuned for enumeration: the model of `cp_sat`, settings found by a search over them.

The default settings are chosen to find one good solution of a hard problem. For all
solutions of a small one, others win. Which ones was searched for; in brackets, how many
times slower it gets without each (experiments/cp_sat_parameters.md has the figures, the
machine and the command):

- the row with the fewest columns left comes first: it fails soonest, so the tree that must
  be searched in any case is small (out of the limit: the next has nothing to keep to);
- FIXED_SEARCH: CP-SAT keeps to that order and mixes in none of its own, which are made to
  find a first solution (4.3);
- no inprocessing: CP-SAT goes back to the root after every solution, and would simplify its
  clauses there each time (2.0);
- the median column first: a queen in the middle attacks more squares than one at the edge,
  which is presumably why (1.13);
- no presolve: it costs more here than what it finds saves (1.11).

Complete as `cp_sat` is, and for the same reason: only what is tried first changes.

Source: Perron and Didier, CP-SAT, sat_parameters.proto (what each parameter does).
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from models import cp_sat
from models.cp_sat_worker import SatParameters, enumerate_here, indices_of
from queens import Board, Counters, OnSolution, Trace


def build(board: Board) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model of `cp_sat` with a decision strategy, and its variables."""
    model, queens = cp_sat.build(board)
    model.add_decision_strategy(
        queens, cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MEDIAN_VALUE
    )
    return model, queens


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    model, queens = build(board)
    parameters = SatParameters()
    parameters.search_branching = cp_model.FIXED_SEARCH
    parameters.use_sat_inprocessing = False
    parameters.cp_model_presolve = False
    return enumerate_here(model.proto, parameters, indices_of(queens), on_solution)
