"""Counting in parts: what the approaches that divide their own count have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from queens.contract import Part

Share = TypeVar("Share")


def counted_in_parts(
    count: Callable[[Share], int], shares: Sequence[Share], workers: int
) -> Iterator[Part]:
    """Yield the count of each share, in their order, as `workers` threads finish them.

    One worker is this thread. More are of use where `count` does not hold the interpreter's
    lock. Closing the iterator drops the shares that were not begun.
    """
    pool = ThreadPoolExecutor(workers)
    try:
        counts = pool.map(count, shares) if workers > 1 else map(count, shares)
        for done, solutions in enumerate(counts, start=1):
            yield Part(done, len(shares), solutions)
    finally:
        pool.shutdown(cancel_futures=True)
