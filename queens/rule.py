"""The rule of a board: which two squares may not both hold a queen.

A rule is data. Every row holds one queen, whatever the rule. Beyond that a rule has

    lines   numberings of the squares with at most one queen on each number, so that the numbers
            of the queens are all different: column; up, row + column; down, column - row; ...
    steps   distances in rows and columns at which two queens attack each other: king's steps
            for "may not touch", knight's steps for superqueens

A rule of your own is a few lines of Python:

    def columns(row, column):
        return column

    def rings(row, column):
        return max(abs(2 * row - 7), abs(2 * column - 7))

    Board(8, rule=rule_of(8, "rings", {"column": columns, "ring": rings}))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from queens.words import mark

Numbers = tuple[tuple[int, ...], ...]
"""`numbers[row][column]` is the number of a square."""

Step = tuple[int, int]
"""(rows, columns): two queens that many rows and that many columns apart, to either side."""

KING: tuple[Step, ...] = ((1, 0), (1, 1))
KNIGHT: tuple[Step, ...] = ((1, 2), (2, 1))


@dataclass(frozen=True)
class Numbering:
    """A line of a rule, for any n: column + slope * row, modulo n if it `wraps`; or a grid."""

    name: str
    slope: int = 0
    wraps: bool = False
    grid: Numbers | None = None


@dataclass(frozen=True)
class Rule:
    """Named lines and steps. Two rules are equal if all of it is."""

    name: str
    numberings: tuple[Numbering, ...]
    steps: tuple[Step, ...] = ()

    @cached_property
    def size(self) -> int | None:
        """The n that the rule is for, None where it is for any."""
        grids = [one.grid for one in self.numberings if one.grid is not None]
        return len(grids[0]) if grids else None

    def __str__(self) -> str:
        """Return the name; of a rule with a grid, with a mark of its own: `regions #1f2e3d`."""
        if self.size is None:
            return self.name
        grids = repr([(one.name, one.slope, one.wraps, one.grid) for one in self.numberings])
        return f"{self.name} {mark(grids + repr(self.steps))}"


COLUMN = Numbering("column")
UP, DOWN = Numbering("up", slope=1), Numbering("down", slope=-1)

QUEENS = Rule("queens", (COLUMN, UP, DOWN))
ROOKS = Rule("rooks", (COLUMN,))
TORUS = Rule(
    "torus", (COLUMN, Numbering("up", slope=1, wraps=True), Numbering("down", slope=-1, wraps=True))
)
SUPERQUEENS = Rule("superqueens", (COLUMN, UP, DOWN), KNIGHT)
SEMIQUEENS = Rule("semiqueens", (COLUMN, UP))
KINGS = Rule("kings", (COLUMN,), KING)

RULES = {rule.name: rule for rule in (QUEENS, ROOKS, TORUS, SUPERQUEENS, SEMIQUEENS, KINGS)}
"""The rules that have a name and hold for any n."""


@dataclass(frozen=True)
class Line(Numbering):
    """A numbering on a board of size n: at most one queen on each number."""

    n: int = field(kw_only=True)

    @cached_property
    def is_linear(self) -> bool:
        """Whether a square's number is column + slope * row, with nothing more to it."""
        return self.grid is None and not (self.wraps and self.slope)

    def number(self, row: int, column: int) -> int:
        """Return the number of a square."""
        if self.grid is not None:
            return self.grid[row][column]
        number = column + self.slope * row
        return number % self.n if self.wraps else number

    def numbers(self, row: int) -> Sequence[int]:
        """Return the numbers of a row's squares, by column."""
        if self.grid is not None:
            return self.grid[row]
        if self.is_linear:
            return range(self.slope * row, self.slope * row + self.n)
        return [self.number(row, column) for column in range(self.n)]

    @cached_property
    def masks(self) -> tuple[dict[int, int], ...]:
        """For each row the squares of each number in it, a bit a column."""
        result = []
        for row in range(self.n):
            squares: dict[int, int] = {}
            for column, number in enumerate(self.numbers(row)):
                squares[number] = squares.get(number, 0) | 1 << column
            result.append(squares)
        return tuple(result)

    @cached_property
    def is_full(self) -> bool:
        """Whether there are just n numbers, so that each must have a queen, as columns must."""
        if self.grid is None:
            return self.n < 2 or self.slope == 0 or self.wraps
        return len(self.all_numbers) == self.n

    @cached_property
    def all_numbers(self) -> tuple[int, ...]:
        """The numbers that squares have, in ascending order."""
        return tuple(sorted({number for row in range(self.n) for number in self.numbers(row)}))


def regions(grid: Iterable[Iterable[object]]) -> Rule:
    """Return the rule of a region puzzle: one queen a row, column and region, no two touching.

    `grid` names the region of each square, n regions on n x n squares, by any values. Raises
    ValueError for a grid that is not square or has another number of regions.
    """
    rows = [list(row) for row in grid]
    if any(len(row) != len(rows) for row in rows):
        raise ValueError(f"regions need a square grid, got rows of {[len(row) for row in rows]}")
    numbers: dict[object, int] = {}
    numbered = tuple(tuple(numbers.setdefault(name, len(numbers)) for name in row) for row in rows)
    if len(numbers) != len(rows):
        raise ValueError(f"{len(rows)} rows need as many regions, got {len(numbers)}")
    return Rule("regions", (COLUMN, Numbering("region", grid=numbered)), KING)


def rule_of(
    n: int,
    name: str,
    lines: Mapping[str, Callable[[int, int], int]],
    steps: Iterable[Step] = (),
) -> Rule:
    """Return a rule of your own for size n: each line a function of row and column.

    Raises ValueError for a step that is not a pair of distances, the rows at least 1.
    """
    numberings = tuple(
        _numbering(
            line, tuple(tuple(number(row, column) for column in range(n)) for row in range(n))
        )
        for line, number in lines.items()
    )
    return Rule(name, numberings, checked_steps(steps))


def checked_steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return the steps, sorted; raise ValueError for one that is not (rows >= 1, columns >= 0)."""
    found = sorted({(rows, columns) for rows, columns in steps})
    for rows, columns in found:
        if rows < 1 or columns < 0:
            raise ValueError(f"a step is (rows, columns), at least (1, 0), got {(rows, columns)}")
    return tuple(found)


def _numbering(name: str, grid: Numbers) -> Numbering:
    """Return the numbering of a grid, as a slope where it is one: solvers prefer that."""
    n = len(grid)
    slope = grid[1][0] - grid[0][0] if n > 1 else 0
    for wraps in (False, True):
        line = Line(name, slope, wraps, n=n)
        if all(tuple(line.numbers(row)) == grid[row] for row in range(n)):
            return Numbering(name, slope, wraps)
    return Numbering(name, grid=grid)


def step_name(rows: int, columns: int) -> str:
    """Return what two queens that far apart are: a king's step, a knight's step, a step."""
    if (rows, columns) in KING:
        return "king's step"
    return "knight's step" if (rows, columns) in KNIGHT else f"step of {rows} and {columns}"
