"""The questions that come again: each has a right square, and a wrong one is told why."""

from __future__ import annotations

import pytest

from classroom.boards import board_of
from classroom.questions import TOPICS, question, reply
from tests.brute_force import solutions


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("seed", range(5))
def test_of_a_question_some_squares_are_right_and_no_solution_uses_them(
    topic: str, seed: int
) -> None:
    board = board_of(question(topic, seed)["board"])
    kept = {square for queens in solutions(board) for square in enumerate(queens)}
    every = [(row, column) for row in range(board.n) for column in board.columns(row)]
    replies = {square: reply(topic, board, square) for square in every}
    right = {square for square, found in replies.items() if found["is_right"]}
    assert right
    assert not right & kept
    for square in kept:
        assert replies[square]["text"].startswith(
            f"{square} is not: a solution has a queen there. {replies[square]['square']} is pruned"
        )
    assert {found["square"] for found in replies.values()} <= right
