"""The cells of a campaign: what the record says of each approach on each board.

Pure functions from events to values; standard library only, so that a terminal table can
use them without loading a data frame. Every cell that any event names is kept: measured,
skipped or cut short.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from harness.judge.statistics import Caution, Summary, cautions_for, summarise
from harness.record.file import Event

Squares = tuple[tuple[int, int], ...]

# a cell is only as good as its worst run: the first of these that occurs is its status
WORST_FIRST = (
    "crashed",
    "memory",
    "timeout",
    "interrupted",
    "gave_up",
    "not_installed",
    "unsupported",
    "cut",
)
STOPPED_BY_LIMIT = ("timeout", "memory")
CUT_SHORT = (*STOPPED_BY_LIMIT, "cut", "interrupted")
MOST_SQUARES_NAMED = 6
# no clock tells less; what a record says below is as good as 0, which nothing is divided by
SHORTEST_MEASURED_S = 1e-9


class CellKey(NamedTuple):
    """What makes a cell: an approach, a board and a task."""

    approach: str
    n: int
    placed: Squares
    blocked: Squares
    task: str


class BoardKey(NamedTuple):
    """What makes a row of cells comparable: a board and a task."""

    n: int
    placed: Squares
    blocked: Squares
    task: str

    @property
    def is_plain(self) -> bool:
        """Whether no queen is placed and no square blocked."""
        return not self.placed and not self.blocked

    def __str__(self) -> str:
        """Return the board in words; one with many squares gets a mark of its own instead."""
        parts = [f"n = {self.n}"]
        for word, squares in (("placed", self.placed), ("blocked", self.blocked)):
            if 0 < len(squares) <= MOST_SQUARES_NAMED:
                parts.append(f"{word} " + ",".join(f"{row}:{column}" for row, column in squares))
            elif squares:
                mark = hashlib.sha256(repr(squares).encode()).hexdigest()[:6]
                parts.append(f"{len(squares)} {word} #{mark}")
        return ", ".join(parts)


def boards_in_words(boards: Iterable[BoardKey]) -> str:
    """Return the boards in words, alike ones together: `n = 4 to 9`, `n = 40, 20 placed #a, #b`."""
    groups: list[list[BoardKey]] = []
    for board in boards:
        if groups and _goes_with(groups[-1][-1], board):
            groups[-1].append(board)
        else:
            groups.append([board])
    return "; ".join(map(_group_words, groups))


def _goes_with(last: BoardKey, board: BoardKey) -> bool:
    if last.is_plain and board.is_plain:
        return board.n == last.n + 1
    head, mark, _ = str(board).partition(" #")
    return bool(mark) and str(last).startswith(f"{head} #")


def _group_words(group: Sequence[BoardKey]) -> str:
    first, last = group[0], group[-1]
    if first is last:
        return str(first)
    if first.is_plain:
        return f"n = {first.n} to {last.n}"
    marks = ", ".join(f"#{str(board).partition(' #')[2]}" for board in group)
    return f"{str(first).partition(' #')[0]} {marks}"


@dataclass
class Cell:
    """Every event of one cell; figures are those of its counted runs (no warm-ups)."""

    key: CellKey
    family: str | None = None
    runs: list[Event] = field(default_factory=list)
    warmups: list[Event] = field(default_factory=list)
    observation: Event | None = None
    differences: list[Event] = field(default_factory=list)
    skipped: str | None = None

    @property
    def board(self) -> BoardKey:
        """The board and the task of the cell."""
        return BoardKey(*self.key[1:])

    @cached_property
    def complete_runs(self) -> list[Event]:
        """The counted runs that came to their end."""
        return [run for run in self.runs if run.get("status") == "complete"]

    @cached_property
    def status(self) -> str:
        """How the worst counted run ended; `skipped` or `not_run` where there is none."""
        ends = [str(run.get("status")) for run in self.runs]
        if not ends:
            return "skipped" if self.skipped is not None else "not_run"
        for status in WORST_FIRST:
            if status in ends:
                return status
        return next((status for status in ends if status != "complete"), "complete")

    @property
    def is_complete(self) -> bool:
        """Whether every counted run came to its end: only then is a statement made."""
        return self.status == "complete"

    @cached_property
    def worst_run(self) -> Event:
        """The run whose answers were worst, or an empty event; its figures are the cell's."""
        for audit in ("invalid", "duplicate"):
            for run in self.runs:
                if run.get("audit") == audit:
                    return run
        ended_badly = (run for run in self.runs if run.get("status") == self.status)
        return next(ended_badly, {})

    @cached_property
    def solution_count(self) -> int | None:
        """The count that all complete runs came to, or None."""
        counts = {run.get("solution_count") for run in self.complete_runs}
        return counts.pop() if len(counts) == 1 else None

    @cached_property
    def digest(self) -> str | None:
        """The digest that all complete runs came to, or None."""
        digests = {run.get("solutions_digest") for run in self.complete_runs}
        return digests.pop() if len(digests) == 1 else None

    @cached_property
    def at_least_count(self) -> int | None:
        """How many different solutions were seen where no run came to its end, or None."""
        if self.complete_runs:
            return None
        seen = [run.get("distinct_count") for run in self.runs if run.get("status") in CUT_SHORT]
        return max((count for count in seen if count is not None), default=None)

    def summary(self, figure: str) -> Summary | None:
        """Return the summary of one figure over the complete runs, or None where none has it."""
        values = [run[figure] for run in self.complete_runs if run.get(figure) is not None]
        return summarise(values) if values else None

    def median(self, figure: str) -> float | None:
        """Return the median of one figure over all counted runs that have it, or None."""
        values = [run[figure] for run in self.runs if run.get(figure) is not None]
        return summarise(values).median if values else None

    @cached_property
    def solve_times_s(self) -> list[float]:
        """The times of the complete runs, in the order measured."""
        runs = sorted(self.complete_runs, key=lambda run: run.get("order_index") or 0)
        return [run["solve_s"] for run in runs if run.get("solve_s") is not None]

    @cached_property
    def solve(self) -> Summary | None:
        """The summary of the times of the complete runs, or None."""
        return summarise(self.solve_times_s) if self.solve_times_s else None

    @property
    def is_measured(self) -> bool:
        """Whether every run came to its end in a time that another may be divided by."""
        return (
            self.is_complete
            and self.solve is not None
            and self.solve.minimum >= SHORTEST_MEASURED_S
        )

    @cached_property
    def cautions(self) -> list[Caution]:
        """What speaks against trusting the times."""
        return cautions_for(self.solve_times_s)

    def observed(self, figure: str) -> int | None:
        """Return one figure of the untimed run, if it came to its end, or None."""
        if self.observation is None or self.observation.get("status") != "complete":
            return None
        value: int | None = self.observation.get(figure)
        return value

    @cached_property
    def reason(self) -> str | None:
        """Why the cell is not complete, in the record's words, or None."""
        if not self.runs:
            return self.skipped
        if self.is_complete:
            return None
        stopped = [run for run in self.runs if run.get("status") == self.status]
        reason = str(stopped[0].get("reason") or self.status.replace("_", " "))
        if len(stopped) < len(self.runs):
            reason += f" ({len(stopped)} of {len(self.runs)} runs)"
        return reason


