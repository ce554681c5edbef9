"""What an approach is made of: the types it takes and gives, and how it says no.

An approach is a module with some of these functions:

    solve_all(board, on_solution, trace=None) -> Counters
        hand every solution to `on_solution`, each once, in any order; returning is the
        claim that there are no more. Whatever `on_solution` raises comes out.
    solve_one(board, trace=None) -> Queens | None
        one solution; None is the claim that there is none. Without it, the first that
        solve_all hands over is taken: only an approach that cannot find all needs it.
    count_all(board) -> int
        the number of solutions, without visiting each
    count_parts(board, workers=1, done=()) -> Iterator[Part]
        the same number in parts, as they are finished by `workers` threads: for those who
        show progress, keep a limit or use more cores. The parts add up to the number; those
        whose numbers are in `done` are left out.
    count_part(board, number) -> Part
        one of them, for those who have each counted elsewhere, many in one process

One that is randomised takes the keyword `seed: int = 0` as well.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from queens.board import Board, Queens
from queens.rule import QUEENS
from queens.trace import Trace

Counters = dict[str, int]
"""A solver's own figures in its own words: branches, conflicts, failures, propagations."""

OnSolution = Callable[[Queens], None]
"""The one channel for solutions. It may raise; the approach stops and lets it through."""


class Part(NamedTuple):
    """One finished part of a count; with it `done` of `total` parts are finished.

    `number`, from 0, is always the same part's, so that it can be noted and left out later.
    """

    done: int
    total: int
    solutions: int
    number: int


class Unsupported(Exception):
    """The approach cannot take this board; the message says why."""


def only_queens(board: Board, name: str, why: str) -> None:
    """Raise Unsupported, naming the approach and the reason, if the rule is not queens."""
    if board.rule != QUEENS:
        raise Unsupported(f"{name} takes the rule queens alone, got {board.rule}: {why}")


def only_plain(board: Board, name: str, why: str) -> None:
    """Raise Unsupported, naming the approach and the reason, if the board is not plain."""
    if not board.is_plain:
        raise Unsupported(f"{name} takes plain boards, got {board}: {why}")


class GaveUp(Exception):
    """The approach stopped without an answer: whether there is a solution is not known."""


class SolveAll(Protocol):
    """The signature of an approach's `solve_all`."""

    def __call__(
        self, board: Board, on_solution: OnSolution, trace: Trace | None = None
    ) -> Counters:
        """Hand every solution to `on_solution`."""
        ...


class _Found(Exception):
    """Ends a search at its first solution."""


def first_solution(solve_all: SolveAll, board: Board, trace: Trace | None = None) -> Queens | None:
    """Return the first solution `solve_all` hands over, or None if it returns without one."""
    found: list[Queens] = []

    def stop(queens: Queens) -> None:
        found.append(queens)
        raise _Found

    try:
        solve_all(board, stop, *([trace] if trace else []))
    except _Found:
        return found[0]
    return None


def function_of(module: ModuleType, name: str) -> Callable[..., Any] | None:
    """Return the approach's function of this name, or what stands for it; None if it has none."""
    solve_all = getattr(module, "solve_all", None)
    if name != "solve_one" or hasattr(module, name) or solve_all is None:
        return getattr(module, name, None)
    if "trace" in inspect.signature(solve_all).parameters:
        return partial(first_solution, solve_all)
    return lambda board: first_solution(solve_all, board)
