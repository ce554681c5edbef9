"""A small exact search, for the makers of boards: which solutions there are, up to a few.

No approach is imported where boards are made, so that no board owes anything to what is compared
on it. This is forward checking over any rule, the row with the fewest open columns first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

from queens import Board, Queens

Domains = dict[int, int]
"""For each row without a queen the columns open to it, a bit a column."""


class OutOfNodes(Exception):
    """The search was stopped before it had an answer."""


def domains_of(board: Board) -> Domains:
    """Return the domains at the start: no queen is set, placed queens are single columns."""
    return {row: sum(1 << column for column in board.columns(row)) for row in range(board.n)}


def place(board: Board, domains: Domains, row: int, column: int) -> Domains:
    """Return the domains of the other rows without what a queen on (row, column) attacks."""
    attacked = board.attacked_from(row, column)
    return {other: mask & ~attacked[other] for other, mask in domains.items() if other != row}


def solutions(
    board: Board, nodes: int, chance: Random | None = None, domains: Domains | None = None
) -> Iterator[Queens]:
    """Yield the solutions of `board`, those within `domains` if given; in random order by `chance`.

    Raises OutOfNodes after `nodes` nodes.
    """
    queens = [0] * board.n
    left = nodes

    def search(open_rows: Domains) -> Iterator[Queens]:
        nonlocal left
        left -= 1
        if left < 0:
            raise OutOfNodes
        if not open_rows:
            yield tuple(queens)
            return
        row = min(open_rows, key=lambda row: open_rows[row].bit_count())
        columns = [column for column in range(board.n) if open_rows[row] >> column & 1]
        if chance:
            chance.shuffle(columns)
        for column in columns:
            queens[row] = column
            rest = place(board, open_rows, row, column)
            if all(rest.values()):
                yield from search(rest)

    start = domains_of(board) if domains is None else domains
    if all(start.values()):
        yield from search(start)


def uniform_solution(board: Board, chance: Random) -> Queens | None:
    """Return a solution of `board`, each as likely as any other; None if there is none.

    Row by row, each column as often as solutions begin so. How many those are is counted over
    all rests of the board, each once: seconds for n = 12, and five times that for n = 13.
    """
    count = _counter(board)
    queens: list[int] = []
    domains = domains_of(board)
    for row in range(board.n):
        below = [
            (column, place(board, domains, row, column))
            for column in range(board.n)
            if domains[row] >> column & 1
        ]
        weights = [count(rest) for _, rest in below]
        if not any(weights):
            return None
        ((column, domains),) = chance.choices(below, weights)
        queens.append(column)
    return tuple(queens)


@lru_cache(maxsize=1)
def _counter(board: Board) -> Callable[[Domains], int]:
    """Return a function that counts the solutions within domains of the last rows."""
    known: dict[tuple[int, ...], int] = {(): 1}

    def count(domains: Domains) -> int:
        masks = tuple(domains.values())
        if not all(masks):
            return 0
        if masks not in known:
            row = board.n - len(masks)
            columns = (column for column in range(board.n) if masks[0] >> column & 1)
            known[masks] = sum(count(place(board, domains, row, column)) for column in columns)
        return known[masks]

    return count
