"""Whether times have grown by more than a factor, between two records of one machine.

Two records of the same code differ by more than their runs do, which all come from one process
for each approach: its place in memory costs some microseconds a run (`PROCESS_S`), so that times
must have grown by as much again. And the machine itself may have been slower, as a fixed search
timed beside every run tells. No approach need suffer as that search does: a growth must exceed
twice the machine's.

Source: Kalibera and Jones (2013), Rigorous benchmarking in reasonable time, ISMM (processes
differ). Standard library only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, median

from harness.statistics.rank_sum import (
    SIGNIFICANCE,
    Pair,
    least_p_value,
    longer_p_value,
    together_longer_p_value,
)

# how far the runs of one process lie from those of another, of the same code: 16 µs in standard
# deviations, measured on 129 records (docs/measured.md)
PROCESS_S = 50e-6
# below it, what the process costs weighs too much for a board to be added to others
LONG_S = 0.001
# what is refuted where an approach is called not slower, in thresholds
REFUTED = 3
# the most runs of a cell that are ever asked for: a hundred take minutes, and nobody takes more
RUNS_AT_MOST = 100
# below seven runs on each side there is no interval of a ratio
INTERVAL_RUNS = 7


@dataclass(frozen=True)
class Times:
    """The times of one cell, before and after: those that are judged, and wall times."""

    before: Sequence[float]
    after: Sequence[float]
    wall_before: Sequence[float]
    wall_after: Sequence[float]

    @property
    def sizes(self) -> tuple[int, int]:
        """How many runs there are, before and after."""
        return len(self.before), len(self.after)

    @property
    def growth(self) -> float:
        """How many times as long it takes, by the medians."""
        return median(self.after) / median(self.before)

    @property
    def is_long(self) -> bool:
        """Whether a run takes so long that what its process costs does not matter."""
        return min(median(self.before), median(self.after)) >= LONG_S


@dataclass(frozen=True)
class Limits:
    """What is tested: growth by more than `threshold`, on a machine that changed by `machine`.

    What the machine may have done to any of the times, at most, is its own change squared.
    """

    threshold: float
    machine: float = 1.0

    @property
    def slower(self) -> float:
        """The factor by which times must have grown."""
        return (1 + self.threshold) * max(1.0, self.machine) ** 2

    @property
    def faster(self) -> float:
        """The factor by which they must have shrunk."""
        return (1 + self.threshold) * max(1.0, 1 / self.machine) ** 2

    @property
    def refuted(self) -> float:
        """The factor that is refuted of what is not slower; a faster machine may hide a growth."""
        return (1 + REFUTED * self.threshold) / max(1.0, 1 / self.machine) ** 2


@dataclass(frozen=True)
class Tested:
    """The p-values of one cell, not corrected: slower, faster, slower by the clock alone."""

    times: Times
    slower: float
    faster: float
    wall: float

    def seems_slower(self, limits: Limits) -> bool:
        """Whether it has grown by as much as is to be refuted, even if by chance."""
        return self.times.growth > limits.refuted and self.slower <= SIGNIFICANCE


def tested(times: Times, limits: Limits) -> Tested:
    """Return the p-values of one cell."""
    return Tested(
        times,
        longer_p_value(*_grown(times.after, times.before, limits.slower)),
        longer_p_value(*_grown(times.before, times.after, limits.faster)),
        longer_p_value(*_grown(times.wall_after, times.wall_before, limits.slower)),
    )


def _grown(after: Sequence[float], before: Sequence[float], factor: float) -> Pair:
    """Return the times after, and those before as if grown, and made by another process."""
    return after, [factor * one + PROCESS_S for one in before]


def together_slower(own: Sequence[Times], limits: Limits) -> float:
    """Return the p-value of being slower by all long cells together; 1 where there is none.

    Wall times, which other programs disturb, must not refute it: processor time that other
    cores spend makes nobody wait.
    """
    long = [one for one in own if one.is_long]
    if not long:
        return 1.0
    shrunk = [([limits.slower * one for one in cell.wall_before], cell.wall_after) for cell in long]
    if together_longer_p_value(shrunk) < SIGNIFICANCE / 2:
        return 1.0
    return together_longer_p_value([_grown(one.after, one.before, limits.slower) for one in long])


def not_slower(own: Sequence[Tested], limits: Limits) -> float:
    """Return the p-value of not having grown by `limits.refuted`; 1 where a cell seems to have."""
    if any(one.seems_slower(limits) for one in own):
        return 1.0
    cells = [one.times for one in own]
    return together_longer_p_value(
        [([limits.refuted * time for time in one.before], one.after) for one in cells]
    )


def runs_suffice(own: Sequence[Tested], limits: Limits, tests: int) -> bool:
    """Return whether the runs of an approach could have shown that it is slower, and is not."""
    sizes = [one.times.sizes for one in own]
    if least_p_value(sizes) >= SIGNIFICANCE:
        return False
    seeming = [one.times.sizes for one in own if one.seems_slower(limits)]
    if any(min(pair) >= runs_needed(tests) for pair in seeming or sizes):
        return True
    long = [one.times.sizes for one in own if one.times.is_long]
    return not seeming and least_p_value(long) * tests < SIGNIFICANCE


def runs_needed(tests: int) -> int:
    """Return the fewest runs on each side with which one of so many tests can be significant."""
    for runs in range(INTERVAL_RUNS, RUNS_AT_MOST):
        if tests / math.comb(2 * runs, runs) < SIGNIFICANCE:
            return runs
    return RUNS_AT_MOST


def more_runs(one: Tested, limits: Limits, tests: int) -> int | None:
    """Return how many more runs on each side would decide, were the growth seen the true one.

    None where none is seen, or where more than RUNS_AT_MOST would be needed. The deviation of the
    rank sum, in standard deviations, grows with the root of the runs.
    """
    times = one.times
    wall = median(times.wall_after) / median(times.wall_before)
    if min(wall, times.growth) <= limits.slower:
        return None
    normal, runs = NormalDist(), min(times.sizes)
    seen = normal.inv_cdf(1 - min(max(one.slower, 1e-12), 0.49))
    wanted = normal.inv_cdf(1 - SIGNIFICANCE / tests)
    needed = max(math.ceil(runs * (wanted / seen) ** 2), runs_needed(tests))
    return max(1, needed - runs) if needed <= RUNS_AT_MOST else None
