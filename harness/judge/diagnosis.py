"""What is wrong with the answers of a search, and the slip behind it, in words. Pure functions.

`diagnose` says what is invalid, repeated or missing on a board, and guesses at nothing; why it
is so is said once for the whole file, by `slip_in_words`, where a slip explains every board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.judge.validity import invalid_reason
from harness.slips.catalogue import SLIPS
from harness.slips.naming import IGNORED, Naming
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
    everything, solutions = list(delivered), frozenset(expected)
    right = [
        isinstance(answer, (list, tuple)) and is_solution(board, answer) for answer in everything
    ]
    invalid = [answer for answer, is_right in zip(everything, right, strict=True) if not is_right]
    times = Counter(
        tuple(answer) for answer, is_right in zip(everything, right, strict=True) if is_right
    )
    found = [
        _invalid(board, invalid, everything),
        _repeated(times),
        _missing(solutions - set(times), solutions, everything),
    ]
    return [finding for finding in found if finding]


def slip_in_words(naming: Naming, is_model: bool = False) -> str:
    """Return the slip in a few sentences: what is wrong, where to look, what to try."""
    words = [slip.model if is_model and slip.model else slip.wrong for slip in naming.slips]
    if len(words) == 1:
        text = words[0]
    else:
        text = "One of: " + " ".join(f"({i}) {said}" for i, said in enumerate(words, start=1))
    if naming.ignored:
        text += f" {SLIPS[IGNORED[naming.ignored]].wrong}"
    if naming.line is not None:
        text += f" See line {naming.line}."
    if len(naming.slips) == 1:
        text += f" {naming.slips[0].tries}"
    return text


def _invalid(board: Board, invalid: Sequence[Any], everything: Sequence[Any]) -> Finding | None:
    if not invalid:
        return None
    text = (
        f"{_of(len(invalid), everything)} no solution of this board. "
        f"For example {_shown(invalid[0])}: {invalid_reason(board, invalid[0])}."
    )
    return Finding("invalid", text, list(invalid[:EXAMPLES]))


def _repeated(times: Counter[Queens]) -> Finding | None:
    repeated = {queens: count for queens, count in times.items() if count > 1}
    if not repeated:
        return None
    queens = min(repeated)
    text = (
        f"Solutions come more than once: {sum(times.values())} delivered, {len(times)} different. "
        f"For example {_shown(queens)} came {repeated[queens]} times."
    )
    return Finding("repeated", text, _first(repeated))


def _missing(
    missing: frozenset[Queens], solutions: frozenset[Queens], everything: Sequence[Any]
) -> Finding | None:
    if not missing:
        return None
    count, total = len(missing), len(solutions)
    if not everything:
        text = f"Nothing was delivered, and there {_are(total, 'solution')}."
        return Finding("missing", text, _first(missing))
    text = f"{count} of {total} solutions {'is' if count == 1 else 'are'} missing."
    text += f" For example {_shown(min(missing))} was never delivered."
    if len(everything) == total:
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
