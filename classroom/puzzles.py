"""Region puzzles, drawn in the browser: the first of a seed, or the first that needs no guess."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from classroom.nodes import Nodes
from harness.boards.puzzles import puzzles
from queens import QUEENS, Board
from queens.loading import load
from queens.names import resolve_approach

PROPAGATION = "group_support"
SIZES = range(5, 9)

Data = dict[str, Any]


def puzzle(n: int, seed: int, no_guess: bool, say: Callable[[Data], None]) -> Data:
    """Return a puzzle with one solution, as the page holds a board; each attempt is said.

    Raises ValueError for a size that is not for the page.
    """
    if n not in SIZES:
        raise ValueError(f"a puzzle has n from {SIZES[0]} to {SIZES[-1]} here, got {n}")
    for number, board in enumerate(puzzles(n, seed), start=1):
        say({"drawn": number})
        if not no_guess or needs_no_guess(board):
            break
    rule = {"rule": QUEENS.name, "regions": board.regions}
    return {"n": n, "placed": [], "blocked": [], **rule}


def needs_no_guess(board: Board) -> bool:
    """Return whether propagation alone fixes every row: a node a row and the start, no more."""
    nodes = Nodes()
    load(resolve_approach(PROPAGATION)).solve_all(board, lambda queens: None, nodes)
    return nodes.count == board.n + 1
