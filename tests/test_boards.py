"""Hard boards: each kind is what it says, by brute force where it reaches, and under its seed."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.boards.puzzles import puzzle
from harness.boards.small_search import solutions
from harness.campaign.drawn_boards import LEAST_OPEN, parse_boards
from harness.campaign.repair import random_solution
from models import original_cp_value
from queens import Board, first_solution, is_solution, text_board
from queens.forms.files import read_boards
from tests import brute_force, rules
from tests.rules import attacks
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


@settings(max_examples=200)
@given(boards(8))
def test_the_small_search_finds_every_solution(board: Board) -> None:
    found = list(solutions(board, nodes=1_000_000))
    assert len(found) == len(set(found))
    assert set(found) == brute_force.solutions(board)


@settings(max_examples=100)
@given(rules.ruled_boards())
def test_the_small_search_takes_any_rule(board: Board) -> None:
    assert set(solutions(board, 1_000_000, random.Random(1))) == rules.solutions(board)


@pytest.mark.parametrize("n", [4, 6, 8, 9])
def test_a_puzzle_has_one_solution_and_whole_regions(n: int) -> None:
    for seed in range(1, 6):
        board = puzzle(n, seed)
        assert len(set(solutions(board, 1_000_000))) == 1
        assert board == puzzle(n, seed) == read_boards(text_board((), board)).boards[0]
    assert puzzle(n, 1) != puzzle(n, 2)


def test_excluded_diagonals() -> None:
    fuller, emptier = (
        parse_boards(f"excluded:n=10,diagonals={amount},seed=3")[0] for amount in (9, 6)
    )
    assert set(emptier.blocked) < set(fuller.blocked)
    for board in (fuller, emptier):
        rows, columns = ([s[side] for s in board.blocked] for side in (0, 1))
        for line in range(10):
            assert max(rows.count(line), columns.count(line)) <= 10 - LEAST_OPEN
    blocked = set(fuller.blocked)
    ups = [{(r, c) for r in range(10) for c in range(10) if r + c == u} for u in range(19)]
    downs = [{(r, c) for r in range(10) for c in range(10) if c - r == d} for d in range(-9, 10)]
    whole = [line for line in (*ups, *downs) if line <= blocked]
    assert set().union(*whole) == blocked
    assert len(whole) >= 9
    with pytest.raises(ValueError, match="diagonals of n = 10 can be excluded"):
        parse_boards("excluded:n=10,diagonals=38,seed=1")


def test_a_blocked_board_has_as_many_open_squares_a_row_and_a_solution() -> None:
    drawn = parse_boards("blocked:n=8,open=3,seed=1..10")
    assert len({board.blocked for board in drawn}) == 10
    for board in drawn:
        assert [len(board.columns(row)) for row in range(8)] == [3] * 8
        assert brute_force.solutions(board)


@given(st.integers(0, 10_000))
@settings(max_examples=20)
def test_the_seed_decides(seed: int) -> None:
    for kind in ("completion:n=12,placed=6", "blocked:n=12,open=4"):
        assert parse_boards(f"{kind},seed={seed}") == parse_boards(f"{kind},seed={seed}")
        assert parse_boards(f"{kind},seed={seed}") != parse_boards(f"{kind},seed={seed + 1}")


KINDS = "boards are completion, uniform, unsolvable, blocked, excluded, regions"
COMPLETION = "try completion:n=200,placed=150,seed=1..12"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "boards are completion, uniform, unsolvable, blocked, excluded, regions, got ''"),
        (
            "hard:n=8",
            "boards are completion, uniform, unsolvable, blocked, excluded, regions, got 'hard'",
        ),
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
