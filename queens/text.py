"""Boards as text, for terminals and docstrings."""

from __future__ import annotations

from collections.abc import Sequence

from queens.board import Board


def text_board(queens: Sequence[int], board: Board | None = None) -> str:
    """Return one line a row: `Q` a queen, `.` an empty square, `#` a blocked one.

    >>> print(text_board((1, 3, 0, 2)))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    blocked = set(board.blocked) if board else set()
    n = board.n if board else len(queens)
    lines = []
    for row, queen in enumerate(queens):
        squares = ["#" if (row, column) in blocked else "." for column in range(n)]
        squares[queen] = "Q"
        lines.append(" ".join(squares))
    return "\n".join(lines)
