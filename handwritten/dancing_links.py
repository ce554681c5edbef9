"""Exact cover by dancing links: squares are options, the lines they fill are items.

Each row and column must be filled once (primary items), each diagonal at most once (secondary
items: never branched on, but covered like the others). The nodes of an item hang in a circular
list; to cover it is to take its options out of the lists of their other items. A node taken
out still knows its neighbours, so all can be put back in reverse order: the links dance.

Branching is on the row or column with the fewest options left: a column that no queen reaches
any more ends a branch too. An item's options come from the middle of the board outwards; so
n = 1000 takes 1,011 nodes, while 62, 65, 68 and others take more than 20,000. Needs n + 1
frames of recursion (and a few), and 48 bytes for each open square.

Complete because each primary item needs one of its options, and all are tried; right because
the items of a chosen option are covered, so no later option fills one of them again.

Source: Knuth (2000), Dancing links, in Millennial Perspectives in Computer Science; Knuth
(2022), The Art of Computer Programming, volume 4B, section 7.2.2.1.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, MutableSequence

from queens import Attack, Board, Counters, OnSolution, Trace, shared_line

COUNTERS = {"solutions": "solutions handed over"}


class Links:
    """The circular lists. Item 0 begins the list of primary items: n rows, then n columns.

    An item heads its own list. The nodes follow, four to an option, from a multiple of four on:
    the others of a node's option are node ^ 1, node ^ 2 and node ^ 3.
    """

    def __init__(self, board: Board) -> None:
        n = self.n = board.n
        heads = range((6 * n + 4) // 4 * 4)
        self.up, self.down, self.item = array("i", heads), array("i", heads), array("i", heads)
        self.size = [0 for _ in heads]
        self.left, self.right = [2 * n, *range(2 * n)], [*range(1, 2 * n + 1), 0]
        outwards = sorted(range(n), key=lambda line: abs(2 * line - n + 1))
        for row in outwards:
            open_columns = frozenset(board.columns(row))
            for column in outwards:
                if column in open_columns:
                    up, down = 1 + 2 * n + row + column, 5 * n + column - row
                    for item in (1 + row, 1 + n + column, up, down):
                        node, last = len(self.up), self.up[item]
                        self.up.append(last)
                        self.down.append(item)
                        self.item.append(item)
                        self.down[last] = self.up[item] = node
                        self.size[item] += 1

    def cover(self, item: int) -> None:
        """Take `item` from the primary items, and its options from the lists of other items."""
        if item <= 2 * self.n:
            left, right = self.left[item], self.right[item]
            self.right[left], self.left[right] = right, left
        up, down, node = self.up, self.down, item
        while (node := down[node]) != item:
            for other in (node ^ 1, node ^ 2, node ^ 3):
                above, below = up[other], down[other]
                down[above], up[below] = below, above
                self.size[self.item[other]] -= 1

    def uncover(self, item: int) -> None:
        """Undo `cover`, in reverse order."""
        up, down, node = self.up, self.down, item
        while (node := up[node]) != item:
            for other in (node ^ 3, node ^ 2, node ^ 1):
                down[up[other]] = up[down[other]] = other
                self.size[self.item[other]] += 1
        if item <= 2 * self.n:
            self.right[self.left[item]] = self.left[self.right[item]] = item

    def square(self, node: int) -> tuple[int, int]:
        """Return the (row, column) of the option that `node` belongs to."""
        return self.item[node & -4] - 1, self.item[node & -4 | 1] - 1 - self.n

    def open_squares(self) -> list[tuple[int, int]]:
        """Return the squares still open in the rows that have no queen."""
        rows = [item for item in follow(self.right, 0) if item <= self.n]
        return [self.square(node) for row in rows for node in follow(self.down, row)]


def follow(links: MutableSequence[int], head: int) -> Iterator[int]:
    """Yield what hangs after `head` in a circular list."""
    entry = head
    while (entry := links[entry]) != head:
        yield entry


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`, in the order of the search."""
    links = Links(board)
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
            trace.failure(item - 1 if item <= board.n else None)  # None: a column is empty
        open_squares = links.open_squares() if trace else []
        links.cover(item)
        for node in follow(links.down, item):
            row, column = links.square(node)
            if trace:
                report(trace, (row, column), open_squares)
            queens[row] = column
            others = [links.item[node ^ 1], links.item[node ^ 2], links.item[node ^ 3]]
            for other in others:
                links.cover(other)
            place()
            for other in reversed(others):
                links.uncover(other)
            if trace:
                trace.backtrack(row, column)
        links.uncover(item)

    place()
    return {"solutions": solutions}


def report(trace: Trace, queen: tuple[int, int], open_squares: list[tuple[int, int]]) -> None:
    """Report the decision for `queen`, and the open squares of other rows that it blocks."""
    trace.decision(*queen)
    for square in open_squares:
        if square[0] != queen[0] and (line := shared_line(queen, square)):
            trace.pruned(*square, Attack(queen, line))


def count_all(board: Board) -> int:
    """Return the number of solutions; each is visited, and none kept."""
    return solve_all(board, lambda queens: None)["solutions"]
