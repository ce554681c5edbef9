"""Boards as text, for terminals and docstrings. `queens.forms.files` reads them back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from queens.board import Board
from queens.forms.regions import Grid, is_wall_above, is_wall_before, labels

CORNERS = " ╸╺━╹┛┗┻╻┓┏┳┃┫┣╋"
"""A corner by the heavy walls that meet there: 1 to the left, 2 to the right, 4 above, 8 below."""

Paint = Callable[[str, int], str]
"""Returns the text of a square in the colour of its region, given by number."""


def text_board(
    queens: Sequence[int], board: Board | None = None, paint: Paint | None = None
) -> str:
    """Return one line a row: `Q` a queen, `.` an empty square, `#` a blocked one.

    A board with regions has walls around them, a letter in the wall above the first square of
    each, and colours if there is `paint`. `queens` may be fewer than the rows: those from row 0
    on. In the rows below, the board's placed queens stand.

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
    if whole.regions:
        return _walled(squares, whole.regions, paint or (lambda square, _region: square))
    return "\n".join(map(" ".join, squares))


def _walled(squares: Sequence[Sequence[str]], grid: Grid, paint: Paint) -> str:
    n = len(squares)
    letter = {(row, column): name for row, column, name in labels(grid)}
    lines = []
    for row in range(n + 1):
        edges = []
        for column in range(n + 1):
            above = is_wall_above(grid, row, column)
            corner = is_wall_above(grid, row, column - 1) + 2 * above
            corner += 4 * is_wall_before(grid, row - 1, column)
            corner += 8 * is_wall_before(grid, row, column)
            # above the first square of a region is a wall: its letter stands there
            name = letter.get((row, column), "")
            edges.append(CORNERS[corner] + (f"━{name:━<2}" if above else "   "))
        lines.append("".join(edges).rstrip())
        if row < n:
            line = ""
            for column, square in enumerate(squares[row]):
                is_wall = is_wall_before(grid, row, column)
                inside = f" {square} " if is_wall else f"  {square} "
                line += "┃" * is_wall + paint(inside, grid[row][column])
            lines.append(line + "┃")
    return "\n".join(lines)
