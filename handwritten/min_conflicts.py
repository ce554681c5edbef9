"""Repair of a good start: attacked queens change columns with others until none is attacked.

Each row and each column holds one queen throughout, so only diagonals can conflict. How many
queens stand on each is kept in two lists: what an exchange of columns would gain is known in
constant time, whatever n. The start puts each row's queen on a column drawn from those not yet
taken, and draws again while a diagonal is taken. That goes well until few columns are left, so
that of a million queens some dozens are attacked. Each of those then tries exchanges with rows
drawn at random, and makes the first that leaves fewer conflicts.

What is returned is right because the conflicts are counted down to zero. Nothing is ever
proved: when no exchange helps any attacked queen, the search starts anew, and after `STARTS`
starts it gives up, as it must on boards without a solution. Placed queens keep their squares;
another queen on a square they attack, or on a blocked one, is in conflict with the board.

Source: Sosič and Gu (1994), Efficient local search with conflict minimization: a case study
of the n-queens problem, IEEE Transactions on Knowledge and Data Engineering 6; Minton,
Johnston, Philips and Laird (1992), Minimizing conflicts, Artificial Intelligence 58.
"""

from __future__ import annotations

from random import Random

from queens import Board, GaveUp, Queens, Trace, only_queens

STARTS = 200
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


def open_columns(board: Board) -> list[frozenset[int]]:
    """Return the open columns of each row; raise GaveUp if a row has none."""
    columns = [frozenset(board.columns(row)) for row in range(board.n)]
    if frozenset() in columns:
        raise GaveUp(f"row {columns.index(frozenset())} has no open column to start from")
    return columns


def solve_one(board: Board, trace: Trace | None = None, *, seed: int = 0) -> Queens | None:
    """Return a solution; raise GaveUp after `STARTS` starts. Never None."""
    only_queens(board, "min_conflicts", "its two lists count diagonals")
    chance = Random(seed)
    for _ in range(STARTS):
        position = Position(board, chance)
        attacked = [row for row in position.rows if position.is_attacked(row)]
        while attacked:
            exchanges = sum(position.exchange(row) for row in attacked if position.is_attacked(row))
            if not exchanges:
                break
            attacked = [row for row in position.rows if position.is_attacked(row)]
        else:
            return tuple(position.queens)
    raise GaveUp(f"no solution in {STARTS} starts; whether there is one is not known")
