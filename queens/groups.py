"""Groups of squares with at most one queen in each: what lines and steps come to.

The squares with one number on a line are a group, and so are two squares a step apart. With
them the rule is said in one way: no two queens in a group. Searches that keep flags, sets or
items for lines keep them for groups, and so take any rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from queens.board import Board, Square

Group = tuple[int, int] | tuple[Square, Square]
"""(index of a line, number on it), or two squares in ascending order."""


def groups_of(board: Board, row: int, column: int) -> tuple[Group, ...]:
    """Return the groups of a square: one for each line, in order, then those of the steps."""
    numbers = [(index, line.number(row, column)) for index, line in enumerate(board.lines)]
    return (*numbers, *_pairs(board, (row, column)))


def _pairs(board: Board, square: Square) -> Iterator[tuple[Square, Square]]:
    """Yield the pairs with each square a step away, but for those that share a line as well."""
    row, column = square
    for rows, columns in board.rule.steps:
        for other_row in (row - rows, row + rows):
            for other_column in {column - columns, column + columns}:
                other = (other_row, other_column)
                on_board = 0 <= other_row < board.n and 0 <= other_column < board.n
                if on_board and not any(
                    line.number(*square) == line.number(*other) for line in board.lines
                ):
                    yield min(square, other), max(square, other)
