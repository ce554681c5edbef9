"""Searches with another test of two queens: other queens compared, other lines, other numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from harness.slips.searches import Call, Conflict, DoesNotApply, right, scan, without
from harness.slips.slip import Program
from queens import QUEENS, Board, Queens

Key = Callable[[int, int, int], int]

"""The number of a square on a line: row, column, n."""


def column(row: int, column: int, n: int) -> int:
    """Return the column."""
    return column


def up(row: int, column: int, n: int) -> int:
    """Return the number of the up diagonal."""
    return row + column


def down(row: int, column: int, n: int) -> int:
    """Return the number of the down diagonal."""
    return column - row


def by_keys(*keys: Key) -> Program:
    """Return the search that compares these numbers."""

    def program(call: Call) -> Iterator[Queens]:
        n = call.board.n
        return scan(
            call, lambda r, q, row, column: any(k(r, q, n) == k(row, column, n) for k in keys)
        )

    return program


def by(conflict: Conflict) -> Program:
    """Return the search with this test of two queens."""
    return lambda call: scan(call, conflict)


def untested(*names: str) -> Program:
    """Return the search that does not test these lines."""
    return lambda call: without(call, names)


def but(name: str, *numbers: Callable[[int], tuple[int, ...]]) -> Program:
    """Return the search that leaves these numbers of one diagonal, or of "both", untested.

    Each of `numbers` is a function of n; "both" takes one for up, one for down.
    """

    def program(call: Call) -> Iterator[Queens]:
        n = call.board.n
        ups = numbers[0](n) if name in ("up", "both") else ()
        downs = numbers[-1](n) if name in ("down", "both") else ()

        def conflict(r: int, q: int, row: int, column: int) -> bool:
            return (
                q == column
                or (r + q == row + column and r + q not in ups)
                or (q - r == column - row and q - r not in downs)
            )

        return scan(call, conflict)

    return program


def mixed_signs() -> tuple[Program, ...]:
    """Return the searches that compare a diagonal's number with another formula's."""
    formulas: dict[str, Callable[[int, int], int]] = {
        "up": lambda r, c: r + c,
        "down": lambda r, c: c - r,
        "negative": lambda r, c: r - c,
    }
    wrong = [("up", "down"), ("up", "negative"), ("down", "up"), ("down", "negative")]

    def program(pairs: list[tuple[str, str]]) -> Program:
        def conflict(r: int, q: int, row: int, column: int) -> bool:
            return q == column or any(
                formulas[one](r, q) == formulas[other](row, column) for one, other in pairs
            )

        return by(conflict)

    rights = [("up", "up"), ("down", "down")]
    return (
        *(program([one, other]) for one in rights for other in wrong),
        *(program([one]) for one in wrong),
    )


def nothing_beyond(n: int, call: Call) -> Iterator[Queens]:
    """Yield the solutions of boards up to `n`, none of larger ones."""
    return iter(right(call) if call.board.n <= n else ())


def rule_ignored(call: Call) -> Iterator[Queens]:
    """Yield the solutions by the rule of queens, whatever the board's rule."""
    board = call.board
    if board.rule == QUEENS:
        raise DoesNotApply
    return iter(right(call.on(Board(board.n, board.placed, board.blocked))))


def straight(r: int, q: int, row: int, column: int) -> bool:
    """Return whether two queens attack each other."""
    return q == column or abs(q - column) == row - r


def distance(offset: int, which: str = "both") -> Program:
    """Return the search whose diagonals of `which` are `offset` rows off."""

    def conflict(r: int, q: int, row: int, column: int) -> bool:
        rows = row - r
        to_right = rows + (offset if which in ("both", "right") else 0)
        to_left = rows + (offset if which in ("both", "left") else 0)
        return q == column or column - q == to_right or q - column == to_left

    return by(conflict)


def wrong_numbers(*numbers: Key) -> tuple[Program, ...]:
    """Return searches with such a number in the place of one diagonal's, or of both."""
    return tuple(
        by_keys(column, *kept, number) for number in numbers for kept in ((up,), (down,), ())
    )


def modulo(key: Key) -> Key:
    """Return the key modulo n, as an index of a list of length n is from its end."""
    return lambda row, column, n: key(row, column, n) % n


def two_of(*keys: Any) -> Program:
    """Return the search that keeps the numbers of all these lines in one set."""

    def program(call: Call) -> Iterator[Queens]:
        n = call.board.n

        def conflict(r: int, q: int, row: int, column: int) -> bool:
            mine = {key(row, column, n) for key in keys}
            return q == column or any(key(r, q, n) in mine for key in keys)

        return scan(call, conflict)

    return program


def starts(n: int) -> tuple[int, ...]:
    """Return the numbers of the up diagonals that do not begin in the first row."""
    return tuple(range(n, 2 * n - 1))


def _ends(n: int, name: str) -> tuple[int, int, int, int]:
    """Return the numbers of the two shortest diagonals but the corner at each end."""
    return (1, 2, 2 * n - 3, 2 * n - 4) if name == "up" else (2 - n, 3 - n, n - 2, n - 3)
