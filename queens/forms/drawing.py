"""Answers as pictures in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from queens.board import Board
from queens.forms.svg import svg_board
from queens.solution import is_solution


@dataclass(frozen=True)
class Drawing:
    """A board with queens on it, which a notebook shows as a picture."""

    board: Board
    queens: tuple[int, ...] = field(default=())

    def svg(self) -> str:
        """Return the picture as an SVG document."""
        board, placed = self.board, set(self.board.placed)
        title = f"Board, {board}"
        if self.queens:
            sort = "Solution" if is_solution(board, self.queens) else "Queens"
            title = f"{sort}, {board}: columns {' '.join(map(str, self.queens))}"
        others = [square for square in enumerate(self.queens) if square not in placed]
        return svg_board(board.n, title, others, board.placed, board.blocked, board.regions)

    def _repr_svg_(self) -> str:
        return self.svg()


def draw(queens: Sequence[int], board: Board | None = None) -> Drawing:
    """Return the drawing of an answer, `queens[j]` the column of the queen in row j.

    On the plain board of its size if none is given. Raises ValueError for what is no row of
    columns of the board; queens that attack each other are drawn as they stand.
    """
    whole = board if board is not None else Board(len(queens))
    columns = tuple(queens)
    if len(columns) > whole.n or not all(column in range(whole.n) for column in columns):
        raise ValueError(f"queens must be columns from 0 to {whole.n - 1}, got {columns}")
    return Drawing(whole, tuple(int(column) for column in columns))
