"""The search of `compiled_bitmasks` for rules other than queens: a table instead of shifts.

What a queen attacks in a row is looked up, a word with one bit a column. The columns free in a
row are those of its domain that no queen above attacks. Imported when a board asks for it, so
that who counts queens does not wait until this is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numba import types
from numpy.typing import NDArray

from handwritten.lanes import WORD, WORDS, Words, bit_count
from queens import Board, Part
from queens.jit import compiled
from queens.parts import counted_in_parts

ROWS_IN_A_BLOCK = 4096
STEPS_AT_ONCE = 1 << 20
STACK, BLOCK = types.Array(types.int64, 2, "C"), types.Array(types.uint8, 2, "C")
TABLE = types.Array(types.int64, 3, "C")


def blocks(board: Board, domains: Words) -> Iterator[NDArray[np.uint8]]:
    """Yield all solutions in lexicographic order in new arrays, a row a solution."""
    attacked = attack_table(board)
    stack = np.zeros((2, board.n), np.int64)
    stack[0, 0] = domains[0]
    row, size = 0, 1  # who wants one solution need not wait for a thousand
    while row >= 0:
        block = np.empty((size, board.n), np.uint8)
        row, found = search(domains, attacked, stack, row, block, STEPS_AT_ONCE)
        if found:
            yield block[:found]
        size = min(size + found, ROWS_IN_A_BLOCK)


def parts(board: Board, domains: Words, workers: int) -> Iterator[Part]:
    """Yield the count in parts, each the solutions that begin with the same two queens, n > 1."""
    attacked = attack_table(board)

    def count_part(beginning: tuple[int, int]) -> int:
        bits = (1 << column for column in beginning)
        return count(np.array([*bits, *domains[2:]], np.int64), attacked)

    beginnings = [(first, second) for first in board.columns(0) for second in board.columns(1)]
    yield from counted_in_parts(count_part, beginnings, workers)


def attack_table(board: Board) -> Words:
    """Return what is attacked in each row, by the row and the column of a queen."""
    n = board.n
    masks = [[board.attacked_from(row, column) for column in range(n)] for row in range(n)]
    return np.ascontiguousarray(np.array(masks, np.int64).transpose(2, 0, 1))


@compiled(types.UniTuple(WORD, 2)(WORDS, TABLE, STACK, WORD, BLOCK, WORD))
def search(
    domains: Words,
    attacked: Words,
    stack: Words,
    row: int,
    block: NDArray[np.uint8],
    steps: int,
) -> tuple[int, int]:
    """Search on until `block` is full or `steps` done; return the row, and how many are found.

    The row is -1 at the end. The stack has the free columns and the queen of each row.
    """
    free, queens = stack[0], stack[1]
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


@compiled(WORD(WORDS, TABLE))
def count(domains: Words, attacked: Words) -> int:
    """Return the number of solutions; the same search, that counts in the last row."""
    last = len(domains) - 1
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
