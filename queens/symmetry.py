"""The eight symmetries of the square, those that a board has, and what they do to solutions.

Two solutions are the same fundamental solution if a symmetry of the board carries one to the
other. The orbit of a solution is all it can be carried to: of the plain board 8 solutions, or
4 or 2 where it is its own image under a half or a quarter turn (and 1 for n <= 1).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from queens.board import Board, Queens, Square

EVERY = range(8)
"""The symmetries by number: no turn, one, two and three quarter turns, then the same four of
the mirror image."""


def mirror(queens: Queens) -> Queens:
    """Return the solution with left and right exchanged."""
    last = len(queens) - 1
    return tuple(last - column for column in queens)


def rotate(queens: Queens) -> Queens:
    """Return the solution after a quarter turn: (row, column) goes to (column, n - 1 - row)."""
    last = len(queens) - 1
    turned = [0] * len(queens)
    for row, column in enumerate(queens):
        turned[column] = last - row
    return tuple(turned)


def symmetries(queens: Queens) -> tuple[Queens, ...]:
    """Return the eight images: four quarter turns of the solution, then four of its mirror image.

    The first is the solution itself. Images may be equal; `set` them for the orbit. A quarter
    turn means something only where no two queens share a column.
    """
    images: list[Queens] = []
    for image in (queens, mirror(queens)):
        # a half turn on its own: it does not need different columns
        half = mirror(image[::-1])
        images += [image, rotate(image), half, rotate(half)]
    return tuple(images)


def canonical(queens: Queens, kept: Iterable[int] = EVERY) -> Queens:
    """Return the smallest image in lexicographic order under the symmetries `kept`."""
    images = symmetries(queens)
    return min(images[number] for number in kept)


def orbit_size(queens: Queens, kept: Iterable[int] = EVERY) -> int:
    """Return how many different solutions the orbit under the symmetries `kept` holds."""
    images = symmetries(queens)
    return len({images[number] for number in kept})


def symmetries_of(board: Board) -> tuple[int, ...]:
    """Return the numbers of the symmetries that carry `board` to itself, 0 always among them.

    A symmetry is one of the board if it keeps the placed and the blocked squares and carries
    the rule to itself: its lines, the rows among them, to lines, and its steps to steps.
    """
    if board.is_plain:
        return tuple(EVERY)
    return tuple(number for number in EVERY if _is_kept(board, number))


def _is_kept(board: Board, number: int) -> bool:
    def image(square: Square) -> Square:
        return _image(board.n, square, number)

    if any({*map(image, squares)} != set(squares) for squares in (board.placed, board.blocked)):
        return False
    turns_rows_to_columns = number % 2 == 1
    if turns_rows_to_columns and not _steps_turn(board):
        return False
    n = board.n
    squares = [(row, column) for row in range(n) for column in range(n)]
    images = [image(square) for square in squares]
    lines: list[dict[Square, int]] = [{square: square[0] for square in squares}]
    lines += [{square: line.number(*square) for square in squares} for line in board.lines]
    before = {_partition([line[square] for square in squares]) for line in lines}
    after = {_partition([line[square] for square in images]) for line in lines}
    return before == after


def _image(n: int, square: Square, number: int) -> Square:
    """Return where a symmetry carries a square."""
    row, column = square
    if number >= 4:
        column = n - 1 - column
    for _ in range(number % 4):
        row, column = column, n - 1 - row
    return row, column


def _steps_turn(board: Board) -> bool:
    """Return whether the steps stay the same when rows and columns are exchanged.

    A step within a column says nothing where the columns are a line anyway.
    """
    steps = {step for step in board.rule.steps if step[1] or not board.has_columns}
    return steps == {(columns, rows) for rows, columns in steps}


def _partition(labels: Sequence[Hashable]) -> tuple[int, ...]:
    """Return which squares have the same label, in numbers that do not depend on the labels."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)
