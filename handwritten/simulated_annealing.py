"""Simulated annealing: bad exchanges are made too, ever more rarely as the board cools.

Each row and column holds one queen, and a step exchanges the columns of two random
rows. An exchange that does not raise the number of attacking pairs is made; one that raises it
by d is made with probability exp(-d / temperature), so that the search can climb out of a
local minimum, where `hill_climbing` has to start anew. The temperature falls by the same
factor at each step. The number of queens on each diagonal says in constant time what an
exchange costs.

What is returned is right because its cost is zero. Nothing is ever proved: after `COOLINGS`
coolings of `STEPS_PER_QUEEN` * n steps the search gives up, as it must on boards without a
solution. Takes plain boards only.

Source: Kirkpatrick, Gelatt and Vecchi (1983), Optimization by simulated annealing, Science
220; Černý (1985), Thermodynamical approach to the traveling salesman problem, Journal of
Optimization Theory and Applications 45.
"""

from __future__ import annotations

from math import exp
from random import Random

from queens import Board, GaveUp, Queens, Trace, only_plain

COOLINGS = 50
STEPS_PER_QUEEN = 500
HOTTEST, COLDEST = 1.0, 0.1
"""Temperatures, in attacking pairs, at the first step and the last."""


class Position:
    """A queen in each row and column, how many there are on each diagonal, and the cost."""

    def __init__(self, queens: list[int]) -> None:
        self.queens = queens
        self.ups = [0] * (2 * len(queens))
        self.downs = [0] * (2 * len(queens))  # a negative column - row counts from the end
        self.cost = sum(self.put(row, column) for row, column in enumerate(queens))

    def put(self, row: int, column: int) -> int:
        """Put a queen on the square; return how many stand on its diagonals already."""
        attacked = self.ups[row + column] + self.downs[column - row]
        self.ups[row + column] += 1
        self.downs[column - row] += 1
        return attacked

    def take(self, row: int, column: int) -> int:
        """Take the queen off the square; return how many are left on its diagonals."""
        self.ups[row + column] -= 1
        self.downs[column - row] -= 1
        return self.ups[row + column] + self.downs[column - row]

    def exchange(self, row: int, other: int) -> int:
        """Exchange the columns of two rows; return by how much that raised the cost."""
        queens, before = self.queens, self.cost
        self.cost -= self.take(row, queens[row]) + self.take(other, queens[other])
        queens[row], queens[other] = queens[other], queens[row]
        self.cost += self.put(row, queens[row]) + self.put(other, queens[other])
        return self.cost - before


def solve_one(board: Board, trace: Trace | None = None, *, seed: int = 0) -> Queens | None:
    """Return a solution; raise GaveUp after `COOLINGS` coolings. Never None."""
    only_plain(board, "simulated_annealing", "it counts diagonals alone")
    chance = Random(seed)
    for _ in range(COOLINGS):
        position = Position(chance.sample(range(board.n), board.n))
        cool(position, chance)
        if position.cost == 0:
            return tuple(position.queens)
    raise GaveUp(f"no solution in {COOLINGS} coolings; whether there is one is not known")


def cool(position: Position, chance: Random) -> None:
    """Exchange columns as the temperature falls, until no queens attack each other."""
    n = len(position.queens)
    steps = STEPS_PER_QUEEN * n
    temperature = HOTTEST
    for _ in range(steps):
        if position.cost == 0:
            return
        row, other = int(chance.random() * n), int(chance.random() * n)
        if row != other:
            rise = position.exchange(row, other)
            if rise > 0 and chance.random() >= exp(-rise / temperature):
                position.exchange(row, other)
        temperature *= (COLDEST / HOTTEST) ** (1 / steps)
