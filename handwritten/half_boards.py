"""Counting by halves: join all upper with all lower halves that fit, visiting no solution.

    Q . . . . . . .   outer strip
    . . . . Q . . .                 upper half,
    . . . . . . . Q   inner strip   on the columns {0, 4, 5, 7}
    . . . . . Q . .
    - - - - - - - -
    . . Q . . . . .   inner strip
    . . . . . . Q .                 lower half,
    . Q . . . . . .   outer strip   on the others
    . . . Q . . . .

Upper halves are the first n // 2 rows with their queens. Halves are found in the same way:
an outer and an inner strip that share no column and no diagonal make a half. The strips are
few enough to be tabulated, by the columns they use. Then, for each set of columns, the
halves are listed, and each upper half is compared with 512 lower halves at once, by six
look-ups: which of these lower halves stand on none of *these* of my diagonals? Where there are
thousands of each, both are divided first by the diagonals that they stand on, so that nine
pairs in ten are never looked at (`half_boards_pairs`).

Why the count is right. A solution is a pair of an upper half on a set of columns and a lower
half on its complement, and such a pair is a solution if no diagonal runs through a queen of
each. So the pairs that fit, over all sets of columns, are the solutions, each once.

Symmetry leaves an eighth of these pairs. The two long diagonals cross in the centre, so each
quarter of the board has half of one. A solution has at most one queen on each; say it leans
on the quarters with a queen on a long diagonal: none, one or two neighbours. A quarter turn
of the board turns the quarters round. So of the solutions that lean on one quarter, half
have it above; of those that lean on two, a fourth have both above. Counting only solutions
whose lower half stands on no long diagonal, and each as 2 to the power of the long diagonals
that its upper half stands on, gives the count: one half twice, one fourth four times. (A
queen in the very centre is on both, and leaves nothing to lean on: for odd n such solutions are
counted apart, once each.) A mirror image counts as its original, so of two sets of columns
that mirror each other one is enough, counted twice.

Placed queens, blocked squares and other rules have none of these symmetries: then all pairs are
compared, and each counts once. A rule needs columns, and any other lines in place of the
diagonals, up to 42 through both halves. Takes n up to 22, whose line sets fill a word. n = 20
stays below 500 MB, Python and Numba among them.

Source: Kluev, N-Queens-Count-Sol (C++), whose idea the halves, the long diagonals and the
tables are; he joins quadrants where this joins strips of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

import numpy as np

from handwritten.half_boards_kernels import count_boards
from handwritten.half_boards_strips import halves
from handwritten.lanes import Words
from handwritten.shares import counted_in_parts, counted_part
from queens import Board, Part, Unsupported

LARGEST_N = 22
SETS_IN_A_PART = 64
STRIDE = 16


def count_all(board: Board) -> int:
    """Return the number of solutions, counted on one core."""
    return sum(part.solutions for part in count_parts(board))


def count_parts(board: Board, workers: int = 1, done: Collection[int] = ()) -> Iterator[Part]:
    """Yield the count in parts, below a second each up to n = 20, by `workers` threads."""
    yield from counted_in_parts(*shares(board), workers, done)


def count_part(board: Board, number: int) -> Part:
    """Return one part of the count; the tables are kept for the next of the same board."""
    return counted_part(shares, board, number)


def shares(board: Board) -> tuple[Callable[[int], int], Sequence[int]]:
    """Return the function that counts a part, and what it takes for each: where its sets start."""
    n = board.n
    check(board)
    if n < 2:
        return lambda _: len(board.columns(0)) if n else 1, range(1)  # no halves to speak of
    columns, weights = column_sets(n, board.is_plain)
    bits, long_lines, upper, lower = halves(board)
    starts = range(0, len(columns), SETS_IN_A_PART)

    def count(start: int) -> int:
        part = slice(start, start + SETS_IN_A_PART)
        return count_boards(bits, long_lines, columns[part], weights[part], upper, lower)

    # like sets lie together: with strides, the first parts are a fair sample
    return count, [start for offset in range(STRIDE) for start in starts[offset::STRIDE]]


def check(board: Board) -> None:
    """Raise Unsupported for a board that cannot be counted by halves."""
    name, rule = "half_boards", board.rule
    if board.n > LARGEST_N:
        raise Unsupported(f"{name} takes n up to {LARGEST_N}, got {board.n}: a line set is 64 bits")
    if rule.steps:
        raise Unsupported(f"{name} takes rules of lines, got {rule}: a step has no number to share")
    if not board.has_columns or len(board.lines) == 1:
        raise Unsupported(f"{name} takes rules with columns and other lines, got {rule}")


def column_sets(n: int, mirrors: bool) -> tuple[Words, Words]:
    """Return the sets an upper half can use, or one of each mirrored pair, and their weights."""
    columns = np.flatnonzero(np.bitwise_count(np.arange(1 << n)) == n // 2)
    if not mirrors:
        return columns, np.ones_like(columns)
    mirrored = sum((columns >> column & 1) << (n - 1 - column) for column in range(n))
    return columns[columns <= mirrored], np.where(columns == mirrored, 1, 2)[columns <= mirrored]
