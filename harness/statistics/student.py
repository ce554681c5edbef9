"""Student's distribution: how many standard errors an interval of few points needs.

Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.7.3 and 26.7.4, the
finite sums for whole degrees of freedom. Standard library only.
"""

from __future__ import annotations

import math
from functools import lru_cache


def within(deviations: float, freedom: int) -> float:
    """Return the probability of lying within so many standard errors of the centre."""
    angle = math.atan(deviations / math.sqrt(freedom))
    cosine, sine = math.cos(angle), math.sin(angle)
    if freedom % 2:
        term, total = cosine, 0.0
        for step in range(1, (freedom - 1) // 2 + 1):
            total += term
            term *= cosine**2 * (2 * step) / (2 * step + 1)
        return 2 / math.pi * (angle + sine * total)
    term, total = 1.0, 0.0
    for step in range(1, freedom // 2 + 1):
        total += term
        term *= cosine**2 * (2 * step - 1) / (2 * step)
    return sine * total


@lru_cache(maxsize=256)
def deviations_for(confidence: float, freedom: int) -> float:
    """Return within how many standard errors lies a share `confidence` of all estimates."""
    low, high = 0.0, 1.0
    while within(high, freedom) < confidence:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < confidence else (low, middle)
    return high
