"""What is typed at the command line, read into values; and how a slip is said.

Every reader raises ValueError with one line that names the thing, the value and the fix.
Imports no solver and nothing slow: this runs before the first result of every command.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from harness.record import RecordError
from queens import Board, Square, Unsupported
from queens.shelves import APPROACHES, Approach, missing_packages, read_page

SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "": 1.0}
BYTES = {
    "B": 1,
    "KIB": 2**10,
    "MIB": 2**20,
    "GIB": 2**30,
    "KB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
}
SIZES_AT_MOST = 1000

EXIT_WRONG = 1
EXIT_USAGE = 2
EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130


def parse_size(text: str) -> int:
    """Return one board size: a whole number of at least 1."""
    try:
        n = int(text)
    except ValueError:
        raise ValueError(f"n must be a whole number, got {text!r}") from None
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}")
    return n


def parse_sizes(text: str) -> list[int]:
    """Return the board sizes in ascending order, each once: `8`, `4-10` or `4,6,8-10`."""
    sizes: set[int] = set()
    for part in _parts(text, "sizes"):
        ends = re.fullmatch(r"(\d+)\s*-\s*(\d+)", part)
        if ends is None:
            sizes.add(parse_size(part))
            continue
        first, last = parse_size(ends[1]), parse_size(ends[2])
        if last < first:
            raise ValueError(f"sizes {part} run backwards: write {last}-{first}")
        if last - first >= SIZES_AT_MOST:
            raise ValueError(f"sizes {part} are more than {SIZES_AT_MOST}: name fewer")
        sizes.update(range(first, last + 1))
    return sorted(sizes)


def parse_duration_s(text: str) -> float:
    """Return a duration in seconds: `10s`, `500ms`, `2m`, `1h`; a bare number is seconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|h|)", text.strip())
    if match is None:
        raise ValueError(f"a duration is a number and ms, s, m or h, as 10s or 500ms; got {text!r}")
    duration_s = float(match[1]) * SECONDS[match[2]]
    if duration_s <= 0:
        raise ValueError(f"a duration must be above 0, got {text!r}")
    return duration_s


def parse_bytes(text: str) -> int:
    """Return an amount of memory in bytes: `2GiB`, `512MiB`, `1.5GB`."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]i?B|B)", text.strip(), re.IGNORECASE)
    if match is None:
        raise ValueError(f"a memory size is a number and MiB or GiB, as 2GiB; got {text!r}")
    size_bytes = int(float(match[1]) * BYTES[match[2].upper()])
    if size_bytes < 1:
        raise ValueError(f"a memory size must be above 0, got {text!r}")
    return size_bytes


def parse_squares(text: str) -> list[Square]:
    """Return (row, column) pairs, both 0-based: `0:3,3:5`. The empty text has none."""
    squares = []
    for part in _parts(text, "squares") if text.strip() else []:
        match = re.fullmatch(r"(-?\d+)\s*:\s*(-?\d+)", part)
        if match is None:
            raise ValueError(f"a square is ROW:COLUMN, both from 0, as 0:3; got {part!r}")
        squares.append((int(match[1]), int(match[2])))
    return squares


def parse_board(n: str, placed: str = "", blocked: str = "") -> Board:
    """Return the board that the command line describes."""
    return Board(parse_size(n), parse_squares(placed), parse_squares(blocked))


def parse_whole(text: str, name: str, at_least: int) -> int:
    """Return the whole number given for `name`."""
    try:
        value = int(text)
    except ValueError:
        raise ValueError(f"{name} must be a whole number, got {text!r}") from None
    if value < at_least:
        raise ValueError(f"{name} must be at least {at_least}, got {value}")
    return value


def resolve_approaches(text: str) -> list[Approach]:
    """Return the approaches that `text` names, in the order of the shelves, each once.

    A word is an approach's name, its folder (models, handwritten), one of its families, or
    `all`: everything that is installed.
    """
    chosen: set[Approach] = set()
    for word in _parts(text, "approaches"):
        meant = [approach for approach in APPROACHES if word in _words(approach)]
        if word == "all":
            meant = [approach for approach in APPROACHES if not missing_packages(approach)]
        elif not meant:
            raise ValueError(_unknown_approach(word))
        chosen.update(meant)
    return [approach for approach in APPROACHES if approach in chosen]


def resolve_approach(name: str) -> Approach:
    """Return the one approach of this name, installed; its packages are looked up, not imported."""
    for approach in APPROACHES:
        if approach.name == name:
            if missing := missing_packages(approach):
                raise ValueError(f"{name} is not installed: {install_hint(missing)}")
            return approach
    raise ValueError(_unknown_approach(name))


def require(approach: Approach, function: str, fix: str) -> None:
    """Raise ValueError with `fix` unless the approach has this function of the contract."""
    if function not in read_page(approach.path).functions:
        raise ValueError(f"{approach.name} has no {function}: {fix}")


def install_hint(missing: Iterable[str]) -> str:
    """Return how to get these distributions or programs, in a clause."""
    return f"missing {', '.join(missing)}; uv sync --all-extras has all the packages"


def _parts(text: str, name: str) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise ValueError(f"{name} must be separated by single commas, got {text!r}")
    return parts


def _words(approach: Approach) -> tuple[str, ...]:
    return (approach.name, approach.folder, *approach.families)


def _unknown_approach(word: str) -> str:
    words = {known for approach in APPROACHES for known in _words(approach)} | {"all"}
    close = difflib.get_close_matches(word, sorted(words), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(close)}?" if close else "`compare.py list` names them all"
    return f"there is no approach {word!r}: {hint}"


def fail(message: str, exit_code: int = EXIT_USAGE) -> NoReturn:
    """End the program: one line on stderr, and the exit code."""
    sys.stderr.write(f"error: {' '.join(message.split())}\n")
    raise SystemExit(exit_code)


@contextmanager
def clean_errors() -> Iterator[None]:
    """Turn what a user can cause and mend into one line and exit code 2; a decorator too.

    ValueError is among them, so put it around the reading of the command line only:
    around an approach it would hide where a fault is.
    """
    try:
        yield
    except (ValueError, Unsupported, RecordError) as error:
        fail(str(error))
