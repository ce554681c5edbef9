"""Nogood learning: each nogood learned is implied by the board, and they save failures."""

from __future__ import annotations

from hypothesis import given, settings

from handwritten import first_fail
from handwritten.literals import Literals
from handwritten.nogood_learning import Learner, search, solve_all
from harness.campaign.drawn_boards import parse_boards
from queens import Board, Queens
from tests import brute_force, rules
from tests.strategies import boards


class Watched(Learner):
    """A learner whose nogoods are kept to be looked at."""

    def __init__(self, board: Board) -> None:
        self.learned: list[Literals] = []
        super().__init__(board)

    def learn(self, nogood: Literals) -> None:
        self.learned.append(nogood)
        super().learn(nogood)


def is_true(literal: int, queens: Queens) -> bool:
    row, column = divmod(abs(literal) - 1, len(queens))
    return (queens[row] == column) == (literal > 0)


def hold_nogoods(board: Board, expected: set[Queens]) -> int:
    """Hold the nogoods and the solutions to brute force; return how many nogoods there were."""
    learner = Watched(board)
    delivered: list[Queens] = []
    search(learner, delivered.append)
    assert sorted(delivered) == sorted(expected)
    for nogood in learner.learned:
        for queens in expected:
            assert not all(is_true(literal, queens) for literal in nogood)
    return len(learner.learned)


@settings(max_examples=60)
@given(boards(8))
def test_no_solution_violates_a_nogood(board: Board) -> None:
    hold_nogoods(board, brute_force.solutions(board))


@settings(max_examples=60)
@given(rules.ruled_boards())
def test_no_solution_violates_a_nogood_whatever_the_rule(board: Board) -> None:
    hold_nogoods(board, rules.solutions(board))


def test_a_plain_board_learns_many() -> None:
    assert hold_nogoods(Board(8), brute_force.solutions(Board(8))) == 207


def test_a_nogood_has_one_literal_of_the_last_decision() -> None:
    class Looking(Watched):
        def learn(self, nogood: Literals) -> None:
            levels = [self.level_of(literal) for literal in nogood]
            assert levels.count(len(self.decisions)) == 1
            assert all(literal in self.at for literal in nogood)
            super().learn(nogood)

    learner = Looking(Board(8))
    search(learner, lambda queens: None)
    assert learner.learned


def test_it_fails_less_often_than_first_fail() -> None:
    for spec in ("excluded:n=11,diagonals=9,seed=1..5", "regions:n=8,seed=1..5"):
        drawn = parse_boards(spec)
        learning, plain = (
            sum(solve(board, lambda queens: None)["failures"] for board in drawn)
            for solve in (solve_all, first_fail.solve_all)
        )
        assert learning < plain
