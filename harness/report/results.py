"""A saved record as data frames, a verdict and charts: `load(DIR)`.

Every column has a nullable type, so that a count that is missing neither turns the others
into floats nor drops its row. Data frames and charts are imported when they are first asked
for.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.judge.facts import Facts
from harness.judge.rows import TABLE_TYPES
from harness.record.events import Run
from harness.record.fields import BOARD_FIELDS, board_fields
from harness.record.file import read_record
from harness.report.seeds import shown_distributions
from queens import Board

if TYPE_CHECKING:
    import altair
    import pandas as pd


def load(path: str | Path) -> Results:
    """Return the results recorded at `path`, a folder or its `runs.jsonl`.

    Raises RecordError where there is no record to read.
    """
    return Results(read_record(path))


class Results(Facts):
    """The facts of a record, and the same as frames, charts and HTML."""

    @classmethod
    def of(cls, facts: Facts) -> Results:
        """Return the results of facts; what they have computed is not computed again."""
        results = cls(facts.events)
        vars(results).update(vars(facts))
        return results

    @cached_property
    def table(self) -> pd.DataFrame:
        """The rows as a frame."""
        return _frame(self.rows, TABLE_TYPES)

    @property
    def runs(self) -> pd.DataFrame:
        """One row a run, in the order recorded: its line in the record, and what stands there."""
        import pandas as pd

        # a column at a time: a hundred thousand rows at once would take half a gigabyte
        columns: dict[str, Any] = {
            name: pd.array(values, dtype=RUN_TYPES[name])  # type: ignore[call-overload]
            for name, values in self._run_columns()
        }
        return pd.DataFrame(columns)

    def _run_columns(self) -> Iterator[tuple[str, list[Any]]]:
        runs = [event for event in self.events if isinstance(event, Run)]
        yield "line", [line for line, event in self.lines if isinstance(event, Run)]
        yield "kind", [Run.kind] * len(runs)
        boards = {run.board: _flat_board(run.board) for run in runs}
        for one in dataclasses.fields(Run):
            if one.name == "board":
                for name in BOARD_FIELDS:
                    yield name, [boards[run.board].get(name) for run in runs]
            else:
                yield one.name, [_flat(getattr(run, one.name)) for run in runs]

    @cached_property
    def verdict(self) -> pd.DataFrame:
        """One row a board: the word, the count, the known count, who is at fault and why."""
        rows = [
            {
                "board": str(verdict.board),
                "n": verdict.board.n,
                "task": verdict.task,
                "verdict": verdict.word,
                "solution_count": verdict.solution_count,
                "known_count": verdict.known_count,
                "complete": ", ".join(verdict.complete),
                "faults": "; ".join(fault.text for fault in verdict.faults),
            }
            for verdict in self.verdicts
        ]
        types = dict.fromkeys(("n", "solution_count", "known_count"), "Int64")
        words = ("board", "task", "verdict", "complete", "faults")
        return _frame(rows, types | dict.fromkeys(words, "string"))

    def chart(self, name: str = "time") -> altair.Chart | altair.LayerChart:
        """Return the chart of that name; raise ValueError, naming those there are, for another."""
        from harness.report.charts.kinds import chart

        found = shown_distributions(self)
        return chart(name, self.rows, self.campaign.time_limit_s, distributions=found)

    def _repr_html_(self) -> str:
        """Return the verdict and the table as a notebook shows them."""
        from harness.report.page.render import notebook_html

        return notebook_html(self)

    def __repr__(self) -> str:
        """Return a line that says how much there is."""
        words = [verdict.word for verdict in self.verdicts]
        said = ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))
        return f"Results({len(self.cells)} cells, {len(words)} boards: {said or 'none'})"


def _run_types() -> dict[str, str]:
    """Return the columns of the frame of runs and their types, as the record's class has them."""
    plain = {"int": "Int64", "float": "Float64", "bool": "boolean"}
    board = {name: "Int64" if name == "n" else "string" for name in BOARD_FIELDS}
    types = {"line": "Int64", "kind": "string"}
    for one in dataclasses.fields(Run):
        declared = str(one.type).removesuffix(" | None")
        types |= board if one.name == "board" else {one.name: plain.get(declared, "string")}
    return types


RUN_TYPES = _run_types()


def _flat(value: Any) -> Any:
    """Return a value a column can hold: lists and objects as the JSON they were."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def _flat_board(board: Board) -> dict[str, Any]:
    return {name: _flat(value) for name, value in board_fields(board).items()}


def _frame(rows: list[dict[str, Any]], types: dict[str, str]) -> pd.DataFrame:
    import pandas as pd

    # as objects first: a count that is missing would turn the others into floats
    return pd.DataFrame(rows, columns=list(types), dtype=object).astype(types)
