"""Reference searches that can be changed a little, so that a slip is a change that runs.

Each is a generator of what a search with that change hands over, in its order. `scan` compares a
square with the queens that stand, `marks` keeps a set of numbers for each line, `grid` marks the
attacked squares themselves; `right` has no slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from queens import QUEENS, Board, Queens

Conflict = Callable[[int, int, int, int], bool]
"""(row, column) of a queen that stands, row and column of the square tested."""


class DoesNotApply(Exception):
    """The slip says nothing of such a board."""


@dataclass(frozen=True)
class Call:
    """A call of a search: its board, and the boards of earlier calls in the same process."""

    board: Board
    earlier: tuple[Board, ...] = ()
    descending: bool = False

    def columns(self, row: int) -> Sequence[int]:
        """Return the columns to try in a row, in the order of trying."""
        columns = self.board.columns(row)
        return columns[::-1] if self.descending else columns

    def on(self, board: Board) -> Call:
        """Return the same call on another board."""
        return replace(self, board=board)


def right(call: Call) -> Sequence[Queens]:
    """Return the solutions in the order of plain backtracking."""
    return placements(call.board, call.descending, call.board.n)


@lru_cache(maxsize=512)
def placements(board: Board, descending: bool, rows: int) -> tuple[Queens, ...]:
    """Return the placements of the first `rows` rows in which no queen attacks another."""
    queens, found = [0] * rows, []
    call = Call(board, descending=descending)

    def place(row: int, taken: Sequence[int]) -> None:
        if row == rows:
            found.append(tuple(queens))
            return
        for column in call.columns(row):
            if not taken[row] >> column & 1:
                queens[row] = column
                attacked = board.attacked_from(row, column)
                place(row + 1, [one | other for one, other in zip(taken, attacked, strict=True)])

    place(0, [0] * board.n)
    return tuple(found)


def scan(call: Call, conflict: Conflict) -> Iterator[Queens]:
    """Yield what plain backtracking finds with another test of two queens."""
    if call.board.rule != QUEENS:
        raise DoesNotApply
    return _pairwise(call, conflict)


def _pairwise(call: Call, conflict: Conflict) -> Iterator[Queens]:
    """Yield what is found where no two queens may be in conflict.

    Each two squares are tested once, beforehand: what a square refuses in a later row is a mask.
    """
    n = call.board.n
    order = [call.columns(row) for row in range(n)]
    refused = [
        {
            q: [
                sum(1 << c for c in order[row] if conflict(r, q, row, c)) for row in range(r + 1, n)
            ]
            for q in order[r]
        }
        for r in range(n)
    ]
    queens = [0] * n

    def place(row: int, taken: Sequence[int]) -> Iterator[Queens]:
        if row == n:
            yield tuple(queens)
            return
        for column in order[row]:
            if not taken[0] >> column & 1:
                queens[row] = column
                below = zip(taken[1:], refused[row][column], strict=True)
                yield from place(row + 1, [one | other for one, other in below])

    yield from place(0, [0] * n)


def without(call: Call, names: Sequence[str]) -> Iterator[Queens]:
    """Yield what is found where the lines of these names are not tested ("steps": no step is)."""
    board = call.board
    present = {line.name for line in board.lines} | ({"steps"} if board.rule.steps else set())
    if not present & set(names):
        raise DoesNotApply
    lines = [line for line in board.lines if line.name not in names]
    steps = () if "steps" in names else board.rule.steps

    def conflict(r: int, q: int, row: int, column: int) -> bool:
        return any(line.number(r, q) == line.number(row, column) for line in lines) or (
            (row - r, abs(q - column)) in steps
        )

    return _pairwise(call, conflict)


def marks(call: Call, kept: Sequence[str] = (), outside: bool = False) -> Iterator[Queens]:
    """Yield what a search with a set of marks for each line finds.

    The marks of the lines in `kept` are never taken back; `outside` takes all back after the
    loop over the columns and not in it.
    """
    board = call.board
    if board.rule.steps or not {line.name for line in board.lines} >= set(kept):
        raise DoesNotApply
    lines = board.lines
    taken: list[set[int]] = [set() for _ in lines]
    queens = [0] * board.n

    def take_back(row: int, column: int) -> None:
        for line, numbers in zip(lines, taken, strict=True):
            if line.name not in kept:
                numbers.discard(line.number(row, column))

    def place(row: int) -> Iterator[Queens]:
        if row == board.n:
            yield tuple(queens)
            return
        column = None
        for column in call.columns(row):
            squares = [line.number(row, column) for line in lines]
            if any(s in numbers for s, numbers in zip(squares, taken, strict=True)):
                continue
            queens[row] = column
            for s, numbers in zip(squares, taken, strict=True):
                numbers.add(s)
            yield from place(row + 1)
            if not outside:
                take_back(row, column)
        if outside and column is not None:
            take_back(row, column)

    yield from place(0)


def grid(call: Call, above: bool, own_row: bool) -> Iterator[Queens]:
    """Yield what is found where attacked squares are marked True and unmarked, not counted.

    `above` marks rows above the queen too, `own_row` those of its own row.
    """
    board = call.board
    n = board.n
    attacked = [[False] * n for _ in range(n)]
    queens = [0] * n

    def mark(row: int, column: int, value: bool) -> None:
        masks = board.attacked_from(row, column)
        for other in range(0 if above else row, n):
            for square in range(n):
                if masks[other] >> square & 1 or (own_row and other == row):
                    attacked[other][square] = value

    def place(row: int) -> Iterator[Queens]:
        if row == n:
            yield tuple(queens)
            return
        for column in call.columns(row):
            if not attacked[row][column]:
                queens[row] = column
                mark(row, column, True)
                yield from place(row + 1)
                mark(row, column, False)

    yield from place(0)


def domains(call: Call, restored: str) -> Iterator[Queens]:
    """Yield what forward checking finds whose domains are `never` restored, or all to `full`."""
    board = call.board
    n = board.n
    first = [sum(1 << column for column in board.columns(row)) for row in range(n)]
    left = list(first)
    queens = [0] * n

    def place(row: int) -> Iterator[Queens]:
        if row == n:
            yield tuple(queens)
            return
        for column in call.columns(row):
            if left[row] >> column & 1:
                queens[row] = column
                masks = board.attacked_from(row, column)
                for later in range(row + 1, n):
                    left[later] &= ~masks[later]
                yield from place(row + 1)
                if restored == "full":
                    left[row + 1 :] = first[row + 1 :]

    yield from place(0)
