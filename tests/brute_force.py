"""The judge: solutions by trying every permutation, sharing no code with any approach."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

from queens import Board, Queens


@cache
def all_solutions(n: int) -> frozenset[Queens]:
    """Return the solutions of the plain board of size n, n <= 8."""
    return frozenset(
        queens
        for queens in permutations(range(n))
        if all(
            abs(queens[row] - queens[other]) != other - row
            for row, other in combinations(range(n), 2)
        )
    )


def solutions(board: Board) -> set[Queens]:
    """Return the solutions of `board`, n <= 8."""
    return {
        queens
        for queens in all_solutions(board.n)
        if all(queens[row] == column for row, column in board.placed)
        and all(queens[row] != column for row, column in board.blocked)
    }
