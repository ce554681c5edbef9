"""Whether a puzzle needs no guess: the strongest propagation solves it before any decision."""

from __future__ import annotations

from harness.isolation.runner import Limits, Runner
from queens import Board
from queens.names import resolve_approach

PROPAGATION = "group_support"
"""The strongest propagation of the hand-written searches."""


def is_solved_without_guessing(board: Board) -> bool:
    """Return whether propagation alone fixes every row: a node a row and the start, no more."""
    with Runner() as runner:
        approach = resolve_approach(PROPAGATION)
        fields = runner.run(approach, board, "all", Limits(), mode="observe")
    return bool(fields["status"] == "complete" and fields["nodes"] == board.n + 1)
