"""Whether a campaign is slower than another: one decision, by tests corrected for their number.

A cell is slower if its wall time and its processor time have both grown by more than the
threshold, each by the one-sided rank-sum test, and the interval of the ratio leaves out 1. The
larger of the two p-values is that of both together (an intersection-union test); over the
cells of the campaign it is corrected by Holm. What other programs do to a machine makes wall
times longer and processor times less so; it disturbs the shortest run least, which must have
grown as much.

Where the runs are so few that no outcome could have been significant, nothing is decided.

Source of the shortest run: Chen and Revels (2016), Robust benchmarking in noisy environments.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, median

from harness.judge.cells import SHORTEST_MEASURED_S, Cell, CellKey
from harness.judge.statistics import RatioSummary, ratio
from harness.statistics.rank_sum import SIGNIFICANCE, holm, longer_p_value

# an approach whose process computes for less of its time waits for another process
COMPUTES = 0.1
RUNS_AT_MOST = 1000


@dataclass(frozen=True)
class TimeChange:
    """How many times as long the new record's runs of a cell took.

    `processor` is the same of processor times, None where they say nothing; `shortest` is the
    ratio of the shortest runs, in processor time where that is known. The p-values are
    of being slower, and faster, by more than the threshold, corrected over all cells;
    `p_wall` is that of being slower in wall time alone. `more_runs` is how many more runs on
    each side would show a slowdown as large as the one seen; None where none is seen.
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
    def word(self) -> str:
        """`slower`, `faster`, `slower by the clock alone`, or `no difference shown`."""
        above = self.time.low is not None and self.time.low > 1
        below = self.time.high is not None and self.time.high < 1
        if above and self.p_slower < SIGNIFICANCE and self.shortest > self.factor:
            return "slower"
        if below and self.p_faster < SIGNIFICANCE and self.shortest < 1 / self.factor:
            return "faster"
        if above and self.p_wall < SIGNIFICANCE:
            return "slower by the clock alone"
        return "no difference shown"


@dataclass(frozen=True)
class _Tested:
    old: Cell
    new: Cell
    slower: float
    faster: float
    wall: float


def time_changes(both: Iterable[tuple[Cell, Cell]], threshold: float) -> list[TimeChange]:
    """Return the change of each cell that was measured, old and new."""
    tested = [_tested(old, new, 1 + threshold) for old, new in both if _is_measured(old, new)]
    slower = holm([one.slower for one in tested])
    faster = holm([one.faster for one in tested])
    wall = holm([one.wall for one in tested])
    return [
        TimeChange(
            one.new.key,
            ratio(one.new.solve_times_s, one.old.solve_times_s),
            _processor_ratio(one.old, one.new),
            _shortest(one.old, one.new),
            1 + threshold,
            slower[index],
            faster[index],
            wall[index],
            None if slower[index] < SIGNIFICANCE else _more_runs(one, threshold, len(tested)),
        )
        for index, one in enumerate(tested)
    ]


def runs_needed(tests: int) -> int:
    """Return the fewest runs on each side with which one of so many tests can be significant."""
    for runs in range(1, RUNS_AT_MOST):
        if tests / math.comb(2 * runs, runs) < SIGNIFICANCE and runs >= INTERVAL_RUNS:
            return runs
    return RUNS_AT_MOST


# below seven runs on each side there is no interval of a ratio
INTERVAL_RUNS = 7


def _is_measured(old: Cell, new: Cell) -> bool:
    return old.is_measured and new.is_measured


def _tested(old: Cell, new: Cell, factor: float) -> _Tested:
    wall = longer_p_value(new.solve_times_s, old.solve_times_s, factor)
    slower, faster = wall, longer_p_value(old.solve_times_s, new.solve_times_s, factor)
    before, after = processor_times(old), processor_times(new)
    if before and after:
        slower = max(slower, longer_p_value(after, before, factor))
        faster = max(faster, longer_p_value(before, after, factor))
    return _Tested(old, new, slower, faster, wall)


def processor_times(cell: Cell) -> list[float]:
    """Return the processor times of the complete runs; none where another process computes."""
    runs = cell.complete_runs
    times = [run.cpu_s for run in runs if run.cpu_s is not None and run.cpu_s > SHORTEST_MEASURED_S]
    if len(times) < len(runs) or not times:
        return []
    return times if median(times) >= COMPUTES * median(cell.solve_times_s) else []


def _processor_ratio(old: Cell, new: Cell) -> RatioSummary | None:
    before, after = processor_times(old), processor_times(new)
    return ratio(after, before) if before and after else None


def _shortest(old: Cell, new: Cell) -> float:
    """Return the ratio of the shortest runs: in processor time where that is known."""
    before, after = processor_times(old), processor_times(new)
    if before and after:
        return min(after) / min(before)
    return min(new.solve_times_s) / min(old.solve_times_s)


def _more_runs(one: _Tested, threshold: float, tests: int) -> int | None:
    """Return how many more runs on each side would decide, were the ratio seen the true one.

    The deviation of the rank sum, in standard deviations, grows with the root of the runs.
    """
    runs = min(len(one.old.solve_times_s), len(one.new.solve_times_s))
    ratios = [median(one.new.solve_times_s) / median(one.old.solve_times_s)]
    before, after = processor_times(one.old), processor_times(one.new)
    if before and after:
        ratios.append(median(after) / median(before))
    if min(ratios) <= 1 + threshold:
        return None
    normal = NormalDist()
    seen = normal.inv_cdf(1 - min(max(one.slower, 1e-12), 0.49))
    wanted = normal.inv_cdf(1 - SIGNIFICANCE / tests)
    needed = max(math.ceil(runs * (wanted / seen) ** 2), runs_needed(tests))
    return max(1, min(needed, RUNS_AT_MOST) - runs)


def decided(changes: Sequence[TimeChange]) -> str:
    """Return the one decision: `slower`, `not slower`, or `too few runs` to decide anything."""
    if any(change.word == "slower" for change in changes):
        return "slower"
    fewest = max((min(change.time.runs) for change in changes), default=0)
    return "too few runs" if fewest < runs_needed(len(changes)) else "not slower"
