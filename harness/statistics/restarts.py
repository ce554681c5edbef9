"""Whether starting anew with another seed after a fixed time would save any, from measured runs.

With a cutoff of t, a solution takes E[min(T, t)] / P(solved by t) on average; without, E[T] /
P(solved), each run going on to its own end (a limit is one). The gain is the ratio of the two. On
exponential times every cutoff gains exactly 1. The best cutoff of a sample looks better than it
is, so the bound holds for all cutoffs together: the gain divided by the larger of two margins,

- by how much any cutoff's gain grows in resampled runs (bootstrap), 99 of 100 times;
- how much any cutoff gains on exponential times, with as many runs solved, 99 of 100 times.

The second is what keeps the promise: the bootstrap alone finds a gain in far too many samples of
exponential times (experiments/restarts.py).

Source: Luby, Sinclair and Zuckerman (1993), Optimal speedup of Las Vegas algorithms, Information
Processing Letters 47. Standard library only.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from harness.statistics.run_times import CUT_OFF, SOLVED, RunTime

CONFIDENCE = 0.99
SAMPLES = 1000
# a cutoff by which fewer are solved rests on a handful of lucky runs
LEAST_SHARE = 0.3
# more runs than these would take seconds and change little
MOST_RUNS = 200


@dataclass(frozen=True)
class Restart:
    """The best fixed cutoff, and what a solution takes on average with it and without.

    Without it takes `gain` times as long; with 99 % confidence, `at_least` times.
    """

    cutoff_s: float
    mean_s: float
    mean_without_s: float
    gain: float
    at_least: float


@lru_cache(maxsize=256)  # page, Markdown and CSV ask for the same
def restart(runs: tuple[RunTime, ...]) -> Restart | None:
    """Return the best cutoff for runs of different seeds; None where no gain is shown."""
    ordered = sorted(runs[:MOST_RUNS])
    gains = _gains(ordered, [1] * len(ordered))
    cutoffs = _cutoffs(ordered)
    best = max(cutoffs, key=gains.__getitem__, default=None)
    if best is None or gains[best] <= 1:
        return None
    solved = sum(run.end == SOLVED for run in ordered)
    margin = max(
        _resampled_margin(ordered, [(place, gains[place]) for place in cutoffs]),
        _exponential_margin(len(ordered), solved),
    )
    at_least = gains[best] / margin
    if at_least <= 1:
        return None
    without_s = sum(run.seconds for run in ordered) / solved
    cutoff_s = ordered[best].seconds
    return Restart(cutoff_s, without_s / gains[best], without_s, gains[best], at_least)


def _gains(ordered: Sequence[RunTime], weights: Sequence[int]) -> list[float]:
    """Return what a cutoff right after each run gains, 0 where none is solved by then.

    Each run counts as often as its weight says.
    """
    total_s = sum(run.seconds * weight for run, weight in zip(ordered, weights, strict=True))
    running, solved, ended_s = sum(weights), 0, 0.0
    solutions = []
    means_s = []
    for (seconds, end), weight in zip(ordered, weights, strict=True):
        running -= weight
        ended_s += seconds * weight
        solved += weight if end == SOLVED else 0
        solutions.append(solved)
        means_s.append(ended_s + running * seconds)
    return [
        total_s / solved * found / mean_s if solved else 0.0
        for found, mean_s in zip(solutions, means_s, strict=True)
    ]


def _cutoffs(ordered: Sequence[RunTime]) -> list[int]:
    """Return the places of the runs whose times may be cutoffs: solved, and enough before."""
    solved = [place for place, run in enumerate(ordered) if run.end == SOLVED]
    enough = solved[max(0, math.ceil(LEAST_SHARE * len(ordered)) - 1) :]
    after = [run.seconds for run in ordered[1:]] + [math.inf]
    return [place for place in enough if ordered[place].seconds < after[place]]


def _resampled_margin(ordered: Sequence[RunTime], cutoffs: Sequence[tuple[int, float]]) -> float:
    """Return the factor by which no cutoff's gain grows in resampled runs, 99 of 100 times."""
    chance, places = Random(0), range(len(ordered))
    grown = []
    for _ in range(SAMPLES):
        drawn = Counter(chance.choices(places, k=len(ordered)))
        gains = _gains(ordered, [drawn[place] for place in places])
        grown.append(max(gains[place] / gain for place, gain in cutoffs))
    return _high(grown)


@lru_cache(maxsize=256)  # boards with as many runs solved share it
def _exponential_margin(runs: int, solved: int) -> float:
    """Return what no cutoff gains on exponential times, 99 of 100 times."""
    chance = Random(0)
    limit = math.inf if solved == runs else -math.log1p(-solved / runs)
    gained = []
    for _ in range(SAMPLES):
        times = sorted(chance.expovariate(1.0) for _ in range(runs))
        ordered = [RunTime(time) if time <= limit else RunTime(limit, CUT_OFF) for time in times]
        gains = _gains(ordered, [1] * runs)
        gained.append(max((gains[place] for place in _cutoffs(ordered)), default=1.0))
    return _high(gained)


def _high(values: Sequence[float]) -> float:
    return sorted(values)[math.ceil(CONFIDENCE * len(values)) - 1]
