"""A fault: what an approach got wrong, as a value, and the one place where it becomes words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

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
