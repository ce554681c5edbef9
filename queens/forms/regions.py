"""Regions as they are drawn: their letters, the walls between them, one label for each piece.

From plain numbers, `grid[row][column]` the region of a square.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

Grid = Sequence[Sequence[int]]
Square = tuple[int, int]

BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))

COLOURS = (
    "#affbe0",
    "#58b2fd",
    "#e4f8ad",
    "#c3a88c",
    "#95f1fe",
    "#b5b157",
    "#8eccbd",
    "#7cd1fe",
    "#dfda7c",
    "#6db7c4",
    "#c6e2b3",
    "#d0c084",
)
"""Pale grounds for black queens, the more of them in turn. Any two are 14 apart in CIELAB, also for
readers who do not tell red from green."""


def letters(number: int) -> str:
    """Return the name of a region: A to Z, then AA, AB, ...; a number below 0 stays as it is."""
    if number < 0:
        return str(number)
    more, last = divmod(number, 26)
    return (letters(more - 1) if more else "") + chr(ord("A") + last)


def is_wall_above(grid: Grid, row: int, column: int) -> bool:
    """Return whether a square's upper side parts two regions, or a region from the outside."""
    return _region(grid, row - 1, column) != _region(grid, row, column)


def is_wall_before(grid: Grid, row: int, column: int) -> bool:
    """Return whether a square's left side parts two regions, or a region from the outside."""
    return _region(grid, row, column - 1) != _region(grid, row, column)


def _region(grid: Grid, row: int, column: int) -> int | None:
    n = len(grid)
    return grid[row][column] if 0 <= row < n and 0 <= column < n else None


def walls(grid: Grid) -> str:
    """Return the walls as the path of an SVG, a square one unit."""
    sides = range(len(grid) + 1)
    across = [f"M{c} {r}h1" for r in sides for c in sides if is_wall_above(grid, r, c)]
    down = [f"M{c} {r}v1" for r in sides for c in sides if is_wall_before(grid, r, c)]
    return "".join(across + down)


def labels(grid: Grid) -> Iterator[tuple[int, int, str]]:
    """Yield (row, column, letters) of the first square of each piece of a region."""
    region = {(r, c): number for r, row in enumerate(grid) for c, number in enumerate(row)}
    for piece in pieces(region, lambda one, other: region[one] == region[other]):
        yield *piece[0], letters(region[piece[0]])


def pieces(
    squares: Collection[Square], is_joined: Callable[[Square, Square], bool]
) -> Iterator[list[Square]]:
    """Yield the pieces that neighbours which are joined make up, in the order of `squares`."""
    left = set(squares)
    for start in squares:
        if start not in left:
            continue
        left.remove(start)
        piece = [start]
        for row, column in piece:
            for down, right in BESIDE:
                near = (row + down, column + right)
                if near in left and is_joined((row, column), near):
                    left.remove(near)
                    piece.append(near)
        yield piece
