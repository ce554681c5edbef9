"""Which order statistics enclose a median, of a number of runs that is fixed or that the data stop.

With n runs, the median is below the k-th smallest or above the k-th largest with probability
2 P(Binomial(n, 1/2) < k), whatever the distribution.

Who looks after every run and stops where the interval is narrow enough looks often, and a lucky
look ends it: each interval must hold, and all of them together. How many of the runs are below
the median is a walk that goes up or stays, evenly; the intervals hold together if it never leaves
the bounds that their ranks set, and how many of all walks do so can be counted. All intervals
have the same level, the highest with which they hold together; whatever stops the runs, the one
that is there then holds.

Sources: Hahn and Meeker (1991), Statistical Intervals, section 5.2; Jennison and Turnbull (1989),
Interim Analyses: The Repeated Confidence Interval Approach, Journal of the Royal Statistical
Society B 51; Pocock (1977), Group sequential methods in the design and analysis of clinical
trials, Biometrika 64 (equal levels). Standard library only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

CONFIDENCE = 0.95

# of more runs the walks are not counted: it would take long, and a record may name any number
LARGEST_MOST = 256


@lru_cache
def coverages(runs: int) -> tuple[float, ...]:
    """Return how often the k-th smallest and k-th largest of `runs` enclose the median.

    For each k from 1 to the middle; the outermost first, so that they fall.
    """
    found = []
    walks = outside = (
        1  # walks that end with `below` runs below the median, or with at most so many
    )
    for below in range(runs // 2):
        found.append(1 - 2 * outside / (1 << runs))
        walks = walks * (runs - below) // (below + 1)
        outside += walks
    return tuple(found)


def rank_for(runs: int, confidence: float = CONFIDENCE) -> int | None:
    """Return the largest rank whose interval keeps the promise, or None."""
    return sum(coverage >= confidence for coverage in coverages(runs)) or None


def ranks_for(first: int, second: int, confidence: float = CONFIDENCE) -> tuple[int, int] | None:
    """Return the innermost ranks of two samples whose intervals hold together, or None.

    The samples are independent, so both hold with the product of their coverages. With as many
    runs on both sides the ranks are equal: exchanging the sides must invert a ratio's interval.
    """
    ours, others = coverages(first), coverages(second)
    if first == second:
        rank = sum(coverage * coverage >= confidence for coverage in ours)
        return (rank, rank) if rank else None
    kept, other = [], len(others)
    for rank, coverage in enumerate(ours, start=1):
        while other and coverage * others[other - 1] < confidence:
            other -= 1
        if other:
            kept.append((rank, other))
    return max(kept, key=lambda pair: pair[0] / first + pair[1] / second, default=None)


def sequential_rank(runs: int, most: int, confidence: float = CONFIDENCE) -> int | None:
    """Return the rank after `runs` of `most` runs, each of which may be the last, or None."""
    if not 0 < runs <= most <= LARGEST_MOST:
        return None
    return sequential_ranks(most, confidence)[runs] or None


@lru_cache
def sequential_ranks(most: int, confidence: float) -> tuple[int, ...]:
    """Return the rank after each number of runs from 0, where 0 is no interval.

    The intervals after 1, 2, ... `most` runs hold together with the confidence.
    """
    levels = {_outside(runs, rank) for runs in range(2, most + 1) for rank in range(1, runs // 2)}
    rising = sorted(level for level in levels if level <= 1 - confidence)
    low, high = 0, len(rising)
    while low < high:  # the level below rising[low] holds, that of rising[high] does not
        middle = (low + high) // 2
        if together(_ranks_at(rising[middle], most)) >= confidence:
            low = middle + 1
        else:
            high = middle
    return _ranks_at(rising[low - 1] if low else 0.0, most)


def together(ranks: Sequence[int]) -> float:
    """Return how often the intervals of these ranks, after each number of runs, hold together."""
    walks = [1]  # how many walks within the bounds have so many runs below the median
    for runs in range(1, len(ranks)):
        walks = [stayed + up for stayed, up in zip([*walks, 0], [0, *walks], strict=True)]
        if rank := ranks[runs]:
            inside = range(rank, runs - rank + 1)
            walks = [count if below in inside else 0 for below, count in enumerate(walks)]
    return sum(walks) / (1 << (len(ranks) - 1))


def _ranks_at(level: float, most: int) -> tuple[int, ...]:
    ranks = [0]
    for runs in range(1, most + 1):
        rank = ranks[-1]  # which never falls from one number of runs to the next
        while _outside(runs, rank + 1) <= level:
            rank += 1
        ranks.append(rank)
    return tuple(ranks)


@lru_cache(maxsize=8192)
def _outside(runs: int, rank: int) -> float:
    return 2 * sum(math.comb(runs, below) for below in range(rank)) / (1 << runs)
