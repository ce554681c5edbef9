"""A block of lower halves in six tables, so that an upper half is compared with 512 at once.

An upper and a lower half fit if their line sets have none of the lowest `bits` in common. Those
bits are cut into pieces, a table each. Compiled functions call these, and Numba's cache does not
notice changes to this file: whoever edits it deletes the `__pycache__` of the folder.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

from numba import types

from handwritten.lanes import (
    LANES,
    WORD,
    WORDS,
    Words,
    bit_count,
    bit_counts,
    load,
    spread,
    store,
    total,
)
from queens.jit import compiled

BLOCK = 64 * LANES  # lower halves that are compared at once, a bit each
CUTS = (0, 7, 14, 20, 26, 33, 42)  # the pieces, uneven: the tables take half of the first cache
MOST_BITS = CUTS[-1]
SIZES = tuple(LANES << (stop - start) for start, stop in pairwise(CUTS))
STARTS = tuple(accumulate(SIZES[:-1], initial=0))
MASKS = tuple(size - LANES for size in SIZES)  # what a piece chooses from its table
TABLES_ROOM = sum(SIZES)


@compiled(types.void(WORDS, WORD, WORD, WORDS), allocates=False)
def turn(halves: Words, start: int, bits: int, turned: Words) -> None:
    """Fill `turned` with a BLOCK of line sets, turned from a word a half to a bit a half.

    Row d of `turned`, its lanes from LANES * d on, says which halves stand on diagonal d, for
    the lowest `bits` diagonals. Each lane is a matrix of 64 x 64 bits, transposed by exchanging
    ever smaller squares (Warren 2012, Hacker's Delight, section 7-3).
    """
    for at in range(0, BLOCK, LANES):
        store(turned, at, load(halves, start + at))
    distance = len(turned) // (2 * LANES)
    low = (1 << distance) - 1
    while distance:
        shift, mask = spread(distance), spread(low)
        row, rows = 0, (bits + distance - 1) & -distance  # the others are of no use any more
        while row < rows:
            first, second = LANES * row, LANES * (row + distance)
            exchanged = ((load(turned, first) >> shift) ^ load(turned, second)) & mask
            store(turned, first, load(turned, first) ^ (exchanged << shift))
            store(turned, second, load(turned, second) ^ exchanged)
            row = ((row | distance) + 1) & ~distance
        distance >>= 1
        low ^= low << distance


@compiled(types.void(WORDS, WORD, WORD, WORDS), allocates=False)
def tabulate(turned: Words, halves: int, bits: int, free: Words) -> None:
    """Fill the tables of a block of lower halves, the first `halves` of which are valid.

    Entry k of a piece's table says which halves stand on none of the diagonals that the bits
    of k choose from the piece.
    """
    for table in range(len(SIZES)):
        store(free, STARTS[table], spread(-1))
        if table == 0:
            for lane in range(LANES):
                valid = (halves + LANES - 1 - lane) >> 3
                free[lane] = -1 if valid >= 64 else (1 << valid) - 1
        entry, size = STARTS[table] // LANES, 1
        for diagonal in range(CUTS[table], min(bits, CUTS[table + 1])):
            absent = load(turned, LANES * diagonal) ^ spread(-1)
            for at in range(LANES * entry, LANES * (entry + size), LANES):
                store(free, at + LANES * size, load(free, at) & absent)
            size *= 2


@compiled(WORD(WORDS, WORD, WORD, WORD, WORD, WORDS), allocates=False)
def count_fits(
    uppers: Words, start: int, stop: int, bits: int, long_lines: int, free: Words
) -> int:
    """Return how many pairs of uppers[start:stop] and a lower half of the block share no diagonal.

    Each counts 2 to the power of the `long_lines` that the upper half stands on.
    """
    fits = spread(0)
    meets = (1 << bits) - 1
    for upper in uppers[start:stop]:
        shifted = (upper & meets) * LANES
        free_of = (
            load(free, shifted & MASKS[0])
            & load(free, STARTS[1] + (shifted >> CUTS[1] & MASKS[1]))
            & load(free, STARTS[2] + (shifted >> CUTS[2] & MASKS[2]))
            & load(free, STARTS[3] + (shifted >> CUTS[3] & MASKS[3]))
            & load(free, STARTS[4] + (shifted >> CUTS[4] & MASKS[4]))
        )
        if bits > CUTS[5]:  # the same for all, so that the processor foresees it
            free_of = free_of & load(free, STARTS[5] + (shifted >> CUTS[5] & MASKS[5]))
        doublings = spread(bit_count(upper & long_lines))
        fits += bit_counts(free_of) << doublings
    return int(total(fits))
