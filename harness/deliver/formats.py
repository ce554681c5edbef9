"""Solutions as text: boards, digits, columns, JSON lines, CSV."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import IO, Any

from queens import Board, Queens, text_board
from queens.forms.regions import COLOURS
from queens.forms.text import Paint

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class TextFormat(ABC):
    """A text format: an optional header, then one entry for each solution.

    `orbit_size` is given when only fundamental solutions are written.
    """

    def __init__(self, board: Board, with_orbits: bool = False) -> None:
        self.board = board
        self.with_orbits = with_orbits

    def header(self) -> str:
        """Return what stands before the first solution."""
        return ""

    @abstractmethod
    def entry(self, queens: Queens, orbit_size: int | None) -> str:
        """Return one solution, with its end of line."""

    def entries(self, solutions: Any, orbit_sizes: Sequence[int] | None, before: int) -> str:
        """Return the entries of a list of tuples or of an array of shape (k, n).

        The header comes first if there are solutions and none were written `before`.
        """
        listed = solutions if isinstance(solutions, list) else solutions.tolist()
        sizes: Sequence[int | None] = orbit_sizes or [None] * len(listed)
        entries = [self.entry(*pair) for pair in zip(listed, sizes, strict=True)]
        return "".join([self.header(), *entries] if entries and before == 0 else entries)


class Boards(TextFormat):
    """Drawn boards, an empty line after each; `paint` gives regions their colours."""

    paint: Paint | None = None

    def entry(self, queens: Queens, orbit_size: int | None) -> str:
        """Return the board, with the orbit's size below it."""
        orbit = "" if orbit_size is None else f"orbit of {orbit_size}\n"
        return f"{text_board(queens, self.board, self.paint)}\n{orbit}\n"


class Strings(TextFormat):
    """One line for each solution, one digit (0-9, then a-z) for each row: 1302."""

    def __init__(self, board: Board, with_orbits: bool = False) -> None:
        super().__init__(board, with_orbits)
        if board.n > len(DIGITS):
            raise ValueError(
                f"--format strings needs n of at most {len(DIGITS)}, got {board.n}: "
                "use --format columns"
            )

    def entry(self, queens: Queens, orbit_size: int | None) -> str:
        """Return the digits, and the orbit's size after a space."""
        orbit = "" if orbit_size is None else f" {orbit_size}"
        return "".join([DIGITS[column] for column in queens]) + orbit + "\n"


class Columns(TextFormat):
    """One line for each solution, the columns separated by spaces."""

    def entry(self, queens: Queens, orbit_size: int | None) -> str:
        """Return the columns, and the orbit's size in parentheses."""
        orbit = "" if orbit_size is None else f" ({orbit_size})"
        return " ".join(map(str, queens)) + orbit + "\n"


class JsonLines(TextFormat):
    """One JSON array for each line; with orbits, one object."""

    def entry(self, queens: Queens, orbit_size: int | None) -> str:
        """Return the solution as JSON."""
        value = {"queens": queens, "orbit_size": orbit_size}
        return json.dumps(queens if orbit_size is None else value) + "\n"


class Csv(TextFormat):
    """One column for each row of the board, with a header."""

    def header(self) -> str:
        """Return the columns' names."""
        return ",".join(column_names(self.board.n, self.with_orbits)) + "\n"

    def entry(self, queens: Queens, orbit_size: int | None) -> str:
        """Return the columns, the orbit's size last."""
        fields = queens if orbit_size is None else (*queens, orbit_size)
        return ",".join(map(str, fields)) + "\n"


FORMATS: dict[str, type[TextFormat]] = {
    "boards": Boards,
    "strings": Strings,
    "columns": Columns,
    "jsonl": JsonLines,
    "csv": Csv,
}


def paint_for(board: Board, stream: IO[str]) -> Paint | None:
    """Return how to paint the board's squares for `stream`; None where there is no colour.

    That is where there are no regions, no terminal, or NO_COLOR is set.
    """
    if not board.regions or not stream.isatty():
        return None
    from rich.console import Console  # few commands draw regions on a terminal, all would wait

    console = Console(file=stream, highlight=False, markup=False)
    if console.no_color or console.color_system is None:
        return None

    @lru_cache
    def paint(square: str, region: int) -> str:
        with console.capture() as painted:
            console.print(square, style=f"black on {COLOURS[region % len(COLOURS)]}", end="")
        return painted.get()

    return paint


def column_names(n: int, with_orbits: bool) -> list[str]:
    """Return the names of a table's columns: row_0, row_1, ..., and orbit_size."""
    return [*(f"row_{row}" for row in range(n)), *(["orbit_size"] if with_orbits else [])]
