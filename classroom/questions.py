"""Questions that come again: a board is drawn on which a square is pruned for one kind of reason.

The learner names a square; the propagator says whether it is one. A seed, a question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from classroom.root import Root, root_of
from harness.slips.searches import Call, right
from queens import QUEENS, Attack, Board, Cause, HallSet, NoSupport, Square

Data = dict[str, Any]


@dataclass(frozen=True)
class Topic:
    """What is asked: who prunes, for which causes, and the question in words."""

    name: str
    propagator: str
    is_meant: Callable[[Cause], bool]
    text: str


TOPICS = {
    topic.name: topic
    for topic in (
        Topic(
            "line",
            "arc_consistency",
            lambda cause: isinstance(cause, Attack),
            "A row has a single square left. Choose a square that a queen there attacks.",
        ),
        Topic(
            "Hall set",
            "alldifferent",
            lambda cause: isinstance(cause, HallSet) and len(cause.rows) > 1,
            "Some rows use up as many columns or diagonals as they are. Choose a square of another "
            "row that they leave to nobody.",
        ),
        Topic(
            "support",
            "group_support",
            lambda cause: isinstance(cause, NoSupport),
            "Choose a square that attacks every square still open in some other row or column.",
        ),
    )
}


def question(name: str, seed: int) -> Data:
    """Return a board, as the page holds it, and what is asked of it."""
    topic, chance = TOPICS[name], Random(f"{name} {seed}")
    while True:
        board = _drawn(chance)
        causes = [*_root(topic, board).causes.values()]
        if causes and topic.is_meant(causes[0]):
            squares = {"placed": board.placed, "blocked": board.blocked}
            data = {"n": board.n, **squares, "rule": QUEENS.name, "regions": None}
            return {"board": data, "text": topic.text}


def reply(name: str, board: Board, square: Square) -> Data:
    """Return whether the square is one that was asked for, in words."""
    topic = TOPICS[name]
    root = _root(topic, board)
    cause = root.causes.get(square)
    if cause and topic.is_meant(cause):
        return {"is_right": True, "text": f"Right. {root.words(square)}", "square": square}
    meant = next(one for one, cause in root.causes.items() if topic.is_meant(cause))
    text = f"{square} is not: {_otherwise(topic, board, square, root)} {root.words(meant)}"
    return {"is_right": False, "text": text, "square": meant}


def _otherwise(topic: Topic, board: Board, square: Square, root: Root) -> str:
    if any(queens[square[0]] == square[1] for queens in right(Call(board))):
        return "a solution has a queen there."
    if square in root.causes:
        return f"it is pruned for another reason. {root.words(square)}"
    return f"{topic.propagator} does not prune it."


def _drawn(chance: Random) -> Board:
    """Return a board of size 5 or 6 with a solution, a queen placed and squares blocked."""
    n = chance.choice((5, 6))
    queens = chance.choice(right(Call(Board(n))))
    placed = chance.sample([*enumerate(queens)], chance.choice((0, 1)))
    every = [(row, column) for row in range(n) for column in range(n) if queens[row] != column]
    return Board(n, placed, chance.sample(every, chance.randint(1, 2 * n)))


def _root(topic: Topic, board: Board) -> Root:
    return root_of(board, topic.propagator)
