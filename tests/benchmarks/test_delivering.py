"""How fast all solutions of n = 12 are delivered, compiled and in Python.

    uv run pytest tests/benchmarks/test_delivering.py -s

Claims, as ratios of processor times: compiled_bitmasks is at least 40 times faster than
bitmasks where it hands over arrays, and at least 10 times where it hands over tuples.
"""

from __future__ import annotations

from functools import partial

import pytest

from handwritten import bitmasks, compiled_bitmasks
from queens import Board, Queens
from queens.known import SOLUTIONS
from tests.benchmarks.side_by_side import Seconds, medians, print_table, processor_seconds

ROUNDS = 15
PYTHON, ARRAYS, TUPLES = "bitmasks", "compiled, arrays", "compiled, tuples"


def rows_in_arrays(board: Board) -> int:
    return sum(len(block) for block in compiled_bitmasks.solution_arrays(board))


def tuples(solve_all: partial[object]) -> int:
    delivered: list[Queens] = []
    solve_all(delivered.append)
    return len(delivered)


@pytest.mark.parametrize("n", [12])
def test_delivering_beside_python(n: int) -> None:
    board = Board(n)
    calls = {
        PYTHON: partial(tuples, partial(bitmasks.solve_all, board)),
        TUPLES: partial(tuples, partial(compiled_bitmasks.solve_all, board)),
        ARRAYS: partial(rows_in_arrays, board),
    }
    candidates: dict[str, Seconds] = {
        name: partial(processor_seconds, call, SOLUTIONS[n]) for name, call in calls.items()
    }
    assert rows_in_arrays(board) == SOLUTIONS[n]  # loads the compiled code
    seconds = medians(candidates, ROUNDS)
    print_table("Delivering all solutions", {f"n = {n}": seconds}, PYTHON)
    assert seconds[PYTHON] / seconds[ARRAYS] >= 40
    assert seconds[PYTHON] / seconds[TUPLES] >= 10
