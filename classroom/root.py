"""What a propagator says of a board before any decision: the squares it prunes, or a failure.

Hints, the mistakes of who plays the solver and the questions that come again are made of it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from explain import words
from queens import Attack, Board, Cause, Square
from queens.loading import load
from queens.names import resolve_approach


class _Decides(Exception):
    """The search comes to its first decision, or has failed before it."""


class Root:
    """Follows a search to its first decision."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.causes: dict[Square, Cause] = {}
        self.failure_text = ""

    @property
    def failed(self) -> bool:
        """Whether the board is seen to have no solution."""
        return bool(self.failure_text)

    @property
    def steps(self) -> list[str]:
        """All that happens, a sentence each."""
        pruned = [self.words(square) for square in self.causes]
        return [*pruned, self.failure_text] if self.failed else pruned

    def words(self, square: Square) -> str:
        """Return why a square is pruned, as a sentence."""
        cause = self.causes[square]
        text = f"{square} is pruned: {words.cause(self._board, cause)}"
        if isinstance(cause, Attack) and cause.queen not in self._board.placed:
            text += f", the only square left in row {cause.queen[0]}"
        return f"{text}."

    def pruned(self, row: int, column: int, cause: Cause) -> None:
        """Keep the cause."""
        self.causes[row, column] = cause

    def failure(self, row: int | None) -> None:
        """Keep where, and end the search."""
        where = "A row, column or region" if row is None else f"Row {row}"
        self.failure_text = f"{where} has no square left."
        raise _Decides

    def decision(self, row: int, column: int) -> None:
        """End the search."""
        raise _Decides

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *parts: None  # whatever else is reported


def root_of(board: Board, name: str) -> Root:
    """Return what the search of this name does on the board before its first decision."""
    root = Root(board)
    with suppress(_Decides):
        load(resolve_approach(name)).solve_all(board, lambda queens: None, root)
    return root
