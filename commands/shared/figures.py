"""How estimates are written: numbers of any size, intervals, times from microseconds to ages."""

from __future__ import annotations

import math
from decimal import Decimal

from harness.estimate.probing import Estimate

WRITTEN_OUT_BELOW = 10**6
UNITS = (
    (60.0, 1.0, "s"),
    (5400.0, 60.0, "min"),
    (36 * 3600.0, 3600.0, "h"),
    (730 * 86400.0, 86400.0, "days"),
)
YEAR_S = 365.25 * 86400


def number(value: Decimal | float) -> str:
    """Return a number in three figures, 14,200 or 1.13e9."""
    if value < WRITTEN_OUT_BELOW:
        return f"{round(value):,}"
    text = f"{Decimal(value):.2e}"
    mantissa, _, exponent = text.partition("e")
    return f"{mantissa}e{int(exponent)}"


def interval(estimate: Estimate) -> str:
    """Return an estimate with its interval, or alone where it is exact."""
    if estimate.is_unknown:
        return "no probe met one"
    if estimate.is_exact or estimate.high == 0:
        return number(estimate.value)
    return f"{number(estimate.value)} ({number(estimate.low)} to {number(estimate.high)})"


def time_of(seconds: float) -> str:
    """Return a time in two figures and a unit that suits it."""
    if seconds < 0.001:
        return f"{_two(seconds * 1e6)} µs"
    if seconds < 1:
        return f"{_two(seconds * 1e3)} ms"
    for below, unit_s, unit in UNITS:
        if seconds < below:
            return f"{_two(seconds / unit_s)} {unit}"
    return f"{number(seconds / YEAR_S) if math.isfinite(seconds) else 'countless'} years"


def _two(value: float) -> str:
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"
