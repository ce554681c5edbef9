"""Whether a campaign is slower than another: one decision, by tests corrected for their number.

Judged are processor times, which other programs disturb little, and wall times where an approach
leaves its work to another process. Tested (rank sums, one-sided) are each cell, and each approach
over all its boards of a millisecond or more together; Holm corrects over all these tests. A cell
is slower if its times have grown by more than the threshold, its interval leaves out 1, its
shortest run has grown as much and its wall times do not contradict.

`not slower` is tested too: a growth by three times the threshold is refuted for each approach, and
no cell of it has grown by as much, even at 5 % uncorrected. Where neither is shown, nothing is
decided.

Source of the shortest run: Chen and Revels (2016), Robust benchmarking in noisy environments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from harness.judge.cells import SHORTEST_MEASURED_S, Cell, CellKey
from harness.judge.comparisons import time_ratio
from harness.judge.statistics import RatioSummary, ratio
from harness.statistics.rank_sum import SIGNIFICANCE, holm, together_ratio
from harness.statistics.slowdown import (
    Limits,
    Tested,
    Times,
    more_runs,
    not_slower,
    runs_needed,
    runs_suffice,
    tested,
    together_slower,
)

# an approach whose process computes for less of its time waits for another process
COMPUTES = 0.1


@dataclass(frozen=True)
class TimeChange:
    """How many times as long the new record's runs of a cell took.

    `time` is of wall times, `processor` of processor times, None where they say nothing;
    `shortest` is the ratio of the shortest runs of those judged. The p-values are of being slower,
    and faster, by more than `factor`, corrected over all tests; `p_wall` is that of being slower
    in wall time alone. `more_runs` is how many more runs on each side would show a slowdown as
    large as the one seen; None where none is seen, or where nobody would take as many.
    """

    cell: CellKey
    time: RatioSummary
    processor: RatioSummary | None
    shortest: float
    factor: float
    p_slower: float
    p_faster: float
    p_wall: float
    more_runs: int | None

    @property
    def judged(self) -> RatioSummary:
        """The ratio of the times that are judged."""
        return self.processor or self.time

    @property
    def word(self) -> str:
        """`slower`, `faster`, `slower by the clock alone`, or `no difference shown`."""
        low, high = self.judged.low, self.judged.high
        slower = low is not None and low > 1 and self.p_slower < SIGNIFICANCE
        if slower and self.shortest > self.factor and self._agrees_by_the_clock:
            return "slower"
        faster = high is not None and high < 1 and self.p_faster < SIGNIFICANCE
        if faster and self.shortest < 1 / self.factor:
            return "faster"
        if self.time.low is not None and self.time.low > 1 and self.p_wall < SIGNIFICANCE:
            return "slower by the clock alone"
        return "no difference shown"

    @property
    def _agrees_by_the_clock(self) -> bool:
        """Whether wall times have grown at all, and may have grown by the factor."""
        return self.time.ratio > 1 and (self.time.high is None or self.time.high > self.factor)


@dataclass(frozen=True)
class ApproachChange:
    """How many times as long the new record's runs of an approach took, over all its boards.

    `ratio` has its 95 % interval, None where the runs are too few for one; `cells` are the boards
    of a millisecond or more. `p_slower` is corrected over all tests; `p_not_slower` is that of
    having grown by less than three times the threshold, 1 where one of its cells seems to have
    grown by more. `runs_suffice` says whether the runs could have shown either.
    """

    approach: str
    task: str
    ratio: float
    low: float | None
    high: float | None
    cells: int
    p_slower: float
    p_not_slower: float
    runs_suffice: bool

    @property
    def is_slower(self) -> bool:
        """Whether the boards together show it."""
        return self.p_slower < SIGNIFICANCE and self.low is not None and self.low > 1

    @property
    def is_not_slower(self) -> bool:
        """Whether a growth by three times the threshold is refuted."""
        return self.p_not_slower < SIGNIFICANCE


@dataclass(frozen=True)
class Gate:
    """What was tested; `machine` is how many times as long the fixed search took, if timed."""

    cells: list[TimeChange]
    approaches: list[ApproachChange]
    machine: float | None = None

    @property
    def tests(self) -> int:
        """How many tests were made of being slower."""
        return len(self.cells) + len(self.approaches)

    @property
    def slower(self) -> int:
        """How many of them show it."""
        cells = sum(one.word == "slower" for one in self.cells)
        return cells + sum(one.is_slower for one in self.approaches)

    @property
    def undecided(self) -> list[ApproachChange]:
        """The approaches that are not shown to be not slower."""
        return [one for one in self.approaches if not one.is_not_slower]

    @property
    def decision(self) -> str:
        """`slower`, `not slower`, or why nothing can be decided: `too few runs`, `cannot say`."""
        if self.slower:
            return "slower"
        if not self.undecided:
            return "not slower"
        enough = all(one.runs_suffice for one in self.undecided)
        return "cannot say" if enough else "too few runs"

    @property
    def runs_needed(self) -> int:
        """The fewest runs of a cell in each record with which it alone can be called slower."""
        return runs_needed(self.tests)


def gate(both: Iterable[tuple[Cell, Cell]], threshold: float) -> Gate:
    """Return what the times of the cells measured in both records show."""
    pairs = [(old, new) for old, new in both if old.is_measured and new.is_measured]
    machine = _machine_ratio(pairs)
    limits = Limits(threshold, machine or 1.0)
    found = [tested(_times(old, new), limits) for old, new in pairs]
    groups: dict[tuple[str, str], list[Tested]] = {}
    for (_, new), one in zip(pairs, found, strict=True):
        groups.setdefault((new.key.approach, new.key.task), []).append(one)
    together = [together_slower([one.times for one in own], limits) for own in groups.values()]
    slower = holm([*(one.slower for one in found), *together])
    faster, wall = holm([one.faster for one in found]), holm([one.wall for one in found])
    cells = [
        _time_change(pair, one, limits, p_values, len(slower))
        for pair, one, p_values in zip(
            pairs, found, zip(slower, faster, wall, strict=False), strict=True
        )
    ]
    approaches = [
        _approach_change(key, own, limits, p_value, len(slower))
        for (key, own), p_value in zip(groups.items(), slower[len(found) :], strict=True)
    ]
    return Gate(cells, approaches, machine)


def _time_change(
    pair: tuple[Cell, Cell],
    one: Tested,
    limits: Limits,
    p_values: tuple[float, float, float],
    tests: int,
) -> TimeChange:
    old, new = pair
    before, after = one.times.before, one.times.after
    computes = processor_times(old) and processor_times(new)
    return TimeChange(
        new.key,
        time_ratio(new, old),
        ratio(after, before, (new.most, old.most)) if computes else None,
        min(after) / min(before),
        1 + limits.threshold,
        *p_values,
        None if p_values[0] < SIGNIFICANCE else more_runs(one, limits, tests),
    )


def _approach_change(
    key: tuple[str, str], own: Sequence[Tested], limits: Limits, p_slower: float, tests: int
) -> ApproachChange:
    cells = [one.times for one in own]
    long = [one for one in cells if one.is_long]
    grown, low, high = together_ratio([(one.after, one.before) for one in long or cells])
    return ApproachChange(
        *key,
        grown,
        low,
        high,
        cells=len(long),
        p_slower=p_slower,
        p_not_slower=not_slower(own, limits),
        runs_suffice=runs_suffice(own, limits, tests),
    )


def _times(old: Cell, new: Cell) -> Times:
    """Return processor times where both records have them, else wall times."""
    walls = old.solve_times_s, new.solve_times_s
    before, after = processor_times(old), processor_times(new)
    return Times(*((before, after) if before and after else walls), *walls)


def processor_times(cell: Cell) -> list[float]:
    """Return the processor times of the complete runs; none where another process computes."""
    runs, walls = cell.complete_runs, cell.solve_times_s  # a record from elsewhere may lack either
    times = [run.cpu_s for run in runs if run.cpu_s is not None and run.cpu_s > SHORTEST_MEASURED_S]
    if not times or not len(times) == len(walls) == len(runs):
        return []
    return times if median(times) >= COMPUTES * median(walls) else []


def _machine_ratio(pairs: Sequence[tuple[Cell, Cell]]) -> float | None:
    """Return how much slower the machine was, by the fixed search; None where it was not timed."""
    old, new = (
        [run.reference_s for cell in side for run in cell.complete_runs if run.reference_s]
        for side in ([old for old, _ in pairs], [new for _, new in pairs])
    )
    return median(new) / median(old) if old and new else None
