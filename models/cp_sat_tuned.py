"""CP-SAT tuned for enumeration: the model of `cp_sat`, settings found by a search over them.

The default settings are chosen to find one good solution of a hard problem. For all
solutions of a small one, other settings win; which, was searched for with
tests/benchmarks/search_cp_sat_parameters.py, and each that is left helps by itself:

- smallest domain first: the row with the fewest columns left fails soonest, so the tree that
  must be searched in any case is small;
- FIXED_SEARCH: CP-SAT keeps to that order and does not mix in orders of its own, made to find
  a first solution;
- the median value: a queen in the middle attacks more squares than one at the edge, so what
  is learned from its failure says more;
- no inprocessing: CP-SAT goes back to the root after every solution, and would simplify its
  clauses there each time.

Complete as `cp_sat` is, and for the same reason: only what is tried first changes.

Source: Perron and Didier, CP-SAT, sat_parameters.proto (what each parameter does).
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from models.cp_sat_enumeration import enumerate_all, read_columns, three_all_different
from queens import Board, Counters, OnSolution, Queens, Trace, first_solution


def build(board: Board) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model of `cp_sat` with a decision strategy, and its variables."""
    model, queens = three_all_different(board)
    model.add_decision_strategy(
        queens, cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MEDIAN_VALUE
    )
    return model, queens


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    model, queens = build(board)
    solver = cp_model.CpSolver()
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    solver.parameters.use_sat_inprocessing = False
    return enumerate_all(model, solver, read_columns(queens), on_solution)


def solve_one(board: Board, trace: Trace | None = None) -> Queens | None:
    """Return the first solution found, or None if CP-SAT proves that there is none."""
    return first_solution(solve_all, board)
