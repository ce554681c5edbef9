"""Exact cover with xcover: Knuth's dancing cells, compiled by Numba.

Every row and every column must be covered exactly once (primary items), every diagonal at
most once (secondary items); an option is an open square, and covers its row, its column and
its two diagonals. (With another rule: the numbers of a line that has n of them are primary,
those of any other secondary, and so is each pair of squares a step apart.) A choice of
options that covers everything is a solution, and each is found once. The search always
branches on the item with the fewest options left, which may be a column as well as a row:
that is more than first fail over the rows can see.

Complete as Knuth's algorithm is. A row or column that no option covers makes the library
raise an error; it means that there is no solution, and is said so here before it is asked.

Source: Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1 (exact cover,
n queens), and pre-fascicle 7A (dancing cells); Rudge, xcover.
"""

from __future__ import annotations

from xcover import covers

from queens import Board, Counters, OnSolution, Square, Trace
from queens.statement import needs_no_search, squares_by_number, step_pairs

Problem = tuple[list[list[str]], list[str], list[str]]
"""Options, primary items, secondary items."""


def build(board: Board) -> tuple[Problem, list[Square]]:
    """Return the problem and the squares: option k puts a queen on `squares[k]`."""
    squares = [(row, column) for row in range(board.n) for column in board.columns(row)]
    options = {square: [f"row {square[0]}"] for square in squares}
    primary = [f"row {row}" for row in range(board.n)]
    for line in board.lines:
        for number, on_number in sorted(squares_by_number(board, line).items()):
            item = f"{line.name}: {number}"
            primary += [item] if line.is_full else []
            for square in on_number:
                options[square].append(item)
    for pair in step_pairs(board):
        for square in pair:
            options[square].append(f"step: {pair}")
    secondary = sorted({item for items in options.values() for item in items} - set(primary))
    return (list(options.values()), primary, secondary), squares


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` as it is found."""
    if needs_no_search(board, on_solution):
        return {}
    (options, primary, secondary), squares = build(board)
    if set(primary) - {item for option in options for item in option}:
        return {}
    for cover in covers(options, primary=primary, secondary=secondary):
        on_solution(tuple(column for _, column in sorted(squares[option] for option in cover)))
    return {}
