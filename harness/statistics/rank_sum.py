"""The exact rank-sum test, and the correction for many tests made together.

It assumes of the times that all orders are equally likely where nothing differs: no distribution.

Sources: Mann and Whitney (1947), On a test of whether one of two random variables is
stochastically larger than the other, Annals of Mathematical Statistics 18; Holm (1979), A
simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

SIGNIFICANCE = 0.05

# above so many runs on both sides together, the normal approximation is used
EXACT_RUNS = 40


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


def longer_p_value(first: Sequence[float], second: Sequence[float], factor: float) -> float:
    """Return the one-sided p-value of `first` being more than `factor` times `second`.

    The hypothesis tested is that it is `factor` times as long or shorter.
    """
    size, others = len(first), len(second)
    ranks = _doubled_ranks([*first, *(factor * value for value in second)])
    observed, centre = sum(ranks[:size]), size * (size + others + 1)
    if size + others > EXACT_RUNS:
        half = _normal_p_value(abs(observed - centre), ranks, size) / 2
        return half if observed >= centre else 1 - half
    sums = _sums_of_choices(tuple(sorted(ranks)), size)
    extreme = sum(ways for total, ways in sums.items() if total >= observed)
    return extreme / math.comb(size + others, size)


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
    total = len(ranks)
    # of a sum drawn without replacement; the ranks are doubled, and so ties are accounted for
    variance = statistics.pvariance(ranks) * size * (total - size) / (total - 1)
    return math.erfc(distance / math.sqrt(2 * variance)) if variance else 1.0
