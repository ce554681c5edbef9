"""The written searches that stand alone: their trees, their limits, their first solutions."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from hypothesis import given, settings

from handwritten import (
    bitmasks,
    choose_squares,
    dancing_links,
    first_fail,
    forward_checking,
    generate_and_test,
    half_board,
)
from queens import (
    Board,
    Queens,
    Unsupported,
    first_solution,
    function_of,
    is_solution,
    known_count,
    mirror,
)
from tests import brute_force
from tests.replay import Replay
from tests.strategies import boards

drawn = settings(max_examples=100)


def replay(module: ModuleType, board: Board) -> Replay:
    """Return the replayed trace of all solutions, each pruned square held to brute force."""
    trace = Replay(board, brute_force.solutions(board))
    module.solve_all(board, lambda queens: None, trace)
    assert not trace.open_decisions
    return trace


def enumerate_all(module: ModuleType, board: Board) -> list[Queens]:
    delivered: list[Queens] = []
    module.solve_all(board, delivered.append)
    return delivered


@pytest.mark.parametrize(
    ("module", "n", "size"),
    [
        (choose_squares, 6, "1,947,792 choices of 6 squares out of 36"),
        (generate_and_test, 10, "3,628,800 permutations"),
    ],
)
def test_refuses_with_the_size_of_the_space(module: ModuleType, n: int, size: str) -> None:
    with pytest.raises(Unsupported, match=size):
        module.solve_all(Board(n), lambda queens: None)
    module.solve_all(Board(n - 1), lambda queens: None)


def test_generate_and_test_lays_out_every_permutation() -> None:
    """Nodes are all prefixes of permutations: 1 + 4 + 12 + 24 + 24 for four queens."""

    class Events:
        def __init__(self) -> None:
            self.queens: list[int] = []
            self.nodes, self.checks, self.solutions = 1, 0, []

        def decision(self, row: int, column: int) -> None:
            assert row == len(self.queens)
            self.queens.append(column)
            self.nodes += 1

        def backtrack(self, row: int, column: int) -> None:
            assert (row, column) == (len(self.queens) - 1, self.queens.pop())

        def check(self, row: int, column: int) -> None:
            assert self.queens[row] == column
            self.checks += 1

        def rejection(self, row: int, column: int, cause: object) -> None:
            assert sorted(self.queens) == [0, 1, 2, 3], "tested when complete, not before"

        def solution(self, queens: Queens) -> None:
            assert tuple(self.queens) == queens
            self.solutions.append(queens)

    trace = Events()
    generate_and_test.solve_all(Board(4), lambda queens: None, trace)
    assert not trace.queens
    assert trace.nodes == 65
    # 12 candidates fail at row 1, 8 at row 2 and 2 at row 3; 2 are right
    assert trace.checks == 12 * 2 + 8 * 3 + 2 * 4 + 2 * 4
    assert set(trace.solutions) == brute_force.all_solutions(4)


@pytest.mark.parametrize("n", [6, 7, 8])
def test_half_board_hands_over_each_solution_beside_its_mirror_image(n: int) -> None:
    delivered = enumerate_all(half_board, Board(n))
    beside_middle = [queens for queens in delivered if queens[0] != n - 1 - queens[0]]
    assert [mirror(queens) for queens in beside_middle[0::2]] == beside_middle[1::2]
    assert all(queens[0] < n / 2 for queens in beside_middle[0::2])


def test_half_board_counts_the_middle_column_once() -> None:
    assert [half_board.count_all(Board(n)) for n in range(11)] == [
        known_count(Board(n)) for n in range(11)
    ]


def test_half_board_visits_half_the_nodes_of_bitmasks() -> None:
    def nodes(module: ModuleType, n: int) -> int:
        class Nodes:
            count = 0

            def decision(self, row: int, column: int) -> None:
                self.count += 1

            def __getattr__(self, event: str) -> object:
                return lambda *arguments: None

        trace = Nodes()
        module.solve_all(Board(n), lambda queens: None, trace)
        return trace.count

    assert nodes(half_board, 8) * 2 == nodes(bitmasks, 8)


@pytest.mark.parametrize("board", [Board(4, [(0, 1)]), Board(4, blocked=[(0, 0)])])
def test_half_board_refuses_boards_that_need_not_be_symmetric(board: Board) -> None:
    for function in (function_of(half_board, "solve_one"), half_board.count_all):
        with pytest.raises(Unsupported, match="takes plain boards"):
            function(board)


@pytest.mark.parametrize("module", [first_fail, dancing_links])
def test_what_is_pruned_is_in_no_solution_and_its_cause_is_true(module: ModuleType) -> None:
    @drawn
    @given(boards())
    def hold(board: Board) -> None:
        replay(module, board)

    hold()


def test_first_fail_decides_the_row_with_the_fewest_columns() -> None:
    class FewestFirst(Replay):
        def decision(self, row: int, column: int) -> None:
            decided = {square[0] for square, _ in self.open_decisions}
            undecided = set(range(len(self.domains))) - decided
            assert len(self.domains[row]) == min(len(self.domains[r]) for r in undecided)
            super().decision(row, column)

    first_fail.solve_all(Board(7), lambda queens: None, FewestFirst(Board(7)))


def test_first_fail_fails_half_as_often_as_forward_checking() -> None:
    trace = replay(first_fail, Board(8))
    assert (trace.nodes, trace.failures) == (1340, 289)
    assert first_fail.solve_all(Board(8), lambda queens: None) == {"failures": 289}
    assert forward_checking.solve_all(Board(8), lambda queens: None) == {"failures": 560}


def test_dancing_links_decides_the_row_or_column_with_the_fewest_options() -> None:
    class FewestFirst(Replay):
        def decision(self, row: int, column: int) -> None:
            rows = [domain for r, domain in enumerate(self.domains) if r not in self.decided(0)]
            sizes = [len(domain) for domain in rows]
            for c in set(range(len(self.domains))) - self.decided(1):
                sizes.append(sum(c in domain for domain in rows))
            options_of_column = sum(column in domain for domain in rows)
            assert min(sizes) in (len(self.domains[row]), options_of_column)
            super().decision(row, column)

        def decided(self, axis: int) -> set[int]:
            return {square[axis] for square, _ in self.open_decisions}

    trace = FewestFirst(Board(7))
    dancing_links.solve_all(Board(7), lambda queens: None, trace)
    assert trace.nodes < replay(first_fail, Board(7)).nodes


@pytest.mark.parametrize("module", [first_fail, dancing_links])
@pytest.mark.parametrize("n", [0, 1, 8])
def test_all_links_and_domains_are_restored(module: ModuleType, n: int) -> None:
    """A state not restored shows as solutions lost in later branches: the set is the judge."""
    assert set(enumerate_all(module, Board(n))) == brute_force.all_solutions(n)


@pytest.mark.parametrize(("module", "n"), [(first_fail, 1000), (dancing_links, 300)])
def test_one_solution_of_a_large_board(module: ModuleType, n: int) -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20 * n + 10_000)
    try:
        queens = first_solution(module.solve_all, Board(n))
    finally:
        sys.setrecursionlimit(limit)
    assert is_solution(Board(n), queens)
