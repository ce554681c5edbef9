"""Patterns in wrong answers that betray the slip behind them, each explained as a teacher would.

Pure functions of what was delivered for a board: each returns what to say, or None where its
pattern is not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from queens import Board, Queens, canonical, is_solution, mirror

LINE_WORDS: dict[str, str] = {
    "column": "columns",
    "up": "up diagonals (row + column is constant)",
    "down": "down diagonals (column - row is constant)",
}
FORMULAS = {"up": "row + column", "down": "column - row"}


@dataclass(frozen=True)
class Answers:
    """What was delivered for a board, sorted: right ones, repeated ones, invalid ones."""

    board: Board
    delivered: list[Any]
    invalid: list[Any]
    times: Counter[Queens]
    expected: frozenset[Queens]

    @property
    def repeated(self) -> dict[Queens, int]:
        """The solutions delivered more than once, and how often."""
        return {queens: times for queens, times in self.times.items() if times > 1}

    @property
    def missing(self) -> set[Queens]:
        """The solutions never delivered."""
        return set(self.expected) - set(self.times)


def _counts_from_one(answers: Answers) -> str | None:
    shifted = [
        [column - 1 for column in answer]
        for answer in answers.invalid
        if _is_row(answers.board, answer)
    ]
    if len(shifted) == len(answers.invalid) and all(
        is_solution(answers.board, answer) for answer in shifted
    ):
        return "Every column is one too large: columns count from 0."
    return None


def _pairs(answers: Answers) -> str | None:
    def is_pair(item: Any) -> bool:
        return isinstance(item, list) and len(item) == 2

    if all(isinstance(one, list) and one and all(map(is_pair, one)) for one in answers.invalid):
        return "An answer is one column for each row, not a list of (row, column) squares."
    return None


def _board_ignored(answers: Answers) -> str | None:
    board = answers.board
    plain = Board(board.n, rule=board.rule)
    if (board.placed or board.blocked) and all(
        _is_row(board, answer) and is_solution(plain, answer) for answer in answers.invalid
    ):
        return (
            "Without the queens placed and the squares blocked it would be one: the board's own "
            "squares are not looked at. board.columns(row) gives the columns open in a row."
        )
    return None


def _untested_lines(answers: Answers) -> str | None:
    """Say which line the attacks that slipped through share, if there is one."""
    board = answers.board
    lines = {line.name: line for line in board.lines}
    attacks: set[tuple[str, int]] = set()
    for answer in answers.invalid:
        if not _is_row(board, answer):
            return None
        for first, second in combinations(enumerate(answer), 2):
            if name := board.shared(first, second):
                attacks.add((name, lines[name].number(*first) if name in lines else 0))
    names = {name for name, _ in attacks}
    if len(names) != 1:
        return None
    (name,) = names
    if name in FORMULAS and len(attacks) <= 2:
        where = " or ".join(str(number) for _, number in sorted(attacks))
        return (
            "All queens that attack each other do so where "
            f"{FORMULAS[name]} is {where}: is that {name} diagonal checked?"
        )
    return f"All queens that attack each other share {_line_words(name)}: look at that check."


def _line_words(name: str) -> str:
    return LINE_WORDS.get(name, f"a {name}")


def _middle_column(answers: Answers) -> str | None:
    n = answers.board.n
    middle = {queens for queens in answers.expected if n % 2 and queens[:1] == (n // 2,)}
    if middle and set(answers.repeated) == middle:
        return (
            "The repeated ones are exactly those with the first queen in the middle column: their "
            "mirror images are found again by the search. Mirror only those with the first queen "
            "left of the middle."
        )
    return None


def _every_one_as_often(answers: Answers) -> str | None:
    often = set(answers.times.values())
    if len(often) == 1 and len(answers.times) > 1:
        return (
            f"Every one comes {often.pop()} times: something that changes nothing on the board (a "
            "helper variable, the order of placing, an earlier call's list) counts as a "
            "difference."
        )
    return None


def _mirrored_missing(answers: Answers) -> str | None:
    missing, last = answers.missing, answers.board.n - 1
    right_half = {queens for queens in answers.expected if 2 * queens[0] > last}
    one_of_each = {mirror(queens) for queens in missing} == set(answers.times)
    if missing == right_half or one_of_each:
        return (
            "Each of them is the mirror image of one that came: mirror images are missing. Hand "
            "over both, or search all columns of the first row."
        )
    return None


def _fundamental_only(answers: Answers) -> str | None:
    orbits = Counter(canonical(queens) for queens in answers.times)
    every = {canonical(queens) for queens in answers.expected}
    if set(orbits) == every and set(orbits.values()) == {1}:
        return (
            "One of each came, up to rotation and reflection; the task asks for all of them, "
            "images of each other included."
        )
    return None


def _first_columns_missing(answers: Answers) -> str | None:
    if answers.board.n < 2:
        return None
    columns = {queens[0] for queens in answers.missing}
    if any(queens[0] in columns for queens in answers.times):
        return None
    begun = {queens[0] for queens in answers.expected} - columns
    if begun and min(columns) > max(begun):
        return (
            f"All that begin in column {min(columns)} or later are missing, and no other: the "
            "search stops too early. Does its loop reach the last column?"
        )
    words = ", ".join(map(str, sorted(columns)))
    return f"All that begin in column {words} are missing, and no other: is that column tried?"


def _prefix(answers: Answers) -> str | None:
    ordered = sorted(answers.expected)
    if answers.times and set(ordered[: len(answers.times)]) == set(answers.times):
        return (
            "What came are the first ones in order, and nothing after them: the search stops too "
            "early. Is there a return where the loop should go on?"
        )
    return None


def _is_row(board: Board, answer: Any) -> bool:
    return (
        isinstance(answer, list)
        and len(answer) == board.n
        and all(type(column) is int for column in answer)
    )


Hint = Callable[[Answers], str | None]

INVALID_HINTS: Sequence[Hint] = (_counts_from_one, _pairs, _board_ignored, _untested_lines)
REPEATED_HINTS: Sequence[Hint] = (_middle_column, _every_one_as_often)
MISSING_HINTS: Sequence[tuple[str, Hint]] = (
    ("fundamental_only", _fundamental_only),
    ("mirrored_missing", _mirrored_missing),
    ("stopped_early", _first_columns_missing),
    ("stopped_early", _prefix),
)
