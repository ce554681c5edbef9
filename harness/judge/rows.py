"""The rows of the table: one a cell, every figure that is known of it under its column's name."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from harness.judge.cells import SHORTEST_MEASURED_S, Cell
from harness.judge.comparisons import (
    Comparison,
    NodeSplit,
    Score,
    comparable_nodes,
    counts_nodes_alike,
)
from harness.judge.verdict import BoardVerdict
from harness.record.events import Run, traced_figures

MIB = 2**20
OBSERVED = tuple(name for name in traced_figures() if name != "nodes")
RUN_SECONDS = ("import_s", "warmup_s", "build_s", "first_solution_s", "audit_s", "wall_s", "cpu_s")

Row = dict[str, Any]


@dataclass(frozen=True)
class Judged:
    """A cell and what is said of it; None where nothing is."""

    cell: Cell
    verdict: BoardVerdict | None
    comparison: Comparison | None
    split: NodeSplit | None
    score: Score | None
    on_lines: tuple[int, ...] = ()

    @property
    def lines(self) -> str:
        """The lines of the record that the cell rests on."""
        return spans(self.on_lines)

    @property
    def faults(self) -> str | None:
        """What the verdict finds wrong with the cell's approach."""
        found = (*self.verdict.faults, *self.verdict.crashes) if self.verdict else ()
        name = self.cell.key.approach
        return "; ".join(one.text for one in found if one.approach == name) or None


Source = str | Callable[[Cell], Any]
"""Where a column's value is found: the path of an attribute of `Judged`, or a function."""


def _path(path: str, of: Any) -> Any:
    """Return the attribute at the end of the path; None where the path breaks off."""
    for name in path.split("."):
        of = None if of is None else getattr(of, name)
    return of


def solutions_per_s(cell: Cell) -> float | None:
    """Return how many solutions a second of search the cell comes to, or None."""
    if cell.solution_count is None or cell.solve is None or not cell.has_median:
        return None
    if cell.solve.median < SHORTEST_MEASURED_S:
        return None
    return cell.solution_count / cell.solve.median


def _largest_run(cell: Cell) -> Run:
    """Return the run that took the most memory; a blank one if none has a figure."""
    measured = [run for run in cell.runs if run.peak_rss_bytes is not None]
    return max(measured, key=lambda run: run.peak_rss_bytes or 0, default=Run())


def _peak_mib(cell: Cell) -> float | None:
    peak = _largest_run(cell).peak_rss_bytes
    return None if peak is None else peak / MIB


def _time(name: str) -> Callable[[Cell], Any]:
    """Return a reader of one figure of the times: None where unfinished runs leave it unknown."""

    def read(cell: Cell) -> float | None:
        value = getattr(cell.solve, name) if cell.solve else None
        return value if value is not None and math.isfinite(value) else None

    return read


def _median(name: str) -> Callable[[Cell], Any]:
    return lambda cell: cell.median(name)


def _observed(name: str) -> Callable[[Cell], Any]:
    return lambda cell: cell.observed(name)


def _square_words(squares: Iterable[tuple[int, int]]) -> str:
    return ",".join(f"{row}:{column}" for row, column in squares)


