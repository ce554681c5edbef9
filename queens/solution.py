"""What a solution is: the one predicate that all approaches share as their aim."""

from __future__ import annotations

from collections.abc import Sequence

from queens.board import Board


def is_solution(board: Board, queens: Sequence[int]) -> bool:
    """Return whether `queens` is a solution of `board`.

    One column for each row, the numbers of the queens different on every line of the rule, no
    two queens a step of the rule apart, every placed queen where it was placed and no queen on
    a blocked square.
    """
    n = board.n
    return (
        len(queens) == n
        and all(type(column) is int and 0 <= column < n for column in queens)
        and all(
            len({line.number(row, column) for row, column in enumerate(queens)}) == n
            for line in board.lines
        )
        and not any(
            abs(queens[row] - queens[row - rows]) == columns
            for rows, columns in board.rule.steps
            for row in range(rows, n)
        )
        and all(queens[row] == column for row, column in board.placed)
        and all(queens[row] != column for row, column in board.blocked)
    )
