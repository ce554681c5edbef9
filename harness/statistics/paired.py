"""A factor between runs that were made in pairs, with the interval that holds it.

Ratios are averaged as logarithms. Pairs of one cell resemble each other, so a cell counts as one
where there are a few cells; with fewer, the pairs themselves do. The interval is Student's.
Standard library only.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from harness.statistics.student import deviations_for

CONFIDENCE = 0.95
FEW = 3


@dataclass(frozen=True)
class Factor:
    """How many times as long: the estimate, its interval, and from how many pairs of cells."""

    factor: float
    low: float
    high: float
    pairs: int
    cells: int


def factor_of(ratios: Sequence[Sequence[float]]) -> Factor | None:
    """Return the factor from the ratios of each cell's pairs; None from fewer than two values."""
    logs = [[math.log(ratio) for ratio in cell] for cell in ratios if cell]
    every = [value for cell in logs for value in cell]
    units = [statistics.fmean(cell) for cell in logs] if len(logs) >= FEW else every
    if len(units) < 2:
        return None
    middle = statistics.fmean(units)
    error = statistics.stdev(units) / math.sqrt(len(units))
    wide = deviations_for(CONFIDENCE, len(units) - 1) * error
    bounds = [math.exp(value) for value in (middle, middle - wide, middle + wide)]
    return Factor(bounds[0], bounds[1], bounds[2], len(every), len(logs))
