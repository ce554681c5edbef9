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
thousands of each, both are first put in order by the long diagonals that they stand on, so that
four pairs in five are never looked at (`half_boards_keys`).

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
queen in the very centre is on both, and leaves nothing to lean on: such solutions count
once. For odd n the middle row is the lower half's.) A mirror image counts as its original,
so of two sets of columns that mirror each other one is enough, counted twice.

Placed queens and blocked squares have none of these symmetries: then all pairs are compared, and
each counts once. Takes n up to 22, whose line sets fill a word. n = 18 stays below 250 MB,
Python and Numba among them.

Source: Kluev, N-Queens-Count-Sol (C++), whose idea the halves, the long diagonals and the
tables are; he joins quadrants where this joins strips of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

import numpy as np

from handwritten.half_boards_keys import PADDING
from handwritten.half_boards_kernels import Half, Strips, count_boards
from handwritten.lanes import LANES, Words
from handwritten.shares import counted_in_parts, counted_part
from queens import Board, Part, Unsupported, only_queens

LARGEST_N = 22
Rows = Sequence[Sequence[int]]
Bits = tuple[list[int], list[int]]

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
    only_queens(board, "half_boards", "its line sets are of diagonals")
    if n > LARGEST_N:
        raise Unsupported(f"half_boards takes n up to {LARGEST_N}, got {n}: a line set is 64 bits")
    if n < 2:
        return lambda _: len(board.columns(0)) if n else 1, range(1)  # no halves to speak of
    plain, rows = board.is_plain, [board.columns(row) for row in range(n)]
    columns, weights = column_sets(n, plain)
    long_lines, pairs = halves(n, rows, plain)
    starts = range(0, len(columns), SETS_IN_A_PART)

    def count(start: int) -> int:
        part = slice(start, start + SETS_IN_A_PART)
        sets = columns[part], weights[part]
        return sum(count_boards(2 * n - 2, long_lines, *sets, *pair) for pair in pairs)

    # like sets lie together: with strides, the first parts are a fair sample
    return count, [start for offset in range(STRIDE) for start in starts[offset::STRIDE]]


def column_sets(n: int, mirrors: bool) -> tuple[Words, Words]:
    """Return the sets an upper half can use, or one of each mirrored pair, and their weights."""
    columns = np.flatnonzero(np.bitwise_count(np.arange(1 << n)) == n // 2)
    if not mirrors:
        return columns, np.ones_like(columns)
    mirrored = sum((columns >> column & 1) << (n - 1 - column) for column in range(n))
    return columns[columns <= mirrored], np.where(columns == mirrored, 1, 2)[columns <= mirrored]


def halves(n: int, rows: Rows, plain: bool) -> tuple[int, list[tuple[Half, Half]]]:
    """Return the bits of the long diagonals and the pairs of halves to join, from above.

    On plain boards the lower halves are clear: they stand on no long diagonal. A queen in the centre
    stands on both, so that both halves are clear but for it: a pair of its own.
    """
    bits = line_bits(n)
    above, below = rows[: n // 2], rows[: n // 2 - 1 : -1]
    if not plain:
        return 0, [(half(n, above, bits), half(n, below, bits[::-1]))]
    clear = [[c for c in columns if c not in (row, n - 1 - row)] for row, columns in enumerate(rows)]
    above_clear, below_clear = clear[: n // 2], clear[: n // 2 - 1 : -1]
    pairs = [(half(n, above, bits), half(n, below_clear, bits[::-1]))]
    if n % 2:
        centre = [*below_clear[:-1], [n // 2]]
        pairs.append((half(n, above_clear, bits), half(n, centre, bits[::-1])))
    return 0b11 << 2 * n - 4, pairs


def line_bits(n: int) -> Bits:
    """Return the bits of diagonals: up ones by row + column, down ones by column - row + n - 1.

    Rows are numbered from above. A pair of halves fits if no bit below 2n - 2 is in both: those
    are of the diagonals that run through both halves, the two long ones last, and before these
    the more squares a diagonal has in both halves, the higher its bit.
    """
    bits: Bits = ([0] * (2 * n - 1), [0] * (2 * n - 1))
    order: list[tuple[int, int, int]] = []
    others = [2 * n - 2, 2 * n - 2]
    for direction in range(2):
        for number in range(2 * n - 1):
            first = max(0, number - n + 1)  # the rows of an up diagonal, and of a down diagonal
            rows = range(first, min(n - 1, number) + 1)
            above = sum((row if direction == 0 else n - 1 - row) < n // 2 for row in rows)
            below = len(rows) - above
            if above and below:
                order.append((n * n if number == n - 1 else above * below, direction, number))
            else:
                bits[direction][number] = others[above == 0]
                others[above == 0] += 1
    for bit, (_, direction, number) in enumerate(sorted(order)):
        bits[direction][number] = bit
    return bits


def half(n: int, open_columns: Rows, bits: Bits) -> Half:
    """Return what `join_strips` needs to list the halves with these open columns, by row.

    Row 0 is the outermost, so lower halves are upside down, and have the bits exchanged.
    """
    rows, outer_rows = len(open_columns), max(1, n // 4)
    choices = np.arange(1 << rows)
    return (
        strips(n, open_columns, bits, range(outer_rows), padding=1),
        strips(n, open_columns, bits, range(outer_rows, rows), padding=LANES),
        choices[np.bitwise_count(choices) == outer_rows],
    )


def strips(
    n: int, open_columns: Rows, bits: Bits, rows: range, padding: int
) -> Strips:
    """Return the line sets of all placements on `rows` of a half, by columns used.

    Those on each set of columns are filled up to a multiple of `padding`.
    """
    ups, downs = bits
    columns, lines = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for row in rows:
        grown = [(columns[:0], lines[:0])]
        for column in open_columns[row]:
            up, down = ups[row + column], downs[column - row + n - 1]
            line_set = np.array(1 << up | 1 << down, np.uint64).view(np.int64)
            free = (columns >> column & 1 == 0) & (lines & line_set == 0)
            grown.append((columns[free] | 1 << column, lines[free] | line_set))
        columns, lines = (np.concatenate(parts) for parts in zip(*grown, strict=True))
    order = np.argsort(columns, kind="stable")
    sizes = np.bincount(columns, minlength=1 << n)
    first = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(-(-sizes // padding) * padding, out=first[1:])
    words = np.full(first[-1], PADDING)
    shift = first[:-1] - (np.cumsum(sizes) - sizes)  # how far the padding before a set moves it
    words[np.arange(len(order)) + shift[columns[order]]] = lines[order]
    return words, first


def sampler(n):
    long_lines, pairs = halves(n, [range(n)]*n, True)
    return lambda c, w: sum(count_boards(2 * n - 2, long_lines, c, w, *p) for p in pairs)
