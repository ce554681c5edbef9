"""An iterator over any approach: all of it, no more than asked for, and no thread left."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from harness import solutions
from harness.deliver.pull import BUFFERED, _pull
from queens import Board, GaveUp, OnSolution, Queens, Unsupported
from queens.registry import ROOT
from tests import brute_force


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) - before == set()


@pytest.mark.parametrize("approach", ["bitmasks", "boolean_flags", "cp_sat"])
def test_all_solutions_come_once(approach: str) -> None:
    assert sorted(solutions(approach, Board(6))) == sorted(brute_force.all_solutions(6))


def test_a_board_with_placed_and_blocked_squares() -> None:
    board = Board(8, [(0, 3)], [(1, 5)])
    assert sorted(solutions("bitmasks", board)) == sorted(brute_force.solutions(board))


def test_more_solutions_than_the_buffer_holds() -> None:
    assert len(set(solutions("bitmasks", Board(9)))) == 352 > BUFFERED


@pytest.mark.parametrize("approach", ["bitmasks", "cp_sat"])
def test_leaving_the_loop_stops_the_solver(approach: str) -> None:
    # all solutions of n = 20 would take days
    for taken, _queens in enumerate(solutions(approach, Board(20)), start=1):
        if taken == 3:
            break
    assert taken == 3


def endless(found: list[int]) -> Callable[[OnSolution], None]:
    def solve_all(on_solution: OnSolution) -> None:
        while True:
            found.append(1)
            on_solution((0,))

    return solve_all


def test_the_search_waits_for_the_loop() -> None:
    found: list[int] = []
    pulled = _pull(endless(found), 1)
    next(pulled)
    time.sleep(0.2)
    pulled.close()
    assert len(found) <= 2 * BUFFERED + 2


def test_a_loop_that_was_never_begun_starts_no_solver() -> None:
    found: list[int] = []
    _pull(endless(found), 1).close()
    assert found == []


@pytest.mark.parametrize("error", [Unsupported("not this board"), GaveUp("lost"), KeyError("x")])
def test_what_the_approach_raises_comes_out_after_what_it_found(error: Exception) -> None:
    def solve_all(on_solution: OnSolution) -> None:
        on_solution((0,))
        raise error

    found: list[Queens] = []
    with pytest.raises(type(error)) as caught:
        found.extend(_pull(solve_all, 1))
    assert caught.value is error

    pulled = _pull(solve_all, 1)
    assert next(pulled) == (0,)
    with pytest.raises(type(error)):
        next(pulled)


def test_a_deep_search_has_the_stack_it_needs() -> None:
    n = 3000

    def deep(depth: int) -> int:
        return 0 if depth == 0 else 1 + deep(depth - 1)

    reached: list[int] = []

    def solve_all(on_solution: OnSolution) -> None:
        reached.append(deep(20 * n))
        on_solution((0,))

    assert list(_pull(solve_all, n)) == [(0,)]
    assert reached == [20 * n]


def test_a_name_that_is_none_is_said_at_once() -> None:
    with pytest.raises(ValueError, match="did you mean bitmasks"):
        solutions("bitmaks", Board(6))


def test_importing_the_harness_loads_nothing_slow() -> None:
    code = "import sys, harness; harness.solutions; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert "harness.deliver.pull" in loaded
    assert not {"numpy", "pandas", "numba", "ortools", "rich"} & set(loaded)
