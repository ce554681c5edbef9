"""What `half_boards` takes and refuses, its parts, and the processes and processors it runs on."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from commands.shared import choice
from queens import RULES, Board, Unsupported, regions, rule_of
from queens.known import SOLUTIONS

pytest.importorskip("numba")

from handwritten import bitmasks, half_boards

ROOT = Path(__file__).resolve().parent.parent


def test_placed_queens_and_blocked_squares_are_counted_as_by_bitmasks() -> None:
    for board in (
        Board(12, placed=[(0, 3)]),
        Board(13, blocked=[(0, 3), (6, 6), (7, 2), (12, 12)]),
        Board(12, placed=[(11, 4), (5, 5)], blocked=[(3, 0)]),
    ):
        assert half_boards.count_all(board) == bitmasks.count_all(board) > 0


def test_other_rules_are_refused() -> None:
    for rule in (RULES["kings"], regions(["aab", "abb", "ccc"])):
        with pytest.raises(Unsupported, match=f"rules of lines, got {rule}"):
            half_boards.count_all(Board(3, rule=rule))
    with pytest.raises(Unsupported, match="columns and other lines, got rooks"):
        half_boards.count_all(Board(8, rule=RULES["rooks"]))
    with pytest.raises(Unsupported, match="columns and other lines, got own"):
        half_boards.count_all(Board(2, rule=rule_of(2, "own", {"ring": lambda r, c: r * c})))
    with pytest.raises(Unsupported, match="up to 42 lines through both halves"):
        half_boards.count_all(Board(22, rule=RULES["torus"]))


@pytest.mark.parametrize(("rule", "n", "count"), [("torus", 13, 4524), ("semiqueens", 11, 596483)])
def test_rules_of_lines_are_counted(rule: str, n: int, count: int) -> None:
    assert half_boards.count_all(Board(n, rule=RULES[rule])) == count


@pytest.mark.parametrize("n", [23, 31, 32, 33, 63, 64, 65])
def test_boards_beyond_the_word_are_refused(n: int) -> None:
    with pytest.raises(Unsupported, match=f"up to 22, got {n}"):
        half_boards.count_all(Board(n))


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_parts_add_up_and_say_how_far_they_are(workers: int) -> None:
    parts = list(half_boards.count_parts(Board(12), workers))
    assert sum(part.solutions for part in parts) == SOLUTIONS[12]
    assert [part.done for part in parts] == list(range(1, len(parts) + 1))
    assert {part.total for part in parts} == {len(parts)}
    assert len(parts) > 5


@pytest.mark.parametrize("workers", [1, 2])
def test_a_part_keeps_its_number_and_can_be_left_out(workers: int) -> None:
    by_number = {part.number: part.solutions for part in half_boards.count_parts(Board(12))}
    assert sorted(by_number) == list(range(len(by_number)))
    left = list(half_boards.count_parts(Board(12), workers, done={0, 3}))
    assert {part.number: part.solutions for part in left} == {
        number: count for number, count in by_number.items() if number not in (0, 3)
    }
    assert [part.done for part in left] == list(range(3, len(by_number) + 1))
    assert list(half_boards.count_parts(Board(1), workers, done={0})) == []


@pytest.mark.parametrize(
    "board", [Board(0), Board(1), Board(3), Board(12), Board(12, [(0, 3)]), Board(13)], ids=str
)
def test_a_part_is_counted_alone(board: Board) -> None:
    counted = {part.number: part for part in half_boards.count_parts(board)}
    alone = {number: half_boards.count_part(board, number) for number in reversed([*counted])}
    assert {one: part.solutions for one, part in alone.items()} == {
        number: part.solutions for number, part in counted.items()
    }
    assert {part.total for part in alone.values()} == {len(counted)}


def test_parts_of_two_boards_in_many_threads_are_not_mixed_up() -> None:
    wanted = {
        (Board(n), part.number): (part.total, part.solutions)
        for n in (12, 13)
        for part in half_boards.count_parts(Board(n))
    }
    both = sorted(wanted, key=lambda one: one[1])
    with ThreadPoolExecutor(4) as threads:
        parts = list(threads.map(lambda one: half_boards.count_part(*one), both))
    assert [(part.total, part.solutions) for part in parts] == [wanted[one] for one in both]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_count_of_minutes_can_be_left_after_a_part(workers: int) -> None:
    parts = half_boards.count_parts(Board(20), workers)
    assert [part.done for part in islice(parts, 2)] == [1, 2]
    parts.close()


def test_a_forked_child_counts_as_its_parent() -> None:
    assert half_boards.count_all(Board(8)) == 92
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(half_boards.count_all, (Board(12),)) == SOLUTIONS[12]


def test_a_processor_without_wide_instructions_counts_the_same(tmp_path: Path) -> None:
    program = (
        "from handwritten import half_boards; from queens import Board\n"
        "print([half_boards.count_all(Board(n)) for n in (5, 8, 11, 13)])"
    )
    plain = {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "NUMBA_CACHE_DIR": str(tmp_path),
    }
    counts = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **plain},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert counts.stdout.strip() == str([SOLUTIONS[n] for n in (5, 8, 11, 13)])


@pytest.mark.parametrize(
    ("rule", "n", "name"),
    [
        ("semiqueens", 12, "half_boards"),
        ("torus", 21, "half_boards"),
        ("torus", 22, "compiled_bitmasks"),
        ("kings", 14, "compiled_bitmasks"),
        ("rooks", 12, "compiled_bitmasks"),
        ("semiqueens", 11, "first_fail"),
    ],
)
def test_count_takes_halves_for_rules_of_few_lines(rule: str, n: int, name: str) -> None:
    assert choice.to_count(Board(n, rule=RULES[rule])).name == name
