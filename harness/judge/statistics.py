"""What a few measured times show: medians, intervals, ratios, significance, warnings.

Times of programs are skewed and runs are few, so nothing here assumes a distribution:

- The interval of a median lies between two order statistics (harness/statistics/median.py). Below
  six runs there is none that keeps 95 % (two times 1/32 is more than 5 %), and none is given.
  Where `most` is not None, the runs were stopped by what they showed, at so many or before: the
  intervals after every number of runs then hold together, and the first is there after eight.
- The interval of a ratio of medians comes from an interval of each, wide enough that both
  hold together with 95 %. It takes seven runs on each side.
- The p-value is that of the exact rank-sum test (permutations of the ranks, ties included),
  given only where 5 % can be reached at all: with three runs a side it never can. Of runs that were
  stopped by what they showed the first eight are tested. The p-values of one report are corrected
  for their number by Holm; intervals hold each for itself.

A bootstrap of the mean is no alternative: of three runs it covers 0.74 instead of 0.95 on
normal data and 0.64 on lognormal data. Standard library only.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from harness.record.events import Environment
from harness.statistics.median import CONFIDENCE, rank_for, ranks_for, sequential_rank
from harness.statistics.rank_sum import SIGNIFICANCE, holm, least_p_value, rank_sum_p_value

UNSTABLE_SPREAD = 0.10
SLOW_FIRST_RUN = 1.25
OUTLYING_RUN = 2.0
TOO_SHORT_S = 0.001

# with one run a side, a smaller ratio may be the machine's doing
ONE_RUN_RATIO = 2.0

# of runs that are stopped by what they show, so many are tested: the first interval is there then
TESTED_RUNS = 8


@dataclass(frozen=True)
class Summary:
    """What the runs of one cell say, in the unit of the values.

    `spread` is the interquartile range as a share of the median (None for one run, or if
    the median is 0); `low` and `high` bound the median with 95 % confidence, or are None
    where the runs are too few for that promise. `censored` of the runs were stopped before
    their end: each counts as longer than any other, so that a figure may be infinite.
    """

    median: float
    minimum: float
    maximum: float
    spread: float | None
    low: float | None
    high: float | None
    runs: int
    censored: int = 0

    @property
    def within(self) -> float | None:
        """How far the interval goes from the median, as a share of it; None if that is unknown."""
        if self.low is None or self.high is None or not 0 < self.median < math.inf:
            return None
        farthest = max(self.high - self.median, self.median - self.low) / self.median
        return farthest if math.isfinite(farthest) else None


@dataclass(frozen=True)
class RatioSummary:
    """How many times the second median goes into the first.

    `low` and `high` bound the ratio with 95 % confidence, `p_value` is that of no difference, and
    `p_corrected` is the same among the `tests` that are reported together, by Holm; each is None
    where the runs are too few for it to mean anything. `tested` are the runs of each side that the
    p-value is of. `apart` says that every run of one side is slower than every run of the other.
    """

    ratio: float
    low: float | None
    high: float | None
    p_value: float | None
    p_corrected: float | None
    tests: int
    runs: tuple[int, int]
    tested: tuple[int, int]
    apart: bool

    @property
    def difference_shown(self) -> bool:
        """Whether the runs show a difference: tested where a test can reach significance.

        With fewer runs, the slowest of one side must still beat the fastest of the other; with
        one run a side, by a factor of two.
        """
        if self.p_corrected is not None:
            return self.p_corrected < SIGNIFICANCE and self.ratio != 1
        if max(self.runs) == 1 and max(self.ratio, 1 / self.ratio) < ONE_RUN_RATIO:
            return False
        return self.apart


def summarise(values: Sequence[float], censored: int = 0) -> Summary:
    """Return the summary of at least one finite value, and of so many that are only bounded.

    Raises ValueError where there is no value, or one that is not finite. Order statistics need
    no more of a longer time than that it is longer.
    """
    ordered = [*_checked(values), *[math.inf] * censored]
    median = statistics.median(ordered)
    rank = rank_for(len(ordered))
    return Summary(
        median=median,
        minimum=ordered[0],
        maximum=ordered[-1],
        spread=_spread(ordered, median),
        low=ordered[rank - 1] if rank else None,
        high=ordered[-rank] if rank else None,
        runs=len(ordered),
        censored=censored,
    )


def summarise_stopped(values: Sequence[float], most: int) -> Summary:
    """Return the summary of values in the order measured, stopped by what they showed.

    One that is only bounded is infinite. Beyond `most`, values count for all but the interval.
    """
    finite = [value for value in values if math.isfinite(value)]
    summary = summarise(finite, len(values) - len(finite))
    looked_at = sorted(values[:most])
    rank = sequential_rank(len(looked_at), most)
    return replace(
        summary,
        low=looked_at[rank - 1] if rank else None,
        high=looked_at[-rank] if rank else None,
    )


def ratio(
    first: Sequence[float],
    second: Sequence[float],
    most: tuple[int | None, int | None] = (None, None),
) -> RatioSummary:
    """Return how the median of `first` compares with that of `second`, independent runs both.

    A side whose runs were stopped by what they showed is in the order measured.
    Raises ValueError for no values, a value that is not positive or not finite: there is no
    ratio to a time of 0.
    """
    upper, lower = _checked(first), _checked(second)
    if upper[0] <= 0 or lower[0] <= 0:
        raise ValueError(f"a ratio needs positive values, got {min(upper[0], lower[0])}")
    low = high = None
    sides = sorted(first[: most[0]]), sorted(second[: most[1]])
    if ranks := _ranks_for((len(sides[0]), len(sides[1])), most):
        low = sides[0][ranks[0] - 1] / sides[1][-ranks[1]]
        high = sides[0][-ranks[0]] / sides[1][ranks[1] - 1]
    tested = first[: most[0] and TESTED_RUNS], second[: most[1] and TESTED_RUNS]
    p_value = rank_sum_p_value(*tested)
    return RatioSummary(
        ratio=statistics.median(upper) / statistics.median(lower),
        low=low,
        high=high,
        p_value=p_value,
        p_corrected=p_value,
        tests=1,
        runs=(len(upper), len(lower)),
        tested=(len(tested[0]), len(tested[1])),
        apart=upper[0] > lower[-1] or upper[-1] < lower[0],
    )


def corrected(ratios: Sequence[RatioSummary]) -> list[RatioSummary]:
    """Return the ratios that are reported together, their p-values corrected for their number."""
    tested = [(one.tested, one.p_value) for one in ratios if one.p_value is not None]
    p_values = holm([p_value for _, p_value in tested])
    least = holm([2 * least_p_value([runs]) for runs, _ in tested])
    found = iter(zip(p_values, least, strict=True))
    return [
        one if one.p_value is None else _among(one, len(tested), *next(found)) for one in ratios
    ]


def _among(one: RatioSummary, tests: int, p_value: float, least: float) -> RatioSummary:
    """Return a ratio with its corrected p-value, if so many runs can reach 5 % among the tests."""
    return replace(one, tests=tests, p_corrected=p_value if least < SIGNIFICANCE else None)


@dataclass(frozen=True)
class Caution:
    """What speaks against trusting a cell's times: its kind in a word, and what to say."""

    kind: str
    text: str


