"""The lines and steps of a board's rule, in words: the one place of this room that names them.

What is said of a cause, why a square is blocked from the start, and the legend and the drawings
of the page come from here. Rows count as a line too, for causes are sets of rows or of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from queens import Board, Line, Square
from queens.forms.regions import letters
from queens.rule import step_name

ROW = "row"
NOUNS = {"up": "up diagonal", "down": "down diagonal"}
LOOKS = (ROW, "column", "up", "down", "region")
"""The lines that have a colour and a pattern of their own on the page, by name."""


@dataclass(frozen=True)
class LineWords:
    """A line of a board in words."""

    line: Line

    @property
    def noun(self) -> str:
        """What one number of it is called."""
        return NOUNS.get(self.line.name, self.line.name)

    @property
    def look(self) -> str:
        """Its class in the style sheet."""
        return self.line.name if self.line.name in LOOKS else "own"

    @property
    def formula(self) -> str:
        """Which squares share a number, where the name does not say it."""
        line = self.line
        if line.grid is not None or line.name == "column":
            return ""
        slopes = {0: "column", 1: "row + column", -1: "column - row"}
        sign, size = ("+", line.slope) if line.slope > 0 else ("-", -line.slope)
        formula = slopes.get(line.slope, f"column {sign} {size} * row")
        return f"{formula} modulo {line.n}" if line.wraps and line.slope else formula

    def values(self, numbers: Sequence[int]) -> str:
        """Return `columns 2 and 5`, `regions A to C` or `down diagonal 5 (column - row)`."""
        plural = "s" if len(numbers) > 1 else ""
        formula = f" ({self.formula})" if self.formula else ""
        return f"{self.noun}{plural} {listed(numbers, self.line)}{formula}"

    def same(self, square: Square) -> str:
        """Return what squares share that are on one number: `same up diagonal`."""
        if self.line.name == "region":
            return f"same region {letters(self.line.number(*square))}"
        wraps = self.line.wraps and self.line.slope
        return f"same {self.noun}{f' modulo {self.line.n}' if wraps else ''}"


def listed(numbers: Sequence[int], line: Line | None = None) -> str:
    """Return `2`, `2 and 5`, `2, 3 and 5` or, of three or more without a gap, `2 to 4`."""
    name = letters if line is not None and line.name == "region" else str
    if len(numbers) > 2 and [*numbers] == [*range(numbers[0], numbers[0] + len(numbers))]:
        return f"{name(numbers[0])} to {name(numbers[-1])}"
    return joined(map(name, numbers))


def joined(words: Iterable[object]) -> str:
    """Return `2`, `2 and 5` or `2, 3 and 5`."""
    said = [str(word) for word in words]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def line_words(board: Board) -> dict[str, LineWords]:
    """Return the lines of the board in words, by name."""
    return {line.name: LineWords(line) for line in board.lines}


def group_words(board: Board) -> dict[str, LineWords]:
    """Return the same, and the rows."""
    numbers = tuple((row,) * board.n for row in range(board.n))
    return {ROW: LineWords(Line(ROW, grid=numbers, n=board.n)), **line_words(board)}


def legend(board: Board) -> str:
    """Return which squares share a line, of the lines whose name does not say it."""
    named = [words for words in line_words(board).values() if words.formula]
    told = ", ".join(f"{words.formula} is the same along each {words.noun}" for words in named)
    return told.capitalize()


def step_words(name: str) -> str:
    """Return what a square does that is a step from a queen, to be followed by that queen."""
    return "touches" if name == "king's step" else f"a {name} from"


def step_names(board: Board) -> list[str]:
    """Return the names of the rule's steps, each once."""
    return list(dict.fromkeys(step_name(*step) for step in board.rule.steps))


def attack_words(board: Board, queen: Square, line: str, of: str = "the queen on") -> str:
    """Return `same column as the queen on (0, 3)` or `touches the queen on (0, 3)`."""
    words = line_words(board).get(line)
    relation = f"{words.same(queen)} as" if words else step_words(line)
    return f"{relation} {of} {queen}"


def blocked(board: Board) -> list[list[str | None]]:
    """Return, row by row, why no queen may take a square from the start; None where one may."""
    shut = set(board.blocked)

    def reason(row: int, column: int) -> str | None:
        if column in board.columns(row):
            return None
        if (row, column) in shut:
            return "a blocked square"
        for queen in board.placed:
            if queen[0] == row:
                return f"blocked from the start: row {row} has its queen placed on {queen}"
            if line := board.shared(queen, (row, column)):
                words = attack_words(board, queen, line, "the queen placed on")
                return f"blocked from the start: {words}"
        raise AssertionError(f"nothing blocks {(row, column)}")

    return [[reason(row, column) for column in range(board.n)] for row in range(board.n)]
