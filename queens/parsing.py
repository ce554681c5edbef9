"""The problem as it is typed: board sizes, squares, rules.

Every reader raises ValueError with one line that names the thing, the value and the fix.
"""

from __future__ import annotations

import re

from queens.board import Square
from queens.rule import RULES, Rule


def parse_size(text: str) -> int:
    """Return one board size: a whole number of at least 1."""
    return parse_whole(text, "n", 1)


def parse_whole(text: str, name: str, at_least: int) -> int:
    """Return the whole number given for `name`."""
    try:
        value = int(text)
    except ValueError:
        raise ValueError(f"{name} must be a whole number, got {text!r}") from None
    if value < at_least:
        raise ValueError(f"{name} must be at least {at_least}, got {value}")
    return value


def parse_squares(text: str, name: str = "squares") -> list[Square]:
    """Return (row, column) pairs, both 0-based: `0:3,3:5`. The empty text has none."""
    squares = []
    for part in parts(text, name) if text.strip() else []:
        match = re.fullmatch(r"(-?\d+)\s*:\s*(-?\d+)", part)
        if match is None:
            raise ValueError(f"{name} must be ROW:COLUMN, both from 0, as 0:3; got {part!r}")
        squares.append((int(match[1]), int(match[2])))
    return squares


def parse_rule(text: str) -> Rule:
    """Return the rule of that name."""
    if text not in RULES:
        raise ValueError(f"--rule must be one of {', '.join(RULES)}; got {text!r}")
    return RULES[text]


def parts(text: str, name: str) -> list[str]:
    """Return what stands between the commas of `text`, the value of `name`."""
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise ValueError(f"{name} must be separated by single commas, got {text!r}")
    return parts
