"""What is wrong with the answers of a search, as a teacher would say it. Pure functions.

Given everything that was delivered for a board and the set that is right, `diagnose` says
what is invalid, repeated or missing, and looks for the pattern that betrays the slip
(patterns.py): one diagonal that is not tested, a list that is handed over and then changed,
mirror images of the middle column, a search that stops a column early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.judge.audit import invalid_reason
from harness.judge.patterns import INVALID_HINTS, MISSING_HINTS, REPEATED_HINTS, Answers
from queens import Board, Queens, is_solution

EXAMPLES = 3


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: its kind in a word, what to say about it, boards that show it."""

    kind: str
    text: str
    examples: list[Any] = field(default_factory=list)


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
    # two equal answers may be one solution that was delivered twice
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
    for hint in INVALID_HINTS:
        if said := hint(answers):
            text += f" {said}"
            break
    return Finding("invalid", text, answers.invalid[:EXAMPLES])


def _repeated(answers: Answers) -> Finding | None:
    repeated = answers.repeated
    if not repeated:
        return None
    total = sum(answers.times.values())
    text = f"Solutions come more than once: {total} delivered, {len(answers.times)} different."
    for hint in REPEATED_HINTS:
        if said := hint(answers):
            return Finding("repeated", f"{text} {said}", _first(repeated))
    queens = min(repeated)
    text += f" For example {_shown(queens)} came {repeated[queens]} times."
    if answers.missing:
        text += " Others never came: are answers handed over by several workers or threads at once?"
    return Finding("repeated", text, _first(repeated))


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


def _first(solutions: Iterable[Queens]) -> list[Any]:
    return [list(queens) for queens in sorted(solutions)[:EXAMPLES]]


def _shown(answer: Any) -> str:
    text = str(tuple(answer)) if isinstance(answer, (list, tuple)) else repr(answer)
    return text if len(text) <= 80 else text[:80] + "..."


def _are(count: int, noun: str) -> str:
    return f"is {count} {noun}" if count == 1 else f"are {count} {noun}s"


def _of(count: int, delivered: Sequence[Any]) -> str:
    return f"{count} of {len(delivered)} delivered {'is' if count == 1 else 'are'}"
