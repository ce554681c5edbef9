"""Searches that go another way: what is not taken back, where they stop, what they leave out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from harness.slips.searches import Call, DoesNotApply, marks, placements, right
from harness.slips.slip import Program
from harness.slips.tested_programs import straight
from queens import QUEENS, Board, Queens

DROP = object()


def stale_queens(call: Call) -> Iterator[Queens]:
    """Yield what is found where queens stay on a drawn board and a row is read from its left."""
    if call.board.rule != QUEENS:
        raise DoesNotApply
    n = call.board.n
    standing: list[set[int]] = [set() for _ in range(n)]

    def is_free(row: int, column: int) -> bool:
        return not any(
            q == column or abs(q - column) == row - r for r in range(row) for q in standing[r]
        )

    def place(row: int) -> Iterator[Queens]:
        if row == n:
            yield tuple(min(columns) for columns in standing)
            return
        for column in call.columns(row):
            if is_free(row, column):
                standing[row].add(column)
                yield from place(row + 1)

    yield from place(0)


def growing(
    call: Call, by_length: bool, marked: bool, popped_outside: bool, above: bool = False
) -> Iterator[Any]:
    """Yield what is found where the list of queens grows and is never, or too late, shortened.

    `by_length`: the row to fill is the length of the list. `marked`: sets of marks, taken back
    as they should be, are tested and not the list. `above`: its first `row` entries only are.
    """
    if call.board.rule != QUEENS:
        raise DoesNotApply
    n = call.board.n
    queens: list[int] = []
    taken: Counter[tuple[str, int]] = Counter()

    def numbers(row: int, column: int) -> tuple[tuple[str, int], ...]:
        return ("column", column), ("up", row + column), ("down", column - row)

    def is_free(row: int, column: int) -> bool:
        if above:
            return not any(straight(r, q, row, column) for r, q in enumerate(queens[:row]))
        return not any(taken[one] for one in numbers(row, column))

    def place(row: int) -> Iterator[Any]:
        if (len(queens) if by_length else row) == n:
            yield tuple(queens)
            return
        if row >= n:
            return
        for column in call.columns(row):
            if is_free(row, column):
                taken.update(numbers(row if marked else len(queens), column))
                queens.append(column)
                yield from place(len(queens) if by_length else row + 1)
                if marked:
                    taken.subtract(numbers(row, column))
        if popped_outside and queens:
            column = queens.pop()
            if not marked:
                taken.subtract(numbers(len(queens), column))

    yield from place(0)


def first_branch(call: Call) -> Iterator[Queens]:
    """Yield what is found if a row is left after the first free column, whatever came below."""
    board = call.board
    queens: list[int] = []
    for row in range(board.n):
        free = [
            column
            for column in call.columns(row)
            if not any(board.attacks((r, q), (row, column)) for r, q in enumerate(queens))
        ]
        if not free:
            return
        queens.append(free[0])
    yield tuple(queens)


def pointers(call: Call) -> Iterator[Queens]:
    """Yield what an iterative search finds that goes on where a row was left, not at its start."""
    board = call.board
    n = board.n
    if n == 0:
        yield ()
        return
    order = [list(call.columns(row)) for row in range(n)]
    at = [-1] * n
    row = 0
    while row >= 0:
        at[row] += 1
        if at[row] >= len(order[row]):
            row -= 1
            continue
        square = (row, order[row][at[row]])
        if any(board.attacks((r, order[r][at[r]]), square) for r in range(row)):
            continue
        if row == n - 1:
            yield tuple(order[r][at[r]] for r in range(n))
        else:
            row += 1


def early(call: Call, filler: Any) -> Iterator[Any]:
    """Yield the placements of all rows but the last, and `filler` in the last; DROP leaves it."""
    if call.board.n == 0:
        return
    for queens in placements(call.board, call.descending, call.board.n - 1):
        yield (*queens, *(() if filler is DROP else (filler,)))


def kept(*names: str) -> Program:
    """Return the search that never takes these marks back."""
    return lambda call: marks(call, names)


def narrowed(first: int, last: int, row: int | None = None) -> Program:
    """Return the search that leaves out `first` columns and `last` ones, in one row or in all."""

    def program(call: Call) -> Iterator[Queens]:
        board = call.board
        n = board.n
        out = {*range(first), *range(n - last, n)} & {*range(n)}
        rows = range(n) if row is None else range(n)[row:][:1]
        squares = [*board.blocked, *((one, column) for one in rows for column in out)]
        return iter(right(call.on(Board(n, board.placed, squares, board.rule))))

    return program


def only_first(call: Call) -> Iterator[Queens]:
    """Yield the first solution."""
    return iter(right(call)[:1])


def first_of_each(rows: int, call: Call) -> Iterator[Queens]:
    """Yield the first solution below each placement of the first `rows` rows."""
    for _, group in groupby(right(call), key=lambda queens: queens[:rows]):
        yield next(group)


def lost(first: int, last: int, call: Call) -> Iterator[Queens]:
    """Yield the solutions without the first or the last ones."""
    found = right(call)
    return iter(found[first : len(found) - last])


def from_size(least: int, call: Call) -> Iterator[Queens]:
    """Yield the solutions of boards of at least this size, none of smaller ones."""
    return iter(right(call) if call.board.n >= least else ())


def beyond_the_end(crashes: bool, call: Call) -> Iterator[Any]:
    """Hand over nothing, or raise at the first full board, as a base case too late does."""
    if right(call) and crashes:
        raise IndexError
    yield from ()


def index_error(which: str, needed: int, call: Call) -> Iterator[Any]:
    """Yield what is found until a list of marks with 2 * n - `needed` entries is too short.

    With `needed` 0 the list has n entries. `which` is the line whose list it is; "last" says
    that the marks of the lines before it are looked at first.
    """
    board = call.board
    if board.rule != QUEENS:
        raise DoesNotApply
    n = board.n
    length = n if needed == 0 else 2 * n - needed
    queens: list[int] = []

    def is_free(row: int, column: int) -> bool:
        index = row + column if which.startswith("up") else column - row + n - 1
        if which.endswith("last"):
            if column in queens:
                return False
            is_up = any(r + q == row + column for r, q in enumerate(queens))
            if which.startswith("down") and is_up:
                return False
        if index >= length:
            raise IndexError
        return not any(straight(r, q, row, column) for r, q in enumerate(queens))

    def place(row: int) -> Iterator[Queens]:
        if row == n:
            yield tuple(queens)
            return
        for column in call.columns(row):
            if is_free(row, column):
                queens.append(column)
                yield from place(row + 1)
                queens.pop()

    yield from place(0)


LISTS = ("up first", "up last", "down first", "down last")
