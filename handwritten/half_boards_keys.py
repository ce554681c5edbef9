"""Leaving out most pairs of halves that do not fit, before any is looked up.

Numba's cache does not notice changes to this file: whoever edits it deletes the `__pycache__`
of the folder.
"""

from __future__ import annotations

import numpy as np
from numba import types

from handwritten.half_boards_tables import BLOCK, count_fits, tabulate, turn
from handwritten.lanes import (
    LANES, WORD, WORDS, Words, append_disjoint, append_meeting, bit_counts, common, load, spread, store, total,
)
from queens.jit import compiled

UPPER_LINES, LOWER_LINES = 6, 8
FEW = 1200
LOW = 0
PADDING = np.int64(-1)  # stands on every diagonal
ARRAYS = types.UniTuple(WORDS, 5)
Arrays = tuple[Words, Words, Words, Words, Words]


@compiled(WORD(WORDS, WORD, WORD, WORD, WORDS, WORD))
def without(words: Words, start: int, stop: int, lines: int, found: Words, at: int) -> int:
    """Write those of words[start:stop] with none of `lines` into `found`; return the end."""
    for eight in range(start, stop, LANES):
        at = append_disjoint(found, at, lines, load(words, eight))
    store(found, at, spread(PADDING))
    return at


@compiled(types.UniTuple(WORD, 2)(WORDS, WORD, WORD, WORD, WORDS, WORD))
def split(
    words: Words, start: int, stop: int, line: int, found: Words, at: int
) -> tuple[int, int]:
    """Move those of words[start:stop] on the line to `found`, from `at` on; return both ends."""
    left = start
    padding = (start - stop) & (LANES - 1)
    for eight in range(start, stop, LANES):
        lanes = load(words, eight)
        at = append_meeting(found, at, line, lanes)
        left = append_disjoint(words, left, line, lanes)
    store(words, left, spread(PADDING))
    store(found, at - padding, spread(PADDING))
    return left, at - padding


@compiled(types.void(WORDS, WORD, WORDS))
def count_lines(words: Words, count: int, counts: Words) -> None:
    """Write how many of a sample of BLOCK words have each bit into `counts`."""
    sample, turned = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    for at in range(BLOCK):
        sample[at] = words[at * count // BLOCK]
    turn(sample, 0, len(counts), turned)
    for line in range(len(counts)):
        counts[line] = total(bit_counts(load(turned, LANES * line)))


@compiled(types.void(WORDS, WORD, WORDS, WORD, WORD, WORDS))
def choose_lines(
    uppers: Words, upper_count: int, lowers: Words, lower_count: int, bits: int, lines: Words
) -> None:
    """Fill `lines` with those that leave out the most pairs, the best first."""
    in_uppers, in_lowers = np.empty(bits, np.int64), np.empty(bits, np.int64)
    count_lines(uppers, upper_count, in_uppers)
    count_lines(lowers, lower_count, in_lowers)
    for choice in range(len(lines)):
        best = 0
        for line in range(bits):
            if in_uppers[line] * in_lowers[line] > in_uppers[best] * in_lowers[best]:
                best = line
        lines[choice] = 1 << best
        in_uppers[best] = -1


@compiled(types.void(WORDS, WORD, WORDS, WORDS))
def put_in_order(words: Words, count: int, lines: Words, room: Words) -> None:
    """Put the words in order of their `lines`, the first of which counts most."""
    for line in lines[::-1]:
        left, found = split(words, 0, count, line, room, 0)
        for at in range(0, found, LANES):
            store(words, left + at, load(room, at))
        store(words, count, spread(PADDING))


@compiled(WORD(WORDS, WORD, WORD))
def common_lines(words: Words, start: int, stop: int) -> int:
    lines = spread(-1)
    for at in range(start, stop, LANES):
        lines = lines & load(words, at)
    return common(lines)


@compiled(WORD(WORD, WORD, WORD, WORD, WORD, WORD, WORD, ARRAYS))
def halve(
    bits: int, begin: int, end: int, start: int, stop: int, known: int, long_lines: int,
    arrays: Arrays,
) -> int:
    uppers, lowers, order, turned, free = arrays
    lines = common_lines(lowers, start, stop) & ((1 << bits) - 1)
    if lines & ~known:
        at = (end + 2 * LANES - 1) & -LANES
        begin, end = at, without(uppers, begin, end, lines, uppers, at)
    if begin == end:
        return 0
    if stop - start <= BLOCK:
        turn(lowers, start, bits, turned)
        tabulate(turned, stop - start, bits, free)
        return count_fits(uppers, begin, end, bits, long_lines, free)
    middle = start + (stop - start + 2 * BLOCK - 1) // (2 * BLOCK) * BLOCK
    fits = halve(bits, begin, end, start, middle, lines, long_lines, arrays)
    return fits + halve(bits, begin, end, middle, stop, lines, long_lines, arrays)


@compiled(WORD(WORD, WORD, WORD, WORD, WORD, WORD, WORD, ARRAYS))
def divide(
    bits: int, depth: int, begin: int, end: int, start: int, stop: int, long_lines: int,
    arrays: Arrays,
) -> int:
    uppers, lowers, order, turned, free = arrays
    if begin == end or start == stop:
        return 0
    if depth == UPPER_LINES or end - begin < FEW or stop - start < LOW:
        return halve(bits, begin, end, start, stop, 0, long_lines, arrays)
    line = order[depth]
    top, low = (end + 2 * LANES - 1) & -LANES, (stop + 2 * LANES - 1) & -LANES
    end, upper_end = split(uppers, begin, end, line, uppers, top)
    lower_stop = without(lowers, start, stop, line, lowers, low)
    fits = divide(bits, depth + 1, top, upper_end, low, lower_stop, long_lines, arrays)
    return fits + divide(bits, depth + 1, begin, end, start, stop, long_lines, arrays)
