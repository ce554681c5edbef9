"""Rules as data: what attacks, what is a solution, which symmetries stay; held to brute force."""

from __future__ import annotations

import pickle
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explain import explain
from explain.counts import tally
from queens import QUEENS, RULES, Board, is_solution, known_count, regions, rule_of
from queens.rule import KING, Line
from queens.symmetry import symmetries, symmetries_of
from tests import rules

FOUR = ["AABB", "AABB", "CCDD", "CCDD"]


@pytest.mark.parametrize("name", sorted(RULES))
@pytest.mark.parametrize("n", range(7))
def test_published_counts_are_what_brute_force_counts(name: str, n: int) -> None:
    board = Board(n, rule=RULES[name])
    assert known_count(board) == len(rules.solutions(board))


def test_published_counts_are_for_empty_boards_of_a_rule_without_a_grid() -> None:
    torus = RULES["torus"]
    assert [known_count(Board(n, rule=torus)) for n in (13, 23, 27, 31, 32)] == [
        4_524,
        128_850_048,
        0,
        13_404_947_681_712,
        None,
    ]
    assert known_count(Board(10, rule=RULES["superqueens"])) == 4
    assert known_count(Board(4, rule=regions(FOUR))) is None
    assert known_count(Board(8, [(0, 0)], rule=RULES["rooks"])) is None


@settings(max_examples=150)
@given(rules.ruled_boards())
def test_a_solution_is_what_the_definition_says(board: Board) -> None:
    every = product(range(board.n), repeat=board.n)
    assert {queens for queens in every if is_solution(board, queens)} == rules.solutions(board)


@settings(max_examples=100)
@given(rules.ruled_boards(max_n=6))
def test_what_a_queen_attacks_is_the_same_by_masks_and_by_pairs(board: Board) -> None:
    squares = list(product(range(board.n), repeat=2))
    for square in squares:
        masks = board.attacked_from(*square)
        for other in squares:
            if other[0] != square[0]:
                attacked = rules.attack(board, square, other)
                assert bool(masks[other[0]] >> other[1] & 1) == attacked
                assert board.attacks(square, other) == attacked
                assert (board.shared(square, other) is not None) == attacked
        assert masks[square[0]] == 0


@settings(max_examples=100)
@given(rules.ruled_boards())
def test_open_columns_lose_no_solution(board: Board) -> None:
    for queens in rules.solutions(board):
        assert all(column in board.columns(row) for row, column in enumerate(queens))


@settings(max_examples=100)
@given(rules.ruled_boards(), st.integers(0, 3))
def test_parts_are_disjoint_and_together_complete(board: Board, depth: int) -> None:
    parts = [rules.solutions(part) for part in board.split(depth)]
    assert sum(map(len, parts)) == len(set().union(*parts))
    assert set().union(*parts) == rules.solutions(board)


@settings(max_examples=100)
@given(rules.ruled_boards())
def test_a_symmetry_of_the_board_carries_solutions_to_solutions(board: Board) -> None:
    solutions = rules.solutions(board)
    kept = symmetries_of(board)
    assert 0 in kept
    for queens in solutions:
        images = symmetries(queens)
        assert {images[number] for number in kept} <= solutions


def test_the_symmetries_that_a_rule_has() -> None:
    def of(name: str, n: int = 5) -> tuple[int, ...]:
        return symmetries_of(Board(n, rule=RULES[name]))

    assert all(of(name) == tuple(range(8)) for name in RULES if name != "semiqueens")
    assert of("semiqueens") == (0, 2, 5, 7)
    assert symmetries_of(Board(4, rule=regions(FOUR))) == tuple(range(8))
    assert symmetries_of(Board(4, [(0, 1)], rule=regions(FOUR))) == (0,)
    assert symmetries_of(Board(5, [(2, 2)], [(0, 0), (4, 4)])) == (0, 2, 5, 7)


def test_a_rule_of_ones_own_is_a_slope_where_it_is_one() -> None:
    lines = {
        "column": lambda row, column: column,
        "up": lambda row, column: row + column,
        "wrapped": lambda row, column: (column - 2 * row) % 5,
        "odd": lambda row, column: row * row + column,
    }
    rule = rule_of(5, "mine", lines, [(1, 0), (1, 0), (2, 3)])
    board = Board(5, rule=rule)
    assert [line.is_linear for line in board.lines] == [True, True, False, False]
    assert [line.slope for line in board.lines[:2]] == [0, 1]
    assert rule.steps == ((1, 0), (2, 3))
    for line in board.lines:
        for row, column in product(range(5), repeat=2):
            assert line.number(row, column) == lines[line.name](row, column)
            assert line.numbers(row)[column] == lines[line.name](row, column)


def test_lines_that_must_be_filled() -> None:
    torus = Board(5, rule=RULES["torus"])
    assert [line.is_full for line in torus.lines] == [True, True, True]
    assert [line.is_full for line in Board(5).lines] == [True, False, False]
    assert [line.is_full for line in Board(4, rule=regions(FOUR)).lines] == [True, True]
    assert [line.is_full for line in Board(1).lines] == [True, True, True]


def test_regions() -> None:
    rule = regions(FOUR)
    assert rule == regions([[7, 7, 1, 1], [7, 7, 1, 1], [3, 3, 9, 9], [3, 3, 9, 9]])
    assert rule.steps == KING
    assert rules.solutions(Board(4, rule=rule)) == {(1, 3, 0, 2), (2, 0, 3, 1)}
    with pytest.raises(ValueError, match="square grid"):
        regions(["AB", "A"])
    with pytest.raises(ValueError, match="4 rows need as many regions, got 3"):
        regions(["AABB", "AABB", "CCCC", "CCCC"])
    with pytest.raises(ValueError, match=r"is for n = 4, got n = 5"):
        Board(5, rule=rule)
    with pytest.raises(ValueError, match="at least"):
        rule_of(4, "mine", {}, [(0, 1)])


def test_names() -> None:
    assert str(Board(8, rule=RULES["torus"])) == "n = 8, torus"
    name = str(Board(4, [(0, 1)], rule=regions(FOUR)))
    assert name.startswith("n = 4, regions #")
    assert name.endswith(", placed 0:1")
    assert str(Board(8)) == "n = 8"


def test_a_board_is_a_key_and_travels() -> None:
    board = Board(4, [(0, 1)], [(3, 3)], regions(FOUR))
    assert {board: 1}[Board(4, [(0, 1)], [(3, 3)], regions(FOUR))] == 1
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert hash(copy) == hash(board)
    assert Board(4, rule=RULES["rooks"]) != Board(4)
    assert Board(4).rule == QUEENS


def test_a_line_of_a_large_board_costs_nothing() -> None:
    lines = Board(1_000_000).lines
    assert [line.number(999_999, 7) for line in lines] == [7, 1_000_006, -999_992]
    assert Line("up", slope=1, wraps=True, n=5).number(4, 4) == 3


@pytest.mark.parametrize(
    ("n", "nodes"),
    [
        (4, [1, 4, 6, 4, 2]),
        (6, [1, 6, 20, 36, 46, 40, 4]),
        (8, [1, 8, 42, 140, 344, 568, 550, 312, 92]),
    ],
)
def test_nodes_by_depth_are_the_published_ones(n: int, nodes: list[int]) -> None:
    # OEIS A319284: the ways to place k queens in the first k rows
    found = tally(explain(n, ["linear_scan"]).record["linear_scan"])
    assert [depth["nodes"] for depth in found.by_depth.values()] == nodes
