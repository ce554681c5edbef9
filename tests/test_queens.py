"""The problem itself: boards, solutions, symmetries, known counts."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from queens import (
    Board,
    attack,
    canonical,
    is_solution,
    known_count,
    orbit_size,
    rotate,
    symmetries,
    text_board,
)
from queens.known import FUNDAMENTAL, SOLUTIONS, TOROIDAL
from queens.trace import Attack
from tests import brute_force
from tests.strategies import boards


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1,), "n must be at least 0, got -1"),
        ((True,), "n must be a whole number, got True"),
        ((8.0,), "n must be a whole number, got 8.0"),
        (("8",), "n must be a whole number, got '8'"),
        ((4, [(0, 4)]), r"placed square \(0, 4\) is off the board"),
        ((4, [(-1, 0)]), r"placed square \(-1, 0\) is off the board"),
        ((4, [], [(4, 0)]), r"blocked square \(4, 0\) is off the board"),
        ((4, [(0, 1), (0, 2)]), "placed names row 0 twice"),
        ((4, [(0, True)]), "a column in placed must be a whole number, got True"),
        ((4, [3]), r"placed takes \(row, column\) pairs, got 3"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_by_name(arguments: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Board(*arguments)


def test_a_board_takes_numpy_integers() -> None:
    assert Board(np.int64(8)) == Board(8)
    assert type(Board(np.int64(8)).n) is int


def test_boards_are_values() -> None:
    assert Board(8, [(3, 5), (0, 3)]) == Board(8, ((0, 3), (3, 5)))
    assert len({Board(8, [(0, 3)]), Board(8, [(0, 3), (0, 3)])}) == 1
    assert str(Board(8, [(0, 3), (3, 5)], [(1, 1)])) == "n = 8, placed 0:3,3:5, blocked 1:1"


def test_columns_leaves_out_what_is_blocked_or_attacked_from_the_start() -> None:
    board = Board(4, placed=[(0, 1)], blocked=[(2, 2)])
    assert [list(board.columns(row)) for row in range(4)] == [[1], [3], [0], [0, 2, 3]]
    attacking = Board(4, placed=[(0, 0), (1, 1)])
    assert list(attacking.columns(0)) == []
    assert list(Board(4, placed=[(0, 1)], blocked=[(0, 1)]).columns(0)) == []


@pytest.mark.parametrize(
    ("placed", "count"),
    [([(0, 0)], 4), ([(0, 3)], 18), ([(0, 0), (1, 1)], 0), ([(0, 3), (3, 5)], 1)],
)
def test_brute_force_counts_the_cases(placed: list, count: int) -> None:
    assert len(brute_force.solutions(Board(8, placed))) == count


def test_split_on_the_first_row() -> None:
    parts = list(Board(8).split(1))
    assert [part.placed for part in parts] == [((0, column),) for column in range(8)]
    counts = [len(brute_force.solutions(part)) for part in parts]
    assert counts == [4, 8, 16, 18, 18, 16, 8, 4]


@given(boards(), st.integers(0, 8))
def test_split_is_disjoint_and_complete(board: Board, depth: int) -> None:
    parts = [brute_force.solutions(part) for part in board.split(depth)]
    together = list(itertools.chain.from_iterable(parts))
    assert sorted(together) == sorted(brute_force.solutions(board))


@given(boards(5), st.data())
def test_is_solution_agrees_with_brute_force(board: Board, data: st.DataObject) -> None:
    queens = data.draw(st.permutations(range(board.n)))
    assert is_solution(board, queens) == (tuple(queens) in brute_force.solutions(board))


@pytest.mark.parametrize("wrong", [(1, 3, 0), (1, 3, 0, 4), (1, 3, 0, 0), (1, 3, 0, 2.0)])
def test_is_solution_refuses_what_is_no_row_of_columns(wrong: tuple) -> None:
    assert not is_solution(Board(4), wrong)
    assert is_solution(Board(4), (1, 3, 0, 2))


def test_is_solution_refuses_booleans() -> None:
    assert is_solution(Board(1), (0,))
    assert not is_solution(Board(1), (False,))


@pytest.mark.parametrize("n", range(9))
def test_known_counts_are_what_brute_force_counts(n: int) -> None:
    solutions = brute_force.all_solutions(n)
    assert SOLUTIONS[n] == known_count(Board(n)) == len(solutions)
    assert FUNDAMENTAL[n] == len({canonical(queens) for queens in solutions})
    if n:
        assert TOROIDAL[n] == sum(
            len({(q + r) % n for r, q in enumerate(queens)}) == n
            and len({(q - r) % n for r, q in enumerate(queens)}) == n
            for queens in solutions
        )


def test_known_counts_reach_to_27_and_are_for_plain_boards() -> None:
    assert len(SOLUTIONS) == len(FUNDAMENTAL) == 28
    assert len(TOROIDAL) == 32
    assert SOLUTIONS[27] == 234_907_967_154_122_528
    assert FUNDAMENTAL[27] == 29_363_495_934_315_694
    assert known_count(Board(28)) is None
    assert known_count(Board(8, placed=[(0, 0)])) is None


def test_the_twelve_orbits_of_n_8() -> None:
    representatives = {canonical(queens) for queens in brute_force.all_solutions(8)}
    assert sorted(map(orbit_size, representatives)) == [4] + [8] * 11


@given(st.permutations(range(6)).map(tuple))
def test_symmetries_are_a_group_acting(queens: tuple) -> None:
    images = set(symmetries(queens))
    assert queens in images
    assert all(set(symmetries(image)) == images for image in images)
    assert len({canonical(image) for image in images}) == 1
    assert rotate(rotate(rotate(rotate(queens)))) == queens
    assert 8 % orbit_size(queens) == 0


@pytest.mark.parametrize("n", range(1, 8))
def test_symmetries_carry_solutions_to_solutions(n: int) -> None:
    solutions = brute_force.all_solutions(n)
    assert {image for queens in solutions for image in symmetries(queens)} == solutions


def test_attack_names_the_earliest_queen_and_the_line() -> None:
    assert attack(Board(4), (0,), 1, 0) == Attack((0, 0), "column")
    assert attack(Board(4), (0,), 1, 1) == Attack((0, 0), "down")
    assert attack(Board(4), (1, 3), 2, 2) == Attack((1, 3), "up")
    assert attack(Board(4), (1, 3), 2, 0) is None


def test_text_board() -> None:
    assert text_board((1, 3, 0, 2)) == ". Q . .\n. . . Q\nQ . . .\n. . Q ."
    assert text_board((1, 3, 0, 2), Board(4, blocked=[(0, 0)])).startswith("# Q")
    assert text_board(()) == ""