TEXT, WHOLE, REAL = "string", "Int64", "Float64"
COLUMNS: dict[str, tuple[str, Source]] = {
    "approach": (TEXT, "cell.key.approach"),
    "family": (TEXT, "cell.family"),
    "board": (TEXT, lambda cell: str(cell.board)),
    "n": (WHOLE, "cell.board.n"),
    "placed": (TEXT, lambda cell: _square_words(cell.board.placed)),
    "blocked": (TEXT, lambda cell: _square_words(cell.board.blocked)),
    "rule": (TEXT, lambda cell: str(cell.board.rule)),
    "task": (TEXT, "cell.key.task"),
    "status": (TEXT, "cell.status"),
    "audit": (TEXT, "cell.worst_run.audit"),
    "verdict": (TEXT, "verdict.word"),
    "known_count": (WHOLE, "verdict.known_count"),
    "faults": (TEXT, "faults"),
    "runs": (WHOLE, lambda cell: len(cell.runs)),
    "complete_runs": (WHOLE, lambda cell: len(cell.complete_runs)),
    "solution_count": (WHOLE, "cell.solution_count"),
    "at_least_count": (WHOLE, "cell.at_least_count"),
    "delivered_count": (WHOLE, "cell.worst_run.delivered_count"),
    "distinct_count": (WHOLE, "cell.worst_run.distinct_count"),
    "invalid_count": (WHOLE, "cell.worst_run.invalid_count"),
    "solutions_digest": (TEXT, "cell.digest"),
    "solve_s": (REAL, _time("median")),
    "solve_s_minimum": (REAL, _time("minimum")),
    "solve_s_maximum": (REAL, _time("maximum")),
    "solve_s_low95": (REAL, _time("low")),
    "solve_s_high95": (REAL, _time("high")),
    "solve_s_spread": (REAL, _time("spread")),
    "solutions_per_s": (REAL, solutions_per_s),
    "compared_with": (TEXT, "comparison.fastest.key.approach"),
    "time_ratio": (REAL, "comparison.time.ratio"),
    "time_ratio_low95": (REAL, "comparison.time.low"),
    "time_ratio_high95": (REAL, "comparison.time.high"),
    "p_value": (REAL, "comparison.time.p_value"),
    "p_value_corrected": (REAL, "comparison.time.p_corrected"),
    **{name: (REAL, _median(name)) for name in RUN_SECONDS},
    "peak_rss_bytes": (WHOLE, lambda cell: _largest_run(cell).peak_rss_bytes),
    "peak_rss_mib": (REAL, _peak_mib),
    "start_rss_bytes": (WHOLE, lambda cell: _largest_run(cell).start_rss_bytes),
    "nodes": (WHOLE, comparable_nodes),
    "nodes_own": (
        WHOLE,
        lambda cell: None if counts_nodes_alike(cell) else cell.observed("nodes"),
    ),
    **{name: (WHOLE, _observed(name)) for name in OBSERVED},
    "second_call": (TEXT, "cell.observation.second_call"),
    "nodes_compared_with": (TEXT, "split.reference.key.approach"),
    "nodes_times_fewer": (REAL, "split.times_fewer"),
    "nodes_times_more": (REAL, "split.times_more"),
    "node_cost_ratio": (REAL, "split.cost_ratio"),
    "node_time_ratio": (REAL, "split.time.ratio"),
    "solved_boards": (WHOLE, "score.solved"),
    "score_s": (REAL, "score.total_s"),
    "counters": (TEXT, lambda cell: json.dumps(cell.worst_run.counters, ensure_ascii=False)),
    "solver": (TEXT, "cell.worst_run.solver"),
    "solver_version": (TEXT, "cell.worst_run.solver_version"),
    "reason": (TEXT, "cell.reason"),
    "machine": (TEXT, "cell.worst_run.machine"),
    "lines": (TEXT, "lines"),
    "warnings": (TEXT, lambda cell: "; ".join(one.text for one in cell.cautions) or None),
}
TABLE_TYPES = {name: type_of for name, (type_of, _) in COLUMNS.items()}
"""The columns of the table, one row a cell, and their types. `nodes` holds only what is
counted alike by all; nodes that a solver counts its own way are in `nodes_own`."""


def spans(numbers: Iterable[int]) -> str:
    """Return rising whole numbers in words, consecutive ones together: `0 to 4, 7`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1] = [found[-1][0], number]
        else:
            found.append([number])
    return ", ".join(" to ".join(map(str, span)) for span in found)


def table_row(judged: Judged) -> Row:
    """Return a cell's row; what is not known of it is None."""
    return {
        name: _path(source, judged) if isinstance(source, str) else source(judged.cell)
        for name, (_, source) in COLUMNS.items()
    }
