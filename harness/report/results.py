"""A saved record as data frames, a verdict and charts: `load(DIR)`.

Results are made from the record's events alone. Every column has a nullable type, so that a
count that is missing neither turns the others into floats nor drops its row. Data frames
and charts are imported when they are first asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.judge.cells import SHORTEST_MEASURED_S, BoardKey, Cell, CellKey, cells
from harness.judge.comparisons import (
    Comparison,
    NodeSplit,
    Score,
    comparable_nodes,
    comparisons,
    counts_nodes_alike,
    node_splits,
    scores,
)
from harness.judge.statistics import Summary
from harness.record.file import FILE_NAME, Event, RecordError, read_events

if TYPE_CHECKING:
    import altair
    import pandas as pd

    from harness.judge.verdict import BoardVerdict

MIB = 2**20
OBSERVED = ("checks", "rejections", "pruned", "failures", "propagator_calls")
RUN_SECONDS = ("import_s", "warmup_s", "build_s", "first_solution_s", "audit_s", "wall_s", "cpu_s")

TABLE_TYPES = {
    "approach": "string",
    "family": "string",
    "board": "string",
    "n": "Int64",
    "placed": "string",
    "blocked": "string",
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
counted alike by all; a solver's nodes counted its own way stand in `nodes_own`."""


def load(path: str | Path) -> Results:
    """Return the results recorded at `path`, a directory or its `runs.jsonl`.

    Raises RecordError where there is no record to read.
    """
    place = Path(path)
    file = place / FILE_NAME if place.is_dir() else place
    events = list(read_events(file))
    if not events:
        raise RecordError(f"{file} holds no event: nothing was recorded")
    return Results(events)


class Results:
    """What a record says, as frames, verdicts and charts; computed when first asked for."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = list(events)

    @cached_property
    def campaign(self) -> Event:
        """The campaign as it was last started: limits, order, environment."""
        return next((event for event in reversed(self.events) if _is(event, "campaign")), {})

    @property
    def environment(self) -> dict[str, Any]:
        """The machine and the versions, as recorded."""
        environment: dict[str, Any] = self.campaign.get("environment") or {}
        return environment

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells, smaller boards first, approaches in the campaign's order."""
        return cells(self.events)

    @cached_property
    def verdicts(self) -> list[BoardVerdict]:
        """The verdict of each board and task, its approaches in the campaign's order."""
        from harness.judge.verdict import verdicts

        order = list(dict.fromkeys(cell.key.approach for cell in self.cells))
        return [
            replace(verdict, complete=sorted(verdict.complete, key=order.index))
            for verdict in verdicts(self.events)
        ]

    @cached_property
    def faulty(self) -> set[CellKey]:
        """The cells that a verdict finds at fault."""
        return {
            CellKey(name, *board_of(verdict))
            for verdict in self.verdicts
            for name in verdict.faulty
        }

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Each comparable cell's times against the fastest of its board."""
        return comparisons(self.cells, self.faulty)

    @cached_property
    def node_splits(self) -> list[NodeSplit]:
        """Each cell's nodes and their cost against the fastest that counts nodes alike."""
        return node_splits(self.cells, self.faulty)

    @cached_property
    def scores(self) -> list[Score]:
        """Each approach's score over the boards of a task, the best first."""
        return scores(self.cells, self.faulty, self.campaign.get("time_limit_s"))

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """One row a cell: what came of it, its times, its nodes (columns: `TABLE_TYPES`)."""
        versus = {comparison.cell.key: comparison for comparison in self.comparisons}
        splits = {split.cell.key: split for split in self.node_splits}
        verdicts = {board_of(verdict): verdict for verdict in self.verdicts}
        score_of = {(score.approach, score.task): score for score in self.scores}
        rows = []
        for cell in self.cells:
            row = _row(cell) | _judged(cell, verdicts.get(cell.board))
            row |= _versus(versus.get(cell.key)) | _split(splits.get(cell.key))
            row |= _scored(score_of.get((cell.key.approach, cell.key.task)))
            rows.append({name: row.get(name) for name in TABLE_TYPES})
        return rows

    @cached_property
    def table(self) -> pd.DataFrame:
        """The rows as a frame."""
        return _frame(self.rows, TABLE_TYPES)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """One row a run, in the order recorded, as the record has it."""
        runs = [event for event in self.events if _is(event, "run")]
        rows = [{name: _flat(value) for name, value in run.items()} for run in runs]
        names = dict.fromkeys(name for row in rows for name in row)
        types = {name: _type_of([row.get(name) for row in rows]) for name in names}
        return _frame(rows, types)

    @cached_property
    def verdict(self) -> pd.DataFrame:
        """One row a board: the word, the count, the known count, who is at fault and why."""
        rows = [
            {
                "board": str(board_of(verdict)),
                "n": verdict.board_n,
                "task": verdict.task,
                "verdict": verdict.word,
                "solution_count": verdict.solution_count,
                "known_count": verdict.known_count,
                "complete": ", ".join(verdict.complete),
                "faults": "; ".join(verdict.faults),
            }
            for verdict in self.verdicts
        ]
        types = dict.fromkeys(("n", "solution_count", "known_count"), "Int64")
        words = ("board", "task", "verdict", "complete", "faults")
        return _frame(rows, types | dict.fromkeys(words, "string"))

    def chart(self, name: str = "time") -> altair.Chart | altair.LayerChart:
        """Return the chart of that name; raise ValueError, naming those there are, for another."""
        from harness.report.charts import chart

        return chart(name, self.rows, self.campaign.get("time_limit_s"))

    def _repr_html_(self) -> str:
        """Return the verdict and the table as a notebook shows them."""
        from harness.report.page import notebook_html

        return notebook_html(self)

    def __repr__(self) -> str:
        """Return a line that says how much there is."""
        words = [verdict.word for verdict in self.verdicts]
        said = ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))
        return f"Results({len(self.cells)} cells, {len(words)} boards: {said or 'none'})"


