"""A genetic algorithm: boards that are better than others have more children.

A board is a permutation, the column of each row's queen, so only diagonals can conflict; its
cost is the number of queens too many on a diagonal. Of a few boards drawn at random the best
becomes a parent (a tournament). A child takes a stretch of rows from one parent and fills the other
rows with the columns that are left, in the order of the other parent: order crossover, which
makes a permutation of two. Now and then two rows of the child exchange columns (mutation).
The best boards of a generation live on unchanged, so that the best cost never rises.

Here for the comparison: the crossover knows nothing of diagonals, and most of the progress is
the mutation's. What is returned is right because its cost is zero. Nothing is ever proved:
after `GENERATIONS` generations the search gives up, as it must on boards without a solution.
Takes plain boards only.

Source: Goldberg (1989), Genetic Algorithms in Search, Optimization, and Machine Learning,
chapter 5 (order crossover); Russell and Norvig (2010), Artificial Intelligence, section 4.1.4.
"""

from __future__ import annotations

from random import Random

from queens import Board, GaveUp, Queens, Trace, only_plain

GENERATIONS = 1_000
BOARDS = 100
SURVIVORS = 10
TOURNAMENT = 3
MUTATION_RATE = 0.8


def solve_one(board: Board, trace: Trace | None = None, *, seed: int = 0) -> Queens | None:
    """Return a solution; raise GaveUp after `GENERATIONS` generations. Never None."""
    only_plain(board, "genetic", "its cost counts diagonals alone")
    chance = Random(seed)
    population = sorted(
        (tuple(chance.sample(range(board.n), board.n)) for _ in range(BOARDS)), key=cost
    )
    for _ in range(GENERATIONS):
        if cost(population[0]) == 0:
            return population[0]
        children = [child(population, chance) for _ in range(BOARDS - SURVIVORS)]
        population = sorted(population[:SURVIVORS] + children, key=cost)
    raise GaveUp(f"no solution in {GENERATIONS} generations; whether there is one is not known")


def cost(queens: Queens) -> int:
    """Return how many queens stand on a diagonal that an earlier one has taken already."""
    ups = {column + row for row, column in enumerate(queens)}
    downs = {column - row for row, column in enumerate(queens)}
    return 2 * len(queens) - len(ups) - len(downs)


def child(population: list[Queens], chance: Random) -> Queens:
    """Return a child of two boards, each the best of a few drawn at random."""
    mother, father = (winner(population, chance) for _ in range(2))
    queens = crossover(mother, father, chance)
    if chance.random() < MUTATION_RATE:
        row, other = chance.randrange(len(queens)), chance.randrange(len(queens))
        queens[row], queens[other] = queens[other], queens[row]
    return tuple(queens)


def winner(population: list[Queens], chance: Random) -> Queens:
    """Return the best of a few boards drawn at random; `population` is sorted, the best first."""
    return population[min(chance.randrange(BOARDS) for _ in range(TOURNAMENT))]


def crossover(mother: Queens, father: Queens, chance: Random) -> list[int]:
    """Return the mother's queens in a stretch of rows, the rest in the father's order."""
    first, last = sorted(chance.randrange(len(mother) + 1) for _ in range(2))
    stretch = mother[first:last]
    kept = set(stretch)
    rest = [column for column in father if column not in kept]
    return [*rest[:first], *stretch, *rest[first:]]
