"""Exact cover by dancing links: squares are options, the lines they fill are items.

Each row and column must be filled once (primary items), each diagonal at most once (secondary
items: never branched on, but covered like the others). Under another rule the lines with n
numbers are primary and all others secondary; two squares a step apart are an item as well. The
nodes of an item hang in a circular list; to cover it is to take its options out of the lists
of their other items. A node taken out still knows its neighbours, so all can be put back in
reverse order: the links dance.

Branching is on the row or column with the fewest options left: a column that no queen reaches
any more ends a branch too. An item's options come from the middle of the board outwards; so
n = 1000 takes 1,011 nodes, while 62, 65, 68 and others take more than 20,000. Needs n + 1
frames of recursion (and a few).

Complete because each primary item needs one of its options, and all are tried; right because
the items of a chosen option are covered, so no later option fills one of them again.

Source: Knuth (2000), Dancing links, in Millennial Perspectives in Computer Science; Knuth
(2022), The Art of Computer Programming, volume 4B, section 7.2.2.1.
"""

from __future__ import annotations

from handwritten.links import Links, follow
from queens import (
    Attack,
    Board,
    Counters,
    OnSolution,
    Trace,
)

COUNTERS = {"solutions": "solutions handed over"}


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`, in the order of the search."""
    links = Links(board)
    item_of = links.item
    queens = [0] * board.n
    solutions = 0

    def place() -> None:
        nonlocal solutions
        item = min(follow(links.right, 0), key=links.size.__getitem__, default=0)
        if not item:
            solutions += 1
            if trace:
                trace.solution(tuple(queens))
            on_solution(tuple(queens))
            return
        if trace and not links.size[item]:
            trace.failure(item - 1 if item <= board.n else None)  # None: it is no row
        open_squares = links.open_squares() if trace else []
        links.cover(item)
        for node in follow(links.down, item):
            row, column = links.square(node)
            if trace:
                report(board, trace, (row, column), open_squares)
            queens[row] = column
            for bits in links.others:
                links.cover(item_of[node ^ bits])
            place()
            for bits in links.backwards:
                links.uncover(item_of[node ^ bits])
            if trace:
                trace.backtrack(row, column)
        links.uncover(item)

    place()
    return {"solutions": solutions}


def report(
    board: Board, trace: Trace, queen: tuple[int, int], open_squares: list[tuple[int, int]]
) -> None:
    """Report the decision for `queen`, and the open squares of other rows that it blocks."""
    trace.decision(*queen)
    for square in open_squares:
        if square[0] != queen[0] and (line := board.shared(queen, square)):
            trace.pruned(*square, Attack(queen, line))


def count_all(board: Board) -> int:
    """Return the number of solutions; each is visited, and none kept."""
    return solve_all(board, lambda queens: None)["solutions"]
