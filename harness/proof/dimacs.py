"""The lines of formulas and proofs: DIMACS' clauses, and DRUP's, which may delete one (d).

Line by line, or a long file at once as one array of numbers.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

DELETE = 2**31 - 1
"""Stands for the d of a line."""


def clauses_in(lines: Iterable[str]) -> Iterator[list[int]]:
    """Yield the clauses of a DIMACS file, one a line."""
    for line in lines:
        if line.strip() and line[0] not in "cp":
            yield _numbers(line)


def lines_in(lines: Iterable[str]) -> Iterator[tuple[bool, list[int]]]:
    """Yield the lines of a proof: whether it deletes the clause, and the clause."""
    for line in lines:
        if line.strip() and line[0] != "c":
            yield line[0] == "d", _numbers(line.removeprefix("d"))


def _numbers(line: str) -> list[int]:
    numbers = list(map(int, line.split()))
    if not numbers or numbers.pop() != 0 or 0 in numbers:
        raise ValueError(f"a line holds a clause and a 0 at its end, got {line[:60]!r}")
    return numbers


def tokens_of(text: bytes) -> Any:
    """Return the numbers of a file; a comment is none, and a d is DELETE."""
    import numpy as np

    plain = re.sub(rb"(?m)^[cp].*$", b"", text).replace(b"d", b" %d " % DELETE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # what is no number
        try:
            tokens = np.fromstring(plain, np.int64, sep=" ")
        except (DeprecationWarning, ValueError):
            raise ValueError("a line is no clause") from None
    if len(tokens) and tokens[-1] != 0:
        raise ValueError("the last line holds no 0 at its end")
    return tokens
