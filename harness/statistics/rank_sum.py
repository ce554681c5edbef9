"""The exact rank-sum test, of several samples together too, and Holm's correction.

It assumes of the times that all orders are equally likely where nothing differs: no distribution.

Sources: Mann and Whitney (1947), On a test of whether one of two random variables is
stochastically larger than the other, Annals of Mathematical Statistics 18; Holm (1979), A
simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6;
van Elteren (1960), On the combination of independent two sample tests of Wilcoxon, Bulletin of
the International Statistical Institute 37; Hodges and Lehmann (1963), Estimates of location based
on rank tests, Annals of Mathematical Statistics 34.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

SIGNIFICANCE = 0.05

# above so many runs on both sides together, the normal approximation is used
EXACT_RUNS = 40

# logarithm of the largest ratio looked for, and how often its range is halved
LARGEST_RATIO = 12.0
RATIO_STEPS = 24

Pair = tuple[Sequence[float], Sequence[float]]
"""The times of one thing on both sides."""


def rank_sum_p_value(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the two-sided p-value of the rank-sum test, or None where 5 % cannot be reached."""
    size, others = len(first), len(second)
    if not size or not others or 2 / math.comb(size + others, size) >= SIGNIFICANCE:
        return None
    ranks = _doubled_ranks([*first, *second])
    observed, centre = sum(ranks[:size]), size * (size + others + 1)
    distance = abs(observed - centre)
    if size + others > EXACT_RUNS:
        return _normal_p_value(distance, ranks, size)
    sums = _sums_of_choices(tuple(sorted(ranks)), size)
    extreme = sum(ways for total, ways in sums.items() if abs(total - centre) >= distance)
    return extreme / math.comb(size + others, size)


def longer_p_value(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the one-sided p-value of `first` being longer; tested is that it is no longer."""
    size, others = len(first), len(second)
    ranks = _doubled_ranks([*first, *second])
    observed, centre = sum(ranks[:size]), size * (size + others + 1)
    if size + others > EXACT_RUNS:
        half = _normal_p_value(abs(observed - centre), ranks, size) / 2
        return half if observed >= centre else 1 - half
    sums = _sums_of_choices(tuple(sorted(ranks)), size)
    extreme = sum(ways for total, ways in sums.items() if total >= observed)
    return extreme / math.comb(size + others, size)


def together_longer_p_value(pairs: Sequence[Pair]) -> float:
    """Return the one-sided p-value of the first of each pair being longer, all pairs together.

    Ranks are taken within each pair, so that the pairs need have nothing in common, and added up
    (van Elteren). It is never smaller than what complete separation is worth.
    """
    if len(pairs) == 1:
        return longer_p_value(*pairs[0])
    distance = variance = 0.0
    for first, second in pairs:
        size, others = len(first), len(second)
        ranks = _doubled_ranks([*first, *second])
        weight = 1 / (size + others + 1)
        distance += weight * (sum(ranks[:size]) - size * (size + others + 1))
        variance += weight**2 * _variance(ranks, size)
    if not variance:
        return 1.0
    normal = math.erfc(distance / math.sqrt(2 * variance)) / 2
    return max(normal, least_p_value([(len(one), len(other)) for one, other in pairs]))


def least_p_value(runs: Sequence[tuple[int, int]]) -> float:
    """Return the smallest p-value that so many runs on each side can have, all pairs together."""
    return math.exp(-sum(math.log(math.comb(one + other, one)) for one, other in runs))


def together_ratio(
    pairs: Sequence[Pair], confidence: float = 0.95
) -> tuple[float, float | None, float | None]:
    """Return how many times as long the first of each pair is, with both ends of its interval.

    The interval holds each factor that the test above does not refute (Hodges and Lehmann). Where
    the runs are too few to refute any, there is none.
    """
    tail = (1 - confidence) / 2

    def p_longer(factor: float) -> float:
        scaled = [(first, [factor * one for one in second]) for first, second in pairs]
        return together_longer_p_value(scaled)

    def p_shorter(factor: float) -> float:
        scaled = [([factor * one for one in second], first) for first, second in pairs]
        return together_longer_p_value(scaled)

    middle = _last(lambda factor: p_longer(factor) < p_shorter(factor))
    if least_p_value([(len(one), len(other)) for one, other in pairs]) >= tail:
        return middle, None, None
    low = _last(lambda factor: p_longer(factor) < tail)
    return middle, low, _last(lambda factor: p_shorter(factor) >= tail)


def _last(holds: Callable[[float], bool]) -> float:
    """Return the largest factor, of those that come into question, for which `holds`."""
    low, high = -LARGEST_RATIO, LARGEST_RATIO
    for _ in range(RATIO_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(math.exp(middle)) else (low, middle)
    return math.exp(low)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values corrected for their number: one below 5 % in 20 families, by chance."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, largest = [1.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[index]))
        corrected[index] = largest
    return corrected


def _doubled_ranks(values: Sequence[float]) -> list[int]:
    """Return twice the rank of each value, ties sharing the mean rank: whole numbers always."""
    counts = Counter(values)
    rank_of, below = {}, 0
    for value in sorted(counts):
        rank_of[value] = 2 * below + counts[value] + 1
        below += counts[value]
    return [rank_of[value] for value in values]


@lru_cache(maxsize=32)  # without ties the ranks depend on the numbers of runs alone
def _sums_of_choices(ranks: tuple[int, ...], size: int) -> Counter[int]:
    """Return in how many ways `size` of the ranks add up to each sum."""
    chosen: list[Counter[int]] = [Counter({0: 1}), *(Counter() for _ in range(size))]
    for rank in ranks:
        for taken in range(size, 0, -1):
            for total, ways in chosen[taken - 1].items():
                chosen[taken][total + rank] += ways
    return chosen[size]


def _normal_p_value(distance: int, ranks: Sequence[int], size: int) -> float:
    variance = _variance(ranks, size)
    return math.erfc(distance / math.sqrt(2 * variance)) if variance else 1.0


def _variance(ranks: Sequence[int], size: int) -> float:
    """Return the variance of the sum of `size` of the ranks, drawn without replacement.

    The ranks are doubled, and so is the sum; ties are accounted for.
    """
    total = len(ranks)
    return statistics.pvariance(ranks) * size * (total - size) / (total - 1)
