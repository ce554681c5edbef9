"""The search of `bitmasks`, compiled: what the same loop costs without the interpreter.

Read it beside `bitmasks`, whose tree `search` visits in the same order. The recursion is a
loop over arrays with an entry a row: it can stop when a block of solutions is full, and go on.
A set of columns is a machine word: n goes up to 63. Of a plain board, mirror images are not
searched for but made. Other rules are searched in `compiled_masks`.

`count` keeps no queens, so the order is free: all children of a node go on a stack, without
a branch for the processor to guess wrong, and none is kept that leaves a row of the next three
without a free column. Other threads run meanwhile; it can be interrupted.

Source: as `bitmasks`; with a stack of its own: Somers (2002), The N Queens Problem.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial

import numpy as np
from numba import types
from numpy.typing import NDArray

from handwritten.lanes import WORD, WORDS, Words, bit_count, bit_domains
from handwritten.shares import counted_in_parts
from queens import QUEENS, Board, Counters, OnSolution, Part, Trace
from queens.jit import compiled

ROWS_IN_A_BLOCK = 4096
STEPS_AT_ONCE = 1 << 20
Block = NDArray[np.uint8]
STACK, BLOCK = types.Array(types.int64, 2, "C"), types.Array(types.uint8, 2, "C")


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`, in the order of `solution_arrays`."""
    for block in solution_arrays(board):
        for queens in block.tolist():
            on_solution(tuple(queens))
    return {}


def solution_arrays(board: Board) -> Iterator[Block]:
    """Yield all solutions in new arrays, a row a solution; the lexicographically first is first."""
    domains, n = bit_domains(board), board.n
    if n == 0:
        yield np.zeros((1, 0), np.uint8)
        return
    if board.is_plain:
        domains[0] = (1 << (n + 1) // 2) - 1  # the left half, and the middle of an odd n
    stack = np.zeros((5, n), np.int64)
    stack[3, 0] = domains[0]
    search_on, _ = kernels(board)
    row, size = 0, 1  # who wants one solution need not wait for a thousand
    while row >= 0:
        block = np.empty((size, n), np.uint8)
        row, found = search_on(domains, stack, row, block, STEPS_AT_ONCE)
        blocks = [block[:found]]
        if board.is_plain:
            mirrored = n - 1 - blocks[0]
            blocks.append(mirrored[mirrored[:, 0] != blocks[0][:, 0]])
        yield from filter(len, blocks)
        size = min(size + found, ROWS_IN_A_BLOCK)


def count_all(board: Board) -> int:
    """Return the number of solutions, counted on one core."""
    return sum(part.solutions for part in count_parts(board))


def count_parts(board: Board, workers: int = 1, done: Collection[int] = ()) -> Iterator[Part]:
    """Yield the count in parts, each the solutions that begin with the same two queens."""
    domains, n = bit_domains(board), board.n
    if n < 2:
        yield from counted_in_parts(lambda _: len(board.columns(0)) if n else 1, range(1), 1, done)
        return
    beginnings = [(first, second) for first in board.columns(0) for second in board.columns(1)]
    if board.is_plain:
        beginnings = [(a, b) for a, b in beginnings if (a, b) < (n - 1 - a, n - 1 - b)]
    _, count_all_below = kernels(board)

    def count_part(beginning: tuple[int, int]) -> int:
        bits = (1 << column for column in beginning)
        found = count_all_below(np.array([*bits, *domains[2:], 0, 0], np.int64))
        return 2 * found if board.is_plain else found

    yield from counted_in_parts(count_part, beginnings, workers, done)


def kernels(board: Board) -> tuple[Callable[..., tuple[int, int]], Callable[..., int]]:
    """Return `search` and `count`, under other rules than queens those of `compiled_masks`."""
    if board.rule == QUEENS:
        return search, count
    from handwritten import compiled_masks  # here: compiling and loading it takes time

    attacked = compiled_masks.attack_table(board)
    return partial(compiled_masks.search, attacked), partial(compiled_masks.count, attacked)


@compiled(types.UniTuple(WORD, 2)(WORDS, STACK, WORD, BLOCK, WORD))
def search(domains: Words, stack: Words, row: int, block: Block, steps: int) -> tuple[int, int]:
    """Search on until `block` is full or `steps` done; return the row, and how many are found.

    The row is -1 at the end. The stack has for each row what is in the frame of `place`.
    """
    columns, up, down, free, queens = stack[0], stack[1], stack[2], stack[3], stack[4]
    found = 0
    while row >= 0 and found < len(block) and steps:
        steps -= 1
        if not free[row]:
            row -= 1
            continue
        bit = free[row] & -free[row]  # the lowest set bit is the leftmost free column
        free[row] ^= bit
        queens[row] = bit_count(bit - 1)
        if row < len(domains) - 1:
            columns[row + 1] = columns[row] | bit
            up[row + 1], down[row + 1] = (up[row] | bit) >> 1, (down[row] | bit) << 1
            row += 1
            free[row] = domains[row] & ~(columns[row] | up[row] | down[row])
        else:
            for j in range(len(domains)):
                block[found, j] = queens[j]
            found += 1
    return row, found


@compiled(WORD(WORDS))
def count(domains: Words) -> int:
    """Return the number of solutions; `domains` has two rows more than the board."""
    n = len(domains) - 2
    stack = np.zeros((4, n * (n + 1) // 2 + 1), np.int64)  # each queen leaves one column fewer
    columns, ups, downs, frees = stack[0], stack[1], stack[2], stack[3]
    frees[0], top, solutions = domains[0], 1, 0
    while top:
        top -= 1
        free, taken, up, down = frees[top], columns[top], ups[top], downs[top]
        row = bit_count(taken) + 1  # of the children
        first, second, third = domains[row], domains[row + 1], domains[row + 2]
        beyond = row + 2 == n
        while free:
            bit = free & -free
            free ^= bit
            t, u, d = taken | bit, (up | bit) >> 1, (down | bit) << 1
            f = first & ~(t | u | d)
            columns[top], ups[top], downs[top], frees[top] = t, u, d, f
            after, later = second & ~(t | u >> 1 | d << 1), third & ~(t | u >> 2 | d << 2)
            solutions += bit_count(f) * (row + 1 == n)
            top += (f != 0) & (after != 0) & (later | beyond != 0) & (row + 1 < n)
    return solutions
