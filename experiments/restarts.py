"""How often a gain from restarts is stated where there is none, and where there is.

    uv run python -m experiments.restarts          # some minutes

Prints a Markdown table: of samples of a known distribution, how many have a bound above 1
(harness/statistics/restarts.py). The gain is that of the best cutoff by which three in ten runs
are solved, from a million times.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from harness.statistics.restarts import LEAST_SHARE, restart
from harness.statistics.run_times import CUT_OFF, RunTime

SIZES = (30, 100)
SAMPLES = 300
KNOWN = 1_000_000

Draw = Callable[[Random], float]
DISTRIBUTIONS: dict[str, tuple[Draw, float]] = {
    "exponential": (lambda chance: chance.expovariate(1), math.inf),
    "exponential, cut off at 1.5 means": (lambda chance: chance.expovariate(1), 1.5),
    "exponential, cut off at half a mean": (lambda chance: chance.expovariate(1), 0.5),
    "exponential after a twentieth": (lambda chance: 0.05 + chance.expovariate(1), math.inf),
    "uniform": (lambda chance: chance.random(), math.inf),
    "Weibull, shape 0.7": (lambda chance: chance.weibullvariate(1, 0.7), math.inf),
    "Weibull, shape 0.5": (lambda chance: chance.weibullvariate(1, 0.5), math.inf),
    "lognormal, sigma 2": (lambda chance: chance.lognormvariate(0, 2), math.inf),
    "lognormal, sigma 2, cut off at 20": (lambda chance: chance.lognormvariate(0, 2), 20.0),
    "one in ten is stuck": (
        lambda chance: 60.0 if chance.random() < 0.1 else chance.gammavariate(4, 0.25),
        50.0,
    ),
}


def sample(draw: Draw, limit: float, runs: int, chance: Random) -> tuple[RunTime, ...]:
    """Return so many run times, those above the limit cut off there."""
    times = [draw(chance) for _ in range(runs)]
    return tuple(RunTime(t) if t <= limit else RunTime(limit, CUT_OFF) for t in times)


def true_gain(draw: Draw, limit: float) -> float:
    """Return what the best cutoff gains, by the definition, over many times."""
    ordered = sorted(min(draw(chance), limit) for chance in [Random(1)] for _ in range(KNOWN))
    solved = sum(time < limit for time in ordered)
    without, ended, best = sum(ordered) / solved, 0.0, 1.0
    for place, time in enumerate(ordered[:solved], start=1):
        ended += time
        if place >= LEAST_SHARE * KNOWN:
            best = max(best, without * place / (ended + (KNOWN - place) * time))
    return best


def main() -> None:
    """Print the table."""
    print("| times | gain | " + " | ".join(f"stated, {runs} seeds" for runs in SIZES) + " |")
    print("|---|--:|" + "--:|" * len(SIZES))
    for name, (draw, limit) in DISTRIBUTIONS.items():
        chance, stated = Random(2), []
        for runs in SIZES:
            found = [restart(sample(draw, limit, runs, chance)) for _ in range(SAMPLES)]
            stated.append(f"{sum(one is not None for one in found)} of {SAMPLES}")
        print(f"| {name} | {true_gain(draw, limit):.2f} | {' | '.join(stated)} |", flush=True)


if __name__ == "__main__":
    main()
