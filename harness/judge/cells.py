"""The cells of a campaign: what the record says of each approach on each board.

Pure functions from events to values; standard library only, so that a terminal table can
use them without loading a data frame. Every cell that any event names is kept: measured,
skipped or truncated.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from harness.judge.statistics import (
    Caution,
    Summary,
    cautions_for,
    summarise,
    summarise_stopped,
)
from harness.record.difference import Difference
from harness.record.events import About, Campaign, Event, Observation, Run, Skipped
from harness.record.settled import Settled
from queens import Board

# the worst of a cell's runs decides: the first of these that occurs is its status
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
# how a run ends that would have taken longer, had it gone on to its end
CENSORED = (*STOPPED_BY_LIMIT, "gave_up")
TRUNCATED = (*STOPPED_BY_LIMIT, "cut", "interrupted")
WRONG_AUDITS = ("invalid", "duplicate")
# below the clock's resolution: treated as 0 and never a divisor
SHORTEST_MEASURED_S = 1e-9

# a second call that is so many times quicker than the first has not searched
FROM_MEMORY = 10
SHORTEST_TOLD_FROM_MEMORY_S = 0.002

Problem = tuple[Board, str]
"""A board and a task: cells of the same one can be compared."""


class CellKey(NamedTuple):
    """What makes a cell: an approach, a board and a task."""

    approach: str
    board: Board
    task: str


@dataclass
class Cell:
    """Every event of one cell; figures are those of its counted runs (no warm-ups).

    `most` is how many runs it could have had, where they decided themselves; else None.
    """

    key: CellKey
    family: str | None = None
    about: About = field(default_factory=About)
    runs: list[Run] = field(default_factory=list)
    warmups: list[Run] = field(default_factory=list)
    observation: Observation | None = None
    skipped: str | None = None
    settled: Settled | None = None
    most: int | None = None

    @property
    def board(self) -> Board:
        """The board of the cell."""
        return self.key.board

    @property
    def problem(self) -> Problem:
        """The board and the task of the cell."""
        return self.key.board, self.key.task

    @cached_property
    def complete_runs(self) -> list[Run]:
        """The counted runs that completed."""
        return [run for run in self.runs if run.status == "complete"]

    @cached_property
    def quicker_from_memory(self) -> float | None:
        """How many times quicker a second call in the same process was, if it did not search.

        None where the first call is too short to tell, or the second searched again.
        """
        first_s = min((run.solve_s or 0.0 for run in self.complete_runs), default=0.0)
        second_s = self.observation.second_solve_s if self.observation else None
        if second_s is None or first_s < SHORTEST_TOLD_FROM_MEMORY_S:
            return None
        times = first_s / max(second_s, SHORTEST_MEASURED_S)
        return times if times > FROM_MEMORY else None

    @cached_property
    def status(self) -> str:
        """How the worst counted run ended; `skipped` or `not_run` where there is none."""
        ends = [run.status for run in self.runs]
        if not ends:
            return "skipped" if self.skipped is not None else "not_run"
        for status in WORST_FIRST:
            if status in ends:
                return status
        return next((status for status in ends if status != "complete"), "complete")

    @property
    def is_complete(self) -> bool:
        """Whether every counted run completed: only then is a statement made."""
        return self.status == "complete"

    @cached_property
    def worst_run(self) -> Run:
        """The run whose answers were worst, or a blank one; its figures are the cell's."""
        for audit in WRONG_AUDITS:
            for run in self.runs:
                if run.audit == audit:
                    return run
        ended_badly = (run for run in self.runs if run.status == self.status)
        return next(ended_badly, Run())

    @property
    def is_audited_wrong(self) -> bool:
        """Whether any answer was invalid or delivered twice."""
        return self.worst_run.audit in WRONG_AUDITS

    @cached_property
    def solution_count(self) -> int | None:
        """The count that all complete runs came to, or None."""
        counts = {run.solution_count for run in self.complete_runs}
        return counts.pop() if len(counts) == 1 else None

    @cached_property
    def digest(self) -> str | None:
        """The digest that all complete runs came to, or None."""
        digests = {run.solutions_digest for run in self.complete_runs}
        return digests.pop() if len(digests) == 1 else None

    @cached_property
    def at_least_count(self) -> int | None:
        """How many different solutions were seen where no run completed, or None."""
        if self.complete_runs:
            return None
        seen = [run.distinct_count for run in self.runs if run.status in TRUNCATED]
        return max((count for count in seen if count is not None), default=None)

    def median(self, figure: str) -> float | None:
        """Return the median of one figure over all counted runs that have it, or None."""
        values = [getattr(run, figure) for run in self.runs if getattr(run, figure) is not None]
        return summarise(values).median if values else None

    @cached_property
    def solve_times_s(self) -> list[float]:
        """The times of the complete runs, in the order measured."""
        runs = sorted(self.complete_runs, key=lambda run: run.order_index or 0)
        return [run.solve_s for run in runs if run.solve_s is not None]

    @cached_property
    def solve(self) -> Summary | None:
        """The summary of the times, unfinished runs as longer than any; None if all are such."""
        if not self.solve_times_s:
            return None
        if self.most is not None:
            return summarise_stopped(times_in_order(self.runs), self.most)
        return summarise(self.solve_times_s, sum(run.status in CENSORED for run in self.runs))

    @property
    def has_median(self) -> bool:
        """Whether the median of the times is known: more than half of the runs completed."""
        of_times = self.is_complete or self.status in CENSORED
        return of_times and self.solve is not None and math.isfinite(self.solve.median)

    @property
    def is_measured(self) -> bool:
        """Whether every run completed in a time that another may be divided by."""
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
        """Return one figure of the untimed run, if it completed, or None."""
        if self.observation is None or self.observation.status != "complete":
            return None
        value: int | None = getattr(self.observation, figure)
        return value

    @cached_property
    def stopped_runs(self) -> list[Run]:
        """The counted runs that ended as the cell did, where it is not complete."""
        return [] if self.is_complete else [run for run in self.runs if run.status == self.status]

    @cached_property
    def reason(self) -> str | None:
        """Why the cell is not complete, in the record's words, or None."""
        if not self.runs:
            return self.skipped
        if self.is_complete:
            return None
        stopped = self.stopped_runs
        reason = stopped[0].reason or self.status.replace("_", " ")
        if len(stopped) < len(self.runs):
            reason += f" ({len(stopped)} of {len(self.runs)} runs)"
        return reason


