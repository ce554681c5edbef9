"""Times of `boolean_flags` with the diagonals added up, and read from tables filled beforehand.

    uv run pytest tests/benchmarks/test_diagonal_tables.py --override-ini addopts=

"Branch and bound with look-ups" is the same search but for the tables. No time is asserted.
"""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from handwritten import boolean_flags
from queens import Board, known_count

N = 9


def count_adding() -> int:
    """Return the solutions counted with the search of boolean_flags, its trace left out."""
    column_taken, up_taken, down_taken = [False] * N, [False] * 2 * N, [False] * 2 * N

    def place(row: int) -> int:
        if row == N:
            return 1
        found = 0
        for column in range(N):
            up, down = row + column, column - row
            if not (column_taken[column] or up_taken[up] or down_taken[down]):
                column_taken[column] = up_taken[up] = down_taken[down] = True
                found += place(row + 1)
                column_taken[column] = up_taken[up] = down_taken[down] = False
        return found

    return place(0)


def count_looking_up() -> int:
    """Return the same, with `up` and `down` from tables."""
    column_taken, up_taken, down_taken = [False] * N, [False] * 2 * N, [False] * 2 * N
    ups = [[row + column for column in range(N)] for row in range(N)]
    downs = [[column - row for column in range(N)] for row in range(N)]

    def place(row: int) -> int:
        if row == N:
            return 1
        found = 0
        for column in range(N):
            up, down = ups[row][column], downs[row][column]
            if not (column_taken[column] or up_taken[up] or down_taken[down]):
                column_taken[column] = up_taken[up] = down_taken[down] = True
                found += place(row + 1)
                column_taken[column] = up_taken[up] = down_taken[down] = False
        return found

    return place(0)


def test_adding(benchmark: BenchmarkFixture) -> None:
    assert benchmark(count_adding) == known_count(Board(N))


def test_looking_up(benchmark: BenchmarkFixture) -> None:
    assert benchmark(count_looking_up) == known_count(Board(N))


def test_boolean_flags_itself(benchmark: BenchmarkFixture) -> None:
    def count() -> int:
        delivered: list[object] = []
        boolean_flags.solve_all(Board(N), delivered.append)
        return len(delivered)

    assert benchmark(count) == known_count(Board(N))
