"""Hard boards: each kind is what it says, by brute force where it reaches, and under its seed."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.campaign.drawn_boards import _proved_unsolvable, parse_boards, random_solution
from models import original_cp_value
from queens import Board, attacks, first_solution, is_solution
from tests import brute_force
from tests.strategies import boards


@pytest.mark.parametrize("n", [0, 1, 4, 5, 6, 7, 8, 9, 10, 31, 100])
def test_a_random_solution_is_one(n: int) -> None:
    for seed in range(5):
        assert is_solution(Board(n), random_solution(n, random.Random(seed)))


def test_random_solutions_reach_every_solution_of_a_small_board() -> None:
    draws = random.Random(0)
    assert {random_solution(6, draws) for _ in range(100)} == brute_force.all_solutions(6)


@pytest.mark.parametrize("placed", [0, 3, 8])
def test_a_completion_board_has_a_solution(placed: int) -> None:
    for board in parse_boards(f"completion:n=8,placed={placed},seed=1..10"):
        assert len(board.placed) == placed
        assert board.blocked == ()
        assert brute_force.solutions(board)


def test_large_completion_boards_have_a_solution_and_are_nested() -> None:
    fuller = parse_boards("completion:n=200,placed=150,seed=1..3")
    emptier = parse_boards("completion:n=200,placed=140,seed=1..3")
    assert len({board.placed for board in fuller}) == 3
    for full, empty in zip(fuller, emptier, strict=True):
        assert len(full.placed) == 150
        assert set(empty.placed) < set(full.placed)
        assert is_solution(full, first_solution(original_cp_value.solve_all, full) or ())


def test_an_unsolvable_board_has_no_solution_and_something_to_search() -> None:
    drawn = parse_boards("unsolvable:n=8,placed=5,seed=1..10")
    assert len({board.placed for board in drawn}) > 5
    for board in drawn:
        assert len(board.placed) == 5
        assert not any(attacks(one, other) for one, other in combinations(board.placed, 2))
        assert all(board.columns(row) for row in range(8))
        assert brute_force.solutions(board) == set()


def test_a_board_that_cannot_be_proved_unsolvable_in_time_is_put_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("harness.campaign.drawn_boards.NODES", 0)
    with pytest.raises(ValueError, match="no unsolvable board of n = 8 with 5 placed"):
        parse_boards("unsolvable:n=8,placed=5,seed=1")


@settings(max_examples=200, deadline=None, derandomize=True)
@given(boards(8))
def test_the_proof_that_there_is_no_solution_is_one(board: Board) -> None:
    domains = {row: sum(1 << c for c in board.columns(row)) for row in range(board.n)}
    assert _proved_unsolvable(domains) == (not brute_force.solutions(board))


def test_a_blocked_board_has_as_many_open_squares_a_row_and_a_solution() -> None:
    drawn = parse_boards("blocked:n=8,open=3,seed=1..10")
    assert len({board.blocked for board in drawn}) == 10
    for board in drawn:
        assert [len(board.columns(row)) for row in range(8)] == [3] * 8
        assert brute_force.solutions(board)


@given(st.integers(0, 10_000))
@settings(max_examples=20, deadline=None, derandomize=True)
def test_the_seed_decides(seed: int) -> None:
    for kind in ("completion:n=12,placed=6", "blocked:n=12,open=4"):
        assert parse_boards(f"{kind},seed={seed}") == parse_boards(f"{kind},seed={seed}")
        assert parse_boards(f"{kind},seed={seed}") != parse_boards(f"{kind},seed={seed + 1}")


COMPLETION = "try completion:n=200,placed=150,seed=1..12"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "boards are completion, unsolvable, blocked, got ''"),
        ("hard:n=8", "boards are completion, unsolvable, blocked, got 'hard'"),
        ("completion", f"n is missing in '', {COMPLETION}"),
        ("completion:n=8,seed=1", f"placed is missing in 'n=8,seed=1', {COMPLETION}"),
        ("completion:n=8,placed=4,seed=1,open=3", f"no 'open' in such boards, {COMPLETION}"),
        ("completion:n=8,n=9", f"n is given twice in 'n=8,n=9', {COMPLETION}"),
        ("completion:n=4..8", f"only seed takes a range, got 'n=4..8', {COMPLETION}"),
        ("completion:n=eight", "n takes a whole number or a range a..b, got 'eight'"),
        ("completion:n=-8", "n takes a whole number or a range a..b, got '-8'"),
        ("completion:n=8,seed=1..x", "seed takes a whole number or a range a..b, got '1..x'"),
        ("completion:seed=3..1", "seed takes a range from the smaller to the larger, got '3..1'"),
        ("completion:n=8,placed=9,seed=1", "placed must be from 0 to 8, got 9"),
        ("completion:n=3,placed=1,seed=1", "n = 3 has no solution to keep queens of"),
        ("unsolvable:n=8,placed=8,seed=1", "placed must be from 1 to 7, got 8"),
        ("unsolvable:n=30,placed=1,seed=1", "no unsolvable board of n = 30 with 1 placed"),
        ("blocked:n=8,open=0,seed=1", "open must be from 1 to 8, got 0"),
    ],
)
def test_a_specification_that_makes_no_sense_is_refused_in_one_line(
    spec: str, message: str
) -> None:
    with pytest.raises(ValueError) as caught:
        parse_boards(spec)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
