"""CP-SAT under a setting: the space that is searched, and one setting measured on one board.

A setting names what differs from CP-SAT's defaults: parameters of the solver, and the decision
strategy on the queens as `variables` and `values`, all in CP-SAT's own words. Each is measured
on the statement of `models/cp_sat.py`, with one worker, in CPU seconds of the solving process,
which other work on the machine disturbs less than the time on the wall.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from ortools.sat.python import cp_model

from models.cp_sat import build
from models.cp_sat_worker import enumerate_here, indices_of
from queens import Board, OnSolution, Queens

Setting = dict[str, str]

ON_OFF, OFF_ON = ("true", "false"), ("false", "true")

SPACE: dict[str, Sequence[str]] = {
    "variables": ("none", "CHOOSE_MIN_DOMAIN_SIZE", "CHOOSE_FIRST", "CHOOSE_LOWEST_MIN"),
    "values": ("SELECT_MIN_VALUE", "SELECT_MEDIAN_VALUE", "SELECT_LOWER_HALF", "SELECT_MAX_VALUE"),
    "search_branching": ("AUTOMATIC_SEARCH", "FIXED_SEARCH", "PARTIAL_FIXED_SEARCH"),
    "cp_model_presolve": ON_OFF,
    "max_presolve_iterations": ("3", "1"),
    "cp_model_probing_level": ("2", "1", "0"),
    "cp_model_use_sat_presolve": ON_OFF,
    "presolve_bve_threshold": ("500", "0"),
    "presolve_use_bva": ON_OFF,
    "symmetry_level": ("2", "1", "0"),
    "linearization_level": ("1", "0", "2"),
    "expand_alldiff_constraints": OFF_ON,
    "infer_all_diffs": ON_OFF,
    "find_big_linear_overlap": ON_OFF,
    "boolean_encoding_level": ("1", "0"),
    "max_domain_size_when_encoding_eq_neq_constraints": ("16", "0", "64"),
    "use_implied_bounds": ON_OFF,
    "use_sat_inprocessing": ON_OFF,
    "use_new_integer_conflict_resolution": OFF_ON,
    "create_1uip_boolean_during_icr": ON_OFF,
    "use_chronological_backtracking": OFF_ON,
    "use_erwa_heuristic": OFF_ON,
    "use_phase_saving": ON_OFF,
    "also_bump_variables_in_conflict_reasons": OFF_ON,
    "subsumption_during_conflict_analysis": ON_OFF,
    "extra_subsumption_during_conflict_analysis": ON_OFF,
    "minimization_algorithm": ("RECURSIVE", "SIMPLE", "NONE"),
    "binary_minimization_algorithm": (
        "BINARY_MINIMIZATION_FROM_UIP_AND_DECISIONS",
        "BINARY_MINIMIZATION_FROM_UIP",
        "NO_BINARY_MINIMIZATION",
    ),
    "clause_cleanup_period": ("10000", "1000", "3000", "30000"),
    "clause_cleanup_ordering": ("CLAUSE_ACTIVITY", "CLAUSE_LBD"),
    "max_backjump_levels": ("50", "0"),
    "restart_period": ("50", "500"),
}
"""Each choice with its values; the first is CP-SAT's default."""

STRATEGY = ("variables", "values")


@dataclass(frozen=True)
class Outcome:
    """What came of a setting on a board.

    `verdict` is right, wrong, slow, crashed (the process was gone), or the error it met.
    """

    verdict: str
    cpu_s: float


class Bench:
    """Measures settings in a process of its own, which a setting may crash."""

    def __init__(self) -> None:
        self.pool = ProcessPoolExecutor(max_workers=1)

    def measure(
        self, setting: Setting, board: Board, right: frozenset[Queens], limit_s: float
    ) -> Outcome:
        """Return the outcome; `right` are the solutions, slow is more than `limit_s` of CPU."""
        try:
            return self.pool.submit(_measure, setting, board, right, limit_s).result()
        except BrokenProcessPool:
            self.pool = ProcessPoolExecutor(max_workers=1)
            return Outcome("crashed", limit_s)


class _Slow(Exception):
    """The CPU time is up."""


def _measure(setting: Setting, board: Board, right: frozenset[Queens], limit_s: float) -> Outcome:
    delivered: list[Queens] = []
    started_s = time.process_time()

    def on_solution(queens: Queens) -> None:
        delivered.append(queens)
        if time.process_time() - started_s > limit_s:
            raise _Slow

    try:
        _solve(setting, board, on_solution, 20 * limit_s)
    except _Slow:
        return Outcome("slow", limit_s)
    except Exception as error:  # a setting may be refused in any way
        return Outcome(f"{type(error).__name__}: {error}".partition("\n")[0], limit_s)
    cpu_s = time.process_time() - started_s
    exact = len(delivered) == len(right) and set(delivered) == right
    return Outcome("right" if exact else "wrong", cpu_s)


def _solve(setting: Setting, board: Board, on_solution: OnSolution, limit_s: float) -> None:
    model, queens = build(board)
    if setting.get("variables", "none") != "none":
        choose = getattr(cp_model, setting["variables"])
        model.add_decision_strategy(
            queens, choose, getattr(cp_model, setting.get("values", "SELECT_MIN_VALUE"))
        )
    parameters = cp_model.SatParameters()
    parameters.max_time_in_seconds = limit_s
    parameters.merge_text_format(
        " ".join(f"{name}: {value}" for name, value in setting.items() if name not in STRATEGY)
    )
    enumerate_here(model.proto, parameters, indices_of(queens), on_solution)
