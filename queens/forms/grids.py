"""Boards from drawings and from grids of regions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from queens.board import Square
from queens.forms.draft import BoardFileError, Draft
from queens.forms.regions import pieces
from queens.rule import regions

LARGEST_GRID = 2_000

QUEEN, OPEN, BLOCKED = frozenset("QqΩ♛♕👑"), frozenset("._-·"), frozenset("#xX■")
STAR = "*"
MARKS = QUEEN | OPEN | BLOCKED | {STAR}
WALLS = frozenset("┏┓┗┛┣┫┳┻╋━┃╸╺╹╻")


def from_drawings(content: str) -> Iterator[Draft]:
    """Yield the boards of drawings and grids with empty lines between."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*content.split("\n"), ""], start=1):
        if line.strip():
            block.append((number, line.rstrip()))
        elif block:
            rows = [row for row in block if not re.fullmatch(r"orbit of \d+", row[1].strip())]
            if rows:
                yield _from_block(rows)
            block = []


def _from_block(rows: Sequence[tuple[int, str]]) -> Draft:
    if any(WALLS.intersection(line) for _, line in rows):
        return _from_walls(rows)
    return from_cells([(number, cells(line)) for number, line in rows])


def cells(line: str) -> list[str]:
    """Return the squares of a row: between bars or commas, between spaces, or each character."""
    text = line.strip()
    if "|" in text:
        return [cell.strip() or "." for cell in text.strip("|").split("|")]
    if "," in text or ";" in text:
        return [cell.strip() for cell in re.split("[,;]", text.strip(",;"))]
    return text.split() if re.search(r"\s", text) else list(text)


def from_cells(rows: Sequence[tuple[int, list[str]]]) -> Draft:
    """Return the board of a square of marks, or of names of regions."""
    first, n = rows[0][0], len(rows[0][1])
    if n > LARGEST_GRID:
        raise BoardFileError(f"line {first}: a grid has at most {LARGEST_GRID} columns, got {n}")
    for number, row in rows:
        if len(row) != n:
            raise BoardFileError(f"line {number}: {len(row)} squares where {n} are expected")
    if len(rows) != n:
        raise BoardFileError(f"line {rows[-1][0]}: {len(rows)} rows of {n} squares are no board")
    grid = [row for _, row in rows]
    names = {name for row in grid for name in row}
    if names <= MARKS:
        return _from_marks(n, grid, names, first)
    if names <= {"0", "1"} and n > 1:
        return Draft(n, "a matrix, 1 a queen", _where(grid, {"1"}), line=first)
    if len(names) != n:
        strange = ", ".join(map(repr, sorted(names)[:12]))
        raise BoardFileError(
            f"line {first}: {n} rows need {n} regions, or the marks Q . _ # *; "
            f"got {len(names)}: {strange}"
        )
    return Draft(n, f"{n} regions, no two queens touch", rule=regions(grid), line=first)


def _from_marks(n: int, grid: list[list[str]], names: set[str], line: int) -> Draft:
    queens = _where(grid, QUEEN)
    blocked = _where(grid, BLOCKED)
    stars = _where(grid, {STAR})
    if stars and not names & OPEN and queens:
        return Draft(n, "a drawing, Q a queen, * open", queens, blocked, line=line)
    if stars and not queens and [row for row, _ in stars] == list(range(n)):
        return Draft(n, "a drawing, * a queen", stars, blocked, line=line)
    kinds = {"Q a queen": queens, "# blocked": blocked, "* blocked": stars}
    meaning = ", ".join(["a drawing", *(said for said, squares in kinds.items() if squares)])
    return Draft(n, meaning, queens, [*blocked, *stars], line=line)


def _where(grid: Sequence[Sequence[str]], marks: Iterable[str]) -> list[Square]:
    wanted = set(marks)
    return [
        (row, column)
        for row, line in enumerate(grid)
        for column, mark in enumerate(line)
        if mark in wanted
    ]


def _from_walls(rows: Sequence[tuple[int, str]]) -> Draft:
    """Return the board of a drawing with walls, as `text_board` makes it."""
    first = rows[0][0]
    n = len(rows) // 2
    width = 4 * n + 1
    lines = [line.ljust(width) for _, line in rows]
    if n < 1 or len(rows) != 2 * n + 1 or any(len(line) > width for line in lines):
        raise BoardFileError(f"line {first}: a drawing with walls has 2n + 1 lines of 4n + 1")
    marks = [[lines[2 * row + 1][4 * column + 2] for column in range(n)] for row in range(n)]
    for row, line in enumerate(marks):
        if strange := set(line) - MARKS:
            number = rows[2 * row + 1][0]
            raise BoardFileError(f"line {number}: expected Q . or #, got {strange.pop()!r}")

    def is_open_between(square: Square, other: Square) -> bool:
        (row, column), (other_row, other_column) = sorted((square, other))
        if row == other_row:
            return lines[2 * row + 1][4 * other_column] != "┃"
        return lines[2 * other_row][4 * column + 1] != "━"

    squares = [(row, column) for row in range(n) for column in range(n)]
    found = list(pieces(squares, is_open_between))
    if len(found) != n:
        raise BoardFileError(
            f"line {first}: {n} rows need {n} regions, the walls make {len(found)}"
        )
    region_of = {square: region for region, piece in enumerate(found) for square in piece}
    grid = [[region_of[row, column] for column in range(n)] for row in range(n)]
    meaning = f"a drawing, {n} regions, no two queens touch"
    placed, blocked = _where(marks, QUEEN), _where(marks, BLOCKED | {STAR})
    return Draft(n, meaning, placed, blocked, regions(grid), first)
