"""Two records compared: counts, digests and nodes exactly; times by threshold and test together.

A time has changed if the medians differ by more than the threshold and the rank-sum test
shows a difference at the same time: a threshold alone calls noise a change, a test alone
calls trifles one. Where the runs are too few for the test to reach significance, the
slowest of one side must beat the fastest of the other.

Records of different machines are compared in ratios only: each run's time is divided by that
of a yardstick on the same machine and board in the same round, so that the yardstick's own
noise is in what is compared. The yardstick is the approach with the most boards in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from harness.judge.cells import BoardKey, Cell, CellKey
from harness.judge.statistics import RatioSummary, ratio
from harness.report.results import Results

# what makes two machines the same, as far as times go
MACHINE = ("cpu", "cores", "memory_bytes", "os")
EXACT: dict[str, Callable[[Cell], Any]] = {
    "solutions": lambda cell: cell.solution_count,
    "digest": lambda cell: cell.digest,
    "audit": lambda cell: cell.worst_run.get("audit"),
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
    apart: bool

    @property
    def word(self) -> str:
        """`slower`, `faster`, or `no difference shown`."""
        shown = self.time.significant if self.time.p_value is not None else self.apart
        if shown and self.time.ratio > 1 + self.threshold:
            return "slower"
        if shown and self.time.ratio < 1 / (1 + self.threshold):
            return "faster"
        return "no difference shown"


@dataclass(frozen=True)
class Difference:
    """All that differs between two records."""

    same_machine: bool
    yardstick: str | None
    changes: list[Change]
    times: list[TimeChange]
    only_old: list[CellKey]
    only_new: list[CellKey]

    @property
    def slowdowns(self) -> list[TimeChange]:
        """The cells that are slower, beyond threshold and doubt."""
        return [one for one in self.times if one.word == "slower"]


def difference(old: Results, new: Results, threshold: float) -> Difference:
    """Return what differs; `threshold` is a share: 0.1 lets a time grow by a tenth."""
    before = {cell.key: cell for cell in old.cells}
    after = {cell.key: cell for cell in new.cells}
    both = [(cell, after[key]) for key, cell in before.items() if key in after]
    same = same_machine(old, new)
    yardstick = None if same else _yardstick(both)
    return Difference(
        same_machine=same,
        yardstick=yardstick,
        changes=[change for pair in both for change in _changes(*pair)],
        times=_times(both, threshold) if same else _relative_times(both, yardstick, threshold),
        only_old=[key for key in before if key not in after],
        only_new=[key for key in after if key not in before],
    )


def same_machine(old: Results, new: Results) -> bool:
    """Return whether both records name the same machine, by every sign they have."""
    signs = [(old.environment.get(name), new.environment.get(name)) for name in MACHINE]
    return all(first == second for first, second in signs)


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
        _time_change(new.key, new.solve_times_s, old.solve_times_s, threshold)
        for old, new in both
        if old.is_measured and new.is_measured
    ]


def _relative_times(
    both: Sequence[tuple[Cell, Cell]], yardstick: str | None, threshold: float
) -> list[TimeChange]:
    """Return the changes of the times in units of the yardstick's on the same board."""
    measured = [(old, new) for old, new in both if old.is_measured and new.is_measured]
    units = {old.board: (old, new) for old, new in measured if old.key.approach == yardstick}
    changes = []
    for old, new in measured:
        if old.key.approach != yardstick and old.board in units:
            before, after = map(_in_units, (old, new), units[old.board])
            if before and after:
                changes.append(_time_change(new.key, after, before, threshold))
    return changes


def _in_units(cell: Cell, unit: Cell) -> list[float]:
    """Return the cell's times over the unit's, round by round."""
    unit_s = {run.get("repetition"): run["solve_s"] for run in unit.complete_runs}
    return [
        run["solve_s"] / unit_s[run.get("repetition")]
        for run in cell.complete_runs
        if run.get("repetition") in unit_s
    ]


def _time_change(
    key: CellKey, new: Sequence[float], old: Sequence[float], threshold: float
) -> TimeChange:
    apart = min(new) > max(old) or max(new) < min(old)
    # one run a side proves nothing, however far apart they are
    return TimeChange(key, ratio(new, old), threshold, apart and len(new) + len(old) > 2)


def _yardstick(both: Iterable[tuple[Cell, Cell]]) -> str | None:
    """Return the approach that both measured on the most boards, in the least time of those."""
    boards: dict[str, set[BoardKey]] = {}
    total_s: dict[str, float] = {}
    for old, new in both:
        if old.is_measured and new.is_measured:
            name = old.key.approach
            boards.setdefault(name, set()).add(old.board)
            total_s[name] = total_s.get(name, 0.0) + _median_s(old)
    return min(boards, key=lambda name: (-len(boards[name]), total_s[name]), default=None)


def _median_s(cell: Cell) -> float:
    assert cell.solve is not None  # asked of measured cells only
    return cell.solve.median
