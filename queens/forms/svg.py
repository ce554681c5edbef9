"""The picture of a board as SVG, from plain numbers: it needs no style sheet and no script.

The colours are the picture's own, so it looks the same on a light and on a dark ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from queens.forms.regions import COLOURS, Grid, labels, walls

SIDE_PX = 40
SIDE_AT_MOST_PX = 640
LIGHT, DARK, BLOCKED, INK, GIVEN = "#f6f2e7", "#ddd3b8", "#565b66", "#1b1d22", "#005a96"
CROWN = "M4 18 2.6 8.6 8 12.2 12 5l4 7.2 5.4-3.6L20 18zM4.4 19.4h15.2v1.8H4.4z"
"""A crown on 24 x 24 units."""

Squares = Iterable[tuple[int, int]]


def svg_board(
    n: int,
    title: str,
    queens: Squares = (),
    placed: Squares = (),
    blocked: Squares = (),
    regions: Grid | None = None,
) -> str:
    """Return the SVG of a board: `blocked` squares crossed, `placed` queens blue, others black.

    `regions`, the number of each square's region, have colours, heavy borders and letters.
    """
    size = min(n * SIDE_PX, SIDE_AT_MOST_PX)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'viewBox="0 0 {max(n, 1)} {max(n, 1)}" role="img">',
        f"<title>{title}</title>",
        *(_ground(n) if regions is None else _coloured(n, regions)),
        *_crosses(blocked),
        *(() if regions is None else _borders(regions)),
        *_crowns(placed, GIVEN),
        *_crowns(queens, INK),
        "</svg>",
    ]
    return "".join(parts)


def _ground(n: int) -> Iterator[str]:
    """Yield the light ground, and the dark squares in one path."""
    yield f'<rect width="{n}" height="{n}" fill="{LIGHT}"/>'
    dark = [(row, column) for row in range(n) for column in range(n) if (row + column) % 2]
    yield f'<path fill="{DARK}" d="{"".join(f"M{c} {r}h1v1h-1z" for r, c in dark)}"/>'


def _coloured(n: int, regions: Grid) -> Iterator[str]:
    """Yield the squares of each region in its colour, and thin lines between squares."""
    squares: dict[int, list[str]] = {}
    for row, numbers in enumerate(regions):
        for column, number in enumerate(numbers):
            squares.setdefault(number, []).append(f"M{column} {row}h1v1h-1z")
    for number, path in squares.items():
        yield f'<path fill="{COLOURS[number % len(COLOURS)]}" d="{"".join(path)}"/>'
    lines = "".join(f"M{at} 0v{n}M0 {at}h{n}" for at in range(1, n))
    yield f'<path stroke="{INK}" stroke-opacity=".35" stroke-width=".02" d="{lines}"/>'


def _borders(regions: Grid) -> Iterator[str]:
    yield (
        f'<path stroke="{INK}" stroke-width=".09" stroke-linecap="square" d="{walls(regions)}"/>'
    )
    for row, column, name in labels(regions):
        yield (
            f'<text x="{column + 0.1}" y="{row + 0.31}" font-size=".24" font-weight="600" '
            f'font-family="sans-serif" fill="{INK}">{name}</text>'
        )


def _crosses(squares: Squares) -> Iterator[str]:
    for row, column in squares:
        yield f'<rect x="{column}" y="{row}" width="1" height="1" fill="{BLOCKED}"/>'
        yield (
            f'<path stroke="{LIGHT}" stroke-width=".08" stroke-linecap="round" '
            f'd="M{column + 0.28} {row + 0.28}l.44 .44m0-.44l-.44 .44"/>'
        )


def _crowns(squares: Squares, colour: str) -> Iterator[str]:
    for row, column in squares:
        place = f"translate({column + 0.14} {row + 0.14}) scale(.03)"
        yield f'<path transform="{place}" fill="{colour}" d="{CROWN}"/>'
