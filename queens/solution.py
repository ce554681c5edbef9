"""What a solution is: the one predicate that all approaches share as their aim."""

from __future__ import annotations

from collections.abc import Sequence

from queens.board import Board


def is_solution(board: Board, queens: Sequence[int]) -> bool:
    """Return whether `queens` is a solution of `board`.

    One column for each row, no two queens in a column, on an up diagonal (row + column
    constant) or on a down diagonal (column - row constant), every placed queen where it
    was placed and no queen on a blocked square.
    """
    n = board.n
    return (
        len(queens) == n
        and all(type(column) is int and 0 <= column < n for column in queens)
        and len(set(queens)) == n
        and len({column + row for row, column in enumerate(queens)}) == n
        and len({column - row for row, column in enumerate(queens)}) == n
        and all(queens[row] == column for row, column in board.placed)
        and all(queens[row] != column for row, column in board.blocked)
    )
