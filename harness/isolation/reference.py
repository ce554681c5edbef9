"""A fixed small search, timed right after each run: what the machine was doing just then.

The same work in every record, so that the ratio of two of its times tells how much slower the
machine itself was: its frequency, or a neighbour on the same core. It shares no code with any
approach, and follows the run, so that it warms nothing for it.
"""

from __future__ import annotations

import statistics
import time

SLICES = 5
SEARCHES = 4
N = 6


def reference_seconds() -> float:
    """Return the processor seconds of a slice of the search, the median of five."""
    slices = []
    for _ in range(SLICES):
        begun = time.thread_time()
        for _ in range(SEARCHES):
            _search([], 0, 0, 0)
        slices.append(time.thread_time() - begun)
    return statistics.median(slices)


def _search(queens: list[int], columns: int, ups: int, downs: int) -> None:
    if len(queens) == N:
        return
    free = ~(columns | ups | downs) & ((1 << N) - 1)
    while free:
        bit = free & -free
        free ^= bit
        queens.append(bit.bit_length() - 1)
        _search(queens, columns | bit, (ups | bit) << 1, (downs | bit) >> 1)
        queens.pop()