def cells(events: Iterable[Event]) -> list[Cell]:
    """Return the cells that the events name: smaller boards first, approaches in campaign order."""
    found: dict[CellKey, Cell] = {}
    order: dict[str, int] = {}
    about: dict[str, About] = {}
    most: int | None = None
    for event in events:
        if isinstance(event, Campaign):
            about |= {one.approach: one for one in event.about}
            most = event.repetitions if event.precision is not None else None
            for name in event.approaches:
                order.setdefault(name, len(order))
        elif isinstance(event, (Run, Observation, Difference, Skipped, Settled)):
            key = CellKey(event.approach, event.board, event.task)
            order.setdefault(key.approach, len(order))
            _take(found.setdefault(key, Cell(key)), event)
    for cell in found.values():
        cell.about = about.get(cell.key.approach, cell.about)
        cell.most = most
    places: dict[Problem, int] = {}
    for cell in sorted(found.values(), key=_plain_first):
        places.setdefault(cell.problem, len(places))
    return sorted(found.values(), key=lambda cell: (places[cell.problem], order[cell.key.approach]))


def times_in_order(runs: Iterable[Run]) -> list[float]:
    """Return the times of a cell's runs in the order measured; infinite of one stopped before."""
    times = []
    for run in sorted(runs, key=lambda run: run.order_index or 0):
        if run.status in CENSORED:
            times.append(math.inf)
        elif run.status == "complete" and run.solve_s is not None:
            times.append(run.solve_s)
    return times


def by_problem(found: Iterable[Cell]) -> dict[Problem, list[Cell]]:
    """Return the cells of each board and task, in order."""
    problems: dict[Problem, list[Cell]] = {}
    for cell in found:
        problems.setdefault(cell.problem, []).append(cell)
    return problems


def _take(cell: Cell, event: Run | Observation | Difference | Skipped | Settled) -> None:
    if isinstance(event, Run):
        cell.family = event.family or cell.family
        (cell.warmups if event.warmup else cell.runs).append(event)
    elif isinstance(event, Observation):
        cell.observation = event
    elif isinstance(event, Skipped):
        cell.skipped = event.reason
    elif isinstance(event, Settled):
        cell.settled = event


def _plain_first(cell: Cell) -> tuple[str, int, int]:
    board = cell.board
    return cell.key.task, board.n, len(board.placed) + len(board.blocked)
