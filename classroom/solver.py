"""Play the solver: what a queen placed by the learner leaves, and who would have seen a mistake.

Runs in the browser, on the standard library alone.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from typing import Any

from classroom.nodes import Found, Nodes
from explain import lines, words
from queens import Attack, Board, Cause, Square, first_solution
from queens.loading import load
from queens.names import resolve_approach

RIVAL = "first_fail"
SEERS = (
    "forward_checking",
    "arc_consistency",
    "bounds_consistency",
    "alldifferent",
    "group_support",
)
"""Propagators that may see a mistake, in the order of their strength but for the last."""
STEPS_AT_MOST = 60

Data = dict[str, Any]


class _Ended(Exception):
    """What is asked of a search is known."""


class _Root:
    """Follows a search to its first decision: what it prunes until then, and whether it fails."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.steps: list[str] = []
        self.failed = False

    def pruned(self, row: int, column: int, cause: Cause) -> None:
        text = f"({row}, {column}) is pruned: {words.cause(self._board, cause)}"
        if isinstance(cause, Attack) and cause.queen not in self._board.placed:
            text += f", the only square left in row {cause.queen[0]}"
        self.steps.append(f"{text}.")

    def failure(self, row: int | None) -> None:
        where = "A row, column or region" if row is None else f"Row {row}"
        self.steps.append(f"{where} has no square left.")
        self.failed = True
        raise _Ended

    def decision(self, row: int, column: int) -> None:
        raise _Ended

    def propagator(self, name: str) -> None:
        """Nothing is said of the run of a propagator."""


def rival(board: Board) -> Data:
    """Return what first-fail needs on the board to its first solution, or to know of none."""
    trace = Nodes(to_first=True)
    has_solution = True
    with suppress(Found):
        load(resolve_approach(RIVAL)).solve_all(board, lambda queens: None, trace)
        has_solution = False
    counts = {"nodes": trace.count, "failures": trace.failures}
    return {"name": RIVAL, "has_solution": has_solution, **counts}


def move(board: Board) -> Data:
    """Return whether the queens placed leave a solution and, if not, who sees it at once."""
    has_solution = _has_solution(board)
    is_solved = has_solution and len(board.placed) == board.n
    if has_solution:
        text = "Solved." if is_solved else "There is still a solution."
        return {"has_solution": True, "is_solved": is_solved, "seen": [], "text": text}
    seen = [name for name in SEERS if _root(board, name).failed]
    blind = [name for name in SEERS if name not in seen]
    text = "No solution is left."
    text += f" Seen at once by {lines.joined(seen)}." if seen else " No propagator sees it at once."
    text += f" Not seen by {lines.joined(blind)}." if seen and blind else ""
    return {"has_solution": False, "is_solved": False, "seen": seen, "text": text}


def conflict(board: Board) -> Data:
    """Return a smallest set of the placed queens that already leaves no solution, step by step."""
    for size in range(len(board.placed) + 1):
        for queens in combinations(board.placed, size):
            one = Board(board.n, queens, board.blocked, board.rule)
            if not _has_solution(one):
                return {"squares": queens, "text": _conflict_words(queens), "steps": refuted(one)}
    return {"squares": None, "text": "There are solutions with all these queens.", "steps": []}


def refuted(board: Board) -> list[str]:
    """Return, step by step, why a board has no solution: by the weakest propagator that sees it.

    Where none does, a row is tried square by square.
    """
    steps = _clash(board) or _refuted(board, "")
    more = len(steps) - STEPS_AT_MOST
    return steps if more <= 0 else [*steps[:STEPS_AT_MOST], f"And so on: {more} more steps."]


def _clash(board: Board) -> list[str]:
    for one, other in combinations(board.placed, 2):
        if line := board.shared(one, other):
            return [f"The queen on {one}: {lines.attack_words(board, other, line)}."]
    return [f"A queen stands on the blocked {one}." for one in board.placed if one in board.blocked]


def _refuted(board: Board, depth: str) -> list[str]:
    roots = {name: _root(board, name) for name in SEERS}
    for name, root in roots.items():
        if root.failed:
            return [f"{depth}{name}:", *(f"{depth}{step}" for step in root.steps)]
    placed = {row for row, _ in board.placed}
    row = min((row for row in range(board.n) if row not in placed), key=_openness(board))
    steps = [f"{depth}No propagator sees it. Row {row} has {len(board.columns(row))} squares left."]
    for column in board.columns(row):
        queens = (*board.placed, (row, column))
        below = Board(board.n, queens, board.blocked, board.rule)
        steps += [f"{depth}A queen on {(row, column)}?", *_refuted(below, f"{depth}- ")]
    return steps


def _openness(board: Board) -> Any:
    return lambda row: len(board.columns(row))


def _root(board: Board, name: str) -> _Root:
    trace = _Root(board)
    with suppress(_Ended):
        load(resolve_approach(name)).solve_all(board, lambda queens: None, trace)
    return trace


def _has_solution(board: Board) -> bool:
    return first_solution(load(resolve_approach(RIVAL)).solve_all, board) is not None


def _conflict_words(queens: tuple[Square, ...]) -> str:
    if not queens:
        return "This board has no solution, whatever queens are placed."
    named = lines.joined(queens)
    if len(queens) == 1:
        return f"The queen on {named} alone leaves no solution."
    return f"The queens on {named} leave no solution; without any one of them there is one."
