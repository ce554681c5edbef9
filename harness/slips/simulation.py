"""What a search with a slip would hand over on a board: the slip in one of its forms, run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
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
    on = board if candidate.squares == "used" else plain_board(board)
    earlier = call.earlier if candidate.squares == "used" else tuple(map(plain_board, call.earlier))
    if candidate.by_columns:
        on, earlier = _turned(on), tuple(map(_turned, earlier))
    found: list[Any] = []
    end = "complete"
    answers = program(Call(on, earlier, candidate.descending))
    try:
        found = _take(answers, found)
    except IndexError:
        end = "crashed"
    if candidate.by_columns:
        found = [_turned_answer(answer) for answer in found]
    if candidate.squares == "filtered":
        found = [one for one in found if _keeps_squares(board, one)]
    is_cut = len(found) >= ANSWERS_AT_MOST
    return found[:ANSWERS_AT_MOST], "cut" if is_cut else end


def _take(answers: Iterable[Any], found: list[Any]) -> list[Any]:
    """Append the answers to `found`, as JSON has them, up to the limit; return it."""
    for answer in islice(answers, ANSWERS_AT_MOST):
        found.append(shown_value(answer))
    return found


def plain_board(board: Board) -> Board:
    """Return the board without its placed and blocked squares."""
    return Board(board.n, rule=board.rule) if board.placed or board.blocked else board


def _turned(board: Board) -> Board:
    """Return the board with rows and columns exchanged."""
    if board.rule != QUEENS:
        raise DoesNotApply
    placed = [(column, row) for row, column in board.placed]
    if len({row for row, _ in placed}) < len(placed):
        raise DoesNotApply
    return Board(board.n, placed, [(column, row) for row, column in board.blocked])


def _turned_answer(answer: Any) -> Any:
    if not isinstance(answer, list) or sorted(map(str, answer)) != sorted(
        map(str, range(len(answer)))
    ):
        raise DoesNotApply
    return [answer.index(column) for column in range(len(answer))]


def _keeps_squares(board: Board, answer: Any) -> bool:
    if not isinstance(answer, list) or len(answer) != board.n:
        raise DoesNotApply
    return all(answer[row] == column for row, column in board.placed) and not any(
        answer[row] == column for row, column in board.blocked
    )
