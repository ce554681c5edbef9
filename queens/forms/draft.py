"""A board as a file has it, before its rule is settled; and how a broken file is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from queens.board import Board, Square
from queens.rule import QUEENS, Rule

LARGEST_N = 20_000


class BoardFileError(ValueError):
    """A text holds no board; the message names the line and what was expected."""


@dataclass(frozen=True)
class Draft:
    """A board as it was read, its rule not settled: `line` is where it begins in the text."""

    n: int
    meaning: str
    placed: Sequence[Square] = ()
    blocked: Sequence[Square] = ()
    rule: Rule | None = None
    line: int = 1

    def board(self, rule: Rule | None) -> Board:
        """Return the board; `rule` holds where the file names none. Raises BoardFileError."""
        if self.n > LARGEST_N or self.n < 1:
            raise BoardFileError(f"line {self.line}: n must be from 1 to {LARGEST_N}, got {self.n}")
        if self.rule is not None and rule is not None and self.rule != rule:
            raise BoardFileError(
                f"line {self.line}: the board has the rule {self.rule}, not {rule}"
            )
        try:
            return Board(self.n, self.placed, self.blocked, self.rule or rule or QUEENS)
        except ValueError as error:
            raise BoardFileError(f"line {self.line}: {error}") from None
