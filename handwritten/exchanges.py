"""Positions of `min_conflicts`: a queen in each row and column, and what an exchange changes."""

from __future__ import annotations

from collections import Counter
from random import Random

from queens import Board, GaveUp, groups_of

DRAWS = 60
"""Columns drawn for a row of the start, before it takes one with a conflict."""
EXCHANGES = 5_000
"""Rows that an attacked queen tries to exchange with, at most; and no more than 2n."""


class Position:
    """A queen in each row and column, and how many there are on each diagonal.

    Placed queens are part of `queens` alone: the squares they attack are not open.
    """

    def __init__(self, board: Board, chance: Random) -> None:
        self.n = board.n
        self.chance = chance
        self.up = [0] * (2 * board.n)
        self.down = [0] * (2 * board.n)  # column - row may be negative: it counts from the end
        self.open_columns = [] if board.is_plain else open_columns(board)
        placed = dict(board.placed)
        self.queens = [placed.get(row, -1) for row in range(board.n)]
        self.rows = [row for row in range(board.n) if row not in placed]
        taken = set(placed.values())
        self.start([column for column in range(board.n) if column not in taken])

    def start(self, columns: list[int]) -> None:
        """Put a queen in each row, on a free diagonal where a few draws find one."""
        draw, up, down = self.chance.random, self.up, self.down
        for row in self.rows:
            for _ in range(DRAWS):
                drawn = int(draw() * len(columns))
                column = columns[drawn]
                if not (up[row + column] or down[column - row] or self.is_blocked(row, column)):
                    break
            columns[drawn] = columns[-1]
            columns.pop()
            self.queens[row] = column
            up[row + column] += 1
            down[column - row] += 1

    def is_blocked(self, row: int, column: int) -> bool:
        """Return whether the board itself forbids the square."""
        return bool(self.open_columns) and column not in self.open_columns[row]

    def count(self, row: int, column: int, queens: int) -> None:
        """Add `queens` (1 or -1) on both diagonals of the square."""
        self.up[row + column] += queens
        self.down[column - row] += queens

    def conflicts(self, row: int, column: int) -> int:
        """Return how many queens are on the square's diagonals, and one more if it is blocked."""
        return self.up[row + column] + self.down[column - row] + self.is_blocked(row, column)

    def is_attacked(self, row: int) -> bool:
        """Return whether the queen of `row` is in conflict; it counts itself on both diagonals."""
        return self.conflicts(row, self.queens[row]) > 2

    def exchange(self, row: int) -> bool:
        """Exchange columns with the first row drawn that lessens the conflicts, if one does."""
        for _ in range(min(EXCHANGES, 2 * self.n)):
            other = self.rows[int(self.chance.random() * len(self.rows))]
            if self.move(row, other) < 0:
                return True
            self.move(row, other)
        return False

    def move(self, row: int, other: int) -> int:
        """Exchange the columns of two rows; return by how many the conflicts grew."""
        if row == other:
            return 0
        left, right = self.queens[row], self.queens[other]
        self.count(row, left, -1)
        change = -self.conflicts(row, left)
        self.count(other, right, -1)
        change -= self.conflicts(other, right)
        change += self.conflicts(row, right)
        self.count(row, right, 1)
        change += self.conflicts(other, left)
        self.count(other, left, 1)
        self.queens[row], self.queens[other] = right, left
        return change


class GroupPosition(Position):
    """The same under any rule that has the columns: queens are counted by group of squares."""

    def __init__(self, board: Board, chance: Random) -> None:
        self.board = board
        self.on: Counter[object] = Counter()
        super().__init__(board, chance)

    def start(self, columns: list[int]) -> None:
        """Put a queen in each row, on columns in an order drawn."""
        self.chance.shuffle(columns)
        for row, column in zip(self.rows, columns, strict=False):
            self.queens[row] = column
            self.count(row, column, 1)

    def count(self, row: int, column: int, queens: int) -> None:
        """Add `queens` on all groups of the square."""
        for group in groups_of(self.board, row, column):
            self.on[group] += queens

    def conflicts(self, row: int, column: int) -> int:
        """Return how many queens are on the square's groups, and one more if it is blocked."""
        groups = groups_of(self.board, row, column)
        return sum(self.on[group] for group in groups) + self.is_blocked(row, column)

    def is_attacked(self, row: int) -> bool:
        """Return whether the queen of `row` is in conflict; it counts itself on each group."""
        groups = groups_of(self.board, row, self.queens[row])
        return self.conflicts(row, self.queens[row]) > len(groups)


def open_columns(board: Board) -> list[frozenset[int]]:
    """Return the open columns of each row; raise GaveUp if a row has none."""
    columns = [frozenset(board.columns(row)) for row in range(board.n)]
    if frozenset() in columns:
        raise GaveUp(f"row {columns.index(frozenset())} has no open column to start from")
    return columns
