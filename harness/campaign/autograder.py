"""The autograder: runs one file on a list of boards, says what is wrong, and names the slip.

The file runs in the runner's worker processes only. Each board is called first in a fresh process,
and then once more in a process that has been called with another board. Nothing is warmed up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from harness.campaign.certificates import distinct_solutions
from harness.isolation.runner import Limits, Runner
from harness.judge.entry import Entry
from harness.judge.grading import (
    BY_SIZE,
    CONTRACT,
    DEFAULT,
    BoardCheck,
    FileCheck,
    Grader,
    is_known,
    known_solutions,
)
from harness.proof.certify import Prove
from harness.record.certificate import Certificate
from harness.record.lines import Fields
from harness.slips.source import is_model
from queens import QUEENS, Board, Queens
from queens.names import resolve_approach
from queens.registry import Approach

REFERENCE = "bitmasks"
REFERENCE_OF_ANY_RULE = "first_fail"


def check(
    approach: Approach,
    boards: Sequence[Board],
    limits: Limits,
    on_board: Callable[[BoardCheck], None] = lambda result: None,
    prove: Prove | None = None,
    entry: Entry = CONTRACT,
) -> FileCheck:
    """Return what is found on the boards; end early where larger ones can only repeat it.

    `on_board` is called with each board's result as it is known. With `prove`, what a completed
    search delivered is proved complete, or refuted. `entry` says which function is called, and
    how; of one that takes a size, plain boards only.
    """
    boards = boards_for(entry, boards)
    begun = time.perf_counter()
    source = approach.path.read_text(encoding="utf-8")
    results: list[BoardCheck] = []
    with Runner(warm_up_n=None) as runner:

        def call(board: Board, earlier: tuple[Board, ...], most: int) -> tuple[Fields, list[Any]]:
            limited = Limits(limits.time_limit_s, limits.memory_limit_bytes, most)
            return runner.collect(approach, board, limited, 0, earlier, entry.task, entry.adapt)

        def proved(board: Board, delivered: list[Any]) -> Certificate:
            assert prove is not None
            return prove(board, distinct_solutions(board, delivered))

        grader = Grader(
            call, lambda board: _expected(runner, board), proved if prove else None, entry
        )
        for result in grader.grade(boards):
            results.append(result)
            on_board(result)
        naming = grader.name_slip(results, source)
    spent_s = time.perf_counter() - begun
    return FileCheck(approach.path, results, naming, is_model(source), spent_s)


def boards_for(entry: Entry, boards: Sequence[Board]) -> Sequence[Board]:
    """Return the boards that the file's function can be called on: those of a size, plain ones."""
    if entry.takes != "n":
        return boards
    beyond = BY_SIZE if tuple(boards) == DEFAULT else ()
    return [*(board for board in boards if board.is_plain), *beyond]


def _expected(runner: Runner, board: Board) -> list[Queens]:
    if is_known(board):
        return known_solutions(board)
    name = REFERENCE if board.rule == QUEENS else REFERENCE_OF_ANY_RULE
    _, answers = runner.collect(resolve_approach(name), board, Limits())
    return [tuple(answer) for answer in answers]
