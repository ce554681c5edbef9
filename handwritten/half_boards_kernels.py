"""The compiled parts of `half_boards`, which says what they are for.

Strips are line sets grouped by the columns their queens use: those on the columns `columns` are
`words[first[columns]:first[columns + 1]]`.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from handwritten.half_boards_pairs import (
    LOWER_LINES,
    PADDING,
    UPPER_LINES,
    choose_lines,
    copy_without,
    count_divided,
    put_in_order,
    room_for,
)
from handwritten.half_boards_tables import BLOCK, TABLES_ROOM, count_fits, tabulate, turn
from handwritten.lanes import (
    LANES,
    WORD,
    WORDS,
    Words,
    append_unions,
    bit_count,
    load,
    spread,
    store,
)
from queens.jit import compiled

Starts = NDArray[np.int32]
Strips = tuple[Words, Starts]
Half = tuple[Strips, Strips, Words]
Pair = tuple[Half, Half]
STRIPS = types.Tuple((WORDS, types.Array(types.int32, 1, "C")))
HALF = types.Tuple((STRIPS, STRIPS, WORDS))

LEAST_UPPERS, LEAST_LOWERS = 4096, 4 * BLOCK  # fewer halves are not worth dividing


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


@compiled(types.Tuple((WORDS, WORD))(WORD, HALF, WORDS, WORDS))
def join_strips(columns: int, half: Half, subsets: Words, found: Words) -> tuple[Words, int]:
    """Return the line sets of all halves on `columns`, and how many they are.

    A half is an outer strip on some of the columns and an inner strip on the others, if they
    share no diagonal. They are written into `found`, or a larger array in its place; after
    the last stand eight words of PADDING and room for a BLOCK. `subsets` are those of `columns`.
    """
    (outer, outer_first), (inner, inner_first), choices = half
    # where the strips of all choices are, read in advance: they lie far apart in memory
    places = np.empty((len(choices), 4), np.int64)
    room = BLOCK
    for choice in range(len(choices)):
        chosen = subsets[choices[choice]]
        outer_start, outer_stop = outer_first[chosen], outer_first[chosen + 1]
        inner_start, inner_stop = inner_first[columns ^ chosen], inner_first[(columns ^ chosen) + 1]
        room += (outer_stop - outer_start) * (inner_stop - inner_start)
        places[choice, 0], places[choice, 1] = outer_start, outer_stop
        places[choice, 2], places[choice, 3] = inner_start, inner_stop
    if room > len(found):
        found = np.empty(2 * room, np.int64)
    count = 0
    for choice in range(len(choices)):
        for at in range(places[choice, 2], places[choice, 3], LANES):
            strips = load(inner, at)
            for strip in outer[places[choice, 0] : places[choice, 1]]:
                count = append_unions(found, count, strip, strips)
    store(found, count, spread(PADDING))
    return found, count


@compiled(WORDS(WORD))
def aligned(count: int) -> Words:
    """Return room for `count` words that begins where a cache line does."""
    room = np.empty(count + LANES, np.int64)
    begin = -(room.ctypes.data >> 3) & (LANES - 1)
    return room[begin : begin + count]


@compiled(WORDS(WORDS, WORD, WORDS, WORD))
def copied(words: Words, count: int, copy: Words, room: int) -> Words:
    """Return a list of the first `count` words, in `copy` or, for more `room`, in a new array."""
    if room > len(copy):
        copy = aligned(2 * room)
    for at in range(0, count, LANES):
        store(copy, at, load(words, at))
    store(copy, count, spread(PADDING))
    return copy


@compiled(WORD(WORD, WORD, WORDS, WORDS, HALF, types.UniTuple(HALF, 2)))
def count_boards(
    bits: int, long_lines: int, column_sets: Words, weights: Words, upper: Half, below: Pair
) -> int:
    """Return the number of solutions whose upper half uses one of `column_sets`, each weighted.

    By its set, and by how many of `long_lines` its upper half stands on (see `count_fits`). Line
    sets are compared in their lowest `bits`. `below` are two kinds of lower halves; those of the
    second, if there is any, fit no upper half on one of `long_lines`.
    """
    every_column = len(upper[0][1]) - 2
    subsets = np.empty(1 << bit_count(every_column), np.int64)
    turned, free = aligned(BLOCK), aligned(TABLES_ROOM)
    uppers, lowers = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    upper_list, lower_list = aligned(BLOCK), aligned(BLOCK)
    lines = np.empty(UPPER_LINES + LOWER_LINES, np.int64)
    kinds = 2 if len(below[1][2]) else 1
    solutions = 0
    for at in range(len(column_sets)):
        columns = column_sets[at]
        list_subsets(columns, subsets)
        uppers, upper_count = join_strips(columns, upper, subsets, uppers)
        columns ^= every_column
        list_subsets(columns, subsets)
        for kind in range(kinds):
            lowers, lower_count = join_strips(columns, below[kind], subsets, lowers)
            if kind == 1:
                upper_count = copy_without(uppers, 0, upper_count, long_lines, 0)
            if upper_count >= LEAST_UPPERS and lower_count >= LEAST_LOWERS:
                choose_lines(uppers, upper_count, lowers, lower_count, bits, lines)
                room = room_for(upper_count, lower_count)
                upper_list = copied(uppers, upper_count, upper_list, room)
                room = room_for(lower_count, BLOCK)
                lower_list = copied(lowers, lower_count, lower_list, room)
                put_in_order(lower_list, lower_count, lines[UPPER_LINES:], lowers)
                join = (bits, long_lines, upper_list, lower_list, lines, turned, free)
                solutions += weights[at] * count_divided(0, upper_count, 0, lower_count, 0, join)
            else:
                for start in range(0, lower_count, BLOCK):
                    turn(lowers, start, bits, turned)
                    tabulate(turned, min(BLOCK, lower_count - start), bits, free)
                    fits = count_fits(uppers, 0, upper_count, bits, long_lines, free)
                    solutions += weights[at] * fits
    return solutions
