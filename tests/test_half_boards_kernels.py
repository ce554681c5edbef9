"""The kernels of half boards, each against what a slower way comes to."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

pytest.importorskip("numba")

from handwritten import half_boards_kernels, half_boards_keys, lanes

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


def test_turning_exchanges_halves_and_diagonals() -> None:
    words = random_line_sets(1000)
    turned = np.empty(512, np.int64)
    half_boards_kernels.turn(words, 300, turned)
    for diagonal in range(64):
        on_it = [at for at in range(512) if int(words[300 + at]) >> diagonal & 1]
        assert bits_of_lanes(turned[8 * diagonal : 8 * diagonal + 8]) == on_it


@pytest.mark.parametrize(("meeting", "valid"), [(7, 512), (14, 511), (17, 300), (21, 1)])
def test_fits_are_the_pairs_that_share_no_diagonal(meeting: int, valid: int) -> None:
    """`meeting` diagonals of each direction go on into the other half; the others do not count."""
    mask = (1 << meeting) - 1
    long_lines = 1 << 3 | 1 << 37
    uppers, lowers = random_line_sets(200), random_line_sets(512)
    turned, free = np.empty(512, np.int64), np.empty(1 << 16, np.int64)
    half_boards_kernels.turn(lowers, 0, turned)
    half_boards_kernels.tabulate(turned, valid, meeting, free)
    expected = 0
    for upper in uppers.tolist():
        for lower in lowers[:valid].tolist():
            # what goes up in an upper half goes down in a lower half, which is upside down
            if not (upper & lower >> 32 & mask or upper >> 32 & lower & mask):
                expected += 2 ** (upper & long_lines).bit_count()
    counted = half_boards_kernels.count_fits(uppers, 0, len(uppers), meeting, long_lines, free)
    assert expected > 0
    assert counted == expected


def test_keys_are_the_diagonals_beside_the_long_ones() -> None:
    inner, outer = (8, 10, 39, 41), (7, 11, 38, 42)
    for bits, line in enumerate((*outer, *inner)):
        assert half_boards_keys.key_of(1 << line, 9, 40) == 1 << (0, 1, 2, 3, 4, 5, 6, 7)[bits]
    assert half_boards_keys.key_of(1 << 9 | 1 << 40 | 1 << 12 | 1 << 6, 9, 40) == 0


@pytest.mark.parametrize("exchange", [0, 1])
def test_halves_are_put_in_order_by_key(exchange: int) -> None:
    words = RANDOM.integers(0, 1 << 62, 1000)
    starts = np.empty(258, np.int64)
    ordered = half_boards_keys.in_order(words, 1000, 9, 40, exchange, starts, np.empty(8, np.int64))
    keys = [half_boards_keys.key_of(word, 9, 40) for word in ordered[:1000].tolist()]
    by = [key % 16 * 16 + key // 16 if exchange else key for key in keys]
    assert sorted(ordered[:1000].tolist()) == sorted(words.tolist())
    assert by == sorted(by)
    assert starts[:257].tolist() == [sum(key < start for key in by) for start in range(257)]
    if exchange:
        found = np.empty(2000, np.int64)
        count = half_boards_keys.disjoint_from(5, ordered, starts, found)
        near = [half_boards_keys.key_of(word, 9, 40) for word in found[:count].tolist()]
        assert sorted(near) == sorted(key for key in keys if not key >> 4 & 5)
        assert [key & 15 for key in near] == sorted(key & 15 for key in near)


def test_common_bits_are_in_all_keys_between() -> None:
    for first, last in combinations(range(16), 2):
        common = half_boards_keys.common_bits(first, last)
        assert all(key & common == common for key in range(first, last + 1))
    assert half_boards_keys.common_bits(12, 13) == 12
