"""Region puzzles: n regions on n x n squares, one queen in each, no two touching, one solution.

A puzzle is made from its solution. A random one is drawn, a region grown around each of its
queens, and while there is another solution, one of that solution's queens is moved into the
region next to it: then it has two queens in that one and none in its own. Every puzzle is
searched to the end before it is given out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from harness.boards.small_search import OutOfNodes, solutions
from queens import RULES, Board, Queens, Square, regions
from queens.forms.regions import pieces

SMALLEST_N, LARGEST_N = 4, 16
ATTEMPTS = 500
REPAIRS = 60
OTHERS = 30
NODES = 20_000
UNEVEN = 2
"""How unlike in size the regions are: the power of the weight with which each one grows."""

Grid = list[list[int]]


def puzzle(n: int, seed: int) -> Board:
    """Return the puzzle of this size and seed. Raises ValueError for a size that has none."""
    return next(puzzles(n, seed))


def puzzles(n: int, seed: int) -> Iterator[Board]:
    """Yield puzzles without end, the first of them that of the seed.

    Raises ValueError for a size outside 4 to 16: below there is no solution to begin with.
    """
    if not SMALLEST_N <= n <= LARGEST_N:
        raise ValueError(f"a puzzle has n from {SMALLEST_N} to {LARGEST_N}, got {n}")
    chance = Random(f"{n} {seed}")
    while True:
        yield _made(n, chance)


def _made(n: int, chance: Random) -> Board:
    for _ in range(ATTEMPTS):
        solution = next(solutions(Board(n, rule=RULES["kings"]), NODES, chance))
        grid = _grown(solution, chance)
        board = _repaired(grid, solution, chance)
        if board is not None:
            return board
    raise ValueError(f"no puzzle of n = {n} in {ATTEMPTS} attempts: take another seed")


def _grown(solution: Queens, chance: Random) -> Grid:
    """Return regions grown around the queens until every square is in one."""
    n = len(solution)
    grid = [[-1] * n for _ in range(n)]
    for row, column in enumerate(solution):
        grid[row][column] = row
    # regions of very different sizes: small ones leave few solutions
    weights = [chance.random() ** UNEVEN for _ in solution]
    while edges := _edges(grid):
        (edge,) = chance.choices(edges, [weights[region] for _, region in edges])
        (row, column), region = edge
        grid[row][column] = region
    return grid


def _edges(grid: Grid) -> list[tuple[Square, int]]:
    """Return the squares in no region yet, each with a region beside it."""
    return [
        ((row, column), grid[near_row][near_column])
        for row, line in enumerate(grid)
        for column, region in enumerate(line)
        if region < 0
        for near_row, near_column in _beside(len(grid), (row, column))
        if grid[near_row][near_column] >= 0
    ]


def _repaired(grid: Grid, solution: Queens, chance: Random) -> Board | None:
    """Return a board with `solution` and no other, its regions changed; None if that fails."""
    for _ in range(REPAIRS):
        board = Board(len(grid), rule=regions(grid))
        found = (queens for queens in solutions(board, NODES) if queens != solution)
        try:
            others = list(islice(found, OTHERS))
        except OutOfNodes:
            return None
        if not others:
            return board
        move = _move(grid, solution, others, chance)
        if move is None:
            return None
        (row, column), region = move
        grid[row][column] = region
    return None


def _move(
    grid: Grid, solution: Queens, others: list[Queens], chance: Random
) -> tuple[Square, int] | None:
    """Return a square and the region to move it to, such that most of `others` end; or None.

    A solution ends when the square of one of its queens changes its region.
    """
    ended = Counter(square for queens in others for square in enumerate(queens))
    moves = [
        (square, grid[near[0]][near[1]])
        for square in ended
        if solution[square[0]] != square[1] and _leaves_whole(grid, square)
        for near in _beside(len(grid), square)
        if grid[near[0]][near[1]] != grid[square[0]][square[1]]
    ]
    return max(moves, key=lambda move: ended[move[0]] + chance.random(), default=None)


def _leaves_whole(grid: Grid, square: Square) -> bool:
    """Return whether the region of `square` stays in one piece without it."""
    region = grid[square[0]][square[1]]
    rest = [
        (row, column)
        for row, line in enumerate(grid)
        for column, number in enumerate(line)
        if number == region and (row, column) != square
    ]
    return len(list(pieces(rest, lambda one, other: True))) == 1


def _beside(n: int, square: Square) -> list[Square]:
    row, column = square
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(r, c) for r, c in beside if 0 <= r < n and 0 <= c < n]
