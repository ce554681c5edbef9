"""Numbers as every format prints them: page, tables and statements agree digit by digit.

Whole numbers are printed whole; times to four figures and ratios to three, never with an
exponent, so that a number read in one place is found by a search in the others.
"""

from __future__ import annotations

import math
from typing import Any

TIME_FIGURES = 4
RATIO_FIGURES = 3


def figure(value: float, figures: int = TIME_FIGURES) -> str:
    """Return the number to so many significant figures; whole numbers stay whole."""
    if isinstance(value, int) or value == 0:
        return str(int(value))
    decimals = max(0, figures - 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{decimals}f}"


def setting(value: float | None, unit: str) -> str:
    """Return a setting as it was typed, with its unit; `none` where there is none."""
    return "none" if value is None else f"{value:g} {unit}"


def ratio_figure(value: float) -> str:
    """Return a ratio as it is printed."""
    return figure(float(value), RATIO_FIGURES)


def is_ratio(column: str) -> bool:
    """Return whether a column of the table holds ratios."""
    return "ratio" in column or column.startswith("nodes_times_") or column.startswith("p_value")


def exactly(value: float | None) -> str:
    """Return a time in full precision, for who points at it; nothing for a missing one."""
    return "" if value is None else f"{value!r} s"


def cell_text(column: str, value: Any) -> str:
    """Return what the table prints for a value of a column; nothing for a missing one."""
    if value is None:
        return ""
    if isinstance(value, float):
        return ratio_figure(value) if is_ratio(column) else figure(float(value))
    return str(value)


def seconds(value: float) -> str:
    """Return a duration in three figures with the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size or unit == "µs":
            scaled = value / size
            digits = max(0, 2 - math.floor(math.log10(scaled))) if scaled >= 1 else 2
            return f"{scaled:.{min(digits, 2)}f} {unit}"
    raise AssertionError("microseconds take what is left")
