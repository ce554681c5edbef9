"""A random solution of a large board, by repair: for the makers of boards.

Some solutions are likelier than others. No approach is imported where boards are made.
"""

from __future__ import annotations

import random

from queens import Queens


def random_solution(n: int, draws: random.Random) -> Queens:
    """Return a solution of the plain board, found by swapping queens of a random permutation.

    A swap is kept if it leaves fewer pairs on a common diagonal; when no swap does, a new
    permutation is drawn. Sosič and Gu (1990), A polynomial time algorithm for the n-queens
    problem, SIGART Bulletin 1(3). Raises ValueError for n = 2 and 3.
    """
    if n in (2, 3):
        raise ValueError(f"n = {n} has no solution to keep queens of, take n = 1 or n >= 4")
    while True:
        repair = _Repair(draws.sample(range(n), n))
        while repair.pairs and repair.sweep():
            pass
        if not repair.pairs:
            return tuple(repair.queens)


class _Repair:
    """A permutation, the number of queens on each diagonal, and the pairs that share one."""

    def __init__(self, queens: list[int]) -> None:
        self.queens = queens
        self.up = [0] * (2 * len(queens))
        self.down = [0] * (2 * len(queens))  # column - row may be negative: counts from the end
        self.pairs = 0
        for row in range(len(queens)):
            self._put(row)

    def _put(self, row: int) -> None:
        up, down = self.queens[row] + row, self.queens[row] - row
        self.pairs += self.up[up] + self.down[down]
        self.up[up] += 1
        self.down[down] += 1

    def _take(self, row: int) -> None:
        up, down = self.queens[row] + row, self.queens[row] - row
        self.up[up] -= 1
        self.down[down] -= 1
        self.pairs -= self.up[up] + self.down[down]

    def _swap(self, row: int, other: int) -> None:
        self._take(row)
        self._take(other)
        self.queens[row], self.queens[other] = self.queens[other], self.queens[row]
        self._put(row)
        self._put(other)

    def _attacked(self, row: int) -> bool:
        return self.up[self.queens[row] + row] > 1 or self.down[self.queens[row] - row] > 1

    def sweep(self) -> bool:
        """Swap each attacked queen with the first that leaves fewer pairs; return if any did."""
        before = self.pairs
        for row in range(len(self.queens)):
            for other in range(len(self.queens)):
                if not self._attacked(row):
                    break
                pairs = self.pairs
                if other != row:
                    self._swap(row, other)
                    if self.pairs >= pairs:
                        self._swap(row, other)
        return self.pairs < before
