"""The decision diagram: reduced, and what it tells, against brute force; uniform draws."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings

from handwritten.zdd import FALSE, Diagram, count_all, solve_all
from harness.boards.small_search import uniform_solution
from harness.campaign.drawn_boards import parse_boards
from queens import Board, Queens
from queens.known import SOLUTIONS
from tests import brute_force, rules

CHI_SQUARE_39 = 72.1
"""What 39 degrees of freedom exceed once in a thousand."""


@settings(max_examples=60)
@given(rules.ruled_boards())
def test_what_the_diagram_tells_is_true(board: Board) -> None:
    expected = rules.solutions(board)
    diagram = Diagram(board)
    squares = Counter(square for queens in expected for square in enumerate(queens))
    assert diagram.count == len(expected)
    assert diagram.by_square() == squares
    assert list(diagram) == sorted(expected)
    assert diagram.draw(random.Random(1)) in (expected or {None})


@pytest.mark.parametrize("n", range(11))
def test_the_diagram_is_reduced(n: int) -> None:
    diagram = Diagram(Board(n))
    assert len(set(diagram.nodes)) == len(diagram.nodes)
    assert diagram.count == count_all(Board(n)) == SOLUTIONS[n]
    for square, low, high in diagram.nodes[2:]:
        assert high != FALSE
        assert square < min(diagram.nodes[low][0], diagram.nodes[high][0])


def test_its_nodes_and_subproblems() -> None:
    counters = solve_all(Board(8), lambda queens: None)
    assert counters == {"diagram_nodes": 373, "subproblems": 961}


def chi_square(draw: Callable[[random.Random], Queens | None]) -> float:
    """The distance of 4,000 draws of a solution of n = 7 from a uniform distribution."""
    chance = random.Random(7)
    drawn = Counter(draw(chance) for _ in range(4000))
    assert drawn.keys() == brute_force.all_solutions(7)
    return sum((times - 100) ** 2 / 100 for times in drawn.values())


def test_draws_are_uniform() -> None:
    assert chi_square(Diagram(Board(7)).draw) < CHI_SQUARE_39
    assert chi_square(lambda chance: uniform_solution(Board(7), chance)) < CHI_SQUARE_39


def test_uniform_boards_keep_queens_of_a_uniform_solution() -> None:
    boards = parse_boards("uniform:n=7,placed=7,seed=1..2000")
    drawn = Counter(board.placed for board in boards)
    assert drawn.keys() == {tuple(enumerate(queens)) for queens in brute_force.all_solutions(7)}
    assert sum((times - 50) ** 2 / 50 for times in drawn.values()) < CHI_SQUARE_39
    assert [len(board.placed) for board in parse_boards("uniform:n=8,placed=3,seed=1..3")] == [
        3
    ] * 3


@pytest.mark.parametrize(
    ("spec", "reason"),
    [("n=3,placed=1", "n = 3 has no solution"), ("n=13,placed=1", "n must be from 1 to 12")],
)
def test_uniform_boards_that_cannot_be_drawn(spec: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_boards(f"uniform:{spec},seed=1")