def cells(events: Iterable[Event]) -> list[Cell]:
    """Return the cells that the events name: smaller boards first, approaches in campaign order."""
    found: dict[CellKey, Cell] = {}
    order: dict[str, int] = {}
    for event in events:
        if event.get("kind") == "campaign":
            for name in event.get("approaches") or ():
                order.setdefault(str(name), len(order))
        elif event.get("kind") in ("run", "observation", "difference", "skipped"):
            key = cell_key(event)
            order.setdefault(key.approach, len(order))
            _take(found.setdefault(key, Cell(key)), event)
    boards: dict[BoardKey, int] = {}
    for cell in sorted(found.values(), key=lambda cell: _plain_first(cell.board)):
        boards.setdefault(cell.board, len(boards))
    return sorted(found.values(), key=lambda cell: (boards[cell.board], order[cell.key.approach]))


def cell_key(event: Event) -> CellKey:
    """Return the cell that an event belongs to."""
    return CellKey(
        str(event.get("approach")),
        int(event.get("n") or 0),
        _squares(event.get("placed")),
        _squares(event.get("blocked")),
        str(event.get("task") or "all"),
    )


def by_board(found: Iterable[Cell]) -> dict[BoardKey, list[Cell]]:
    """Return the cells of each board and task, in order."""
    boards: dict[BoardKey, list[Cell]] = {}
    for cell in found:
        boards.setdefault(cell.board, []).append(cell)
    return boards


def _take(cell: Cell, event: Event) -> None:
    kind = event["kind"]
    if kind == "run":
        cell.family = event.get("family") or cell.family
        (cell.warmups if event.get("warmup") else cell.runs).append(event)
    elif kind == "observation":
        cell.observation = event
    elif kind == "difference":
        cell.differences.append(event)
    else:
        cell.skipped = str(event.get("reason") or "no reason given")


def _squares(value: Sequence[Any] | None) -> Squares:
    return tuple((int(row), int(column)) for row, column in value or ())


def _plain_first(board: BoardKey) -> tuple[str, int, int]:
    return board.task, board.n, len(board.placed) + len(board.blocked)
