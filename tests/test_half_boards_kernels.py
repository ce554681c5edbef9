"""The kernels of half boards, each against what a slower way comes to."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from handwritten import half_boards_kernels, half_boards_pairs, half_boards_tables, lanes

RANDOM = np.random.default_rng(6)


def test_subsets_are_chosen_by_the_bits_of_the_index() -> None:
    subsets = np.empty(8, np.int64)
    half_boards_kernels.list_subsets(0b100110, subsets)
    assert subsets.tolist() == [
        0b000000, 0b000010, 0b000100, 0b000110, 0b100000, 0b100010, 0b100100, 0b100110,
    ]  # fmt: skip


def random_line_sets(count: int) -> lanes.Words:
    """Sparse ones: few enough diagonals that some pairs are disjoint."""
    words = RANDOM.integers(0, 1 << 63, (3, count), dtype=np.int64)
    return np.bitwise_and.reduce(words)


def bits_of_lanes(eight: lanes.Words) -> list[int]:
    """The halves whose bit is set, as `turn` numbers them: half 8 j + lane is bit j of the lane."""
    return sorted(
        8 * bit + lane for lane in range(8) for bit in range(64) if int(eight[lane]) >> bit & 1
    )


@pytest.mark.parametrize("bits", [64, 36, 30, 1])
def test_turning_exchanges_halves_and_diagonals(bits: int) -> None:
    words = random_line_sets(1000)
    turned = np.empty(512, np.int64)
    half_boards_tables.turn(words, 300, bits, turned)
    for diagonal in range(bits):
        on_it = [at for at in range(512) if int(words[300 + at]) >> diagonal & 1]
        assert bits_of_lanes(turned[8 * diagonal : 8 * diagonal + 8]) == on_it


def fits_of(uppers: lanes.Words, lowers: lanes.Words, bits: int, long_lines: int) -> int:
    """Pairs that share none of the lowest bits, by trying all."""
    apart = (uppers[:, None] & lowers[None, :] & ((1 << bits) - 1)) == 0
    return int(apart.sum(axis=1) @ (1 << np.bitwise_count(uppers & long_lines).astype(np.int64)))


@pytest.mark.parametrize(
    ("bits", "valid"), [(0, 3), (5, 512), (26, 511), (33, 300), (34, 512), (42, 1), (42, 512)]
)
def test_fits_are_the_pairs_that_share_no_diagonal(bits: int, valid: int) -> None:
    uppers, lowers = random_line_sets(200), random_line_sets(512)
    turned = np.empty(512, np.int64)
    free = RANDOM.integers(0, 1 << 62, half_boards_tables.TABLES_ROOM)  # what others left there
    half_boards_tables.turn(lowers, 0, bits, turned)
    half_boards_tables.tabulate(turned, valid, bits, free)
    expected = fits_of(uppers, lowers[:valid], bits, 1 << 3 | 1 << 37)
    counted = half_boards_tables.count_fits(uppers, 0, 200, bits, 1 << 3 | 1 << 37, free)
    assert counted == expected > 0


def in_a_list(words: lanes.Words, room: int) -> lanes.Words:
    return half_boards_kernels.copied(words, len(words), np.empty(8, np.int64), room)


@pytest.mark.parametrize("count", [0, 1, 8, 13, 100])
def test_a_line_splits_a_list_in_two(count: int) -> None:
    words, line = random_line_sets(count + 8)[:count], 1 << 5
    on_it = [word for word in words.tolist() if word & line]
    others = [word for word in words.tolist() if not word & line]
    both = in_a_list(words, 2 * count + 64)
    end = half_boards_pairs.copy_without(both, 0, count, line, count + 16)
    assert both[count + 16 : end + 8].tolist() == [*others, *[-1] * 8]
    assert both[: count + 8].tolist() == [*words.tolist(), *[-1] * 8]
    found = np.empty(count + 16, np.int64)
    left, end = half_boards_pairs.split(both, 0, count, line, found, 3)
    assert both[: left + 8].tolist() == [*others, *[-1] * 8]
    assert found[3 : end + 8].tolist() == [*on_it, *[-1] * 8]


def test_the_lines_chosen_are_those_of_most_of_both() -> None:
    uppers = np.repeat([1 << 1, 1 << 4, 1 << 4 | 1 << 9, 1 << 9], [100, 300, 200, 400])
    lowers = np.repeat([1 << 1, 1 << 4, 1 << 9, 1 << 20], [300, 200, 300, 200])
    lines = np.empty(3, np.int64)
    half_boards_pairs.choose_lines(uppers, 1000, lowers, 1000, 10, lines)
    assert lines.tolist() == [1 << 9, 1 << 4, 1 << 1]


def test_halves_are_put_in_order_of_their_lines() -> None:
    words, lines = random_line_sets(1000), np.array([1 << 7, 1 << 2, 1 << 60])
    ordered, room = in_a_list(words, 2000), np.empty(2000, np.int64)
    half_boards_pairs.put_in_order(ordered, 1000, lines, room)

    def key(word: int) -> list[bool]:
        return [bool(word & line) for line in lines.tolist()]

    assert ordered[:1000].tolist() == sorted(words.tolist(), key=key)
    assert ordered[1000:1008].tolist() == [-1] * 8
    common = half_boards_pairs.common_lines(ordered, 0, 16)
    assert common == np.bitwise_and.reduce(ordered[:16])


@pytest.mark.parametrize(("uppers", "lowers"), [(9000, 2500), (700, 9000), (5000, 1), (0, 600)])
def test_dividing_leaves_out_no_pair_that_fits(uppers: int, lowers: int) -> None:
    bits, long_lines = 36, 3 << 36
    upper, lower = random_line_sets(uppers + 8)[:uppers], random_line_sets(lowers)
    divide = half_boards_pairs.UPPER_LINES
    lines = 1 << RANDOM.permutation(bits)[: divide + half_boards_pairs.LOWER_LINES]
    room = half_boards_pairs.room_for(uppers, lowers), half_boards_pairs.room_for(lowers, 512)
    lists = in_a_list(upper, room[0]), in_a_list(lower, room[1])
    room_to_move = np.empty(lowers + 512, np.int64)
    half_boards_pairs.put_in_order(lists[1], lowers, lines[divide:], room_to_move)
    space = np.empty(512, np.int64), np.empty(half_boards_tables.TABLES_ROOM, np.int64)
    join = (bits, long_lines, *lists, lines, *space)
    counted = half_boards_pairs.count_divided(0, uppers, 0, lowers, 0, join)
    assert counted == fits_of(upper, lower, bits, long_lines)
