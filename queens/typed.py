"""The problem as it is typed: boards, squares and names of approaches, and how a slip is said.

Every reader raises ValueError with one line that names the thing, the value and the fix.
Both command lines, the harness's and the explainer's, read with these. Imports no solver.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from queens.board import Board, Square
from queens.shelves import APPROACHES, Approach, missing_packages

if TYPE_CHECKING:
    import typer

EXIT_USAGE = 2


def parse_size(text: str) -> int:
    """Return one board size: a whole number of at least 1."""
    try:
        n = int(text)
    except ValueError:
        raise ValueError(f"n must be a whole number, got {text!r}") from None
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}")
    return n


def parse_whole(text: str, name: str, at_least: int) -> int:
    """Return the whole number given for `name`."""
    try:
        value = int(text)
    except ValueError:
        raise ValueError(f"{name} must be a whole number, got {text!r}") from None
    if value < at_least:
        raise ValueError(f"{name} must be at least {at_least}, got {value}")
    return value


def parse_squares(text: str) -> list[Square]:
    """Return (row, column) pairs, both 0-based: `0:3,3:5`. The empty text has none."""
    squares = []
    for part in parts(text, "squares") if text.strip() else []:
        match = re.fullmatch(r"(-?\d+)\s*:\s*(-?\d+)", part)
        if match is None:
            raise ValueError(f"a square is ROW:COLUMN, both from 0, as 0:3; got {part!r}")
        squares.append((int(match[1]), int(match[2])))
    return squares


def parse_board(n: str, placed: str = "", blocked: str = "") -> Board:
    """Return the board that the command line describes."""
    return Board(parse_size(n), parse_squares(placed), parse_squares(blocked))


def resolve_approaches(text: str) -> list[Approach]:
    """Return the approaches that `text` names, in the order of the shelves, each once.

    A word is an approach's name, its folder (models, handwritten), one of its families, or
    `all`: everything that is installed.
    """
    chosen: set[Approach] = set()
    for word in parts(text, "approaches"):
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


def install_hint(missing: Iterable[str]) -> str:
    """Return how to get these distributions or programs, in a clause."""
    return f"missing {', '.join(missing)}; uv sync --all-extras has all the packages"


def fail(message: str, exit_code: int = EXIT_USAGE) -> NoReturn:
    """End the program: one line on stderr, and the exit code."""
    sys.stderr.write(f"error: {' '.join(message.split())}\n")
    raise SystemExit(exit_code)


def parts(text: str, name: str) -> list[str]:
    """Return what stands between the commas of `text`, the value of `name`."""
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


def refuse_strangers(arguments: Sequence[str], options: Collection[str]) -> None:
    """Raise ValueError for the first argument that is no option of a command, if there is any."""
    for word in arguments:
        if not word.startswith("-"):
            raise ValueError(f"what is {word!r} for? One board size is all the command takes")
        option = word.partition("=")[0]
        close = difflib.get_close_matches(option, options, n=1)
        hint = f"did you mean {close[0]}?" if close else "-h lists them all"
        raise ValueError(f"there is no option {option}: {hint}")


def option_names(context: typer.Context) -> list[str]:
    """Return the names of a command's options."""
    return [name for parameter in context.command.params for name in parameter.opts]


LENIENT = {"ignore_unknown_options": True, "allow_extra_args": True}
"""Settings of a command that takes a size: so that -5 is read as one, and what is wrong with it
is said. The command calls `refuse_strangers`."""
