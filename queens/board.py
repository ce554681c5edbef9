"""The board: its size, the queens that stand already, the squares that are blocked, the rule.

A board is data and never changes. It knows which columns each row may use at the
start of a search; it knows nothing of how to search.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from queens.forms.svg import svg_board
from queens.rule import QUEENS, Line, Numbers, Rule, step_name
from queens.words import mark

Queens = tuple[int, ...]
"""An answer: `queens[j]` is the column of the queen in row j, both 0-based."""

Square = tuple[int, int]
"""(row, column), both 0-based."""

MOST_SQUARES_NAMED = 6
REMEMBERED_UP_TO_N = 64
"""What queens attack is kept on boards up to this size; n * n * n masks are too many beyond."""


@dataclass(frozen=True)
class Board:
    """n x n squares, queens that stand already (`placed`), squares no queen may take (`blocked`).

    Both are given as (row, column) pairs and kept sorted. `rule` says which squares may not
    both hold a queen. Queens placed so that they attack each other make a board with no
    solution, not an error. Raises ValueError, naming the value, for an n that is no whole
    number of at least 0, a square off the board, two queens placed in one row, or a rule for
    another size.
    """

    n: int
    placed: tuple[Square, ...] = ()
    blocked: tuple[Square, ...] = ()
    rule: Rule = QUEENS

    def __init__(
        self,
        n: int,
        placed: Iterable[Square] = (),
        blocked: Iterable[Square] = (),
        rule: Rule = QUEENS,
    ) -> None:
        size = _whole(n, "n")
        if size < 0:
            raise ValueError(f"n must be at least 0, got {size}")
        object.__setattr__(self, "n", size)
        object.__setattr__(self, "placed", _squares(placed, "placed", size))
        object.__setattr__(self, "blocked", _squares(blocked, "blocked", size))
        object.__setattr__(self, "rule", rule)
        if rule.size not in (None, size):
            raise ValueError(f"the rule {rule} is for n = {rule.size}, got n = {size}")
        for (row, _), (next_row, _) in pairwise(self.placed):
            if row == next_row:
                raise ValueError(f"placed names row {row} twice; a row holds one queen")

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The numberings of the squares: on each, the numbers of the queens are all different."""
        return tuple(Line(**vars(one), n=self.n) for one in self.rule.numberings)

    @cached_property
    def regions(self) -> Numbers | None:
        """The grid to be drawn as regions, where the rule has one: the line `region`, or a first.

        None where no line of the rule is a grid.
        """
        grids = {line.name: line.grid for line in self.lines if line.grid is not None}
        return grids.get("region", next(iter(grids.values()), None))

    def columns(self, row: int) -> Sequence[int]:
        """Return the columns open to the queen of `row` at the start, in ascending order.

        A square is open if it is not blocked and no placed queen of another row attacks
        it; a row with a placed queen has that queen's column or, if that is blocked, none.
        """
        if not self.placed and not self.blocked:
            return range(self.n)
        return self._first_domains[row]

    @property
    def is_plain(self) -> bool:
        """Whether the rule is queens, no queen is placed and no square blocked."""
        return not self.placed and not self.blocked and self._has_queens

    @cached_property
    def _has_queens(self) -> bool:
        return self.rule == QUEENS

    @cached_property
    def full_lines(self) -> tuple[Line, ...]:
        """The lines of which each number must have a queen."""
        return tuple(line for line in self.lines if line.is_full)

    @cached_property
    def has_columns(self) -> bool:
        """Whether the columns are a line of the rule: a solution is then a permutation."""
        return any(line.is_linear and line.slope == 0 for line in self.lines)

    @cached_property
    def _first_domains(self) -> tuple[tuple[int, ...], ...]:
        every = range(self.n)
        domains = [(1 << self.n) - 1] * self.n
        for row, column in self.blocked:
            domains[row] &= ~(1 << column)
        for queen_row, column in self.placed:
            attacked = self.attacked_from(queen_row, column)
            domains = [domain & ~mask for domain, mask in zip(domains, attacked, strict=True)]
            domains[queen_row] &= 1 << column
        return tuple(tuple(column for column in every if mask >> column & 1) for mask in domains)

    def attacked_from(self, row: int, column: int) -> Sequence[int]:
        """Return for each row which columns a queen on the square attacks, a bit a column.

        Nothing of its own row is in it: that a row holds one queen is no line of the rule.
        """
        masks = self._attacked.get((row, column))
        if masks is None:
            masks = self._attacked_from(row, column)
            if self.n <= REMEMBERED_UP_TO_N:
                self._attacked[row, column] = masks
        return masks

    @cached_property
    def _attacked(self) -> dict[Square, list[int]]:
        return _remembered(self.rule, self.n)

    def _attacked_from(self, row: int, column: int) -> list[int]:
        queen, every = 1 << column, (1 << self.n) - 1
        if self._has_queens:  # the same as below in one pass: boards of n = 1000 need it
            distances = (*range(row, 0, -1), *range(self.n - row))
            masks = [(queen | queen << d | queen >> d) & every for d in distances]
            masks[row] = 0
            return masks
        masks = [0] * self.n
        for line in self.lines:
            if line.is_linear:
                # a diagonal moves by `slope` columns a row: a shift of the queen's bit
                for other in range(self.n):
                    shift = line.slope * (row - other)
                    masks[other] |= queen << shift if shift >= 0 else queen >> -shift
            else:
                number = line.number(row, column)
                for other, squares in enumerate(line.masks):
                    masks[other] |= squares.get(number, 0)
        for rows, columns in self.rule.steps:
            for other in (row - rows, row + rows):
                if 0 <= other < self.n:
                    masks[other] |= queen << columns | queen >> columns
        masks[row] = 0
        return [mask & every for mask in masks]

    def shared(self, first: Square, second: Square) -> str | None:
        """Return the name of the line or step by which two squares of different rows attack.

        The first line of the rule that they share, a step if they share none; None if queens
        on both do not attack each other.
        """
        for line in self.lines:
            if line.number(*first) == line.number(*second):
                return line.name
        distances = (abs(first[0] - second[0]), abs(first[1] - second[1]))
        return step_name(*distances) if distances in self.rule.steps else None

    def attacks(self, first: Square, second: Square) -> bool:
        """Return whether queens on two different squares attack each other."""
        return first[0] == second[0] or self.shared(first, second) is not None

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
                    yield from extend(Board(board.n, placed, board.blocked, board.rule), row + 1)

        yield from extend(self, 0)

    def __hash__(self) -> int:
        """Return the hash, computed once: boards with thousands of squares are keys too."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.n, self.placed, self.blocked, self.rule))

    def __reduce__(self) -> tuple[type[Board], tuple[object, ...]]:
        # nothing computed goes along: the hash of a text is another in every process
        return Board, (self.n, self.placed, self.blocked, self.rule)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        title = f"Board, {self}"
        return svg_board(self.n, title, (), self.placed, self.blocked, self.regions)

    def __str__(self) -> str:
        """Return the short name that messages and tables use: `n = 8, placed 0:3`.

        A board with many squares gets their number and a mark of its own instead.
        """
        return self._name

    @cached_property
    def _name(self) -> str:
        parts = [f"n = {self.n}"] + ([] if self.rule == QUEENS else [str(self.rule)])
        for word, squares in (("placed", self.placed), ("blocked", self.blocked)):
            if 0 < len(squares) <= MOST_SQUARES_NAMED:
                parts.append(f"{word} " + ",".join(f"{row}:{column}" for row, column in squares))
            elif squares:
                parts.append(f"{len(squares)} {word} {mark(repr(squares))}")
        return ", ".join(parts)


@lru_cache(maxsize=4)
def _remembered(rule: Rule, n: int) -> dict[Square, list[int]]:
    """Return what queens attack, by square, as far as it was asked for: for boards alike."""
    return {}


def _whole(value: object, name: str) -> int:
    # True and 8.0 are slips, not sizes; NumPy's integers are taken like Python's
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
