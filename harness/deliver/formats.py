"""Solutions as text: boards, digits, columns, JSON, CSV."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from queens import Board, Queens, text_board

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class TextFormat:
    """How solutions are said in text: what stands before, for each, and after.

    `orbit_size` is given when only fundamental solutions are written.
    """

    def __init__(self, board: Board, with_orbits: bool = False) -> None:
        self.board = board
        self.with_orbits = with_orbits

    def head(self) -> str:
        """Return what stands before the first solution."""
        return ""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return one solution, its end of line with it."""
        raise NotImplementedError

    def tail(self, is_empty: bool) -> str:
        """Return what stands after the last solution."""
        return ""

    def entries(self, solutions: Any, orbit_sizes: Sequence[int] | None, before: int) -> str:
        """Return solutions, a list of tuples or an array, with `before` others before them."""
        listed = solutions if isinstance(solutions, list) else solutions.tolist()
        sizes: Sequence[int | None] = orbit_sizes or [None] * len(listed)
        said = [
            self.entry(queens, size, before + index == 0)
            for index, (queens, size) in enumerate(zip(listed, sizes, strict=True))
        ]
        return "".join([self.head(), *said] if said and before == 0 else said)

    def ending(self, count: int) -> str:
        """Return what stands after `count` solutions; of none, all there is."""
        return self.tail(is_empty=False) if count else self.head() + self.tail(is_empty=True)


class Boards(TextFormat):
    """Text boards, an empty line after each."""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the board, and the orbit's size below it."""
        orbit = "" if orbit_size is None else f"orbit of {orbit_size}\n"
        return f"{text_board(queens, self.board)}\n{orbit}\n"


class Strings(TextFormat):
    """A digit a row (0-9, then a-z), a solution a line: 1302."""

    def __init__(self, board: Board, with_orbits: bool = False) -> None:
        super().__init__(board, with_orbits)
        if board.n > len(DIGITS):
            raise ValueError(
                f"strings have a digit for n up to {len(DIGITS)}, got n = {board.n}: "
                "use --format columns"
            )

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the digits, and the orbit's size after a space."""
        orbit = "" if orbit_size is None else f" {orbit_size}"
        return "".join([DIGITS[column] for column in queens]) + orbit + "\n"


class Columns(TextFormat):
    """The columns with spaces between, a solution a line."""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the columns, and the orbit's size in parentheses."""
        orbit = "" if orbit_size is None else f" ({orbit_size})"
        return " ".join(map(str, queens)) + orbit + "\n"


class JsonLines(TextFormat):
    """A JSON array a line; with orbits, an object."""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the solution as JSON."""
        return self._value(queens, orbit_size) + "\n"

    def _value(self, queens: Queens, orbit_size: int | None) -> str:
        if orbit_size is None:
            return json.dumps(queens)
        return json.dumps({"queens": queens, "orbit_size": orbit_size})


class Json(JsonLines):
    """One JSON array of all solutions, one a line."""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the solution and what parts it from the one before."""
        return ("[\n" if is_first else ",\n") + self._value(queens, orbit_size)

    def tail(self, is_empty: bool) -> str:
        """Close the array."""
        return "[]\n" if is_empty else "\n]\n"


class Csv(TextFormat):
    """A column a row of the board, with a header."""

    def head(self) -> str:
        """Return the header."""
        return ",".join(column_names(self.board.n, self.with_orbits)) + "\n"

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the columns, the orbit's size last."""
        fields = queens if orbit_size is None else (*queens, orbit_size)
        return ",".join(map(str, fields)) + "\n"


FORMATS: dict[str, type[TextFormat]] = {
    "boards": Boards,
    "strings": Strings,
    "columns": Columns,
    "json": Json,
    "jsonl": JsonLines,
    "csv": Csv,
}


def column_names(n: int, with_orbits: bool) -> list[str]:
    """Return the names of a table's columns: row_0, row_1, ..., and orbit_size."""
    return [*(f"row_{row}" for row in range(n)), *(["orbit_size"] if with_orbits else [])]
