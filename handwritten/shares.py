"""Counting in parts: what the approaches that divide their own count have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock
from typing import TypeVar

from queens import Board, Part

Share = TypeVar("Share")
SharesOf = Callable[[Board], tuple[Callable[[Share], int], Sequence[Share]]]
"""Gives the function that counts a share of a board, and the shares, by number."""


def counted_in_parts(
    count: Callable[[Share], int],
    shares: Sequence[Share],
    workers: int,
    done: Collection[int] = (),
) -> Iterator[Part]:
    """Yield the count of each share, in their order, as `workers` threads finish them.

    A share's number is its place; those in `done` are left out.

    One worker is this thread. More are of use where `count` does not hold the interpreter's
    lock. Closing the iterator drops the shares that were not begun.
    """
    pool = ThreadPoolExecutor(workers)
    try:
        numbers = [number for number in range(len(shares)) if number not in done]
        left = [shares[number] for number in numbers]
        counts = pool.map(count, left) if workers > 1 else map(count, left)
        finished = len(shares) - len(left)
        for number, solutions in zip(numbers, counts, strict=True):
            finished += 1
            yield Part(finished, len(shares), solutions, number)
    finally:
        pool.shutdown(cancel_futures=True)


def counted_part(shares: SharesOf[Share], board: Board, number: int) -> Part:
    """Return one part; what the shares of the last board were made of is kept for the next part.

    Threads that ask for the same board wait for the one that makes it.
    """
    with _one_at_a_time:
        count, parts = _kept(shares, board)
    return Part(1, len(parts), count(parts[number]), number)


_one_at_a_time = Lock()


@lru_cache(maxsize=1)
def _kept(shares: SharesOf[Share], board: Board) -> tuple[Callable[[Share], int], Sequence[Share]]:
    return shares(board)
