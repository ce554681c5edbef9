"""The lines of the board, in words: the one place of this room that knows them by name.

What is said of a cause, why a square is blocked from the start, and the legend and the rays
of the page come from `LINES`. A line's name is also its class in the style sheet.
"""

from __future__ import annotations

from dataclasses import dataclass

from queens import Board, Square


@dataclass(frozen=True)
class Line:
    """A line in words; `formula` says which squares share one where the name does not."""

    name: str
    words: str
    formula: str = ""

    def values(self, values: str, amount: int) -> str:
        """Return `columns 2 and 5`, or `down diagonal 5 (column - row)`."""
        formula = f" ({self.formula})" if self.formula else ""
        return f"{self.words}{'s' if amount > 1 else ''} {values}{formula}"


LINES = {
    line.name: line
    for line in (
        Line("column", "column"),
        Line("up", "up diagonal", "row + column"),
        Line("down", "down diagonal", "column - row"),
    )
}


def legend() -> str:
    """Return which squares share a line, of the lines whose name does not say it."""
    named = [line for line in LINES.values() if line.formula]
    told = ", ".join(f"{line.formula} is the same along each {line.words}" for line in named)
    return told.capitalize()


def blocked(board: Board) -> list[list[str | None]]:
    """Return, row by row, why no queen may take a square from the start; None where one may."""

    def reason(row: int, column: int) -> str | None:
        if column in board.columns(row):
            return None
        if (row, column) in board.blocked:
            return "a blocked square"
        for queen in board.placed:
            if queen[0] == row:
                return f"blocked from the start: row {row} has its queen placed on {queen}"
            if line := board.shared(queen, (row, column)):
                words = LINES[line].words
                return f"blocked from the start: same {words} as the queen placed on {queen}"
        raise AssertionError(f"nothing blocks {(row, column)}")

    return [[reason(row, column) for column in range(board.n)] for row in range(board.n)]


def attack_words(queen: Square, line: str) -> str:
    """Return `same column as the queen on (0, 3)`."""
    return f"same {LINES[line].words} as the queen on {queen}"
