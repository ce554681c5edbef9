"""The stop on repair: what each move would leave, a number on each square, until none helps.

The moves are those of the approach that climbs, on a board of 6 from starts that are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from explain.record import Stop
from queens import Board
from queens.loading import load
from queens.names import resolve_approach

APPROACH = "hill_climbing"
BOARD = Board(6)
SEEDS = range(1_000)

REPAIR = (
    "Repair builds no tree: a queen stands in each row, however many attack each other, and one "
    "queen moves at a time. The number on a square says how many pairs would attack each other "
    "with the queen of its row there: a landscape, and {approach} goes down where it is steepest. "
    "The first climb begins with {pairs} pairs and ends with {left}, on a local minimum. The next, "
    "from a new start, needs {moves} moves to a solution. Before each: which move is best?"
)

Frame = dict[str, Any]


@cache
def landscape() -> Stop:
    """Return the stop: a climb that ends on a local minimum, and one that ends on a solution."""
    for seed in SEEDS:
        chance = Random(seed)
        stuck, solved = _climb(chance), _climb(chance)
        if len(stuck) > 2 < len(solved) and solved[-1]["pairs"] == 0 < stuck[-1]["pairs"]:
            break
    facts = {
        "approach": APPROACH,
        "pairs": stuck[0]["pairs"],
        "left": stuck[-1]["pairs"],
        "moves": len(solved) - 1,
    }
    title, text = "Repair: a landscape of conflicts", REPAIR.format(**facts)
    frames = [*stuck, *solved]
    return Stop(title, text, "boolean_flags", "alldifferent", 0, 0, facts, landscape=frames)


def _climb(chance: Random) -> list[Frame]:
    """Return what the board looks like before each move of a climb, and at its end."""
    module = load(resolve_approach(APPROACH))
    queens = [chance.randrange(BOARD.n) for _ in range(BOARD.n)]
    lines, frames, before = module.Lines(queens), [], "A new start. "
    while True:
        move = module.best_move(queens, lines, chance)
        frames.append(_frame(queens, before, move is None))
        if move is None:
            return frames
        row, column = move
        lines.count(row, queens[row], -1)
        queens[row] = column
        lines.count(row, column, 1)
        before = f"The queen of row {row} moves to column {column}. "


def _frame(queens: Sequence[int], before: str, is_end: bool) -> Frame:
    pairs = pairs_attacking(queens)
    if not pairs:
        after = "No queen attacks another: a solution."
    elif is_end:
        after = "No move of one queen leaves fewer: a local minimum. Start anew."
    else:
        after = "Which move leaves the fewest?"
    said = f"{before}{pairs} {'pair attacks' if pairs == 1 else 'pairs attack'} each other. {after}"
    costs = [
        [pairs_attacking([*queens[:row], column, *queens[row + 1 :]]) for column in range(BOARD.n)]
        for row in range(BOARD.n)
    ]
    return {"queens": [*queens], "costs": costs, "pairs": pairs, "text": said}


def pairs_attacking(queens: Sequence[int]) -> int:
    """Return how many pairs of queens attack each other."""
    return sum(BOARD.attacks(one, other) for one, other in combinations(enumerate(queens), 2))
