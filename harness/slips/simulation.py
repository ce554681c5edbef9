"""What a search with a slip would hand over on a board: the slip in one of its forms, run."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from harness.slips.searches import Call, DoesNotApply
from harness.slips.slip import ANY, Program, Range, Slip
from queens import QUEENS, Board
from queens.words import shown_value

ANSWERS_AT_MOST = 2_000
"""A file is stopped after so many answers on boards that are evidence, and so is a simulation."""


@dataclass(frozen=True)
class Candidate:
    """A slip in one of its forms: which program, in which order, and what it does with squares."""

    slip: Slip
    program: Program | None
    descending: bool = False
    by_columns: bool = False
    squares: str = "used"
    number: Range = field(default=ANY, compare=False)
    in_order: bool = field(default=True, compare=False)


def outcome(candidate: Candidate, call: Call) -> tuple[list[Any], str]:
    """Return what a search with the slip hands over, in JSON's types, and how it ends."""
    board = call.board
    program = candidate.program
    assert program is not None
    on, *before = (looked_at(one, candidate.squares) for one in (board, *call.earlier))
    earlier = tuple(before)
    if candidate.by_columns:
        on, earlier = _turned(on), tuple(map(_turned, earlier))
    found, end = _run(program, Call(on, earlier, candidate.descending))
    answers = list(found)
    if candidate.by_columns:
        answers = [_turned_answer(answer) for answer in answers]
    if candidate.squares == "filtered":
        answers = [one for one in answers if _keeps_squares(board, one)]
    is_cut = len(answers) >= ANSWERS_AT_MOST
    return answers, "cut" if is_cut else end


@lru_cache(maxsize=4096)
def _run(program: Program, call: Call) -> tuple[tuple[Any, ...], str]:
    """Return what a program hands over, as JSON has it, up to the limit, and how it ends."""
    found: list[Any] = []
    try:
        for answer in islice(program(call), ANSWERS_AT_MOST):
            found.append(shown_value(answer))
    except IndexError:
        return tuple(found), "IndexError"
    return tuple(found), "complete"


def looked_at(board: Board, squares: str) -> Board:
    """Return the board as a search sees it that uses, or ignores, its squares in this way."""
    if squares == "used" or not (board.placed or board.blocked):
        return board
    placed = board.placed if squares == "blocked ignored" else ()
    blocked = board.blocked if squares == "placed ignored" else ()
    return Board(board.n, placed, blocked, board.rule)


def _turned(board: Board) -> Board:
    """Return the board with rows and columns exchanged."""
    if board.rule != QUEENS:
        raise DoesNotApply
    placed = [(column, row) for row, column in board.placed]
    if len({row for row, _ in placed}) < len(placed):
        raise DoesNotApply
    return Board(board.n, placed, [(column, row) for row, column in board.blocked])


def _turned_answer(answer: Any) -> Any:
    whole = isinstance(answer, list) and all(type(column) is int for column in answer)
    if not whole or sorted(answer) != list(range(len(answer))):
        raise DoesNotApply
    return [answer.index(column) for column in range(len(answer))]


def _keeps_squares(board: Board, answer: Any) -> bool:
    if not isinstance(answer, list) or len(answer) != board.n:
        raise DoesNotApply
    return all(answer[row] == column for row, column in board.placed) and not any(
        answer[row] == column for row, column in board.blocked
    )
