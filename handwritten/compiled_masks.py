"""The search of `compiled_bitmasks` for rules other than queens: a table instead of shifts.

What a queen attacks in a row is looked up, a word with one bit a column. The columns free in a
row are those of its domain that no queen above attacks. Imported when a board asks for it, so
that who counts queens does not wait until this is compiled.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from handwritten.lanes import WORD, WORDS, Words, bit_count
from queens import Board
from queens.jit import compiled

STACK, BLOCK = types.Array(types.int64, 2, "C"), types.Array(types.uint8, 2, "C")
TABLE = types.Array(types.int64, 3, "C")


def attack_table(board: Board) -> Words:
    """Return what is attacked in each row, by the row and the column of a queen."""
    n = board.n
    masks = [[board.attacked_from(row, column) for column in range(n)] for row in range(n)]
    return np.ascontiguousarray(np.array(masks, np.int64).transpose(2, 0, 1))


@compiled(types.UniTuple(WORD, 2)(TABLE, WORDS, STACK, WORD, BLOCK, WORD))
def search(
    attacked: Words,
    domains: Words,
    stack: Words,
    row: int,
    block: NDArray[np.uint8],
    steps: int,
) -> tuple[int, int]:
    """Search on until `block` is full or `steps` done; return the row, and how many are found.

    The row is -1 at the end. The stack is as in `compiled_bitmasks`, its first three rows unused.
    """
    free, queens = stack[3], stack[4]
    found = 0
    while row >= 0 and found < len(block) and steps:
        steps -= 1
        if not free[row]:
            row -= 1
            continue
        bit = free[row] & -free[row]
        free[row] ^= bit
        queens[row] = bit_count(bit - 1)
        if row < len(domains) - 1:
            row += 1
            taken = 0
            for other in range(row):
                taken |= attacked[row, other, queens[other]]
            free[row] = domains[row] & ~taken
        else:
            for j in range(len(domains)):
                block[found, j] = queens[j]
            found += 1
    return row, found


@compiled(WORD(TABLE, WORDS))
def count(attacked: Words, domains: Words) -> int:
    """Return the number of solutions; `domains` has two rows more than the board.

    The same search, that counts in the last row.
    """
    last = len(domains) - 3
    free, queens = np.zeros(last + 1, np.int64), np.zeros(last + 1, np.int64)
    free[0] = domains[0]
    row, solutions = 0, 0
    while row >= 0:
        if not free[row]:
            row -= 1
            continue
        bit = free[row] & -free[row]
        free[row] ^= bit
        queens[row] = bit_count(bit - 1)
        row += 1
        taken = 0
        for other in range(row):
            taken |= attacked[row, other, queens[other]]
        free[row] = domains[row] & ~taken
        if row == last:
            solutions += bit_count(free[row])
            row -= 1
    return solutions
