"""Boards drawn at random under a seed: completion, uniform, unsolvable, blocked and others.

A specification as the command line takes it names a kind and its figures, with a seed or a
range of seeds, one board for each:

    completion:n=200,placed=150,seed=1..12    some queens of a random solution, so there is one
    uniform:n=12,placed=6,seed=1..12          the same, of a solution drawn uniformly from all
    unsolvable:n=100,placed=75,seed=1..6      queens that do not attack each other, no solution
    blocked:n=40,open=7,seed=1..6             that many open squares a row; there is a solution
    excluded:n=20,diagonals=18,seed=1..30     diagonals that no queen may stand on
    regions:n=9,seed=1..50                    region puzzles with one solution

Completing a board is NP-complete: Gent, Jefferson and Nightingale (2017), Complexity of
n-queens completion, Journal of Artificial Intelligence Research 59. Completion boards of one
size and seed are nested: the fuller one has the queens of the emptier one and more.

Excluded boards are drawn as CSPLib's problem 079 (Gent 2017) describes its own: diagonals of
both directions in random order, each excluded unless that leaves a row or a column fewer than
four squares. Its authors advise against completion boards made from a random solution: those
are easy for most searches, and always solvable.

No approach is imported here: the solutions to keep queens of come from a local search,
which has its favourites among them; those of uniform boards, and what is proved of a board,
from `small_search`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from harness.boards.puzzles import puzzle
from harness.boards.small_search import (
    Domains,
    OutOfNodes,
    domains_of,
    place,
    solutions,
    uniform_solution,
)
from harness.campaign.repair import random_solution
from queens import Board, Queens, Square
from queens.forms.parameters import excluded_squares

LEAST_OPEN = 4
"""Squares that an excluded diagonal leaves in each row and column."""

LARGEST_UNIFORM_N = 12
"""All solutions are counted before one is drawn, which takes seconds at this size."""

DRAWS = 200
"""How many boards are drawn at most to find one without a solution."""

NODES = 20_000
"""How long the proof that there is no solution may get before another board is drawn."""


def parse_boards(spec: str) -> list[Board]:
    """Return the boards that `spec` names. Raises ValueError if it cannot be read."""
    name, _, rest = spec.partition(":")
    kind = KINDS.get(name)
    if kind is None:
        raise ValueError(f"boards are {', '.join(KINDS)}, got {name!r}")
    figures = _figures(rest, kind)
    seeds = figures.pop("seed")
    sizes = [figure[0] for figure in figures.values()]
    return [kind.draw(*sizes, seed) for seed in seeds]


def _figures(text: str, kind: Kind) -> dict[str, range]:
    """Return the figures of a specification in the order of the kind: n, its own, seed."""
    figures: dict[str, range] = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name not in kind.figures:
            raise ValueError(f"no {name!r} in such boards, try {kind.example}")
        if name in figures:
            raise ValueError(f"{name} is given twice in {text!r}, try {kind.example}")
        figures[name] = _range(name, value)
        if name != "seed" and len(figures[name]) != 1:
            raise ValueError(f"only seed takes a range, got {part!r}, try {kind.example}")
    for name in kind.figures:
        if name not in figures:
            raise ValueError(f"{name} is missing in {text!r}, try {kind.example}")
    return {name: figures[name] for name in kind.figures}


def _range(name: str, text: str) -> range:
    first, _, last = text.partition("..")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise ValueError(f"{name} takes a whole number or a range a..b, got {text!r}")
    numbers = range(int(first), int(last or first) + 1)
    if not numbers:
        raise ValueError(f"{name} takes a range from the smaller to the larger, got {text!r}")
    return numbers


def completion_board(n: int, placed: int, seed: int) -> Board:
    """Return a board with `placed` queens of a random solution standing."""
    _check("placed", placed, 0, n)
    draws = random.Random(seed)
    return _some_queens(random_solution(n, draws), placed, draws)


def uniform_board(n: int, placed: int, seed: int) -> Board:
    """Return a board with `placed` queens of a solution that is as likely as any other."""
    _check("n", n, 1, LARGEST_UNIFORM_N)
    _check("placed", placed, 0, n)
    draws = random.Random(seed)
    solution = uniform_solution(Board(n), draws)
    if solution is None:
        raise ValueError(f"n = {n} has no solution to keep queens of, take n = 1 or n >= 4")
    return _some_queens(solution, placed, draws)


def _some_queens(solution: Queens, placed: int, draws: random.Random) -> Board:
    """Return the board on which the queens of `placed` random rows stand."""
    rows = list(range(len(solution)))
    draws.shuffle(rows)
    return Board(len(solution), [(row, solution[row]) for row in rows[:placed]])


def blocked_board(n: int, open_squares: int, seed: int) -> Board:
    """Return a board with `open_squares` open in each row, one of them of a hidden solution."""
    _check("open", open_squares, 1, n)
    draws = random.Random(seed)
    solution = random_solution(n, draws)
    blocked: list[Square] = []
    for row, queen in enumerate(solution):
        others = [column for column in range(n) if column != queen]
        blocked += [(row, column) for column in draws.sample(others, n - open_squares)]
    return Board(n, blocked=blocked)


def unsolvable_board(n: int, placed: int, seed: int) -> Board:
    """Return a board with `placed` queens that do not attack each other, and no solution.

    Every other row keeps an open square, so that there is something to search. Raises
    ValueError if `DRAWS` boards are drawn in vain, as when there are too few queens on them.
    """
    _check("placed", placed, 1, n - 1)
    draws = random.Random(seed)
    for _ in range(DRAWS):
        squares, domains = _place_at_random(Board(n), placed, draws)
        if len(squares) == placed and _is_unsolvable(Board(n), domains):
            return Board(n, squares)
    raise ValueError(
        f"no unsolvable board of n = {n} with {placed} placed in {DRAWS} draws: "
        f"near three quarters of n are most likely to give one"
    )


def excluded_board(n: int, diagonals: int, seed: int) -> Board:
    """Return a board with so many diagonals excluded, its squares on them blocked.

    The first of one random order, so that boards of one size and seed are nested. Raises
    ValueError if so many cannot be excluded.
    """
    _check("diagonals", diagonals, 0, 4 * n - 2)
    draws = random.Random(seed)
    order = [(direction, line) for direction in (1, -1) for line in range(2 * n - 1)]
    draws.shuffle(order)
    excluded: set[Square] = set()
    count = 0
    for direction, line in order:
        if count == diagonals:
            break
        # row + column is `line`, or column - row is, moved by n - 1
        number = line if direction == 1 else line - (n - 1)
        squares = excluded_squares(n, *(([number], []) if direction == 1 else ([], [number])))
        if _leaves_room(n, excluded | set(squares)):
            excluded |= set(squares)
            count += 1
    if count < diagonals:
        raise ValueError(
            f"only {count} diagonals of n = {n} can be excluded under seed {seed}, "
            f"got {diagonals}: each row and column keeps {LEAST_OPEN} squares"
        )
    return Board(n, blocked=excluded)


def _leaves_room(n: int, blocked: set[Square]) -> bool:
    """Return whether each row and each column keeps enough open squares."""
    rows, columns = (Counter(square[side] for square in blocked) for side in (0, 1))
    return max([*rows.values(), *columns.values(), 0]) <= n - LEAST_OPEN


def _place_at_random(
    board: Board, placed: int, draws: random.Random
) -> tuple[list[Square], Domains]:
    """Return queens put on open squares in random rows, no open row left empty, and what is open.

    Fewer than `placed` squares if no more could be put.
    """
    domains = domains_of(board)
    squares: list[Square] = []
    rows = list(domains)
    draws.shuffle(rows)
    for row in rows:
        columns = [column for column in range(board.n) if domains[row] >> column & 1]
        draws.shuffle(columns)
        for column in columns if len(squares) < placed else []:
            after = place(board, domains, row, column)
            if all(after.values()):
                domains = after
                squares.append((row, column))
                break
    return squares, domains


def _is_unsolvable(board: Board, domains: Domains) -> bool:
    """Return whether the search for a queen in each of these rows ends without one in time."""
    try:
        return next(solutions(board, NODES, domains=domains), None) is None
    except OutOfNodes:
        return False


def _check(name: str, amount: int, least: int, most: int) -> None:
    if not least <= amount <= most:
        raise ValueError(f"{name} must be from {least} to {most}, got {amount}")


@dataclass(frozen=True)
class Kind:
    """A kind of boards: the figures it takes, seed last, and how one is drawn from them."""

    figures: tuple[str, ...]
    draw: Callable[..., Board]
    example: str


KINDS = {
    "completion": Kind(
        ("n", "placed", "seed"), completion_board, "completion:n=200,placed=150,seed=1..12"
    ),
    "uniform": Kind(("n", "placed", "seed"), uniform_board, "uniform:n=12,placed=6,seed=1..12"),
    "unsolvable": Kind(
        ("n", "placed", "seed"), unsolvable_board, "unsolvable:n=100,placed=75,seed=1..6"
    ),
    "blocked": Kind(("n", "open", "seed"), blocked_board, "blocked:n=40,open=7,seed=1..6"),
    "excluded": Kind(
        ("n", "diagonals", "seed"), excluded_board, "excluded:n=20,diagonals=18,seed=1..30"
    ),
    "regions": Kind(("n", "seed"), puzzle, "regions:n=9,seed=1..50"),
}
