"""Leaving out most of the pairs of halves that do not fit, before any is looked up.

The upper halves on a line meet no lower half on it, so both are divided by a line: those upper
halves go on with fewer lower halves, the others with all. A line parts the more pairs, the more
of both stand on it; which ones do differs from one set of columns to the next, so the lines are
chosen anew for each. After a few lines the lower halves are taken in blocks. They lie in order
of other lines, so that those of a block have some in common, and the upper halves on these
are left out as well.

All lists end in eight words of PADDING. Compiled functions call these, and Numba's cache does
not notice changes to this file: whoever edits it deletes the `__pycache__` of the folder.
"""

from __future__ import annotations

import numpy as np
from numba import types

from handwritten.half_boards_tables import BLOCK, count_fits, tabulate, turn
from handwritten.lanes import (
    LANES,
    WORD,
    WORDS,
    Words,
    append_disjoint,
    append_meeting,
    bit_counts,
    common,
    load,
    spread,
    store,
    total,
)
from queens.jit import compiled

PADDING = np.int64(-1)  # stands on every diagonal, so it is never among those that fit
UPPER_LINES, LOWER_LINES = 5, 6  # that upper halves are divided by; that lower ones are ordered by
FEW = 2000  # upper halves: to divide so few takes longer than to look them up
ENDS = types.UniTuple(WORD, 2)

Join = tuple[int, int, Words, Words, Words, Words, Words]
"""What a join of two lists is made with: the number of bits to compare, the long lines, both
lists with room after them, the lines chosen, and working space for `turn` and `tabulate`."""
JOIN = types.Tuple((WORD, WORD, WORDS, WORDS, WORDS, WORDS, WORDS))


@compiled(WORD(WORDS, WORD, WORD, WORD, WORD), allocates=False)
def copy_without(words: Words, start: int, stop: int, lines: int, at: int) -> int:
    """Copy those of words[start:stop] on none of `lines` to words[at:]; return the copy's end."""
    for eight in range(start, stop, LANES):
        at = append_disjoint(words, at, lines, load(words, eight))
    store(words, at, spread(PADDING))
    return at


@compiled(ENDS(WORDS, WORD, WORD, WORD, WORDS, WORD), allocates=False)
def split(words: Words, start: int, stop: int, line: int, found: Words, at: int) -> tuple[int, int]:
    """Move those of words[start:stop] on `line` to found[at:]; return the ends of both lists."""
    left = start
    padding = (start - stop) & (LANES - 1)  # the last words read stand on the line, and are none
    for eight in range(start, stop, LANES):
        lanes = load(words, eight)
        at = append_meeting(found, at, line, lanes)
        left = append_disjoint(words, left, line, lanes)
    at -= padding
    store(words, left, spread(PADDING))
    store(found, at, spread(PADDING))
    return left, at


@compiled(types.void(WORDS, WORD, WORDS))
def count_lines(words: Words, count: int, counts: Words) -> None:
    """Fill `counts`: how many words of a sample have each bit."""
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
    """Fill `lines` with those of the lowest `bits` that part the most pairs, the best first."""
    on_upper, on_lower = np.empty(bits, np.int64), np.empty(bits, np.int64)
    count_lines(uppers, upper_count, on_upper)
    count_lines(lowers, lower_count, on_lower)
    parted = on_upper * on_lower
    for choice in range(len(lines)):
        best = np.argmax(parted)
        lines[choice] = 1 << best
        parted[best] = -1


@compiled(types.void(WORDS, WORD, WORDS, WORDS), allocates=False)
def put_in_order(words: Words, count: int, lines: Words, room: Words) -> None:
    """Put the words in order of the lines they stand on, the first of which counts most."""
    for line in lines[::-1]:
        left, found = split(words, 0, count, line, room, 0)
        for at in range(0, found, LANES):
            store(words, left + at, load(room, at))
    store(words, count, spread(PADDING))


@compiled(WORD(WORDS, WORD, WORD), allocates=False)
def common_lines(words: Words, start: int, stop: int) -> int:
    """Return the lines that all of words[start:stop] stand on."""
    lines = spread(-1)
    for at in range(start, stop, LANES):
        lines = lines & load(words, at)
    return int(common(lines))


@compiled(WORD(WORD, WORD, WORD, WORD, WORD, JOIN), allocates=False)
def count_blocks(begin: int, end: int, start: int, stop: int, known: int, join: Join) -> int:
    """Return the pairs that fit of uppers[begin:end] and lowers[start:stop], a block at a time.

    No upper half stands on a line of `known`.
    """
    bits, long_lines, uppers, lowers, _, turned, free = join
    lines = common_lines(lowers, start, stop) & ((1 << bits) - 1)
    if lines & ~known:
        at = (end + 2 * LANES - 1) & -LANES
        begin, end = at, copy_without(uppers, begin, end, lines, at)
    if begin == end:
        return 0
    if stop - start <= BLOCK:
        turn(lowers, start, bits, turned)
        tabulate(turned, stop - start, bits, free)
        return count_fits(uppers, begin, end, bits, long_lines, free)
    middle = start + (stop - start + 2 * BLOCK - 1) // (2 * BLOCK) * BLOCK
    fits = count_blocks(begin, end, start, middle, lines, join)
    return fits + count_blocks(begin, end, middle, stop, lines, join)


@compiled(WORD(WORD, WORD, WORD, WORD, WORD, JOIN), allocates=False)
def count_divided(begin: int, end: int, start: int, stop: int, depth: int, join: Join) -> int:
    """Return the pairs that fit of uppers[begin:end] and lowers[start:stop].

    They are divided by the lines chosen, from number `depth` on.
    """
    _, _, uppers, lowers, lines, _, _ = join
    if begin == end or start == stop:
        return 0
    if depth == UPPER_LINES or end - begin < FEW:
        return count_blocks(begin, end, start, stop, 0, join)
    top, low = (end + 2 * LANES - 1) & -LANES, (stop + 2 * LANES - 1) & -LANES
    end, top_end = split(uppers, begin, end, lines[depth], uppers, top)
    low_stop = copy_without(lowers, start, stop, lines[depth], low)
    fits = count_divided(top, top_end, low, low_stop, depth + 1, join)
    return fits + count_divided(begin, end, start, stop, depth + 1, join)


@compiled(WORD(WORD, WORD), allocates=False)
def room_for(uppers: int, lowers: int) -> int:
    """Return how many words `count_divided` may write, with so many halves, into `uppers`.

    Each line that divides and each halving of the lower halves takes a copy at most.
    """
    copies = UPPER_LINES + 2
    while lowers > BLOCK:
        copies, lowers = copies + 1, (lowers + 1) // 2
    return (copies + 1) * (uppers + 4 * LANES) + BLOCK
