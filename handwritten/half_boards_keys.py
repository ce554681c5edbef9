"""Keys of halves, by which `half_boards` leaves out most of the pairs that do not fit.

The longest diagonals are those on which an upper and a lower half most often meet; the long
ones themselves no lower half stands on. A key tells which of eight others a half stands on: the
neighbours of the two long ones (four inner bits) and theirs in turn (four outer bits). Halves
with a bit in common share a diagonal, and no look-up is needed to see it.

Compiled functions call these, and Numba's cache does not notice changes to this file: whoever
edits it deletes the `__pycache__` of the folder.
"""

from __future__ import annotations

import numpy as np

from handwritten.lanes import LANES, WORD, WORDS, Words, load, store
from queens.jit import compiled

KEYS = 256
BLOCK = 64 * LANES  # lower halves that are compared at once, a bit each


@compiled(WORD(WORD, WORD, WORD))
def key_of(word: int, first: int, second: int) -> int:
    """Return four bits, the neighbours of bits `first` and `second`, and four, theirs in turn."""
    low, high = word >> (first - 2), word >> (second - 2)
    inner = low >> 1 & 1 | low >> 2 & 2 | (high & 2) << 1 | high & 8
    outer = low & 1 | low >> 3 & 2 | (high & 1) << 2 | high >> 1 & 8
    return inner << 4 | outer


@compiled(WORDS(WORDS, WORD, WORD, WORD, WORD, WORDS, WORDS))
def in_order(
    words: Words, count: int, first: int, second: int, exchange: int, starts: Words, room: Words
) -> Words:
    """Return the words by ascending keys; those with the key k begin at `starts[k]`.

    With `exchange`, outer bits come before inner ones. The words are written into `room`, or a
    larger array in its place; after the last there is room for a BLOCK.
    """
    if count + BLOCK > len(room):
        room = np.empty(2 * (count + BLOCK), np.int64)
    keys = np.empty(count, np.uint8)
    for at in range(count):  # a loop of its own, for it is compiled to several words at a time
        key = key_of(words[at], first, second)
        keys[at] = (key & 15) << 4 | key >> 4 if exchange else key
    starts[:] = 0
    for at in range(count):
        starts[keys[at] + 2] += 1
    for key in range(2, len(starts)):
        starts[key] += starts[key - 1]
    for at in range(count):  # moves the start of each key to its end, where the next one's is
        room[starts[keys[at] + 1]] = words[at]
        starts[keys[at] + 1] += 1
    return room


@compiled(WORD(WORD, WORDS, WORDS, WORDS))
def disjoint_from(inner: int, lowers: Words, starts: Words, found: Words) -> int:
    """Write the lower halves with none of the `inner` bits into `found`; return how many.

    They stay in the order of their outer bits. Up to seven words after them are overwritten.
    """
    others, count = 15 & ~inner, 0
    for outer in range(16):
        other = others
        while other >= 0:
            begin, end = starts[outer << 4 | other], starts[(outer << 4 | other) + 1]
            for at in range(begin, end, LANES):
                store(found, count + at - begin, load(lowers, at))
            count += end - begin
            other = (other - 1) & others if other else -1
    return count


@compiled(WORD(WORD, WORD))
def common_bits(first: int, last: int) -> int:
    """Return the bits that all keys from `first` to `last` have for certain."""
    differing, common = first ^ last, first
    while differing:
        common &= ~differing
        differing >>= 1
    return common
