"""The compiled parts of `half_boards`, which says what they are for.

A line set is a word of 64 bits, a bit for each diagonal that a queen stands on: up diagonals
in the low 32 bits, down diagonals in the high. Strips are line sets grouped by the columns
their queens use: those on the columns `columns` are `words[first[columns]:first[columns + 1]]`.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from handwritten.half_boards_keys import (
    BLOCK,
    KEYS,
    common_bits,
    disjoint_from,
    in_order,
    key_of,
)
from handwritten.lanes import (
    LANES,
    WORD,
    WORDS,
    Words,
    append_unions,
    bit_count,
    bit_counts,
    load,
    spread,
    store,
    total,
)
from queens.jit import compiled

Starts = NDArray[np.int32]
Strips = tuple[Words, Starts]
Half = tuple[Strips, Strips, Words]
STRIPS = types.Tuple((WORDS, types.Array(types.int32, 1, "C")))
HALF = types.Tuple((STRIPS, STRIPS, WORDS))

DOWN = 32  # the first down diagonal's bit in a line set
PADDING = np.int64(-1)  # stands on every diagonal, so no half comes of it
LEAST_UPPERS, LEAST_LOWERS = 4096, 4 * BLOCK  # for fewer halves, keys cost more than they save
PIECE = 6  # a direction's diagonals are looked up in three pieces: 6, 6 and the rest


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
    count = 0
    for chosen in range(len(choices)):
        outer_columns = subsets[choices[chosen]]
        inner_columns = columns ^ outer_columns
        outer_start, outer_stop = outer_first[outer_columns], outer_first[outer_columns + 1]
        inner_start, inner_stop = inner_first[inner_columns], inner_first[inner_columns + 1]
        room = count + (outer_stop - outer_start) * (inner_stop - inner_start) + BLOCK
        if room > len(found):
            found = copied(found, count, np.empty(2 * room, np.int64))
        for at in range(inner_start, inner_stop, LANES):
            strips = load(inner, at)
            for strip in range(outer_start, outer_stop):
                count = append_unions(found, count, outer[strip], strips)
    return found, count


@compiled(types.void(WORDS, WORD, WORDS))
def turn(halves: Words, start: int, turned: Words) -> None:
    """Fill `turned` with a BLOCK of line sets, turned from a word a half to a bit a half.

    Row d of `turned`, its lanes from LANES * d on, says which halves stand on diagonal d.
    Each lane is a matrix of 64 x 64 bits, transposed by exchanging ever smaller squares
    (Warren 2012, Hacker's Delight, section 7-3).
    """
    for at in range(0, BLOCK, LANES):
        store(turned, at, load(halves, start + at))
    distance = len(turned) // (2 * LANES)
    low = (1 << distance) - 1
    while distance:
        shift, mask = spread(distance), spread(low)
        row = 0
        while row < 64:
            first, second = LANES * row, LANES * (row + distance)
            exchanged = ((load(turned, first) >> shift) ^ load(turned, second)) & mask
            store(turned, first, load(turned, first) ^ (exchanged << shift))
            store(turned, second, load(turned, second) ^ exchanged)
            row = ((row | distance) + 1) & ~distance
        distance >>= 1
        low ^= low << distance


@compiled(types.void(WORDS, WORD, WORD, WORDS))
def tabulate(turned: Words, halves: int, meeting: int, free: Words) -> None:
    """Fill the six tables of a block of lower halves, the first `halves` of which are valid.

    Entry k of a piece's table says which halves stand on none of the diagonals that the bits
    of k choose from the piece. The up diagonals of an upper half are the down diagonals of a
    lower half, which is kept upside down; so the first three tables are of down diagonals.
    """
    entry = 0
    for table in range(6):
        store(free, LANES * entry, spread(-1))
        row = PIECE * (table % 3) + (DOWN if table < 3 else 0)
        diagonals = PIECE if table % 3 < 2 else max(0, meeting - 2 * PIECE)
        if table == 0:
            for lane in range(LANES):
                valid = (halves + LANES - 1 - lane) >> 3
                free[lane] = -1 if valid >= 64 else (1 << valid) - 1
        for diagonal in range(diagonals):
            absent = load(turned, LANES * (row + diagonal)) ^ spread(-1)
            size = LANES << diagonal
            for at in range(LANES * entry, LANES * entry + size, LANES):
                store(free, at + size, load(free, at) & absent)
        entry += 1 << diagonals


@compiled(WORD(WORDS, WORD, WORD, WORD, WORD, WORDS))
def count_fits(
    uppers: Words, start: int, stop: int, meeting: int, long_lines: int, free: Words
) -> int:
    """Return how many pairs of uppers[start:stop] and a lower half of the block share no diagonal.

    Each counts 2 to the power of the `long_lines` that the upper half stands on.
    """
    meets = (1 << meeting) - 1
    low = (1 << PIECE) - 1
    downs = LANES * ((2 << PIECE) + (1 << max(0, meeting - 2 * PIECE)))
    second, third = LANES << PIECE, 2 * LANES << PIECE
    fits = spread(0)
    for at in range(start, stop):
        upper = uppers[at]
        up, down = upper & meets, (upper >> DOWN) & meets
        free_up = (
            load(free, LANES * (up & low))
            & load(free, second + LANES * (up >> PIECE & low))
            & load(free, third + LANES * (up >> 2 * PIECE))
        )
        free_down = (
            load(free, downs + LANES * (down & low))
            & load(free, downs + second + LANES * (down >> PIECE & low))
            & load(free, downs + third + LANES * (down >> 2 * PIECE))
        )
        doublings = spread(bit_count(upper & long_lines))
        fits += bit_counts(free_up & free_down) << doublings
    return int(total(fits))


@compiled(WORD(WORD, WORD, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS))
def count_groups(
    meeting: int,
    long_lines: int,
    uppers: Words,
    upper_starts: Words,
    lowers: Words,
    lower_starts: Words,
    near: Words,
    turned: Words,
    free: Words,
) -> int:
    """Return what `count_fits` counts over all pairs, most of which it need not look at.

    Upper halves with the same inner bits are compared with the lower halves that have none of
    these; of those, a block that has outer bits in common, with the upper halves without them.
    """
    rows = (meeting + 1) // 2
    up, down = meeting - rows, DOWN + rows - 1
    fits = 0
    for inner in range(16):
        group = inner << 4
        if upper_starts[group] == upper_starts[group + 16]:
            continue
        count = disjoint_from(inner, lowers, lower_starts, near)
        for start in range(0, count, BLOCK):
            size = min(BLOCK, count - start)
            first = key_of(near[start], up + DOWN, down - DOWN) & 15
            last = key_of(near[start + size - 1], up + DOWN, down - DOWN) & 15
            common = common_bits(first, last)
            turn(near, start, turned)
            tabulate(turned, size, meeting, free)
            run = common & -common if common else 16  # so many keys together have the same of them
            others = 15 & ~common & -run
            outer = others
            while outer >= 0:
                begin, end = upper_starts[group | outer], upper_starts[(group | outer) + run]
                fits += count_fits(uppers, begin, end, meeting, long_lines, free)
                outer = (outer - 1) & others if outer else -1
    return fits


@compiled(WORD(WORD, WORD, WORDS, WORDS, HALF, HALF))
def count_boards(
    n: int, long_lines: int, column_sets: Words, weights: Words, upper: Half, lower: Half
) -> int:
    """Return the number of solutions whose upper half uses one of `column_sets`, each weighted.

    By its set, and by how many of `long_lines` its upper half stands on (see `count_fits`).
    """
    rows = n // 2
    meeting = n - 1
    up, down = n - 1 - rows, DOWN + rows - 1  # the long diagonals of an upper half
    subsets, turned = np.empty(1 << (n - rows), np.int64), np.empty(BLOCK, np.int64)
    free = np.empty(2 * LANES * ((2 << PIECE) + (1 << max(0, meeting - 2 * PIECE))), np.int64)
    uppers, lowers = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    upper_order, lower_order = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    near = np.empty(BLOCK, np.int64)
    upper_starts, lower_starts = np.empty(KEYS + 2, np.int64), np.empty(KEYS + 2, np.int64)
    solutions = 0
    for at in range(len(column_sets)):
        columns = column_sets[at]
        uppers, upper_count = join_strips(columns, upper, subsets, uppers)
        lowers, lower_count = join_strips(((1 << n) - 1) ^ columns, lower, subsets, lowers)
        if upper_count >= LEAST_UPPERS and lower_count >= LEAST_LOWERS:
            upper_order = in_order(uppers, upper_count, up, down, 0, upper_starts, upper_order)
            # the up diagonals of an upper half are the down diagonals of a lower half
            lower_order = in_order(
                lowers, lower_count, up + DOWN, down - DOWN, 1, lower_starts, lower_order
            )
            if len(near) < len(lower_order):
                near = np.empty(len(lower_order), np.int64)
            solutions += weights[at] * count_groups(
                meeting,
                long_lines,
                upper_order,
                upper_starts,
                lower_order,
                lower_starts,
                near,
                turned,
                free,
            )
        else:
            for start in range(0, lower_count, BLOCK):
                turn(lowers, start, turned)
                tabulate(turned, min(BLOCK, lower_count - start), meeting, free)
                fits = count_fits(uppers, 0, upper_count, meeting, long_lines, free)
                solutions += weights[at] * fits
    return solutions
