"""Forward checking: each queen placed prunes the squares it attacks in the rows below it.

A row whose last open square is pruned ends the branch at once, rows before plain backtracking
would come to it. Nothing follows from a row that has a single column left: that is what arc
consistency adds.

Right because a square attacked by a queen that stands is in no solution below; complete
because nothing else is pruned and every column left is tried. Needs n + 1 frames of
recursion (and a few).

Source: Haralick and Elliott (1980), Increasing tree search efficiency for constraint
satisfaction problems, Artificial Intelligence 14.
"""

from __future__ import annotations

from handwritten.propagation import Domains, search
from queens import Board, Counters, OnSolution, Trace


def propagate(domains: Domains, rows: list[int]) -> None:
    """Prune what the queens of `rows` attack; rows that fixes in turn are left alone."""
    for row in rows:
        domains.prune_attacked(row)


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    return search(board, propagate, on_solution, trace)
