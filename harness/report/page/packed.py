"""Columns in a form that is short in a page: words by their numbers, numbers as bytes.

A hundred thousand times as decimal text are a megabyte; as four bytes each in base64, half. The
page's script (tables.js) reads the same three forms:

    steps    whole numbers that rise by one but for a few jumps: [place, number] of each jump
    words    each different value once, and which one stands in each place; where nearly all
             places have the first, the `others` alone: [place, word]
    floats   IEEE 754 numbers, little-endian; NaN is none
"""

from __future__ import annotations

import base64
import math
import sys
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any

Packed = dict[str, Any]
# values of which fewer than one in so many differ are kept once
ALIKE = 3
# values of which fewer than one in so many is another than the usual one are kept as exceptions
RARE = 20


def packed(values: Sequence[Any], exactly: bool = True) -> Packed:
    """Return a column of texts or of numbers, None among them; if not `exactly`, to 7 figures."""
    jumps = _jumps(values)
    if jumps and len(jumps) <= 2 + len(values) // 20:
        return {"steps": jumps}
    words = dict.fromkeys(values)
    if not all(map(_is_number, words)) or len(words) * ALIKE < len(values):
        return _by_number(values, list(words))
    return _floats([math.nan if value is None else float(value) for value in values], exactly)


def _is_number(value: Any) -> bool:
    return value is None or (
        isinstance(value, (int, float)) and abs(value) <= 2**53 and value == value
    )


def _jumps(values: Sequence[Any]) -> list[list[int]] | None:
    jumps: list[list[int]] = []
    before = None
    for place, value in enumerate(values):
        if type(value) is not int:
            return None
        if value != before:
            jumps.append([place, value])
        before = value + 1
    return jumps


def _by_number(values: Sequence[Any], words: list[Any]) -> Packed:
    usual = Counter(values).most_common(1)[0][0] if values else None
    words = [usual, *(word for word in words if word != usual)] if values else []
    numbers = {word: number for number, word in enumerate(words)}
    kind = "B" if len(words) <= 2**8 else "H" if len(words) <= 2**16 else "I"
    codes = array(kind, [numbers[value] for value in values])
    # what is no number of the script's is a text
    shown = [str(word) if isinstance(word, int) and abs(word) > 2**53 else word for word in words]
    others = [[place, code] for place, code in enumerate(codes) if code]
    if len(others) * RARE <= len(values):
        return {"words": shown, "others": others}
    return {"words": shown, "bits": 8 * codes.itemsize, "codes": _text(codes)}


def _floats(values: Sequence[float], exactly: bool) -> Packed:
    short = array("f", values)
    if exactly and any(a != b and a == a for a, b in zip(values, short, strict=True)):
        return {"bits": 64, "floats": _text(array("d", values))}
    return {"bits": 32, "floats": _text(short)}


def _text(numbers: array[Any]) -> str:
    if sys.byteorder == "big":
        numbers.byteswap()
    return base64.b64encode(numbers.tobytes()).decode("ascii")
