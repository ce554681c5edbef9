"""Rules to test with: those that have a name, region grids, random ones; and their judge."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import strategies as st

from queens import RULES, Board, Queens, Rule, regions, rule_of

PLAIN = Board(0)
attacks = PLAIN.attacks
"""Whether queens on two squares of a plain board attack each other, whatever its size."""
shared_line = PLAIN.shared
"""The line that two squares of a plain board share, or None."""


def solutions(board: Board) -> set[Queens]:
    """Return the solutions of `board` by trying every row of columns, n <= 6.

    Straight from the definition: pairs of queens on the same number, pairs a step apart.
    """
    open_squares = set(product(range(board.n), repeat=2)) - set(board.blocked)
    placed = dict(board.placed)
    found = set()
    for queens in product(range(board.n), repeat=board.n):
        squares = list(enumerate(queens))
        if (
            open_squares.issuperset(squares)
            and all(queens[row] == column for row, column in placed.items())
            and not any(attack(board, *pair) for pair in combinations(squares, 2))
        ):
            found.add(queens)
    return found


def attack(board: Board, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Return whether queens on two squares of different rows attack each other."""
    for one in board.rule.numberings:
        numbers = []
        for row, column in (first, second):
            if one.grid is not None:
                numbers.append(one.grid[row][column])
            else:
                number = column + one.slope * row
                numbers.append(number % board.n if one.wraps else number)
        if numbers[0] == numbers[1]:
            return True
    return (abs(first[0] - second[0]), abs(first[1] - second[1])) in board.rule.steps


@st.composite
def region_rules(draw: st.DrawFn, n: int) -> Rule:
    """Draw n regions, each grown from a square of its own by adding neighbours."""
    squares = list(product(range(n), repeat=2))
    seeds = draw(st.permutations(squares))[:n]
    region = {square: number for number, square in enumerate(seeds)}
    while len(region) < n * n:
        border = [
            (square, region[near])
            for square in squares
            if square not in region
            for near in _neighbours(square)
            if near in region
        ]
        square, number = draw(st.sampled_from(border))
        region[square] = number
    return regions([[region[row, column] for column in range(n)] for row in range(n)])


def _neighbours(square: tuple[int, int]) -> list[tuple[int, int]]:
    row, column = square
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


@st.composite
def random_rules(draw: st.DrawFn, n: int) -> Rule:
    """Draw a rule with a column line, a random numbering or two, and a step or two."""
    numbers = st.integers(0, n + 1)
    grids = draw(
        st.lists(
            st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=n, max_size=n), max_size=2
        )
    )
    lines = {f"line {index}": _numbers(grid) for index, grid in enumerate(grids)}
    if draw(st.booleans()):
        lines["column"] = lambda row, column: column
    steps = st.tuples(st.integers(1, 3), st.integers(0, 3))
    return rule_of(n, "random", lines, draw(st.lists(steps, max_size=2)))


def _numbers(grid: list[list[int]]):  # type: ignore[no-untyped-def]
    return lambda row, column: grid[row][column]


@st.composite
def ruled_boards(draw: st.DrawFn, max_n: int = 5, rule: Rule | None = None) -> Board:
    """Draw a board of n <= max_n with a rule, queens placed and squares blocked."""
    n = draw(st.integers(1, max_n))
    named = st.sampled_from(sorted(RULES.values(), key=str))
    drawn = rule or draw(st.one_of(named, named, region_rules(n), random_rules(n)))
    square = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    placed = draw(st.lists(square, max_size=1))
    blocked = draw(st.lists(square, max_size=n, unique=True))
    return Board(n, placed, blocked, drawn)
