"""The page's long tables: boards, cells and runs, paged, sorted and filtered by its script.

What disagrees stands first. The page holds no more than it can show at once in a browser: of the
rows beyond, those that are not as they should be, and how many were left to the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from harness.judge.cells import WRONG_AUDITS
from harness.judge.facts import Facts
from harness.judge.rows import TABLE_TYPES, Row
from harness.judge.verdict import BoardVerdict
from harness.record.events import Run
from harness.report.numbers import cell_text, exactly, is_ratio, seconds
from harness.report.page.packed import Packed, packed
from harness.report.tables import outcome, solutions

ROWS = 20
"""How many rows stand in the page before its script takes over, and on each of its pages."""

MOST_RUNS = 110_000
MOST_CELLS = 20_000
ALL_COLUMNS_UP_TO = 500
WORST_FIRST = ("disagree", "unverified", "proved", "agree")

Kind = Literal["words", "whole", "time", "figure", "ratio"]


@dataclass(frozen=True)
class Column:
    """A column: its name, what stands above it, its values, how they are shown."""

    name: str
    heading: str
    values: list[Any]
    kind: Kind = "words"
    filtered: bool = False
    further: bool = False
    exactly: bool = True

    @property
    def is_number(self) -> bool:
        """Whether the values stand to the right."""
        return self.kind != "words"

    def shown(self, place: int) -> str:
        """Return what the table prints of a value."""
        value = self.values[place]
        if value is None:
            return ""
        return seconds(value) if self.kind == "time" else cell_text(self.name, value)

    def hint(self, place: int) -> str:
        """Return the time in full, to be read by pointing at it."""
        return exactly(self.values[place]) if self.kind == "time" else ""


@dataclass(frozen=True)
class Listing:
    """A table of the page; `left_out` of its rows are in the files alone."""

    name: str
    title: str
    columns: list[Column]
    left_out: int = 0
    leads_to: str = ""

    @property
    def first(self) -> range:
        """The rows that stand in the page without its script."""
        return range(min(ROWS, self.count))

    @property
    def count(self) -> int:
        """How many rows the page holds."""
        return len(self.columns[0].values)

    @property
    def shown_columns(self) -> list[Column]:
        """The columns that are shown before more are asked for."""
        return [column for column in self.columns if not column.further]

    @property
    def data(self) -> dict[str, Any]:
        """What the script reads."""
        return {"count": self.count, "rows": ROWS, "leads_to": self.leads_to} | {
            "columns": [
                {"name": one.name, "heading": one.heading, "kind": one.kind}
                | {"filtered": one.filtered, "further": one.further}
                | _packed(one)
                for one in self.columns
            ]
        }


def _packed(column: Column) -> Packed:
    return packed(column.values, column.exactly)


def listings(facts: Facts) -> list[Listing]:
    """Return the tables of boards, cells and runs."""
    return [_boards(facts), _cells(facts), _runs(facts)]


def _boards(facts: Facts) -> Listing:
    ordered = sorted(facts.verdicts, key=lambda one: WORST_FIRST.index(one.word))

    def column(read: Callable[[BoardVerdict], Any]) -> list[Any]:
        return [read(one) for one in ordered]

    columns = [
        Column("board", "board", column(lambda one: str(one.board)), filtered=True),
        Column("task", "task", column(lambda one: one.task), filtered=len(facts.tasks) > 1),
        Column("verdict", "verdict", column(lambda one: one.word), filtered=True),
        Column("solutions", "solutions", column(lambda one: one.solution_count), "whole"),
        Column("known", "known", column(lambda one: one.known_count), "whole"),
        Column("complete", "completed", column(lambda one: len(one.complete)), "whole"),
        Column("said", "at fault", column(lambda one: "; ".join(one.said) or None)),
    ]
    return Listing("boards", "Every board", columns, leads_to="cells")


# the columns that the table of cells shows first: their heading and kind
SHORT: dict[str, tuple[str, Kind]] = {
    "approach": ("approach", "words"),
    "board": ("board", "words"),
    "task": ("task", "words"),
    "verdict": ("verdict", "words"),
    "outcome": ("outcome", "words"),
    "solutions": ("solutions", "whole"),
    "solve_s": ("median", "time"),
    "solve_s_minimum": ("shortest", "time"),
    "solve_s_maximum": ("longest", "time"),
    "runs": ("runs", "whole"),
    "nodes": ("nodes", "whole"),
    "peak_rss_mib": ("peak, MiB", "figure"),
}
FILTERED = frozenset(("approach", "board", "task", "verdict", "outcome"))


def _cells(facts: Facts) -> Listing:
    ordered = sorted(facts.rows, key=_is_as_it_should_be)
    rows = ordered[:MOST_CELLS]
    told = [row | {"outcome": outcome(row), "solutions": solutions(row) or None} for row in rows]
    columns = [
        Column(name, heading, [row[name] for row in told], kind, filtered=name in FILTERED)
        for name, (heading, kind) in SHORT.items()
    ]
    if len(rows) <= ALL_COLUMNS_UP_TO:
        columns += [
            Column(name, name, [row[name] for row in rows], _kind(name), further=True)
            for name in TABLE_TYPES
            if name not in SHORT
        ]
    left_out = len(ordered) - len(rows)
    return Listing("cells", "Every cell", columns, left_out, leads_to="runs")


def _kind(name: str) -> Kind:
    if name.endswith(("_s", "_s_low95", "_s_high95")) and name != "solutions_per_s":
        return "time"
    kinds: dict[str, Kind] = {"string": "words", "Int64": "whole"}
    return kinds.get(TABLE_TYPES[name], "ratio" if is_ratio(name) else "figure")


def _is_as_it_should_be(row: Row) -> bool:
    return row["status"] == "complete" and not row["faults"] and row["audit"] not in WRONG_AUDITS


def _runs(facts: Facts) -> Listing:
    every = [(line, run) for line, run in facts.lines if isinstance(run, Run)]
    runs = every if len(every) <= MOST_RUNS else _unusual(every)
    boards = {run.board: str(run.board) for _, run in runs}
    columns = [
        Column("line", "line", [line for line, _ in runs], "whole"),
        Column("run", "run", _of(runs, lambda run: run.order_index), "whole"),
        Column("approach", "approach", _of(runs, lambda run: run.approach), filtered=True),
        Column("board", "board", [boards[run.board] for _, run in runs], filtered=True),
        Column("task", "task", _of(runs, lambda run: run.task), filtered=len(facts.tasks) > 1),
        Column("outcome", "outcome", _of(runs, _run_outcome), filtered=True),
        Column("solutions", "solutions", _of(runs, _run_solutions), "whole"),
        Column("solve_s", "time", _of(runs, lambda run: run.solve_s), "time", exactly=False),
    ]
    return Listing("runs", "Every run", columns, len(every) - len(runs))


def _of(runs: Iterable[tuple[int, Run]], read: Callable[[Run], Any]) -> list[Any]:
    return [read(run) for _, run in runs]


def _unusual(runs: Sequence[tuple[int, Run]]) -> list[tuple[int, Run]]:
    """Return the runs that did not complete or were wrong."""
    found = [one for one in runs if one[1].status != "complete" or one[1].audit in WRONG_AUDITS]
    return found[:MOST_RUNS]


def _run_outcome(run: Run) -> str:
    ended = run.status.replace("_", " ") + (", warm-up" if run.warmup else "")
    return f"{ended}, {run.audit}" if run.audit in WRONG_AUDITS else ended


def _run_solutions(run: Run) -> str | None:
    if run.solution_count is not None:
        return str(run.solution_count)
    return None if run.distinct_count is None else f"at least {run.distinct_count}"
