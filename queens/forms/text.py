"""Boards as text, for terminals and docstrings. `queens.forms.files` reads them back."""

from __future__ import annotations

from collections.abc import Sequence

from queens.board import Board
from queens.rule import Numbers

# a corner by the heavy walls that meet there: to the left, to the right, above, below
CORNERS = {
    (0, 0, 0, 0): " ",
    (1, 0, 0, 0): "╸",
    (0, 1, 0, 0): "╺",
    (0, 0, 1, 0): "╹",
    (0, 0, 0, 1): "╻",
    (1, 1, 0, 0): "━",
    (0, 0, 1, 1): "┃",
    (0, 1, 0, 1): "┏",
    (1, 0, 0, 1): "┓",
    (0, 1, 1, 0): "┗",
    (1, 0, 1, 0): "┛",
    (0, 1, 1, 1): "┣",
    (1, 0, 1, 1): "┫",
    (1, 1, 0, 1): "┳",
    (1, 1, 1, 0): "┻",
    (1, 1, 1, 1): "╋",
}


def text_board(queens: Sequence[int], board: Board | None = None) -> str:
    """Return one line a row: `Q` a queen, `.` an empty square, `#` a blocked one.

    A board with regions has walls around them. `queens` may be fewer than the rows: those from
    row 0 on. In the rows below, the board's placed queens stand.

    >>> print(text_board((1, 3, 0, 2)))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    whole = board if board is not None else Board(len(queens))
    squares = [["."] * whole.n for _ in range(whole.n)]
    for row, column in whole.blocked:
        squares[row][column] = "#"
    below = [square for square in whole.placed if square[0] >= len(queens)]
    for row, column in (*enumerate(queens), *below):
        squares[row][column] = "Q"
    grids = [line.grid for line in whole.lines if line.grid is not None]
    if grids:
        return _walled(squares, grids[0])
    return "\n".join(map(" ".join, squares))


def _walled(squares: Sequence[Sequence[str]], grid: Numbers) -> str:
    n = len(squares)

    def region(row: int, column: int) -> int | None:
        return grid[row][column] if 0 <= row < n and 0 <= column < n else None

    def is_wall_above(row: int, column: int) -> bool:
        return region(row - 1, column) != region(row, column)

    def is_wall_before(row: int, column: int) -> bool:
        return region(row, column - 1) != region(row, column)

    lines = []
    for row in range(n + 1):
        edges = []
        for column in range(n + 1):
            walls = (
                is_wall_above(row, column - 1),
                is_wall_above(row, column),
                is_wall_before(row - 1, column),
                is_wall_before(row, column),
            )
            edges.append(CORNERS[walls] + ("━━━" if walls[1] else "   "))
        lines.append("".join(edges).rstrip())
        if row < n:
            walls_of_row = ["┃" if is_wall_before(row, c) else " " for c in range(n + 1)]
            inside = [f"{wall} {s} " for wall, s in zip(walls_of_row, squares[row], strict=False)]
            lines.append("".join(inside) + walls_of_row[n])
    return "\n".join(lines)
