"""Random-restart steepest descent: of all moves of one queen, make the best, until none helps.

A queen stands in each row, on a random column. The cost is the number of pairs that
attack each other. Each step looks at every move of a queen within its row and makes the one
that lowers the cost most, the first of equals drawn at random; the number of queens on each
column and diagonal says in constant time what a move would gain. Where no move lowers the
cost, the climb has ended on a local minimum, mostly not a solution: about six of seven climbs
end so at n = 8, and the larger the board, the more. Then it starts from a new board.

What is returned is right because its cost is zero. Nothing is ever proved: after `CLIMBS`
climbs the search gives up, as it must on boards without a solution. Takes plain boards only.

Source: Russell and Norvig (2010), Artificial Intelligence, 3rd edition, section 4.1.1.
"""

from __future__ import annotations

from random import Random

from queens import Board, GaveUp, Queens, Trace, only_plain

CLIMBS = 1_000


class Lines:
    """How many queens stand on each column and diagonal."""

    def __init__(self, queens: list[int]) -> None:
        n = len(queens)
        self.columns = [0] * n
        self.ups = [0] * (2 * n)
        self.downs = [0] * (2 * n)  # column - row may be negative: it then counts from the end
        for row, column in enumerate(queens):
            self.count(row, column, 1)

    def count(self, row: int, column: int, queens: int) -> None:
        """Add `queens` (1 or -1) on the three lines of the square."""
        self.columns[column] += queens
        self.ups[row + column] += queens
        self.downs[column - row] += queens

    def attackers(self, row: int, column: int) -> int:
        """Return the queens on the three lines, one that stands on the square three times."""
        return self.columns[column] + self.ups[row + column] + self.downs[column - row]


def solve_one(board: Board, trace: Trace | None = None, *, seed: int = 0) -> Queens | None:
    """Return a solution; raise GaveUp after `CLIMBS` climbs. Never None."""
    only_plain(board, "hill_climbing", "it counts columns and diagonals alone")
    chance = Random(seed)
    for _ in range(CLIMBS):
        queens = [chance.randrange(board.n) for _ in range(board.n)]
        climb(queens, chance)
        lines = Lines(queens)
        if all(lines.attackers(row, column) == 3 for row, column in enumerate(queens)):
            return tuple(queens)
    raise GaveUp(f"no solution in {CLIMBS} climbs; whether there is one is not known")


def climb(queens: list[int], chance: Random) -> None:
    """Move queens to ever lower cost, until no move of a single queen lowers it."""
    lines = Lines(queens)
    while move := best_move(queens, lines, chance):
        row, column = move
        lines.count(row, queens[row], -1)
        queens[row] = column
        lines.count(row, column, 1)


def best_move(queens: list[int], lines: Lines, chance: Random) -> tuple[int, int] | None:
    """Return the (row, column) whose queen's move there lowers the cost most, or None."""
    best_gain = 0
    best: list[tuple[int, int]] = []
    columns = range(len(queens))
    for row, queen in enumerate(queens):
        attackers = lines.attackers(row, queen) - 3
        if attackers >= max(best_gain, 1):
            lines.count(row, queen, -1)
            for column in columns:
                gain = attackers - lines.attackers(row, column)
                if gain > best_gain:
                    best_gain, best = gain, []
                if gain == best_gain > 0:
                    best.append((row, column))
            lines.count(row, queen, 1)
    return chance.choice(best) if best else None
