"""Two records compared: counts, digests and nodes exactly; times by threshold and test together.

A time has changed if the medians differ by more than the threshold and the runs show a
difference at the same time: a threshold alone calls noise a change, a test alone calls
trifles one. Times of different machines are not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from harness.judge.cells import Cell, CellKey
from harness.judge.facts import Facts
from harness.judge.statistics import RatioSummary, ratio

# what makes two machines the same, as far as times go
MACHINE = ("cpu", "cores", "memory_bytes", "os")
EXACT: dict[str, Callable[[Cell], Any]] = {
    "solutions": lambda cell: cell.solution_count,
    "digest": lambda cell: cell.digest,
    "audit": lambda cell: cell.worst_run.audit,
    "nodes": lambda cell: cell.observed("nodes"),
    "checks": lambda cell: cell.observed("checks"),
}


@dataclass(frozen=True)
class Change:
    """A figure of one cell that must be equal and is not."""

    cell: CellKey
    figure: str
    old: Any
    new: Any


@dataclass(frozen=True)
class TimeChange:
    """How many times as long the new record's runs of a cell took."""

    cell: CellKey
    time: RatioSummary
    threshold: float

    @property
    def word(self) -> str:
        """`slower`, `faster`, or `no difference shown`."""
        shown = self.time.difference_shown
        if shown and self.time.ratio > 1 + self.threshold:
            return "slower"
        if shown and self.time.ratio < 1 / (1 + self.threshold):
            return "faster"
        return "no difference shown"


@dataclass(frozen=True)
class RecordDiff:
    """All that differs between two records."""

    same_machine: bool
    changes: list[Change]
    times: list[TimeChange]
    only_old: list[CellKey]
    only_new: list[CellKey]

    @property
    def slowdowns(self) -> list[TimeChange]:
        """The cells that are slower, beyond threshold and doubt."""
        return [one for one in self.times if one.word == "slower"]


def difference(old: Facts, new: Facts, threshold: float) -> RecordDiff:
    """Return what differs; `threshold` is a share: 0.1 lets a time grow by a tenth."""
    before = {cell.key: cell for cell in old.cells}
    after = {cell.key: cell for cell in new.cells}
    both = [(cell, after[key]) for key, cell in before.items() if key in after]
    signs = [[getattr(one.environment, name) for name in MACHINE] for one in (old, new)]
    same = signs[0] == signs[1]
    return RecordDiff(
        same_machine=same,
        changes=[change for pair in both for change in _changes(*pair)],
        times=_times(both, threshold) if same else [],
        only_old=[key for key in before if key not in after],
        only_new=[key for key in after if key not in before],
    )


def _changes(old: Cell, new: Cell) -> Iterable[Change]:
    if old.status != new.status:
        yield Change(old.key, "status", old.status, new.status)
    for figure, read in EXACT.items():
        first, second = read(old), read(new)
        # what one of them does not know is no change of the other
        if first is not None and second is not None and first != second:
            yield Change(old.key, figure, first, second)


def _times(both: Iterable[tuple[Cell, Cell]], threshold: float) -> list[TimeChange]:
    return [
        TimeChange(new.key, ratio(new.solve_times_s, old.solve_times_s), threshold)
        for old, new in both
        if old.is_measured and new.is_measured
    ]
