"""The base line of the propagation family: only the next row is pruned.

When a queen is placed, the squares that the queens placed so far attack leave the row that is
decided next, and no other row. What is tried there is exactly what plain backtracking would
find free, so the tree is that of `linear_scan` and `boolean_flags`, node for node (but a row
without any open square is seen before the search starts). Beside it, in the same search,
stands what `forward_checking` gains by pruning all later rows.

Right because a square attacked by a queen that stands is in no solution below; complete
because nothing else is pruned. Needs n + 1 frames of recursion (and a few).

Source: Golomb and Baumert (1965), Backtrack programming, Journal of the ACM 12.
"""

from __future__ import annotations

from handwritten.propagation import Domains, search
from queens import Board, Counters, OnSolution, Trace


def propagate(domains: Domains, rows: list[int]) -> None:
    """Prune what the queens of all decided rows attack in the row that is decided next."""
    following = domains.decided
    if following < domains.n:
        for row in range(following):
            domains.prune_attacked(row, range(following, following + 1))


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    return search(board, propagate, on_solution, trace)
