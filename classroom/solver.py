"""Play the solver: what a queen placed by the learner leaves, and who would have seen a mistake.

Runs in the browser, on the standard library alone.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from typing import Any

from classroom.nodes import Found, Nodes
from classroom.root import root_of
from explain import lines
from queens import Board, Square, first_solution
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
    seen = [name for name in SEERS if root_of(board, name).failed]
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
    roots = {name: root_of(board, name) for name in SEERS}
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


def _has_solution(board: Board) -> bool:
    return first_solution(load(resolve_approach(RIVAL)).solve_all, board) is not None


def _conflict_words(queens: tuple[Square, ...]) -> str:
    if not queens:
        return "This board has no solution, whatever queens are placed."
    named = lines.joined(queens)
    if len(queens) == 1:
        return f"The queen on {named} alone leaves no solution."
    return f"The queens on {named} leave no solution; without any one of them there is one."
