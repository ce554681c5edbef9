"""What a model states of a rule: the squares on each number of a line, the steps between rows."""

from __future__ import annotations

from collections.abc import Iterator

from queens.board import Board, Square
from queens.contract import OnSolution
from queens.rule import Line


def squares_by_number(board: Board, line: Line) -> dict[int, list[Square]]:
    """Return the open squares on each number of `line`, by row and column.

    A number without an open square is there only if the line is full: no queen can stand on
    it, and one must.
    """
    squares: dict[int, list[Square]] = {}
    if line.is_full:
        squares = {number: [] for number in line.all_numbers}
    for row in range(board.n):
        numbers = line.numbers(row)
        for column in board.columns(row):
            squares.setdefault(numbers[column], []).append((row, column))
    return squares


def step_shifts(board: Board) -> Iterator[tuple[int, int, int]]:
    """Yield (row, later, shift) for each step: queens[later] may not be queens[row] + shift."""
    for rows, columns in board.rule.steps:
        for row in range(board.n - rows):
            yield row, row + rows, columns
            if columns:
                yield row, row + rows, -columns


def step_pairs(board: Board) -> Iterator[tuple[Square, Square]]:
    """Yield each pair of open squares that a step joins."""
    for row, later, shift in step_shifts(board):
        columns = set(board.columns(later))
        for column in board.columns(row):
            if column + shift in columns:
                yield (row, column), (later, column + shift)


def needs_no_search(board: Board, on_solution: OnSolution) -> bool:
    """Return whether the board has no rows or a row without a column, its answer handed over.

    Most solvers cannot be told such a board: to some an empty domain is an error, and without
    variables they find nothing.
    """
    if board.n == 0:
        on_solution(())
        return True
    return not all(board.columns(row) for row in range(board.n))
