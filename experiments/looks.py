"""What looking after every run costs: simulated cells of `-r auto`, corrected and not.

    uv run python -m experiments.looks      # a minute; docs.fill then quotes looks.md

Each cell gets runs until the interval of its median is within 5 % of it, at most 64. Counted is how
often the interval that is there in the end holds the true median, and how often the rank-sum test
of two such cells, alike in truth, says at 5 % that they differ.
"""

from __future__ import annotations

import math
import random
from bisect import insort
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from harness.campaign.repeating import MOST_RUNS, PRECISION
from harness.judge.statistics import TESTED_RUNS
from harness.statistics.median import rank_for, sequential_rank
from harness.statistics.rank_sum import SIGNIFICANCE, rank_sum_p_value

FILE = Path(__file__).with_suffix(".md")
CELLS, PAIRS, SEED = 4000, 4000, 2026
SPREADS = (0.02, 0.05, 0.1, 0.2)

Draw = Callable[[random.Random], float]
Ranks = Sequence[int | None]

CORRECTED: Ranks = [sequential_rank(runs, MOST_RUNS) for runs in range(MOST_RUNS + 1)]
FOR_ONE_LOOK: Ranks = [rank_for(runs) for runs in range(MOST_RUNS + 1)]


def cell(draw: Draw, source: random.Random, ranks: Ranks) -> tuple[list[float], float, float]:
    """Return the runs of a cell, and the ends of its interval."""
    times: list[float] = []
    ordered: list[float] = []
    low = high = math.nan
    for rank in ranks[1:]:
        times.append(draw(source))
        insort(ordered, times[-1])
        if rank:
            low, high, middle = ordered[rank - 1], ordered[-rank], median(ordered)
            if max(high - middle, middle - low) <= PRECISION * middle:
                break
    return times, low, high


def covered(draw: Draw, true: float, ranks: Ranks) -> tuple[float, float, list[list[float]]]:
    """Return in how many of 100 the interval held, the mean number of runs, and all runs."""
    source = random.Random(SEED)
    cells = [cell(draw, source, ranks) for _ in range(CELLS)]
    held = sum(low <= true <= high for _, low, high in cells)
    runs = [times for times, _, _ in cells]
    return 100 * held / CELLS, sum(map(len, runs)) / CELLS, runs


def called_different(runs: list[list[float]], first: int | None) -> float:
    """Return how many of 100 pairs the rank-sum test of all runs, or the first, calls different."""
    source = random.Random(SEED)
    pairs = [source.sample(runs, 2) for _ in range(PAIRS)]
    tests = [rank_sum_p_value(one[:first], other[:first]) for one, other in pairs]
    return 100 * sum(p is not None and p < SIGNIFICANCE for p in tests) / PAIRS


def skewed(spread: float) -> tuple[str, Draw, float]:
    """Return a least time and an exponential one of this share of it, with its median."""
    true = 1 + spread * math.log(2)
    name = f"a least time, and an exponential one of {100 * spread:g} % of it"
    return name, lambda source: 1 + spread * source.expovariate(1), true


def lognormal(spread: float) -> tuple[str, Draw, float]:
    """Return times whose logarithms are normal, with their median."""
    name = f"lognormal, standard deviation {100 * spread:g} %"
    return name, lambda source: source.lognormvariate(0, spread), 1.0


def row(name: str, draw: Draw, true: float) -> str:
    """Return a row of the table."""
    held, count, runs = covered(draw, true, CORRECTED)
    other_held, other_count, _ = covered(draw, true, FOR_ONE_LOOK)
    texts = [f"{held:.1f}", f"{count:.0f}", f"{other_held:.1f}", f"{other_count:.0f}"]
    texts += [f"{called_different(runs, first):.1f}" for first in (TESTED_RUNS, None)]
    return f"| {name} | {' | '.join(texts)} |"


def main() -> None:
    """Write the table."""
    head = (
        "| times | held, corrected | runs | held, not corrected | runs "
        f"| different by the first {TESTED_RUNS} | by all runs |"
    )
    rows = [row(*kind(spread)) for kind in (skewed, lognormal) for spread in SPREADS]
    said = f"{CELLS:,} cells and {PAIRS:,} pairs a row, given of 100; at most {MOST_RUNS} runs."
    lines = [head, "|---|" + "--:|" * 6, *rows, "", said]
    FILE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
