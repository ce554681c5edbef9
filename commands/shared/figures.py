"""How estimates are written: numbers of any size, intervals, times from microseconds to ages."""

from __future__ import annotations

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
AGES = ((1e6, "million"), (1e9, "billion"), (1e12, "trillion"))
LONGEST_YEARS = 1e15


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
    return _years(seconds / YEAR_S)


def _years(years: float) -> str:
    if years >= LONGEST_YEARS:
        return "more than 1,000 trillion years"
    if years < WRITTEN_OUT_BELOW:
        return f"{number(years)} years"
    size, word = next(age for age in AGES if years < 999.5 * age[0] or age is AGES[-1])
    return f"{_two(years / size)} {word} years"


def _two(value: float) -> str:
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"
