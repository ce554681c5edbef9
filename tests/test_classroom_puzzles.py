"""Puzzles as the page draws them: one solution, and no guess where that is asked for."""

from __future__ import annotations

import pytest

from classroom.boards import board_of
from classroom.puzzles import SIZES, puzzle
from harness.campaign.without_guessing import is_solved_without_guessing
from queens.loading import load
from queens.names import resolve_approach

solve_all = load(resolve_approach("attack_sets")).solve_all


@pytest.mark.parametrize("n", SIZES)
def test_a_puzzle_of_the_page_has_one_solution_and_needs_no_guess(n: int) -> None:
    said: list[dict[str, int]] = []
    board = board_of(puzzle(n, 3, True, said.append))
    found: list[object] = []
    solve_all(board, found.append)
    assert len(found) == 1
    assert is_solved_without_guessing(board)
    assert [one["drawn"] for one in said] == [*range(1, len(said) + 1)]


def test_a_size_that_is_not_for_the_page_is_refused() -> None:
    with pytest.raises(ValueError, match="a puzzle has n from 5 to 8 here, got 12"):
        puzzle(12, 1, False, lambda part: None)
