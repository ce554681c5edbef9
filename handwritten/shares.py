"""Counting in parts: what the approaches that divide their own count have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from queens import Part

Share = TypeVar("Share")


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
