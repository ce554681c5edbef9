"""How time and nodes grow with n: two laws fitted, the better one kept, and what it predicts.

The logarithm of the figure is a line in n (each size takes a factor more) or in n log n (the
factor itself grows, as that of n! does). Both are fitted by least squares; the one that predicts
each size better from all others (cross-validation) is kept. Intervals are those of Student's
distribution: they hold the scatter of the sizes about the line. Where the other law predicts
nearly as well, an interval covers both.

The largest size, left out of the fit, says whether the law held there. Two approaches cross where
the line through the logarithm of their ratio changes its sign for certain between the smallest and
the largest size measured of both; nothing is said of crossings elsewhere.

Sources: Stone (1974), Cross-validatory choice and assessment of statistical predictions, JRSS B
36; Fieller (1954), Some problems in interval estimation, JRSS B 16. Standard library only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from harness.statistics.student import deviations_for

Point = tuple[int, float]
Law = Callable[[float], float]

LAWS: dict[str, Law] = {
    "a factor for each n": lambda n: n,
    "a factor that grows as n log n": lambda n: n * math.log(n) if n > 0 else 0.0,
}
CONFIDENCE = 0.95
# below it, what is constant prevails over what grows
SHORTEST_S = 0.001
FEWEST_SIZES = 5
PREDICTED_SIZES = 2
# a law whose error in cross-validation is no larger than so many times the other's is not refuted
NEARLY_AS_WELL = 4.0
# of both ends of a crossing: 1 in 100, over all pairs of approaches
CROSSING_CONFIDENCE = 0.99
STEPS_A_SIZE = 50


@dataclass(frozen=True)
class Estimate:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float

    def covers(self, value: float) -> bool:
        """Return whether a value lies in the interval."""
        return self.low <= value <= self.high


@dataclass(frozen=True)
class Growth:
    """How one figure grows: the law, the factor to the next size, and what comes at further sizes.

    `held_out` is what the other sizes predict of the largest one, and `largest` what was
    measured there; `held_out` is None where too few sizes remain.
    """

    law: str
    sizes: tuple[int, ...]
    factor: Estimate
    predicted: dict[int, Estimate]
    largest: float
    held_out: Estimate | None

    @property
    def held(self) -> bool | None:
        """Whether the largest size is as the others predicted; None where that is not known."""
        return self.held_out.covers(self.largest) if self.held_out else None


@dataclass(frozen=True)
class Line:
    """A line fitted to the logarithms under one law."""

    law: str
    slope: float
    middle: float
    centre: float
    spread: float
    error: float
    points: int

    def at(self, n: float) -> float:
        """Return the logarithm that the line has at n."""
        return self.middle + self.slope * (LAWS[self.law](n) - self.centre)

    def deviation(self, n: float, single: bool) -> float:
        """Return the standard error at n: of one further measurement, or of the line itself."""
        distance = (LAWS[self.law](n) - self.centre) ** 2 / self.spread
        return self.error * math.sqrt(single + 1 / self.points + distance)

    def reach(self, confidence: float = CONFIDENCE) -> float:
        """Return how many standard errors an interval reaches to either side."""
        return deviations_for(confidence, self.points - 2)


def growth(points: Sequence[Point]) -> Growth | None:
    """Return how a positive figure grows over the sizes; None for fewer than five sizes."""
    ordered = sorted(points)
    if len(ordered) < FEWEST_SIZES:
        return None
    lines = _not_refuted(ordered)
    last, measured = ordered[-1]
    further = range(last + 1, last + 1 + PREDICTED_SIZES)
    before = ordered[:-1]
    held_out = None
    if len(before) >= FEWEST_SIZES:
        held_out = _predicted(_not_refuted(before), last)
    return Growth(
        law=lines[0].law,
        sizes=tuple(n for n, _ in ordered),
        factor=_factor(lines, last),
        predicted={n: _predicted(lines, n) for n in further},
        largest=measured,
        held_out=held_out,
    )


def measured_times(points: Sequence[Point]) -> list[Point]:
    """Return the sizes that take a millisecond or more."""
    return [(n, time_s) for n, time_s in points if time_s >= SHORTEST_S]


def crossing(
    first: Sequence[Point], second: Sequence[Point], pairs: int = 1
) -> tuple[Estimate, bool] | None:
    """Return the size where two figures cross, and whether the first is the larger below it.

    `pairs` is how many are looked at together. None where no crossing is within the data.
    """
    other = dict(second)
    ratios = [(n, value / other[n]) for n, value in sorted(first) if n in other]
    if len(ratios) < FEWEST_SIZES:
        return None
    line = _not_refuted(ratios)[0]
    confidence = 1 - (1 - CROSSING_CONFIDENCE) / pairs

    def certain(n: float) -> int:
        """The sign of the line at n, 0 where it is not certain."""
        reach = line.reach(confidence) * line.deviation(n, single=False)
        return (line.at(n) > reach) - (line.at(n) < -reach)

    start, end = ratios[0][0], ratios[-1][0]
    if certain(start) * certain(end) >= 0:
        return None
    steps = [start + step / STEPS_A_SIZE for step in range((end - start) * STEPS_A_SIZE + 1)]
    doubtful = [n for n in steps if not certain(n)]
    at = min(steps, key=lambda n: abs(line.at(n)))
    return Estimate(at, min(doubtful, default=at), max(doubtful, default=at)), certain(start) > 0


def crossings(curves: Mapping[str, Sequence[Point]]) -> list[tuple[str, str, Estimate]]:
    """Return which approach is overtaken by which, and where: the first is faster below it."""
    pairs = list(combinations(curves, 2))
    found = []
    for first, second in pairs:
        met = crossing(curves[first], curves[second], len(pairs))
        if met is not None:
            where, first_is_larger = met
            ends = (second, first) if first_is_larger else (first, second)
            found.append((*ends, where))
    return found


def _not_refuted(points: Sequence[Point]) -> list[Line]:
    """Return the line of the better law, and the other where it predicts nearly as well."""
    errors = {law: _cross_validated(points, law) for law in LAWS}
    best, other = sorted(LAWS, key=errors.__getitem__)
    kept = [best, *([other] if errors[other] <= NEARLY_AS_WELL * errors[best] else [])]
    return [_line(points, law) for law in kept]


def _cross_validated(points: Sequence[Point], law: str) -> float:
    """Return the root of the mean squared error of each size predicted from the others."""
    squares = [
        (math.log(value) - _line([*points[:place], *points[place + 1 :]], law).at(n)) ** 2
        for place, (n, value) in enumerate(points)
    ]
    return math.sqrt(sum(squares) / len(squares))


def _line(points: Sequence[Point], law: str) -> Line:
    x = [LAWS[law](n) for n, _ in points]
    y = [math.log(value) for _, value in points]
    centre, middle = sum(x) / len(x), sum(y) / len(y)
    spread = sum((one - centre) ** 2 for one in x)
    slope = sum((a - centre) * (b - middle) for a, b in zip(x, y, strict=True)) / spread
    squares = sum((b - middle - slope * (a - centre)) ** 2 for a, b in zip(x, y, strict=True))
    return Line(law, slope, middle, centre, spread, math.sqrt(squares / (len(x) - 2)), len(x))


def _factor(lines: Sequence[Line], last: int) -> Estimate:
    """Return the factor from the largest size to the next."""
    ends = []
    for line in lines:
        step = LAWS[line.law](last + 1) - LAWS[line.law](last)
        reach = line.reach() * line.error / math.sqrt(line.spread)
        ends += [step * (line.slope - reach), step * (line.slope + reach)]
    step = LAWS[lines[0].law](last + 1) - LAWS[lines[0].law](last)
    return Estimate(*map(math.exp, (step * lines[0].slope, min(ends), max(ends))))


def _predicted(lines: Sequence[Line], n: int) -> Estimate:
    ends = []
    for line in lines:
        reach = line.reach() * line.deviation(n, single=True)
        ends += [line.at(n) - reach, line.at(n) + reach]
    return Estimate(*map(math.exp, (lines[0].at(n), min(ends), max(ends))))
