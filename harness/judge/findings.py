"""What one call of a user's file did wrong, in findings: a kind, words, boards that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from harness.judge.diagnosis import Finding, diagnose
from harness.judge.entry import RETURNS, Entry
from harness.record.lines import Fields
from queens import Board, Queens, is_solution
from queens.forms.words import boards_in_words
from queens.words import many

Kind = Literal[
    "invalid",
    "repeated",
    "missing",
    "other_set",
    "another_exists",
    "count",
    "state_kept",
    "denies_solution",
    "claims_solution",
    "crashed",
    "crashed_again",
]


@dataclass(frozen=True)
class Fault:
    """What an approach got wrong on a board.

    `given` is the figure that it came to and `due` the one that this is compared with, where
    the kind has them; `due_is_known` says that `due` is no mere majority or lower bound.
    `reason` is that of a crash, or the solution that a certificate found missing.
    """

    approach: str
    kind: Kind
    given: int | None = None
    due: int | None = None
    due_is_known: bool = False
    reason: str | None = None

    @property
    def text(self) -> str:
        """The fault in a clause that begins with the approach's name."""
        return f"{self.approach} {TEXTS[self.kind](self)}"


def _invalid(fault: Fault) -> str:
    return f"delivered {_of(fault.given, 'invalid board')} of {fault.due}"


def _repeated(fault: Fault) -> str:
    return f"repeated solutions: {fault.given} delivered, {fault.due} distinct"


def _missing(fault: Fault) -> str:
    missed = _of((fault.due or 0) - (fault.given or 0), "solution")
    return f"missed {missed} of {'' if fault.due_is_known else 'at least '}{fault.due}"


def _other_set(fault: Fault) -> str:
    return f"found {fault.given} solutions, but not the same ones as the others"


def _count(fault: Fault) -> str:
    right = "the known count is" if fault.due_is_known else "most others say"
    return f"counted {fault.given}, {right} {fault.due}"


def _state_kept(fault: Fault) -> str:
    delivered = "" if fault.given is None else f": the second call delivered {fault.given}"
    return f"answers otherwise when it is called again{delivered}"


TEXTS: dict[Kind, Callable[[Fault], str]] = {
    "invalid": _invalid,
    "repeated": _repeated,
    "missing": _missing,
    "other_set": _other_set,
    "another_exists": lambda fault: f"missed a solution: {fault.reason}",
    "count": _count,
    "state_kept": _state_kept,
    "denies_solution": lambda fault: "says that there is no solution, and there is one",
    "claims_solution": lambda fault: "says that there is a solution, and there is none",
    "crashed": lambda fault: f"crashed: {fault.reason}",
    "crashed_again": lambda fault: f"crashed when called again: {fault.reason}",
}


def _of(count: int | None, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


# how a run that did not complete ended, in words
UNFINISHED = {
    "crashed": "It crashed: {reason}.",
    "memory": "It ran out of memory: {reason}.",
    "timeout": "It did not return: {reason}.",
    "cut": "It was stopped after {delivered_count} answers, far more than there are solutions.",
    "gave_up": "It gave up: {reason}. {said} must find every solution.",
    "unsupported": "It refuses this board: {reason}.",
    "not_installed": "It cannot be imported: {reason}.",
}


def findings_of(
    board: Board,
    fields: Fields,
    delivered: Sequence[Any],
    expected: Sequence[Queens],
    entry: Entry,
) -> list[Finding]:
    """Return what a call did wrong, for the task that the file is entered by."""
    findings = list(unfinished(fields, delivered, expected, entry.said))
    if fields["status"] not in ("complete", "timeout", "cut"):
        return findings
    if entry.task == "count":
        return findings + _wrong_count(fields, len(expected))
    if entry.task == "one":
        return findings + _wrong_one(board, fields, delivered, expected)
    found = diagnose(board, delivered, expected)
    # what a truncated search had not found yet is not missing
    findings += [one for one in found if fields["status"] == "complete" or not lacks(one)]
    return findings + list(_came_back(fields, entry) if expected and not delivered else ())


def _wrong_count(fields: Fields, expected: int) -> list[Finding]:
    count = fields.get("solution_count")
    if count is None or count == expected:
        return []
    return [Finding("count", f"It counts {many(count, 'solution')}; there are {expected:,}.")]


def _wrong_one(
    board: Board, fields: Fields, delivered: Sequence[Any], expected: Sequence[Queens]
) -> list[Finding]:
    if delivered:
        is_right = isinstance(delivered[0], list) and is_solution(board, delivered[0])
        return [] if is_right else diagnose(board, delivered, [])
    if fields["status"] != "complete" or not expected:
        return []
    text = f"It returned None, and there are {many(len(expected), 'solution')}."
    return [Finding("missing", text, [list(queens) for queens in expected[:1]])]


def _came_back(fields: Fields, entry: Entry) -> Iterator[Finding]:
    """Yield what came instead of answers handed over."""
    if fields.get("returned"):
        text = f"{entry.said} returned {fields['returned']}: hand each solution to on_solution"
        yield Finding("returned", f"{text}, or say {RETURNS}.")
    if fields.get("printed_lines"):
        lines = many(fields["printed_lines"], "line")
        text = f"{entry.said} printed {lines}: hand each solution to on_solution."
        yield Finding("printed", text)


def after(earlier: Sequence[Board], found: Sequence[Finding]) -> list[Finding]:
    """Return as one finding what went wrong in a call after another one, if anything did."""
    if not found:
        return []
    text = " ".join(one.text for one in found)
    calls = boards_in_words(earlier)
    said = f"Right on a first call, wrong after a call on {calls} in the same process. {text}"
    return [Finding("state_kept", said, [example for one in found for example in one.examples])]


def lacks(finding: Finding) -> bool:
    """Return whether a finding says that solutions are missing."""
    return finding.kind == "missing"


def unfinished(
    fields: Fields,
    delivered: Sequence[Any],
    expected: Iterable[Queens],
    said: str = "solve_all",
) -> Iterator[Finding]:
    """Yield why a run did not complete, if it did not."""
    status = fields["status"]
    if status == "complete":
        return
    known = {"said": said, "reason": "no reason is known", "delivered_count": len(delivered)}
    text = UNFINISHED.get(status, "It ended as {status}: {reason}.").format(
        **known | {name: value for name, value in fields.items() if value is not None}
    )
    all_there = {tuple(one) for one in delivered if isinstance(one, list)} >= set(expected)
    if status == "timeout" and all_there:
        text += " Every solution was delivered by then: the search goes on after its last one."
    yield Finding(status, text)
