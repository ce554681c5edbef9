"""Boards from CSPLib's parameter files and from the facts of answer set programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from queens.board import Square
from queens.forms.draft import LARGEST_N, BoardFileError, Draft

Pairs = list[tuple[int, int]]

# letting NAME = VALUE, letting NAME be VALUE, NAME = VALUE; a value is a number or a list
ASSIGNMENT = re.compile(r"(?:\bletting\s+)?\b([a-z]\w*)\s*(?:=|\bbe\b)\s*(-?\d+|\[[-\d\s,\[\]]*\])")


def from_parameters(content: str) -> Iterator[Draft]:
    """Yield the boards of a parameter file; `letting n` begins another."""
    values: dict[str, Any] = {}
    begun = 1
    for match in ASSIGNMENT.finditer(content):
        name, line = match[1], content.count("\n", 0, match.start()) + 1
        if name == "n" and "n" in values:
            yield _from_values(values, begun)
            values = {}
        if not values:
            begun = line
        values[name] = _json_value(match[2], line)
    if "n" not in values:
        line = content.count("\n", 0, len(content) - len(content.lstrip())) + 1
        raise BoardFileError(f"line {line}: expected `letting n = SIZE`")
    yield _from_values(values, begun)


def _json_value(text: str, line: int) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise BoardFileError(f"line {line}: expected a number or a list, got {text[:40]}") from None


def _from_values(values: dict[str, Any], line: int) -> Draft:
    n = values["n"]
    if not isinstance(n, int):
        raise BoardFileError(f"line {line}: n must be a whole number, got {n!r}")
    if n > LARGEST_N:
        raise BoardFileError(f"line {line}: n must be at most {LARGEST_N}, got {n}")
    unknown = set(values) - {"n", "init", "blocks", "diags", "sumdiags", "diffdiags"}
    unknown -= {"numdiags", "numsum", "numdiff", "given_queens"}
    if unknown:
        raise BoardFileError(
            f"line {line}: expected n, init, blocks or diags; got {', '.join(sorted(unknown))}"
        )
    said = []
    placed = _pairs(values, "init", line)
    if placed:
        said.append("init: queens placed, from 0")
    blocked = [(row - 1, column - 1) for row, column in _pairs(values, "blocks", line)]
    if blocked:
        said.append("blocks: squares blocked, from 1")
    ups, downs = _diagonals(values, n, line)
    if ups or downs:
        said.append(f"{len(ups) + len(downs)} diagonals excluded")
        blocked += excluded_squares(n, ups, downs)
    return Draft(n, ", ".join(["CSPLib", *said]), placed, blocked, line=line)


def _pairs(values: dict[str, Any], name: str, line: int) -> Pairs:
    pairs = values.get(name, [])
    fits = isinstance(pairs, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(type(one) is int for one in pair)
        for pair in pairs
    )
    if not fits:
        raise BoardFileError(f"line {line}: {name} must be a list of [row, column]")
    return [(row, column) for row, column in pairs]


def _diagonals(values: dict[str, Any], n: int, line: int) -> tuple[set[int], set[int]]:
    """Return the excluded numbers of row + column and of column - row."""
    for name in ("sumdiags", "diffdiags"):
        numbers = values.get(name, [])
        if not (isinstance(numbers, list) and all(type(one) is int for one in numbers)):
            raise BoardFileError(f"line {line}: {name} must be a list of numbers")
    ups, downs = set(values.get("sumdiags", [])), set(values.get("diffdiags", []))
    for number, kind in _pairs(values, "diags", line):
        if kind not in (0, 1) or not 0 <= number < 2 * n - 1:
            raise BoardFileError(
                f"line {line}: a diagonal is [0 to {2 * n - 2}, 0 or 1], got [{number}, {kind}]"
            )
        # a sum of row and column, or a difference row - column that is moved by n - 1
        if kind == 1:
            ups.add(number)
        else:
            downs.add(n - 1 - number)
    return ups, downs


def excluded_squares(n: int, ups: Iterable[int], downs: Iterable[int]) -> list[Square]:
    """Return the squares where row + column is in `ups` or column - row in `downs`, each once."""
    squares = {(row, up - row) for up in ups for row in range(n) if 0 <= up - row < n}
    squares |= {(row, row + down) for down in downs for row in range(n) if 0 <= row + down < n}
    return sorted(squares)


def from_facts(content: str) -> Iterator[Draft]:
    """Yield the board of the facts board/1, block/2 and queen/2, which count from 1."""
    sizes = [int(size) for size in re.findall(r"\bboard\(\s*(\d+)\s*\)", content)]
    if len(sizes) != 1:
        raise BoardFileError(f"expected one fact board(N)., got {len(sizes)}")

    def squares(name: str) -> list[Square]:
        facts = re.findall(rf"\b{name}\(\s*(\d+)\s*,\s*(\d+)\s*\)", content)
        return [(int(row) - 1, int(column) - 1) for row, column in facts]

    yield Draft(sizes[0], "facts, from 1", squares("queen"), squares("block"))
