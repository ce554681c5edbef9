"""What `half_boards` makes of a board before it counts: line sets and the tables of strips."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from handwritten.half_boards_kernels import Half, Pair, Strips
from handwritten.half_boards_pairs import PADDING
from handwritten.half_boards_tables import MOST_BITS
from handwritten.lanes import LANES, Words
from queens import Board, Unsupported

WORD_BITS = 63
LAST = np.int64(-1 << 63)  # the last bit: outer strips have it, so that no PADDING joins them
NO_STRIPS = np.empty(0, np.int64), np.zeros(1, np.int32)
NONE = NO_STRIPS, NO_STRIPS, np.empty(0, np.int64)
"""A kind of halves that there are none of."""
Row = Sequence[tuple[int, int]]
"""The open squares of a row: their columns and their line sets."""


def halves(board: Board) -> tuple[int, int, Half, Pair]:
    """Return the bits to compare, those of the long diagonals, upper halves and lower halves.

    On a plain board lower halves are clear, they stand on no long diagonal; and then these need
    not be compared. Lower halves with a queen in the centre, which stands on both, are the
    second kind.
    """
    n, above = board.n, board.n // 2
    sets, bits = line_sets(board)
    rows = [[(column, sets[row][column]) for column in board.columns(row)] for row in range(n)]
    upper = half(n, rows[:above])
    if not board.is_plain:
        return bits, 0, upper, (half(n, rows[: above - 1 : -1]), NONE)
    clear = [
        [square for square in squares if square[0] not in (row, n - 1 - row)]
        for row, squares in enumerate(rows)
    ][: above - 1 : -1]
    lower, centre = half(n, clear), NONE
    if n % 2:
        clear[-1] = [rows[above][above]]
        centre = lower[0], inner_strips(n, clear), lower[2]
    return bits - 2, 0b11 << bits - 2, upper, (lower, centre)


def line_sets(board: Board) -> tuple[list[list[int]], int]:
    """Return the line set of each square, and how many bits an upper and a lower half can share.

    Those are the lowest. The more squares a line has in both halves, the higher its bit, so the
    two highest are the long diagonals; above are lines within a half, the same bits for both.
    Columns are in no line set, nor are lines of one square. Raises Unsupported if there are more
    lines than bits.
    """
    n, above = board.n, board.n // 2
    lines: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for line_number, line in enumerate(board.lines):
        if not (line.is_linear and line.slope == 0):
            for row in range(n):
                for column, number in enumerate(line.numbers(row)):
                    lines.setdefault((line_number, number), []).append((row, column))
    in_both, in_upper, in_lower = [], [], []
    for squares in lines.values():
        upper = sum(row < above for row, _ in squares)
        if upper == len(squares) > 1:
            in_upper.append(squares)
        elif upper == 0 and len(squares) > 1:
            in_lower.append(squares)
        elif upper and upper < len(squares):
            in_both.append((upper * (len(squares) - upper), squares))
    in_both.sort(key=lambda entry: entry[0])
    bits = len(in_both) + max(len(in_upper), len(in_lower))
    if len(in_both) > MOST_BITS or bits > WORD_BITS:
        raise Unsupported(
            f"half_boards takes rules with up to {MOST_BITS} lines through both halves of the "
            f"board and {WORD_BITS} in a half, got {len(in_both)} and {bits}"
        )
    sets = [[0] * n for _ in range(n)]
    for group, first in ((in_upper, len(in_both)), (in_lower, len(in_both))):
        for bit, squares in enumerate(group, first):
            for row, column in squares:
                sets[row][column] |= 1 << bit
    for bit, (_, squares) in enumerate(in_both):
        for row, column in squares:
            sets[row][column] |= 1 << bit
    return sets, len(in_both)


def half(n: int, rows: Sequence[Row]) -> Half:
    """Return what `join_strips` needs to list the halves with these rows, the outermost first."""
    choices = np.arange(1 << len(rows))
    outer, first = strips(n, rows[: outer_rows(n)], padding=1)
    return (
        (outer | LAST, first),
        inner_strips(n, rows),
        choices[np.bitwise_count(choices) == outer_rows(n)],
    )


def inner_strips(n: int, rows: Sequence[Row]) -> Strips:
    """Return the inner strips of the halves with these rows, the outermost first."""
    return strips(n, rows[outer_rows(n) :], padding=LANES)


def outer_rows(n: int) -> int:
    """Return how many rows of a half are its outer strip."""
    return max(1, n // 4)


def strips(n: int, rows: Sequence[Row], padding: int) -> Strips:
    """Return the line sets of all placements on `rows`, by columns used.

    Those on each set of columns are filled up to a multiple of `padding`.
    """
    columns, lines = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for row in rows:
        grown = [(columns[:0], lines[:0])]
        for column, squares_lines in row:
            line_set = np.array(squares_lines, np.uint64).view(np.int64)
            free = (columns >> column & 1 == 0) & (lines & line_set == 0)
            grown.append((columns[free] | 1 << column, lines[free] | line_set))
        columns, lines = (np.concatenate(parts) for parts in zip(*grown, strict=True))
    return by_columns(n, columns, lines, padding)


def by_columns(n: int, columns: Words, lines: Words, padding: int) -> Strips:
    """Return the `lines` grouped by their `columns`, each group filled up with PADDING."""
    order = np.arange(len(columns))
    for low in range(0, n, 16):  # NumPy sorts numbers of 16 bits by counting them
        digits = (columns[order] >> low).astype(np.uint16)
        order = order[np.argsort(digits, kind="stable")]
    sizes = np.bincount(columns, minlength=1 << n)
    first = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(-(-sizes // padding) * padding, out=first[1:])
    words = np.full(first[-1], PADDING)
    shift = first[:-1] - (np.cumsum(sizes) - sizes)  # how far the padding before a set moves it
    words[np.arange(len(order)) + shift[columns[order]]] = lines[order]
    return words, first
