"""Boards as pictures: SVG for notebooks and pages, in need of no style sheet and no script.

The colours are the picture's own, so it looks the same on a light and on a dark ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from queens.board import Board, Square
from queens.solution import is_solution

SIDE_PX = 40
SIDE_AT_MOST_PX = 640
LIGHT, DARK, BLOCKED, INK, GIVEN = "#f6f2e7", "#ddd3b8", "#565b66", "#1b1d22", "#005a96"
CROWN = "M4 18 2.6 8.6 8 12.2 12 5l4 7.2 5.4-3.6L20 18zM4.4 19.4h15.2v1.8H4.4z"
"""A crown on 24 x 24 units."""


@dataclass(frozen=True)
class Drawing:
    """A board with queens on it, which a notebook shows as a picture."""

    board: Board
    queens: tuple[int, ...] = field(default=())

    def svg(self) -> str:
        """Return the picture as an SVG document."""
        return svg(self.board, self.queens)

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


def svg(board: Board, queens: Sequence[int] = ()) -> str:
    """Return the SVG of a board: blocked squares barred, placed queens in blue, `queens` in ink."""
    n = board.n
    size = min(n * SIDE_PX, SIDE_AT_MOST_PX)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'viewBox="0 0 {max(n, 1)} {max(n, 1)}" role="img">',
        f"<title>{_title(board, queens)}</title>",
        *_squares(board),
        *_crowns(board.placed, GIVEN),
        *_crowns([square for square in enumerate(queens) if square not in board.placed], INK),
        "</svg>",
    ]
    return "".join(parts)


def _title(board: Board, queens: Sequence[int]) -> str:
    if not queens:
        return f"Board, {board}"
    sort = "Solution" if is_solution(board, queens) else "Queens"
    return f"{sort}, {board}: columns {' '.join(map(str, queens))}"


def _squares(board: Board) -> Iterator[str]:
    """Yield the ground, the dark squares in one path, and a cross on each blocked square."""
    n = board.n
    yield f'<rect width="{n}" height="{n}" fill="{LIGHT}"/>'
    dark = [(row, column) for row in range(n) for column in range(n) if (row + column) % 2]
    yield f'<path fill="{DARK}" d="{"".join(f"M{c} {r}h1v1h-1z" for r, c in dark)}"/>'
    for row, column in board.blocked:
        yield f'<rect x="{column}" y="{row}" width="1" height="1" fill="{BLOCKED}"/>'
        yield (
            f'<path stroke="{LIGHT}" stroke-width=".08" stroke-linecap="round" '
            f'd="M{column + 0.28} {row + 0.28}l.44 .44m0-.44l-.44 .44"/>'
        )


def _crowns(squares: Sequence[Square], colour: str) -> Iterator[str]:
    for row, column in squares:
        place = f"translate({column + 0.14} {row + 0.14}) scale(.03)"
        yield f'<path transform="{place}" fill="{colour}" d="{CROWN}"/>'
