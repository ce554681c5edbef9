"""Arc consistency on the separate disequalities: a row left with one column prunes as a queen.

Two rows i and j share three constraints: their queens differ in the column, in row + column
and in column - row (other lines, or steps, under another rule). A value has no support under
a disequality only if the other row has a single column left, and that one forbids it. So
AC-3 has nothing to look at but rows that have become fixed: each is taken from the queue once,
and prunes what its queen attacks in all rows not yet decided, above it as well as below.

Stronger than forward checking, which stops after the queen just placed. Weaker than
`pair_consistency`, which takes the three disequalities of a pair as one constraint. Right
because a square attacked from the only square its row has left is in no solution. Needs
n + 1 frames of recursion (and a few).

Source: Mackworth (1977), Consistency in networks of relations, Artificial Intelligence 8.
"""

from __future__ import annotations

from handwritten.propagation import Domains, search
from queens import Board, Counters, OnSolution, Trace


def propagate(domains: Domains, rows: list[int]) -> None:
    """Prune what the queens of `rows`, and of rows that fixes in turn, attack."""
    queue = list(rows)
    while queue:
        queue += domains.prune_attacked(queue.pop())


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    return search(board, propagate, on_solution, trace)
