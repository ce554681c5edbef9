"""The compiled parts of `half_boards`, which says what they are for.

Strips are line sets grouped by the columns their queens use: those on the columns `columns` are
`words[first[columns]:first[columns + 1]]`.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from handwritten.half_boards_keys import LOWER_LINES, PADDING, UPPER_LINES, divide, put_in_order, choose_lines, without
from handwritten.half_boards_tables import BLOCK, ROOM, count_fits, tabulate, turn
from handwritten.lanes import LANES, WORD, WORDS, Words, append_unions, bit_count, load
from queens.jit import compiled

Starts = NDArray[np.int32]
Strips = tuple[Words, Starts]
Half = tuple[Strips, Strips, Words]
STRIPS = types.Tuple((WORDS, types.Array(types.int32, 1, "C")))
HALF = types.Tuple((STRIPS, STRIPS, WORDS))

LEAST_UPPERS, LEAST_LOWERS = 4096, 4 * BLOCK  # for fewer halves, keys cost more than they save


@compiled(types.void(WORD, WORDS))
def list_subsets(columns: int, subsets: Words) -> None:
    """Fill `subsets`: at k the columns that the bits of k choose, the lowest column first."""
    subsets[0] = 0
    size = 1
    while columns:
        lowest = columns & -columns
        columns ^= lowest
        for chosen in range(size):
            subsets[size + chosen] = subsets[chosen] | lowest
        size *= 2


@compiled(WORDS(WORDS, WORD, WORDS))
def copied(words: Words, count: int, larger: Words) -> Words:
    """Return `larger` with the first `count` of `words` written into it."""
    for at in range(count):
        larger[at] = words[at]
    return larger


@compiled(types.Tuple((WORDS, WORD))(WORD, HALF, WORDS, WORDS))
def join_strips(columns: int, half: Half, subsets: Words, found: Words) -> tuple[Words, int]:
    """Return the line sets of all halves on `columns`, and how many they are.

    A half is an outer strip on some of the columns and an inner strip on the others, if they
    share no diagonal. They are written into `found`, or a larger array in its place; after
    the last there is room for a BLOCK. `subsets` is working space.
    """
    (outer, outer_first), (inner, inner_first), choices = half
    list_subsets(columns, subsets)
    # where the strips of each choice are, all read in advance: they lie far apart in memory
    places = np.empty((len(choices), 4), np.int64)
    room = BLOCK
    for choice in range(len(choices)):
        chosen = subsets[choices[choice]]
        outer_start, outer_stop = outer_first[chosen], outer_first[chosen + 1]
        chosen ^= columns
        inner_start, inner_stop = inner_first[chosen], inner_first[chosen + 1]
        room += (outer_stop - outer_start) * (inner_stop - inner_start)
        places[choice, 0], places[choice, 1] = outer_start, outer_stop
        places[choice, 2], places[choice, 3] = inner_start, inner_stop
    if room > len(found):
        found = np.empty(2 * room, np.int64)
    count = 0
    for choice in range(len(choices)):
        for at in range(places[choice, 2], places[choice, 3], LANES):
            strips = load(inner, at)
            for strip in outer[places[choice, 0]:places[choice, 1]]:
                count = append_unions(found, count, strip, strips)
    return found, count


@compiled(WORDS(WORD))
def aligned(count: int) -> Words:
    """Return room for `count` words that begins where a cache line does."""
    room = np.empty(count + LANES, np.int64)
    begin = -(room.ctypes.data >> 3) & (LANES - 1)
    return room[begin : begin + count]


@compiled(WORD(WORD, WORD, WORDS, WORDS, HALF, HALF))
def count_boards(
    meeting: int, long_lines: int, column_sets: Words, weights: Words, upper: Half, lower: Half
) -> int:
    """Return the number of solutions whose upper half uses one of `column_sets`, each weighted.

    By its set, and by how many of `long_lines` its upper half stands on (see `count_fits`).
    """
    n = 0
    while len(upper[0][1]) > (1 << n) + 1:
        n += 1
    bits = meeting - bit_count(long_lines)
    subsets = np.empty(1 << ((n + 1) // 2), np.int64)
    turned, free = aligned(BLOCK), aligned(ROOM)
    uppers, lowers = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    upper_room, lower_room = aligned(BLOCK), aligned(BLOCK)
    order = np.empty(UPPER_LINES + LOWER_LINES, np.int64)
    solutions = 0
    for at in range(len(column_sets)):
        columns = column_sets[at]
        uppers, upper_count = join_strips(columns, upper, subsets, uppers)
        lowers, lower_count = join_strips(((1 << n) - 1) ^ columns, lower, subsets, lowers)
        if upper_count >= LEAST_UPPERS and lower_count >= LEAST_LOWERS:
            if len(upper_room) < 20 * (upper_count + BLOCK):
                upper_room = aligned(40 * (upper_count + BLOCK))
            if len(lower_room) < (UPPER_LINES + 1) * (lower_count + BLOCK):
                lower_room = aligned(2 * (UPPER_LINES + 1) * (lower_count + BLOCK))
            choose_lines(uppers, upper_count, lowers, lower_count, bits, order)
            copied(uppers, upper_count, upper_room)
            upper_room[upper_count : upper_count + LANES] = PADDING
            copied(lowers, lower_count, lower_room)
            lower_room[lower_count : lower_count + LANES] = PADDING
            put_in_order(lower_room, lower_count, order[UPPER_LINES:], lowers)
            arrays = (upper_room, lower_room, order, turned, free)
            solutions += weights[at] * divide(
                bits, 0, 0, upper_count, 0, lower_count, long_lines, arrays
            )
        else:
            for start in range(0, lower_count, BLOCK):
                turn(lowers, start, bits, turned)
                tabulate(turned, min(BLOCK, lower_count - start), bits, free)
                fits = count_fits(uppers, 0, upper_count, bits, long_lines, free)
                solutions += weights[at] * fits
    return solutions
