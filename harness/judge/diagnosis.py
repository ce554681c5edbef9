"""What is wrong with the answers of a search, as a teacher would say it. Pure functions.

Given everything that was delivered for a board and the set that is right, `diagnose` says
what is invalid, repeated or missing, and looks for the pattern that betrays the slip: one
diagonal that is not tested, a list that is handed over and then changed, mirror images of
the middle column, a search that stops a column early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from harness.judge.audit import invalid_reason
from queens import Board, LineName, Queens, canonical, is_solution, mirror

EXAMPLES = 3
LINE_WORDS: dict[str, str] = {
    "column": "columns",
    "up": "up diagonals (row + column is constant)",
    "down": "down diagonals (column - row is constant)",
}


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: its kind in a word, what to say about it, boards that show it."""

    kind: str
    text: str
    examples: list[Any] = field(default_factory=list)


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


def diagnose(board: Board, delivered: Iterable[Any], expected: Iterable[Queens]) -> list[Finding]:
    """Return what is wrong with the answers `delivered` for `board`; nothing if all is right.

    `delivered` is everything in the order it came, right or wrong, in JSON's types; `expected`
    is the set of all solutions.
    """
    answers = _sorted_out(board, delivered, expected)
    if finding := _same_list_each_time(answers):
        return [finding]
    if not answers.delivered and answers.expected:
        return [_nothing(answers)]
    found = [_invalid(answers), _repeated(answers), _missing(answers)]
    return [finding for finding in found if finding]


def _sorted_out(board: Board, delivered: Iterable[Any], expected: Iterable[Queens]) -> Answers:
    everything = list(delivered)
    right = [
        isinstance(answer, (list, tuple)) and is_solution(board, answer) for answer in everything
    ]
    invalid = [answer for answer, is_right in zip(everything, right, strict=True) if not is_right]
    times = Counter(
        tuple(answer) for answer, is_right in zip(everything, right, strict=True) if is_right
    )
    return Answers(board, everything, invalid, times, frozenset(expected))


def _same_list_each_time(answers: Answers) -> Finding | None:
    """Tell a reused buffer: several deliveries, all of them equal by the time they are read."""
    first = answers.delivered[:1]
    count = len(answers.delivered)
    emptied = first == [[]] and answers.board.n > 0
    # two equal answers may as well be one solution that came twice
    if not emptied and (count < (2 if answers.invalid else 3) or len(answers.expected) < 2):
        return None
    if any(answer != first[0] for answer in answers.delivered):
        return None
    return Finding(
        "buffer_reused",
        f"What was delivered ({count}) is the same list each time, in the end "
        f"{_shown(first[0])}: it is handed over and changed afterwards, so every answer shows "
        "its last state. Hand over a copy: on_solution(tuple(queens)).",
        first,
    )


def _nothing(answers: Answers) -> Finding:
    count = len(answers.expected)
    return Finding(
        "missing",
        f"Nothing was delivered, and there {_are(count, 'solution')}. Is on_solution called when "
        "the last row has its queen? Does a test refuse squares that no queen attacks?",
        _first(answers.expected),
    )


def _invalid(answers: Answers) -> Finding | None:
    if not answers.invalid:
        return None
    example = answers.invalid[0]
    text = (
        f"{_of(len(answers.invalid), answers.delivered)} no solution of this board. "
        f"For example {_shown(example)}: {invalid_reason(answers.board, example)}."
    )
    for hint in (_counts_from_one, _pairs, _board_ignored, _untested_lines):
        if said := hint(answers):
            text += f" {said}"
            break
    return Finding("invalid", text, answers.invalid[:EXAMPLES])


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
    plain = Board(board.n)
    if not board.is_plain and all(
        _is_row(board, answer) and is_solution(plain, answer) for answer in answers.invalid
    ):
        return (
            "Without the queens placed and the squares blocked it would be one: the board's own "
            "squares are not looked at. board.columns(row) gives the columns open in a row."
        )
    return None


def _untested_lines(answers: Answers) -> str | None:
    """Say which line the attacks that slipped through share, if there is one."""
    attacks: set[tuple[LineName, int]] = set()
    for answer in answers.invalid:
        if not _is_row(answers.board, answer):
            return None
        for first, second in combinations(enumerate(answer), 2):
            if line := answers.board.shared(first, second):
                row, column = first
                places = {"column": column, "up": row + column, "down": column - row}
                attacks.add((line, places[line]))
    lines = {line for line, _ in attacks}
    if len(lines) != 1:
        return None
    (line,) = lines
    if line != "column" and len(attacks) <= 2:
        where = " or ".join(str(place) for _, place in sorted(attacks))
        sides = "row + column" if line == "up" else "column - row"
        return (
            "All queens that attack each other do so where "
            f"{sides} is {where}: is that {line} diagonal tested?"
        )
    return f"All queens that attack each other share {LINE_WORDS[line]}: look at that test."


def _repeated(answers: Answers) -> Finding | None:
    repeated = answers.repeated
    if not repeated:
        return None
    total = sum(answers.times.values())
    text = f"Solutions come more than once: {total} delivered, {len(answers.times)} different."
    for hint in (_middle_column, _every_one_as_often):
        if said := hint(answers):
            return Finding("repeated", f"{text} {said}", _first(repeated))
    queens = min(repeated)
    text += f" For example {_shown(queens)} came {repeated[queens]} times."
    if answers.missing:
        text += " Others never came: are answers handed over by several workers or threads at once?"
    return Finding("repeated", text, _first(repeated))


def _middle_column(answers: Answers) -> str | None:
    n = answers.board.n
    middle = {queens for queens in answers.expected if n % 2 and queens[:1] == (n // 2,)}
    if middle and set(answers.repeated) == middle:
        return (
            "The repeated ones are exactly those whose first queen stands in the middle column: "
            "mirroring brings them back to where they were found. Mirror the columns left of "
            "the middle only."
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


def _missing(answers: Answers) -> Finding | None:
    missing = answers.missing
    if not missing:
        return None
    count, total = len(missing), len(answers.expected)
    text = f"{count} of {total} solutions {'is' if count == 1 else 'are'} missing."
    # one that is missing makes no pattern, and a wrong test explains itself what it loses
    if count > 1 and not answers.invalid:
        for kind, hint in MISSING_HINTS:
            if said := hint(answers):
                return Finding(kind, f"{text} {said}", _first(missing))
    text += f" For example {_shown(min(missing))} was never delivered."
    if len(answers.delivered) == total:
        text += " That the number is right hides it."
    return Finding("missing", text, _first(missing))


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


MISSING_HINTS: Sequence[tuple[str, Callable[[Answers], str | None]]] = (
    ("fundamental_only", _fundamental_only),
    ("mirrored_missing", _mirrored_missing),
    ("stopped_early", _first_columns_missing),
    ("stopped_early", _prefix),
)


def _is_row(board: Board, answer: Any) -> bool:
    return (
        isinstance(answer, list)
        and len(answer) == board.n
        and all(type(column) is int for column in answer)
    )


def _first(solutions: Iterable[Queens]) -> list[Any]:
    return [list(queens) for queens in sorted(solutions)[:EXAMPLES]]


def _shown(answer: Any) -> str:
    text = str(tuple(answer)) if isinstance(answer, (list, tuple)) else repr(answer)
    return text if len(text) <= 80 else text[:80] + "..."


def _are(count: int, noun: str) -> str:
    return f"is {count} {noun}" if count == 1 else f"are {count} {noun}s"


def _of(count: int, delivered: Sequence[Any]) -> str:
    return f"{count} of {len(delivered)} delivered {'is' if count == 1 else 'are'}"
