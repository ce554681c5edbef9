"""Times of local search and construction for one solution of large boards.

    uv run pytest tests/benchmarks/test_local_search.py --override-ini addopts=

No time is asserted: the figures are for the reader, the right answer for the test.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from handwritten import construction, min_conflicts, simulated_annealing
from queens import Board, is_solution


@pytest.mark.parametrize("n", [1_000, 100_000, 1_000_000])
def test_min_conflicts(benchmark: BenchmarkFixture, n: int) -> None:
    board = Board(n)
    queens = benchmark.pedantic(min_conflicts.solve_one, (board,), rounds=3)
    assert is_solution(board, queens)


@pytest.mark.parametrize("n", [1_000_000, 1_000_004, 10_000_000])
def test_construction(benchmark: BenchmarkFixture, n: int) -> None:
    board = Board(n)
    queens = benchmark.pedantic(construction.solve_one, (board,), rounds=3)
    assert is_solution(board, queens)


@pytest.mark.parametrize("n", [100, 300])
def test_simulated_annealing(benchmark: BenchmarkFixture, n: int) -> None:
    board = Board(n)
    queens = benchmark.pedantic(simulated_annealing.solve_one, (board,), rounds=3)
    assert is_solution(board, queens)
