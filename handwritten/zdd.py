"""A zero-suppressed decision diagram: every solution in one small graph, compiled once.

A node of the diagram asks whether a queen stands on one square, and has an edge for no (`low`)
and one for yes (`high`). Each way from the root to the end TRUE is a solution: its yes-edges
are the queens. Two rules keep the graph small. Equal nodes are one node, so a rest of the board
that can be completed in the same ways after different beginnings stands once; and a node whose
yes-edge leads to FALSE is left out, so squares that stay empty cost nothing. For a given order
of the squares there is just one such diagram: 373 nodes for n = 8, 45,833 for n = 12.

It is built row by row, from what can come below. That depends on nothing but which squares are
still open there, a bit each: where that has been met before, its node is taken. So 961 rests of
the board are completed for n = 8, where plain backtracking has 2,057 nodes, and 302,520 for
n = 12, where it has 856,189. Right because a queen closes all squares that she attacks and her
own row; complete because every open square of each row gets its yes-edge.

What the diagram tells without a look at the solutions: how many there are (at each node as many
as below both its edges), how many have a queen on a square (ways down to its yes-edges times
solutions below), and a solution drawn uniformly (each edge as often as solutions lie below it).
Each node is built once, but all are kept: n = 12 takes 54 MB. What it teaches: knowledge
compilation, where the search is paid for once and every question after it costs a walk over the
graph, not over the solutions. Needs n + 1 frames of recursion (and a few).

Source: Minato (1993), Zero-suppressed BDDs for set manipulation in combinatorial problems, DAC;
Knuth, The Art of Computer Programming, volume 4A, section 7.1.4.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from queens import Board, Counters, OnSolution, Queens, Square, Trace

COUNTERS = {
    "diagram_nodes": "questions whether a queen stands on a square, each there once",
    "subproblems": "rests of the board with different open squares, completed once each",
}
FALSE, TRUE = 0, 1
"""The ends of the diagram: no solution this way; a solution, with no queen to come."""


class Diagram:
    """The solutions of a board: `nodes[k]` is (square, low, high), numbered from the ends up."""

    def __init__(self, board: Board) -> None:
        self.n = board.n
        self.nodes: list[tuple[Square, int, int]] = [((board.n, 0), 0, 0), ((board.n, 0), 1, 1)]
        self.known: dict[int, int] = {}
        numbers: dict[tuple[Square, int, int], int] = {}
        rows = [((1 << board.n) - 1) << row * board.n for row in range(board.n)]
        closed = {square: closed_by(board, square) for square in open_squares(board)}

        def rest(row: int, open_below: int) -> int:
            """Return the node of all ways to put queens on the open squares from `row` on."""
            if row == board.n:
                return TRUE
            if not open_below & rows[row]:
                return FALSE
            if open_below in self.known:  # bits from `row` on alone: no other row has the same
                return self.known[open_below]
            node = FALSE
            for column in reversed(board.columns(row)):
                if open_below >> row * board.n + column & 1:
                    high = rest(row + 1, open_below & ~closed[row, column])
                    if high != FALSE:
                        entry = ((row, column), node, high)
                        node = numbers.setdefault(entry, len(self.nodes))
                        if node == len(self.nodes):
                            self.nodes.append(entry)
            self.known[open_below] = node
            return node

        self.root = rest(0, sum(1 << row * board.n + column for row, column in closed))
        self.solutions = self._solutions()

    def _solutions(self) -> list[int]:
        """Return for each node how many solutions lie below it."""
        counts = [0, 1]
        for _, low, high in self.nodes[2:]:
            counts.append(counts[low] + counts[high])
        return counts

    @property
    def count(self) -> int:
        """The number of solutions of the board."""
        return self.solutions[self.root]

    def by_square(self) -> dict[Square, int]:
        """Return how many solutions have a queen on a square, for those squares that any has."""
        ways = [0] * len(self.nodes)  # from the root down to each node
        ways[self.root] = 1
        through: dict[Square, int] = {}
        for node in range(self.root, TRUE, -1):  # what leads to a node has a higher number
            square, low, high = self.nodes[node]
            through[square] = through.get(square, 0) + ways[node] * self.solutions[high]
            ways[low] += ways[node]
            ways[high] += ways[node]
        return {square: solutions for square, solutions in through.items() if solutions}

    def draw(self, chance: random.Random) -> Queens | None:
        """Return a solution drawn at random, each as likely as any other; None if none is."""
        if self.root == FALSE:
            return None
        queens, node = [], self.root
        while node != TRUE:
            (_, column), low, high = self.nodes[node]
            if chance.randrange(self.solutions[node]) < self.solutions[high]:
                queens.append(column)
                node = high
            else:
                node = low
        return tuple(queens)

    def __iter__(self) -> Iterator[Queens]:
        """Yield the solutions in lexicographic order."""
        ways: list[tuple[int, Queens]] = [(self.root, ())]
        while ways:
            node, queens = ways.pop()
            if node == TRUE:
                yield queens
            elif node != FALSE:
                (_, column), low, high = self.nodes[node]
                ways += [(low, queens), (high, (*queens, column))]


def open_squares(board: Board) -> list[Square]:
    """Return the squares that are open at the start, row by row."""
    return [(row, column) for row in range(board.n) for column in board.columns(row)]


def closed_by(board: Board, square: Square) -> int:
    """Return the squares that a queen closes: those she attacks, and her row and all above it."""
    row, _ = square
    attacked = sum(mask << at * board.n for at, mask in enumerate(board.attacked_from(*square)))
    return attacked | (1 << (row + 1) * board.n) - 1


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order, once the diagram is built."""
    diagram = Diagram(board)
    for queens in diagram:
        on_solution(queens)
    return {"diagram_nodes": len(diagram.nodes) - 2, "subproblems": len(diagram.known)}


def count_all(board: Board) -> int:
    """Return the number of solutions, by adding up the diagram."""
    return Diagram(board).count
