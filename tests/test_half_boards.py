"""Counting by halves: the count, and every part of it, against brute force."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queens import RULES, Board, Queens, rule_of
from queens.known import SOLUTIONS
from tests import brute_force, rules

pytest.importorskip("numba")

from handwritten import (
    bitmasks,
    half_boards,
    half_boards_kernels,
    half_boards_strips,
    half_boards_tables,
)

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


def line_set(n: int, placement: Placement, upside_down: bool = False) -> int:
    """The word for a placement, as a signed 64-bit integer."""
    sets, _ = half_boards_strips.line_sets(Board(n))
    word = 0
    for row, column in placement:
        word |= sets[n - 1 - row if upside_down else row][column]
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


def open_rows(n: int, clear: bool) -> list[half_boards_strips.Row]:
    """All squares of a board, or those on no long diagonal."""
    sets, _ = half_boards_strips.line_sets(Board(n))
    return [
        [(c, sets[row][c]) for c in range(n) if not (clear and on_long(n, row, c))]
        for row in range(n)
    ]


def join(columns: int, half: half_boards_kernels.Half, room: int = 1 << 9) -> list[int]:
    subsets, found = np.empty(1 << columns.bit_count(), np.int64), np.empty(room, np.int64)
    half_boards_kernels.list_subsets(columns, subsets)
    found, count = half_boards_kernels.join_strips(columns, half, subsets, found)
    assert len(found) >= count + half_boards_tables.BLOCK
    return [int(word) for word in found[:count] & ~half_boards_strips.LAST]


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
    bits, long_lines, upper, lower = half_boards_strips.halves(Board(n))
    for chosen in combinations(range(n), n // 2):
        columns = sum(1 << column for column in chosen)
        sets = np.array([columns]), np.array([3])
        counted = half_boards_kernels.count_boards(bits, long_lines, *sets, upper, lower)
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


@st.composite
def boards_of_lines(draw: st.DrawFn) -> Board:
    """Draw boards whose rule has columns and other lines, and no steps."""
    n = draw(st.integers(2, 6))
    numbers = st.lists(
        st.lists(st.integers(0, n + 1), min_size=n, max_size=n), min_size=n, max_size=n
    )
    grid = draw(numbers)
    own = rule_of(n, "own", {"column": lambda r, c: c, "number": lambda r, c: grid[r][c]})
    rule = draw(st.sampled_from([RULES["queens"], RULES["torus"], RULES["semiqueens"], own, own]))
    square = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    return Board(n, draw(st.lists(square, max_size=1)), draw(st.lists(square, max_size=n)), rule)


def held_to_the_definition_of_line_sets(board: Board) -> None:
    """In one half, squares share a bit if a line; in two, one of the bits that are compared."""
    sets, bits = half_boards_strips.line_sets(board)
    squares = [(row, column) for row in range(board.n) for column in range(board.n)]
    for first, second in combinations(squares, 2):
        if first[0] != second[0] and first[1] != second[1]:
            shared = sets[first[0]][first[1]] & sets[second[0]][second[1]]
            if first[0] < board.n // 2 <= second[0]:
                shared &= (1 << bits) - 1
            assert bool(shared) == rules.attack(board, first, second), (first, second)


@pytest.mark.parametrize("n", [2, 3, 8, 9, 22])
def test_line_sets_are_of_diagonals_the_long_ones_last(n: int) -> None:
    held_to_the_definition_of_line_sets(Board(n))
    sets, bits = half_boards_strips.line_sets(Board(n))
    assert bits == 2 * n - 2
    for row in range(n):
        for column in range(n):
            assert sets[row][column] < 1 << 63
            on = {bits - 2 + bit for bit in range(2) if sets[row][column] >> (bits - 2 + bit) & 1}
            assert len(on) == (row == column) + (row + column == n - 1)


@settings(max_examples=50)
@given(boards_of_lines())
def test_boards_of_any_lines_count_right(board: Board) -> None:
    held_to_the_definition_of_line_sets(board)
    assert half_boards.count_all(board) == len(rules.solutions(board))


@pytest.mark.parametrize("clear", [False, True])
@pytest.mark.parametrize("padding", [1, 8])
@pytest.mark.parametrize(
    ("n", "rows"), [(2, range(1)), (7, range(2, 3)), (8, range(2)), (6, range(3, 3))]
)
def test_strips_are_all_placements(n: int, rows: range, padding: int, clear: bool) -> None:
    open_squares = [open_rows(n, clear)[row] for row in rows]
    words, first = half_boards_strips.strips(n, open_squares, padding)
    expected: dict[int, list[int]] = {}
    for placement in placements(n, rows):
        if not clear or not any(on_long(n, *queen) for queen in placement):
            expected.setdefault(columns_of(placement), []).append(line_set(n, placement))
    for columns in range(1 << n):
        group = words[first[columns] : first[columns + 1]].tolist()
        assert len(group) % padding == 0
        assert sorted(word for word in group if word != -1) == sorted(expected.get(columns, []))
        assert group.count(-1) < padding


@pytest.mark.parametrize(("n", "clear"), [(6, False), (7, True), (8, True)])
def test_joined_strips_are_all_halves(n: int, clear: bool) -> None:
    rows = range(n // 2)
    half = half_boards_strips.half(n, open_rows(n, clear)[: n // 2])
    expected: dict[int, list[int]] = {}
    for placement in placements(n, rows):
        if not clear or not any(on_long(n, *queen) for queen in placement):
            expected.setdefault(columns_of(placement), []).append(line_set(n, placement))
    for chosen in combinations(range(n), n // 2):
        columns = sum(1 << column for column in chosen)
        assert sorted(join(columns, half)) == sorted(expected.get(columns, []))


def test_joining_moves_to_a_larger_array_and_loses_nothing() -> None:
    half = half_boards_strips.half(12, open_rows(12, clear=False)[:6])
    columns = 0b101101110000
    assert join(columns, half, room=512) == join(columns, half, room=1 << 16)


@pytest.mark.parametrize(("n", "columns"), [(18, 0b1001110110011001), (19, 0b11110000001100111)])
def test_halves_divided_count_as_all_pairs_do(n: int, columns: int) -> None:
    bits, long_lines, upper, (lower, _) = half_boards_strips.halves(Board(n))
    uppers = np.array(join(columns, upper))
    lowers = join(((1 << n) - 1) ^ columns, lower)
    assert len(uppers) >= half_boards_kernels.LEAST_UPPERS
    assert len(lowers) >= half_boards_kernels.LEAST_LOWERS
    turned, free = np.empty(512, np.int64), np.empty(half_boards_tables.TABLES_ROOM, np.int64)
    padded, expected = np.array(lowers + [-1] * 512), 0
    for start in range(0, len(lowers), 512):
        half_boards_tables.turn(padded, start, bits, turned)
        half_boards_tables.tabulate(turned, min(512, len(lowers) - start), bits, free)
        expected += half_boards_tables.count_fits(uppers, 0, len(uppers), bits, long_lines, free)
    sets = np.array([columns]), np.array([1])
    pair = lower, half_boards_strips.NONE
    counted = half_boards_kernels.count_boards(bits, long_lines, *sets, upper, pair)
    assert counted == expected > 0


def corner_half(
    solutions: list[Queens], first_column: int, upside_down: bool
) -> half_boards_kernels.Half:
    """The half of an n = 22 that holds `solutions` alone, moved to columns from a first on."""
    rows, outer_rows = 11, 5
    choices = np.array([bits for bits in range(1 << rows) if bits.bit_count() == outer_rows])

    def strips(kept: slice, padding: int) -> half_boards_kernels.Strips:
        groups: dict[int, set[int]] = {}
        for queens in solutions:
            moved = tuple((row, column + first_column) for row, column in enumerate(queens))[kept]
            groups.setdefault(columns_of(moved), set()).add(line_set(22, moved, upside_down))
        pairs = [(columns, word) for columns, words in groups.items() for word in words]
        columns, lines = (np.array(values) for values in zip(*pairs, strict=True))
        return half_boards_strips.by_columns(22, columns, lines, padding)

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
    upper, lower = corner_half(quarter, 0, False), corner_half(upside_down, rows, True)
    sets = np.array([(1 << rows) - 1]), np.array([1])
    pair = lower, half_boards_strips.NONE
    counted = half_boards_kernels.count_boards(2 * n - 4, 0b11 << 2 * n - 4, *sets, upper, pair)
    assert counted == expected
