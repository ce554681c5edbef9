"""What `half_boards` makes of a board before it counts: line sets and the tables of strips."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from handwritten.half_boards_kernels import Half, Strips
from handwritten.half_boards_pairs import PADDING
from handwritten.half_boards_tables import MOST_BITS
from handwritten.lanes import LANES, Words
from queens import Board, Unsupported

WORD_BITS = 63
LAST = np.int64(-1 << 63)  # the last bit: outer strips have it, so that no PADDING joins them
Row = Sequence[tuple[int, int]]
"""The open squares of a row: their columns and their line sets."""


def halves(board: Board) -> tuple[int, int, list[tuple[Half, Half]]]:
    """Return the bits to compare, those of the long diagonals, and the pairs of halves to join.

    On a plain board lower halves are clear, they stand on no long diagonal; and then these need
    not be compared. A queen in the centre stands on both. Beside it both halves are clear.
    """
    n, above = board.n, board.n // 2
    sets, bits = line_sets(board)
    rows = [[(column, sets[row][column]) for column in board.columns(row)] for row in range(n)]
    if not board.is_plain:
        return bits, 0, [(half(n, rows[:above]), half(n, rows[: above - 1 : -1]))]
    clear = [
        [square for square in squares if square[0] not in (row, n - 1 - row)]
        for row, squares in enumerate(rows)
    ]
    pairs = [(half(n, rows[:above]), half(n, clear[: above - 1 : -1]))]
    if n % 2:
        centre = [*clear[:above:-1], [rows[above][above]]]
        pairs.append((half(n, clear[:above]), half(n, centre)))
    return bits - 2, 0b11 << bits - 2, pairs


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
    outer_rows = max(1, n // 4)
    choices = np.arange(1 << len(rows))
    outer, first = strips(n, rows[:outer_rows], padding=1)
    return (
        (outer | LAST, first),
        strips(n, rows[outer_rows:], padding=LANES),
        choices[np.bitwise_count(choices) == outer_rows],
    )


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
    order = np.argsort(columns, kind="stable")
    sizes = np.bincount(columns, minlength=1 << n)
    first = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(-(-sizes // padding) * padding, out=first[1:])
    words = np.full(first[-1], PADDING)
    shift = first[:-1] - (np.cumsum(sizes) - sizes)  # how far the padding before a set moves it
    words[np.arange(len(order)) + shift[columns[order]]] = lines[order]
    return words, first
