"""The compiled search: beyond the contract, its arrays, its counts and the end of its word."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from queens import Board, Queens, Unsupported, first_solution, function_of, is_solution
from queens.jit import compiled
from queens.known import SOLUTIONS
from queens.registry import APPROACHES
from tests import brute_force
from tests.strategies import boards

pytest.importorskip("numba")

from handwritten import bitmasks, compiled_bitmasks

ROOT = Path(__file__).resolve().parent.parent


def rows_of(board: Board) -> list[Queens]:
    blocks = list(compiled_bitmasks.solution_arrays(board))
    assert all(block.dtype == np.uint8 and block.shape[1:] == (board.n,) for block in blocks)
    assert all(len(block) for block in blocks)
    return [tuple(row) for block in blocks for row in block.tolist()]


@pytest.mark.parametrize("n", range(9))
def test_the_arrays_are_the_solutions(n: int) -> None:
    rows = rows_of(Board(n))
    assert len(rows) == SOLUTIONS[n]
    assert set(rows) == brute_force.all_solutions(n)


@settings(max_examples=60)
@given(boards(8))
def test_boards_that_are_not_plain_come_in_the_order_of_bitmasks(board: Board) -> None:
    expected: list[Queens] = []
    bitmasks.solve_all(board, expected.append)
    if board.is_plain:
        assert sorted(rows_of(board)) == expected
    else:
        assert rows_of(board) == expected
    assert compiled_bitmasks.count_all(board) == len(expected)


def test_many_blocks_hold_each_solution_once() -> None:
    blocks = list(compiled_bitmasks.solution_arrays(Board(12)))
    assert max(map(len, blocks)) <= compiled_bitmasks.ROWS_IN_A_BLOCK
    assert len(blocks) > 5
    rows = np.concatenate(blocks)
    assert len(rows) == len(np.unique(rows, axis=0)) == SOLUTIONS[12]
    assert all(is_solution(Board(12), row) for row in rows[::97].tolist())


def test_blocks_are_new_arrays() -> None:
    kept = list(compiled_bitmasks.solution_arrays(Board(9)))
    assert len({tuple(row) for block in kept for row in block.tolist()}) == 352
    assert not any(np.shares_memory(one, other) for one, other in pairwise(kept))


def test_a_search_that_comes_back_without_a_solution_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiled_bitmasks, "STEPS_AT_ONCE", 7)
    assert set(rows_of(Board(7))) == brute_force.all_solutions(7)


@pytest.mark.parametrize("n", [9, 10, 11, 12, 13])
def test_counts_of_plain_boards(n: int) -> None:
    assert compiled_bitmasks.count_all(Board(n)) == SOLUTIONS[n]


def construction(n: int) -> Queens:
    """A solution for every n >= 4: the even columns, then the odd ones (Pauls 1874)."""
    evens, odds = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if n % 6 == 2:
        odds = [3, 1, *odds[3:], 5]
    elif n % 6 == 3:
        evens, odds = [*evens[1:], 2], [*odds[2:], 1, 3]
    return tuple(column - 1 for column in evens + odds)


def nearly_full(n: int, seed: int) -> Board:
    """A board with a solution and twelve rows left open, those of the outer columns with them."""
    known = construction(n)
    assert is_solution(Board(n), known)
    rows = np.random.default_rng(seed).permutation(n)[:8].tolist()
    rows += [known.index(column) for column in (0, 1, n - 2, n - 1)]
    return Board(n, [(row, known[row]) for row in range(n) if row not in rows])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n", [31, 32, 33, 45, 62, 63])
def test_up_to_the_word_all_is_as_without_a_word(n: int, seed: int) -> None:
    board = nearly_full(n, seed)
    expected: list[Queens] = []
    bitmasks.solve_all(board, expected.append)
    assert construction(n) in expected
    assert rows_of(board) == expected
    assert first_solution(compiled_bitmasks.solve_all, board) == expected[0]
    assert compiled_bitmasks.count_all(board) == len(expected)


def test_the_drawn_boards_have_more_than_one_solution() -> None:
    """Else the tests above would not be able to see one that is missing."""
    counts = [
        compiled_bitmasks.count_all(nearly_full(n, seed)) for n in (33, 63) for seed in range(6)
    ]
    assert max(counts) > 2


@pytest.mark.parametrize("n", [31, 32, 33, 63])
def test_a_search_that_ends_in_nothing_ends_so_at_the_word_too(n: int) -> None:
    known = construction(n)
    placed = [(row, known[row]) for row in range(n - 6)]
    blocked = [(row, known[row]) for row in range(n - 6, n)]
    board = Board(n, placed, blocked)
    expected: list[Queens] = []
    bitmasks.solve_all(board, expected.append)
    assert rows_of(board) == expected
    assert compiled_bitmasks.count_all(board) == len(expected)


@pytest.mark.parametrize("n", [64, 65, 1000])
def test_beyond_the_word_boards_are_refused(n: int) -> None:
    for function in (compiled_bitmasks.count_all, function_of(compiled_bitmasks, "solve_one")):
        with pytest.raises(Unsupported, match=f"n is {n}: a set of columns is a word"):
            function(Board(n))


@pytest.mark.parametrize("board", [Board(9), Board(10), Board(8, blocked=[(0, 0), (7, 3)])])
@pytest.mark.parametrize("workers", [1, 3])
def test_parts_add_up_and_say_how_far_they_are(board: Board, workers: int) -> None:
    parts = list(compiled_bitmasks.count_parts(board, workers))
    expected: list[Queens] = []
    bitmasks.solve_all(board, expected.append)
    assert sum(part.solutions for part in parts) == len(expected)
    assert [part.done for part in parts] == list(range(1, len(parts) + 1))
    assert {part.total for part in parts} == {len(parts)}
    assert len(parts) > 10


@pytest.mark.parametrize("workers", [1, 2])
def test_a_count_of_minutes_can_be_left_after_a_part(workers: int) -> None:
    parts = compiled_bitmasks.count_parts(Board(17), workers)
    assert [part.done for part in islice(parts, 2)] == [1, 2]
    parts.close()


def test_an_approach_compiles_where_nothing_can_be_written(tmp_path: Path) -> None:
    """Neither beside the source nor in a cache of the user's: Numba calls that an error."""
    copies = tmp_path / "handwritten"
    copies.mkdir()
    for name in ("__init__", "lanes", "shares", "compiled_bitmasks"):
        source = ROOT / "handwritten" / f"{name}.py"
        (copies / f"{name}.py").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    (copies / "__pycache__").write_text("a file where a folder would go", encoding="utf-8")
    program = (
        "from handwritten import compiled_bitmasks; from queens import Board\n"
        "print(compiled_bitmasks.__file__, compiled_bitmasks.count_all(Board(10)))"
    )
    nowhere = {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null", "PYTHONDONTWRITEBYTECODE": "1"}
    paths = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={**environment, **nowhere, **paths},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.split() == [str(copies / "compiled_bitmasks.py"), "724"]


def test_what_fails_to_compile_is_not_compiled_twice() -> None:
    """Only a missing cache is forgiven."""
    with pytest.raises(Exception, match="no_such_name"):

        @compiled("int64(int64)")
        def wrong(number: int) -> int:
            return no_such_name(number)  # type: ignore[name-defined,no-any-return]  # noqa: F821  # the fault


def test_naming_the_approaches_loads_no_compiler() -> None:
    assert "compiled_bitmasks" in [approach.name for approach in APPROACHES]
    program = "import sys, queens, queens.registry; print('numba' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"
    assert importlib.util.find_spec("numba") is not None
