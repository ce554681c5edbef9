"""How many solutions a board has: as published, or else estimated at little cost."""

from __future__ import annotations

from harness.estimate.probing import size_of
from harness.estimate.trees import solutions_tree
from queens import Board, known_count

CHEAP_WIDTH = 20


def expected_solutions(board: Board) -> int | None:
    """Return the published count, or an estimate of some hundredths of a second, if there is one.

    For a display of what is left, which needs no interval.
    """
    known = known_count(board)
    if known is not None:
        return known
    return round(size_of(solutions_tree(board), width=CHEAP_WIDTH).solutions.value) or None
