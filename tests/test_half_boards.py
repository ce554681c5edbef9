"""Counting by halves: the count, and every part of it, against brute force."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest

from queens import Board, Queens
from queens.known import SOLUTIONS
from tests import brute_force

pytest.importorskip("numba")

from handwritten import bitmasks, half_boards, half_boards_kernels

ROOT = Path(__file__).resolve().parent.parent

Placement = tuple[tuple[int, int], ...]
"""Queens as (row, column) pairs."""


def columns_of(placement: Placement) -> int:
    return sum(1 << column for _, column in placement)


def placements(n: int, rows: range) -> list[Placement]:
    """All ways to place a queen in each of `rows`, n columns wide, by trying all."""
    return [
        placement
        for columns in permutations(range(n), len(rows))
        for placement in [tuple(zip(rows, columns, strict=True))]
        if all(
            abs(row - other_row) != abs(column - other_column)
            for (row, column), (other_row, other_column) in combinations(placement, 2)
        )
    ]


def on_long(n: int, row: int, column: int) -> bool:
    return column in (row, n - 1 - row)


def is_clear(n: int, placement: Placement) -> bool:
    """No queen on a long diagonal, but perhaps one in the centre."""
    return not any(on_long(n, *queen) and 2 * queen[0] + 1 != n for queen in placement)


def line_set(placement: Placement, half_rows: int) -> int:
    """The word for a placement, as a signed 64-bit integer."""
    word = 0
    for row, column in placement:
        word |= 1 << (row + column - half_rows) % 32
        word |= 1 << 32 + column - row + half_rows - 1
    return word - (1 << 64) if word >> 63 else word


def weights_by_columns(n: int) -> dict[int, int]:
    """What each column set of the upper half must count, from all solutions."""
    rows = n // 2
    counts: dict[int, int] = {}
    for queens in brute_force.all_solutions(n):
        placement = tuple(enumerate(queens))
        upper, lower = placement[:rows], placement[rows:]
        if is_clear(n, lower):
            weight = 2 ** sum(on_long(n, *queen) for queen in upper)
            counts[columns_of(upper)] = counts.get(columns_of(upper), 0) + weight
    return counts


def open_half(n: int, rows: int, clear: bool) -> half_boards_kernels.Half:
    return half_boards.half(n, [range(n)] * rows, clear)


def long_lines_of(n: int) -> int:
    return 1 << n - 1 - n // 2 | 1 << 32 + n // 2 - 1


def join(columns: int, half: half_boards_kernels.Half, room: int = 1 << 9) -> list[int]:
    subsets, found = np.empty(1 << columns.bit_count(), np.int64), np.empty(room, np.int64)
    found, count = half_boards_kernels.join_strips(columns, half, subsets, found)
    assert len(found) >= count + half_boards_kernels.BLOCK
    return [int(word) for word in found[:count]]


@pytest.mark.parametrize("n", range(15))
def test_counts(n: int) -> None:
    assert half_boards.count_all(Board(n)) == SOLUTIONS[n]


@pytest.mark.parametrize("n", range(2, 9))
def test_an_eighth_of_the_pairs_stands_for_all(n: int) -> None:
    """The argument of the docstring, about solutions alone: no compiled code has a part in it."""
    assert sum(weights_by_columns(n).values()) == len(brute_force.all_solutions(n))


@pytest.mark.parametrize("n", range(2, 9))
def test_each_column_set_counts_its_solutions(n: int) -> None:
    expected = weights_by_columns(n)
    upper = open_half(n, n // 2, clear=False)
    lower = open_half(n, n - n // 2, clear=True)
    for chosen in combinations(range(n), n // 2):
        columns = sum(1 << column for column in chosen)
        counted = half_boards_kernels.count_boards(
            n, long_lines_of(n), np.array([columns]), np.array([3]), upper, lower
        )
        assert counted == 3 * expected.get(columns, 0), f"columns {chosen}"


@pytest.mark.parametrize("n", range(2, 10))
def test_column_sets_are_one_of_each_mirrored_pair(n: int) -> None:
    def mirrored(columns: int) -> int:
        return int(f"{columns:0{n}b}"[::-1], 2)

    sets, weights = (array.tolist() for array in half_boards.column_sets(n, True))
    everything = [columns for columns in range(1 << n) if columns.bit_count() == n // 2]
    assert sorted({*sets, *map(mirrored, sets)}) == everything
    assert weights == [1 if columns == mirrored(columns) else 2 for columns in sets]
    assert sum(weights) == len(everything)


@pytest.mark.parametrize("clear", [False, True])
@pytest.mark.parametrize("padding", [1, 8])
@pytest.mark.parametrize(
    ("n", "half_rows", "rows"),
    [
        (2, 1, range(1)),
        (3, 2, range(1, 2)),
        (7, 4, range(2, 4)),
        (8, 4, range(2)),
        (6, 3, range(3, 3)),
    ],
)
def test_strips_are_all_placements(
    n: int, half_rows: int, rows: range, padding: int, clear: bool
) -> None:
    open_columns = [
        [c for c in range(n) if not clear or is_clear(n, ((row, c),))] for row in range(half_rows)
    ]
    words, first = half_boards.strips(n, open_columns, rows, padding)
    expected: dict[int, list[int]] = {}
    for placement in placements(n, rows):
        if not clear or is_clear(n, placement):
            word = line_set(placement, half_rows)
            expected.setdefault(columns_of(placement), []).append(word)
    for columns in range(1 << n):
        group = words[first[columns] : first[columns + 1]].tolist()
        assert len(group) % padding == 0
        assert sorted(word for word in group if word != -1) == sorted(expected.get(columns, []))
        assert group.count(-1) < padding


@pytest.mark.parametrize(("n", "half_rows", "clear"), [(6, 3, False), (7, 4, True), (8, 4, True)])
def test_joined_strips_are_all_halves(n: int, half_rows: int, clear: bool) -> None:
    half = open_half(n, half_rows, clear)
    expected: dict[int, list[int]] = {}
    for placement in placements(n, range(half_rows)):
        if not clear or is_clear(n, placement):
            word = line_set(placement, half_rows)
            expected.setdefault(columns_of(placement), []).append(word)
    for chosen in combinations(range(n), half_rows):
        columns = sum(1 << column for column in chosen)
        assert sorted(join(columns, half)) == sorted(expected.get(columns, []))


def test_joining_moves_to_a_larger_array_and_loses_nothing() -> None:
    half = open_half(12, 6, clear=False)
    columns = 0b101101110000
    assert join(columns, half, room=512) == join(columns, half, room=1 << 16)


@pytest.mark.parametrize(
    ("n", "columns"),
    [(18, 0b1001110110011001), (19, 0b11110000001100111)],
)
def test_halves_in_order_count_as_all_pairs_do(n: int, columns: int) -> None:
    kernels, rows = half_boards_kernels, n // 2
    halves = open_half(n, rows, clear=False), open_half(n, n - rows, clear=True)
    uppers = np.array(join(columns, halves[0]))
    lowers = join(((1 << n) - 1) ^ columns, halves[1])
    assert len(uppers) >= kernels.LEAST_UPPERS
    assert len(lowers) >= kernels.LEAST_LOWERS
    long_lines = 1 << n - 1 - rows | 1 << 32 + rows - 1
    turned, free = np.empty(512, np.int64), np.empty(1 << 16, np.int64)
    padded, expected = np.array(lowers + [-1] * 512), 0
    for start in range(0, len(lowers), 512):
        kernels.turn(padded, start, turned)
        kernels.tabulate(turned, min(512, len(lowers) - start), n - 1, free)
        expected += kernels.count_fits(uppers, 0, len(uppers), n - 1, long_lines, free)
    counted = kernels.count_boards(n, long_lines, np.array([columns]), np.array([1]), *halves)
    assert expected > 0
    assert counted == expected


def corner_half(solutions: list[Queens], n: int, first_column: int) -> half_boards_kernels.Half:
    """The half of an n that holds nothing but `solutions`, moved to the columns from a first on."""
    rows, outer_rows = n // 2, n // 4
    choices = np.array([bits for bits in range(1 << rows) if bits.bit_count() == outer_rows])

    def strips(kept: slice, padding: int) -> half_boards_kernels.Strips:
        groups: dict[int, set[int]] = {}
        for queens in solutions:
            moved = tuple((row, column + first_column) for row, column in enumerate(queens))[kept]
            groups.setdefault(columns_of(moved), set()).add(line_set(moved, rows))
        words: list[int] = []
        sizes = np.zeros((1 << n) + 1, np.int32)
        for columns, group in sorted(groups.items()):
            padded = [*group, *[-1] * (-len(group) % padding)]
            words += padded
            sizes[columns + 1] = len(padded)
        return np.array(words), np.cumsum(sizes, dtype=np.int32)

    return strips(slice(outer_rows), 1), strips(slice(outer_rows, rows), 8), choices


def test_the_largest_board_counts_right_where_it_can_be_checked() -> None:
    """n = 22 with the upper half on columns 0 to 10: its halves are the solutions of n = 11."""
    n, rows = half_boards.LARGEST_N, half_boards.LARGEST_N // 2
    quarter: list[Queens] = []
    bitmasks.solve_all(Board(rows), quarter.append)
    # only down diagonals run through both the upper left and the lower right quarter
    downs: dict[tuple[int, ...], int] = {}
    for queens in quarter:
        lines = tuple(sorted(column - row for row, column in enumerate(queens)))
        downs[lines] = downs.get(lines, 0) + 1
    expected = sum(
        (2 if 0 in upper else 1) * downs[upper] * downs[lower]
        for upper in downs
        for lower in downs
        if 0 not in lower and not set(upper) & set(lower)
    )
    upside_down = [queens[::-1] for queens in quarter if all(c != r for r, c in enumerate(queens))]
    upper, lower = corner_half(quarter, n, 0), corner_half(upside_down, n, rows)
    columns = np.array([(1 << rows) - 1])
    counted = half_boards_kernels.count_boards(
        n, long_lines_of(n), columns, np.array([1]), upper, lower
    )
    assert counted == expected


def test_strips_of_the_largest_board_fill_the_word() -> None:
    n, rows = half_boards.LARGEST_N, half_boards.LARGEST_N // 2
    words, first = half_boards.strips(n, [range(n)] * rows, range(rows - 1, rows), padding=1)
    assert words.tolist() == [line_set(((rows - 1, column),), rows) for column in range(n)]
    outermost, _ = half_boards.strips(n, [range(n)] * rows, range(1), padding=1)
    assert outermost.tolist() == [line_set(((0, column),), rows) for column in range(n)]
    assert first[-1] == n