def _is(event: Event, kind: str) -> bool:
    return event.get("kind") == kind


def board_of(verdict: BoardVerdict) -> BoardKey:
    """Return the board and the task that a verdict is on."""

    return BoardKey(verdict.board_n, verdict.placed, verdict.blocked, verdict.task)


def _row(cell: Cell) -> dict[str, Any]:
    worst = cell.worst_run
    return {
        "approach": cell.key.approach,
        "family": cell.family,
        "board": str(cell.board),
        "n": cell.key.n,
        "placed": _square_words(cell.key.placed),
        "blocked": _square_words(cell.key.blocked),
        "task": cell.key.task,
        "status": cell.status,
        "audit": worst.get("audit"),
        "runs": len(cell.runs),
        "complete_runs": len(cell.complete_runs),
        "solution_count": cell.solution_count,
        "at_least_count": cell.at_least_count,
        **{
            name: worst.get(name) for name in ("delivered_count", "distinct_count", "invalid_count")
        },
        "solutions_digest": cell.digest,
        **(_times(cell.solve) if cell.solve else {}),
        "solutions_per_s": solutions_per_s(cell),
        **{name: cell.median(name) for name in RUN_SECONDS},
        **_memory(cell),
        **_observed(cell),
        "counters": json.dumps(worst.get("counters") or {}, ensure_ascii=False),
        "solver": worst.get("solver"),
        "solver_version": worst.get("solver_version"),
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
    measured = [run for run in cell.runs if run.get("peak_rss_bytes") is not None]
    largest: Event = max(measured, key=lambda run: run["peak_rss_bytes"], default={})
    peak = largest.get("peak_rss_bytes")
    return {
        "peak_rss_bytes": peak,
        "peak_rss_mib": None if peak is None else peak / MIB,
        "start_rss_bytes": largest.get("start_rss_bytes"),
    }


def _observed(cell: Cell) -> dict[str, Any]:
    alike = counts_nodes_alike(cell)
    return {
        "nodes": comparable_nodes(cell),
        "nodes_own": None if alike else cell.observed("nodes"),
        **{name: cell.observed(name) for name in OBSERVED},
        "second_call": (cell.observation or {}).get("second_call"),
    }


def _judged(cell: Cell, verdict: BoardVerdict | None) -> dict[str, Any]:
    """Return the verdict on the cell's board, and what it finds wrong with this approach."""
    if verdict is None:
        return {}
    found = [*verdict.faults, *verdict.crashes]
    own = [fault for fault in found if fault.startswith(f"{cell.key.approach} ")]
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


def _flat(value: Any) -> Any:
    """Return a value a column can hold: lists and objects as the JSON they were."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def _type_of(values: Iterable[Any]) -> str:
    """Return the nullable type that holds all the values as they are."""
    kinds = {type(value) for value in values if value is not None}
    if kinds and kinds <= {bool}:
        return "boolean"
    if kinds and kinds <= {int}:
        return "Int64"
    return "Float64" if kinds and kinds <= {int, float} else "string"


def _frame(rows: list[dict[str, Any]], types: dict[str, str]) -> pd.DataFrame:
    import pandas as pd

    columns = {
        name: pd.array([_fitting(row.get(name), dtype) for row in rows], dtype=dtype)  # type: ignore[call-overload]  # the stubs know literal names of types only
        for name, dtype in types.items()
    }
    return pd.DataFrame(columns)


def _fitting(value: Any, dtype: str) -> Any:
    return str(value) if dtype == "string" and value is not None else value
