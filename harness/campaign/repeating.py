"""When a cell needs no more runs, where its runs decide it themselves (`-r auto`).

After every run the interval of the median is looked at; it is corrected for all these looks
(harness/statistics/median.py). A cell is settled once both ends are within the precision of the
median, or its time is spent, or it has had the most runs. It goes on to the run after which the
first interval is there only if that comes within its time: of fewer runs there is none, so three
are enough. The runs of a randomised approach have a seed each: what is known then is the median
over seeds, which spreads more than any machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, TypedDict

from harness.campaign.plan import Plan
from harness.judge.cells import times_in_order
from harness.judge.statistics import TESTED_RUNS, summarise_stopped
from harness.record.events import Event, Run
from harness.record.moved import counting
from harness.record.settled import Settled
from queens import Board

PRECISION = 0.05
CELL_BUDGET_S = 30.0
MOST_RUNS = 64
LEAST_RUNS = 3

Name = str


class Repeated(TypedDict):
    """How often a cell is run, by the names of a plan."""

    repetitions: int
    precision: float | None
    cell_budget_s: float | None


def repeated(repetitions: int | Literal["auto"], cell_budget_s: float = CELL_BUDGET_S) -> Repeated:
    """Return how often a cell is run: a number of times, or until its median is known."""
    if repetitions == "auto":
        return Repeated(repetitions=MOST_RUNS, precision=PRECISION, cell_budget_s=cell_budget_s)
    return Repeated(repetitions=repetitions, precision=None, cell_budget_s=None)


def is_beyond(plan: Plan, repetition: int, solve_s: float | None) -> bool:
    """Return whether a cell whose runs take so long has spent its time before this repetition."""
    if plan.precision is None or plan.cell_budget_s is None or repetition < LEAST_RUNS:
        return False
    fits = solve_s is not None and TESTED_RUNS * solve_s < plan.cell_budget_s
    return not fits or repetition * (solve_s or 0.0) >= plan.cell_budget_s


class Repeating:
    """The counted runs of each cell so far, and whether it needs more."""

    def __init__(self, plan: Plan, earlier: Iterable[Event]) -> None:
        self._plan = plan
        self._runs: dict[tuple[Name, Board], list[Run]] = {}
        self._settled: dict[tuple[Name, Board], Settled] = {}
        self._told: set[tuple[Name, Board]] = set()
        if plan.precision is None:
            return
        for event in counting(earlier):
            if isinstance(event, Settled):
                self._told.add((event.approach, event.board))
            elif isinstance(event, Run) and event.status != "not_installed":
                self.note(event)

    def note(self, run: Run) -> None:
        """Take a run into account."""
        if self._plan.precision is None or run.warmup or run.status == "interrupted":
            return
        cell = run.approach, run.board
        self._runs.setdefault(cell, []).append(run)
        if settled := self._looked_at(*cell, self._runs[cell]):
            self._settled[cell] = settled

    def is_settled(self, name: Name, board: Board) -> bool:
        """Return whether a cell needs no more runs."""
        return (name, board) in self._settled

    def untold(self, name: Name, board: Board) -> Settled | None:
        """Return how a cell was settled, once; None if it is not, or was told already."""
        settled = self._settled.get((name, board))
        if settled is None or (name, board) in self._told:
            return None
        self._told.add((name, board))
        return settled

    def forget(self, board: Board) -> None:
        """Forget the runs on a board: it is measured anew."""
        for cell in [cell for cell in self._runs if cell[1] == board]:
            del self._runs[cell]
            self._settled.pop(cell, None)
        self._told = {cell for cell in self._told if cell[1] != board}

    def _looked_at(self, name: Name, board: Board, runs: list[Run]) -> Settled | None:
        within = self._within(runs)
        why = self._why(runs, within)
        if why is None:
            return None
        return Settled(name, board, self._plan.task, len(runs), why, within)

    def _why(self, runs: list[Run], within: float | None) -> str | None:
        assert self._plan.precision is not None
        if within is not None and within <= self._plan.precision:
            return "precise"
        if len(runs) >= self._plan.repetitions:
            return "most"
        if len(runs) < LEAST_RUNS:
            return None
        if all(run.status != "complete" for run in runs):
            return "none complete"
        return "budget" if self._is_spent(runs) else None

    def _is_spent(self, runs: list[Run]) -> bool:
        """Return whether the time of a cell is over, or will be before its first interval."""
        budget_s = self._plan.cell_budget_s or math.inf
        spent_s = sum(run.wall_s or run.solve_s or 0.0 for run in runs)
        return spent_s * max(1.0, TESTED_RUNS / len(runs)) >= budget_s

    def _within(self, runs: list[Run]) -> float | None:
        """Return how far the interval goes from the median, as a share of it, if there is one."""
        times = times_in_order(runs)
        if not any(map(math.isfinite, times)):
            return None
        return summarise_stopped(times, self._plan.repetitions).within