def cautions_for(times_s: Sequence[float]) -> list[Caution]:
    """Return what speaks against trusting the times of one cell, given in the order measured."""
    times = list(times_s)
    if len(times) < 2:
        return [Caution("one run", "one run only: its spread is not known")] if times else []
    found = (_short(times), _unstable(times), _uneven(times), _slowing(times))
    return [caution for caution in found if caution]


def _short(times: Sequence[float]) -> Caution | None:
    if statistics.median(times) >= TOO_SHORT_S:
        return None
    return Caution("short", "shorter than a millisecond: the machine's other work weighs as much")


def _unstable(times: Sequence[float]) -> Caution | None:
    spread = summarise(times).spread
    if spread is None or spread <= UNSTABLE_SPREAD:
        return None
    return Caution(
        "unstable", f"the middle half of the runs spreads over {spread:.0%} of the median"
    )


def _uneven(times: Sequence[float]) -> Caution | None:
    first, later = times[0], times[1:]
    if len(later) > 1 and first > SLOW_FIRST_RUN * max(later):
        longer = first / statistics.median(later)
        return Caution("slow first", f"the first run took {longer:.1f} times as long as the later")
    median = statistics.median(times)
    if max(times) > OUTLYING_RUN * median > 0:
        return Caution("outlier", f"the slowest run took {max(times) / median:.1f} medians")
    return None


def _slowing(times: Sequence[float]) -> Caution | None:
    if len(times) < 5 or not all(earlier < later for earlier, later in pairwise(times)):
        return None
    return Caution("slowing", "every run was slower than the one before: the machine slowed down")


def machine_warnings(environment: Environment) -> list[str]:
    """Return what speaks against trusting any time measured in `environment`."""
    warnings = []
    load, cores = environment.load_1m, environment.cores
    if load and cores and load > cores / 2:
        warnings.append(
            f"the machine was busy when the campaign began: load {load:g} on {cores} cores"
        )
    governor = environment.frequency_governor
    if governor and governor != "performance":
        warnings.append(f"the processor's frequency was free to change (governor {governor})")
    return warnings


def _checked(values: Sequence[float]) -> list[float]:
    if not values:
        raise ValueError("a summary needs at least one value, got none")
    for value in values:
        if not math.isfinite(value):
            raise ValueError(f"a summary needs finite values, got {value}")
    return sorted(values)


def _spread(ordered: Sequence[float], median: float) -> float | None:
    if len(ordered) < 2 or median == 0:
        return None
    first_quartile, _, third_quartile = statistics.quantiles(ordered, n=4, method="inclusive")
    spread = (third_quartile - first_quartile) / abs(median)
    return spread if math.isfinite(spread) else None


def _ranks_for(
    runs: tuple[int, int], most: tuple[int | None, int | None]
) -> tuple[int, int] | None:
    """Return the ranks on both sides whose intervals hold together, or None.

    They depend on the numbers of runs alone: chosen by the data, they would keep no promise.
    """
    if most != (None, None):
        upper, lower = map(_rank_of_side, runs, most)
        return (upper, lower) if upper and lower else None
    return ranks_for(*runs)


def _rank_of_side(runs: int, most: int | None) -> int | None:
    each = math.sqrt(CONFIDENCE)
    return rank_for(runs, each) if most is None else sequential_rank(runs, most, each)
