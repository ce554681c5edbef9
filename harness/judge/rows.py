"""The rows of the table: one a cell, every figure that is known of it under its column's name."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from harness.judge.cells import SHORTEST_MEASURED_S, Cell
from harness.judge.comparisons import (
    Comparison,
    NodeSplit,
    Score,
    comparable_nodes,
    counts_nodes_alike,
)
from harness.judge.statistics import Summary
from harness.judge.verdict import BoardVerdict
from harness.record.events import Run, traced_figures

MIB = 2**20
OBSERVED = tuple(name for name in traced_figures() if name != "nodes")
RUN_SECONDS = ("import_s", "warmup_s", "build_s", "first_solution_s", "audit_s", "wall_s", "cpu_s")

Row = dict[str, Any]

TABLE_TYPES = {
    "approach": "string",
    "family": "string",
    "board": "string",
    "n": "Int64",
    "placed": "string",
    "blocked": "string",
    "rule": "string",
    "task": "string",
    "status": "string",
    "audit": "string",
    "verdict": "string",
    "known_count": "Int64",
    "faults": "string",
    "runs": "Int64",
    "complete_runs": "Int64",
    "solution_count": "Int64",
    "at_least_count": "Int64",
    "delivered_count": "Int64",
    "distinct_count": "Int64",
    "invalid_count": "Int64",
    "solutions_digest": "string",
    "solve_s": "Float64",
    "solve_s_minimum": "Float64",
    "solve_s_maximum": "Float64",
    "solve_s_low95": "Float64",
    "solve_s_high95": "Float64",
    "solve_s_spread": "Float64",
    "solutions_per_s": "Float64",
    "compared_with": "string",
    "time_ratio": "Float64",
    "time_ratio_low95": "Float64",
    "time_ratio_high95": "Float64",
    "p_value": "Float64",
    **dict.fromkeys(RUN_SECONDS, "Float64"),
    "peak_rss_bytes": "Int64",
    "peak_rss_mib": "Float64",
    "start_rss_bytes": "Int64",
    "nodes": "Int64",
    "nodes_own": "Int64",
    **dict.fromkeys(OBSERVED, "Int64"),
    "second_call": "string",
    "nodes_compared_with": "string",
    "nodes_times_fewer": "Float64",
    "nodes_times_more": "Float64",
    "node_cost_ratio": "Float64",
    "node_time_ratio": "Float64",
    "solved_boards": "Int64",
    "score_s": "Float64",
    "counters": "string",
    "solver": "string",
    "solver_version": "string",
    "reason": "string",
    "warnings": "string",
}
"""The columns of the table, one row a cell, and their types. `nodes` holds only what is
counted alike by all; nodes that a solver counts its own way are in `nodes_own`."""


def table_row(
    cell: Cell,
    verdict: BoardVerdict | None,
    comparison: Comparison | None,
    split: NodeSplit | None,
    score: Score | None,
) -> Row:
    """Return a cell's row; what is not known of it is None."""
    row = _row(cell) | _judged(cell, verdict) | _versus(comparison) | _split(split) | _scored(score)
    return {name: row.get(name) for name in TABLE_TYPES}


def _row(cell: Cell) -> dict[str, Any]:
    worst = cell.worst_run
    return {
        "approach": cell.key.approach,
        "family": cell.family,
        "board": str(cell.board),
        "n": cell.board.n,
        "placed": _square_words(cell.board.placed),
        "blocked": _square_words(cell.board.blocked),
        "rule": str(cell.board.rule),
        "task": cell.key.task,
        "status": cell.status,
        "audit": worst.audit,
        "runs": len(cell.runs),
        "complete_runs": len(cell.complete_runs),
        "solution_count": cell.solution_count,
        "at_least_count": cell.at_least_count,
        "delivered_count": worst.delivered_count,
        "distinct_count": worst.distinct_count,
        "invalid_count": worst.invalid_count,
        "solutions_digest": cell.digest,
        **(_times(cell.solve) if cell.solve else {}),
        "solutions_per_s": solutions_per_s(cell),
        **{name: cell.median(name) for name in RUN_SECONDS},
        **_memory(cell),
        **_observed(cell),
        "counters": json.dumps(worst.counters, ensure_ascii=False),
        "solver": worst.solver,
        "solver_version": worst.solver_version,
        "reason": cell.reason,
        "warnings": "; ".join(caution.text for caution in cell.cautions) or None,
    }


def _times(solve: Summary) -> dict[str, float | None]:
    return {
        "solve_s": solve.median,
        "solve_s_minimum": solve.minimum,
        "solve_s_maximum": solve.maximum,
        "solve_s_low95": solve.low,
        "solve_s_high95": solve.high,
        "solve_s_spread": solve.spread,
    }


def solutions_per_s(cell: Cell) -> float | None:
    """Return how many solutions a second of search the cell comes to, or None."""
    if cell.solution_count is None or cell.solve is None:
        return None
    if cell.solve.median < SHORTEST_MEASURED_S:
        return None
    return cell.solution_count / cell.solve.median


def _memory(cell: Cell) -> dict[str, Any]:
    """Return the largest peak of the cell's runs, and what that run started with."""
    largest = max(cell.runs, key=lambda run: run.peak_rss_bytes or 0, default=Run())
    peak = largest.peak_rss_bytes
    return {
        "peak_rss_bytes": peak,
        "peak_rss_mib": None if peak is None else peak / MIB,
        "start_rss_bytes": None if peak is None else largest.start_rss_bytes,
    }


def _observed(cell: Cell) -> dict[str, Any]:
    alike = counts_nodes_alike(cell)
    return {
        "nodes": comparable_nodes(cell),
        "nodes_own": None if alike else cell.observed("nodes"),
        **{name: cell.observed(name) for name in OBSERVED},
        "second_call": cell.observation.second_call if cell.observation else None,
    }


def _judged(cell: Cell, verdict: BoardVerdict | None) -> dict[str, Any]:
    """Return the verdict on the cell's board, and what it finds wrong with this approach."""
    if verdict is None:
        return {}
    found = (*verdict.faults, *verdict.crashes)
    own = [fault.text for fault in found if fault.approach == cell.key.approach]
    return {
        "verdict": verdict.word,
        "known_count": verdict.known_count,
        "faults": "; ".join(own) or None,
    }


def _scored(score: Score | None) -> dict[str, Any]:
    return {} if score is None else {"solved_boards": score.solved, "score_s": score.total_s}


def _versus(comparison: Comparison | None) -> dict[str, Any]:
    if comparison is None:
        return {}
    return {
        "compared_with": comparison.fastest.key.approach,
        "time_ratio": comparison.time.ratio,
        "time_ratio_low95": comparison.time.low,
        "time_ratio_high95": comparison.time.high,
        "p_value": comparison.time.p_value,
    }


def _split(split: NodeSplit | None) -> dict[str, Any]:
    if split is None:
        return {}
    fewer = split.node_ratio < 1
    return {
        "nodes_compared_with": split.reference.key.approach,
        "nodes_times_fewer": 1 / split.node_ratio if fewer else None,
        "nodes_times_more": None if fewer else split.node_ratio,
        "node_cost_ratio": split.cost_ratio,
        "node_time_ratio": split.time.ratio,
    }


def _square_words(squares: Iterable[tuple[int, int]]) -> str:
    return ",".join(f"{row}:{column}" for row, column in squares)
