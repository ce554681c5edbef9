"""Play the solver: who sees a mistake, and why a position has no solution; by brute force too."""

from __future__ import annotations

import pytest

from classroom.solver import SEERS, conflict, move, rival
from queens import RULES, Board
from tests.brute_force import solutions


def test_a_mistake_is_seen_by_the_propagators_that_fail_at_once() -> None:
    found = move(Board(8, [(0, 0), (1, 2), (2, 4)]))
    assert (found["has_solution"], found["seen"]) == (False, [*SEERS[1:]])
    assert found["text"].endswith("Not seen by forward_checking.")
    assert move(Board(6, [(0, 1), (1, 3)]))["text"] == "There is still a solution."
    assert move(Board(4, enumerate((1, 3, 0, 2))))["is_solved"]


@pytest.mark.parametrize("placed", [(), ((0, 0),), ((0, 1), (1, 3), (2, 0)), ((1, 1), (4, 4))])
def test_the_queens_to_blame_are_a_smallest_set(placed: tuple[tuple[int, int], ...]) -> None:
    board = Board(6, placed)
    found = conflict(board)
    if solutions(board):
        assert (found["squares"], found["steps"]) == (None, [])
        return
    assert not solutions(Board(6, found["squares"]))
    for one in found["squares"]:
        assert solutions(Board(6, [other for other in found["squares"] if other != one]))
    assert found["steps"][-1].endswith("has no square left.")


def test_queens_that_attack_each_other_are_told_at_once() -> None:
    board = Board(4, [(0, 0), (3, 3)], rule=RULES["torus"])
    assert conflict(board)["text"] == "This board has no solution, whatever queens are placed."
    found = conflict(Board(7, [(0, 1), (2, 3)]))
    assert found["steps"] == ["The queen on (0, 1): same down diagonal as the queen on (2, 3)."]


def test_first_fail_is_counted_to_its_first_solution() -> None:
    found = {n: rival(Board(n)) for n in (3, 4)}
    assert found[4] == {"name": "first_fail", "has_solution": True, "nodes": 8, "failures": 2}
    assert not found[3]["has_solution"]
