"""The board: its size, the queens that stand already, the squares that are blocked.

A board is data and never changes. It knows which columns each row may use at the
start of a search; it knows nothing of how to search.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from queens.svg import svg_board

Queens = tuple[int, ...]
"""An answer: `queens[j]` is the column of the queen in row j, both 0-based."""

Square = tuple[int, int]
"""(row, column), both 0-based."""

MOST_SQUARES_NAMED = 6


def attacks(first: Square, second: Square) -> bool:
    """Return whether queens on two different squares attack each other."""
    rows, columns = first[0] - second[0], first[1] - second[1]
    return rows == 0 or columns == 0 or abs(rows) == abs(columns)


@dataclass(frozen=True)
class Board:
    """n x n squares, queens that stand already (`placed`), squares no queen may take (`blocked`).

    Both are given as (row, column) pairs and kept sorted. Queens placed so that they
    attack each other make a board with no solution, not an error. Raises ValueError,
    naming the value, for an n that is no whole number of at least 0, a square off the
    board, or two queens placed in one row.
    """

    n: int
    placed: tuple[Square, ...] = ()
    blocked: tuple[Square, ...] = ()

    def __init__(
        self, n: int, placed: Iterable[Square] = (), blocked: Iterable[Square] = ()
    ) -> None:
        size = _whole(n, "n")
        if size < 0:
            raise ValueError(f"n must be at least 0, got {size}")
        object.__setattr__(self, "n", size)
        object.__setattr__(self, "placed", _squares(placed, "placed", size))
        object.__setattr__(self, "blocked", _squares(blocked, "blocked", size))
        for (row, _), (next_row, _) in pairwise(self.placed):
            if row == next_row:
                raise ValueError(f"placed names row {row} twice; a row holds one queen")

    def columns(self, row: int) -> Sequence[int]:
        """Return the columns open to the queen of `row` at the start, in ascending order.

        A square is open if it is not blocked and no placed queen of another row attacks
        it; a row with a placed queen has that queen's column or, if that is blocked, none.
        """
        if self.is_plain:
            return range(self.n)
        return self._first_domains[row]

    @property
    def is_plain(self) -> bool:
        """Whether no queen is placed and no square blocked."""
        return not self.placed and not self.blocked

    @cached_property
    def _first_domains(self) -> tuple[tuple[int, ...], ...]:
        domains = [set(range(self.n)) for _ in range(self.n)]
        for row, column in self.blocked:
            domains[row].discard(column)
        for queen_row, column in self.placed:
            domains[queen_row] &= {column}
        for queen_row, column in self.placed:
            for row in range(self.n):
                if row != queen_row:
                    distance = row - queen_row
                    domains[row] -= {column, column + distance, column - distance}
        return tuple(tuple(sorted(domain)) for domain in domains)

    def split(self, depth: int) -> Iterator[Board]:
        """Yield boards with the first `depth` rows placed: disjoint, and together complete.

        Rows in which no queen can stand end their branch, so every solution of this
        board is a solution of exactly one of the boards yielded.
        """
        rows_placed = {row for row, _ in self.placed}

        def extend(board: Board, row: int) -> Iterator[Board]:
            if row == min(depth, self.n):
                yield board
                return
            for column in board.columns(row):
                if row in rows_placed:
                    yield from extend(board, row + 1)
                else:
                    placed = (*board.placed, (row, column))
                    yield from extend(Board(board.n, placed, board.blocked), row + 1)

        yield from extend(self, 0)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return svg_board(self.n, f"Board, {self}", placed=self.placed, blocked=self.blocked)

    def __str__(self) -> str:
        """Return the short name that messages and tables use: `n = 8, placed 0:3`.

        A board with many squares gets their number and a mark of its own instead.
        """
        parts = [f"n = {self.n}"]
        for word, squares in (("placed", self.placed), ("blocked", self.blocked)):
            if 0 < len(squares) <= MOST_SQUARES_NAMED:
                parts.append(f"{word} " + ",".join(f"{row}:{column}" for row, column in squares))
            elif squares:
                mark = hashlib.sha256(repr(squares).encode()).hexdigest()[:6]
                parts.append(f"{len(squares)} {word} #{mark}")
        return ", ".join(parts)


def _whole(value: object, name: str) -> int:
    # True and 8.0 are slips, not sizes; NumPy's integers are as good as Python's
    if isinstance(value, bool):
        raise ValueError(f"{name} must be a whole number, got {value!r}")
    try:
        return operator.index(value)  # type: ignore[arg-type]  # the check itself
    except TypeError:
        raise ValueError(f"{name} must be a whole number, got {value!r}") from None


def _squares(squares: Iterable[Square], name: str, n: int) -> tuple[Square, ...]:
    result = set()
    for square in squares:
        try:
            row, column = square
        except (TypeError, ValueError):
            raise ValueError(f"{name} takes (row, column) pairs, got {square!r}") from None
        row, column = _whole(row, f"a row in {name}"), _whole(column, f"a column in {name}")
        if not (0 <= row < n and 0 <= column < n):
            raise ValueError(
                f"{name} square ({row}, {column}) is off the board: "
                f"rows and columns go from 0 to {n - 1}"
            )
        result.add((row, column))
    return tuple(sorted(result))
