"""Every choice of n of the n * n squares, checked by the rules when it is complete.

The problem as it is stated and nothing more: n queens, n * n squares, no two in a line. That
a row holds one queen is not used, so the choices are as many as they can be: 53,130 for
n = 5, 1,947,792 for n = 6 and 4,426,165,368 for n = 8, of which 92 are right.
`generate_and_test` shows what it is worth to say a row and a column for each queen.

Complete because every choice is looked at; right because each is checked in full. Refuses n
above 5. Not observed: a choice may put two queens in a row, which no trace can say.

Source: Russell and Norvig (2010), Artificial Intelligence, 3rd edition, section 3.2.1 (the
complete-state and the incremental formulation, and the sizes of their spaces).
"""

from __future__ import annotations

from itertools import combinations
from math import comb

from queens import Board, Counters, OnSolution, Square, Trace, Unsupported

LARGEST_N = 5


def is_right(squares: tuple[Square, ...], attacking: set[tuple[Square, Square]]) -> bool:
    """Return whether no two of `squares` are a pair on which queens attack each other."""
    return attacking.isdisjoint(combinations(squares, 2))


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise Unsupported for n above 5."""
    n = board.n
    if n > LARGEST_N:
        raise Unsupported(
            f"n must be at most {LARGEST_N}, got {n}: "
            f"{comb(n * n, n):,} choices of {n} squares out of {n * n}"
        )
    every_square = [(row, column) for row in range(n) for column in range(n)]
    attacking = {pair for pair in combinations(every_square, 2) if board.attacks(*pair)}
    placed, blocked = set(board.placed), set(board.blocked)
    for squares in combinations(every_square, n):
        if (
            is_right(squares, attacking)
            and placed.issubset(squares)
            and blocked.isdisjoint(squares)
        ):
            # n queens that do not attack each other fill n rows, and stand in their order
            on_solution(tuple(column for _, column in squares))
    return {}
