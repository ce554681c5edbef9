"""The trees of the hand-written searches, a node at a time, so that probes can walk down them.

A tree gives the state of its root and, for a state, the states of its children: one for each
queen that the search tries there, None where that fails at once. So its nodes are those that a
trace of the search counts (tests/test_estimates.py compares them), and a state that is alive
with all queens placed is a solution. Propagators are those of the approaches, called as their
search calls them; what is only choosing the next row is written down here once more.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from queens import QUEENS, Board
from queens.loading import load
from queens.registry import Approach, read_page

State = Any
FAMILY = "handwritten.propagation"


class Tree(Protocol):
    """One search on one board."""

    board: Board
    width: int  # states that a probe keeps on each level: fewer where a node takes longer

    def root(self) -> State | None:
        """Return the state at the start; None if the search fails there."""

    def children(self, state: State) -> Sequence[State | None]:
        """Return what follows from each queen that is tried below a state."""

    def solutions(self, state: State) -> int:
        """Return how many solutions a state with all queens stands for."""


def tree_of(approach: Approach, board: Board) -> Tree | None:
    """Return the tree of an approach's search, or None where it is not known here."""
    if approach.base in ROW_BY_ROW:
        return row_by_row(board)
    if approach.base in OTHERS:
        return OTHERS[approach.base](board)
    is_propagated = read_page(approach.path).search == FAMILY
    return Propagated(approach, board) if is_propagated else None


class Bits:
    """Plain backtracking under the rule queens: the sets of columns that `bitmasks` shifts."""

    width = 200

    def __init__(self, board: Board) -> None:
        self.board = board
        self.domains = [sum(1 << one for one in board.columns(row)) for row in range(board.n)]

    def root(self) -> State:
        """Return the first row and nothing attacked."""
        return 0, 0, 0, 0

    def children(self, state: State) -> list[State | None]:
        """Return the state after each free column of the row."""
        row, columns, up, down = state
        free, found = self.domains[row] & ~(columns | up | down), list[State | None]()
        while free:
            bit = free & -free
            free ^= bit
            found.append((row + 1, columns | bit, (up | bit) >> 1, (down | bit) << 1))
        return found

    def solutions(self, state: State) -> int:
        """Return 1."""
        return 1


class HalfBoard(Bits):
    """The same with the first queen on the left half, each solution with its mirror image."""

    def root(self) -> State:
        """Return the first row and nothing attacked, and that no middle column is taken."""
        return 0, 0, 0, 0, 2

    def children(self, state: State) -> list[State | None]:
        """Return the state after each free column, in the first row of the left half."""
        n, (row, *sets, images) = self.board.n, state
        if row:
            return [(*child, images) for child in super().children((row, *sets)) if child]
        return [
            (1, 1 << column, 1 << column >> 1, 2 << column, 1 if 2 * column == n - 1 else 2)
            for column in range((n + 1) // 2)
        ]

    def solutions(self, state: State) -> int:
        """Return 2, or 1 for a queen in the middle column of the first row."""
        return int(state[-1]) if self.board.n else 1


class Queued:
    """Plain backtracking under any rule: the state is the queens placed so far."""

    width = 100

    def __init__(self, board: Board) -> None:
        self.board = board
        self.domains = [sum(1 << one for one in board.columns(row)) for row in range(board.n)]

    def root(self) -> State:
        """Return no queens."""
        return ()

    def children(self, state: State) -> list[State | None]:
        """Return the queens with each that no earlier one attacks in the next row."""
        row = len(state)
        free = self.domains[row]
        for earlier, column in enumerate(state):
            free &= ~self.board.attacked_from(earlier, column)[row]
        return [(*state, column) for column in columns_of(free)]

    def solutions(self, state: State) -> int:
        """Return 1."""
        return 1


class Propagated:
    """A search of the propagation family: rows in order, the approach's own `propagate`.

    A state is the row to decide and the domains of all rows.
    """

    def __init__(self, approach: Approach, board: Board) -> None:
        self.board, self.width = board, SLOWER.get(approach.name, 40)
        module = load(approach)
        family = importlib.import_module(FAMILY)
        self._propagate = module.propagate
        self._domains, self._failure = family.Domains(board), family.Failure
        self._first = list(self._domains.of)

    def root(self) -> State | None:
        """Return the domains after the first propagation."""
        if 0 in self._first:
            return None
        self._domains.of = list(self._first)
        return self._after(0, [row for row, one in enumerate(self._first) if one.bit_count() == 1])

    def children(self, state: State) -> list[State | None]:
        """Return the domains after each column of the row that is next."""
        row, domains = state
        found = []
        for column in columns_of(domains[row]):
            self._domains.of = list(domains)
            self._domains.fix(row, column)
            found.append(self._after(row + 1, [row]))
        return found

    def _after(self, decided: int, fixed: list[int]) -> State | None:
        self._domains.decided = decided
        try:
            self._propagate(self._domains, fixed)
        except self._failure:
            return None
        finally:
            self._domains.trail.clear()
        return decided, tuple(self._domains.of)

    def solutions(self, state: State) -> int:
        """Return 1."""
        return 1


class FirstFail:
    """`first_fail`: the row with the fewest columns left; a decided row has the domain 0."""

    width = 40

    def __init__(self, board: Board) -> None:
        self.board = board

    def root(self) -> State | None:
        """Return the first domains."""
        board = self.board
        domains = [sum(1 << one for one in board.columns(row)) for row in range(board.n)]
        return None if 0 in domains else tuple(domains)

    def children(self, state: State) -> list[State | None]:
        """Return the domains after each column of the row likeliest to fail."""
        row = self.next_row(state)
        return [self.after(state, row, column) for column in columns_of(state[row])]

    def next_row(self, state: State) -> int:
        """Return the row with the fewest columns, of those the one with the leftmost."""
        rows = [row for row, domain in enumerate(state) if domain]
        return min(rows, key=lambda row: (state[row].bit_count(), state[row] & -state[row]))

    def after(self, state: State, row: int, column: int) -> State | None:
        """Return the domains after a queen; None where they leave a row no column."""
        attacked, left = self.board.attacked_from(row, column), list(state)
        left[row] = 0
        for other, domain in enumerate(left):
            if domain:
                left[other] = domain & ~attacked[other]
                if not left[other]:
                    return None
        return tuple(left)

    def solutions(self, state: State) -> int:
        """Return 1."""
        return 1


class DancingLinks:
    """`dancing_links`: the row, or full line, with the fewest squares left; squares are bits.

    A state is the squares still open and the items still to be filled.
    """

    width = 40

    def __init__(self, board: Board) -> None:
        self.board = board
        links = importlib.import_module("handwritten.links")
        items, _, of_squares = links.options(board)
        full = sum(line.is_full for line in board.lines)
        self.primary = range(1, 1 + board.n * (1 + full))
        self.of_squares = of_squares
        self.squares_of = dict.fromkeys(range(1, 1 + items), 0)
        for square, own in enumerate(of_squares):
            for item in own:
                self.squares_of[item] |= 1 << square
        self.excluded = [self._excluded(own) for own in of_squares]

    def _excluded(self, own: Sequence[int]) -> int:
        excluded = 0
        for item in own:
            excluded |= self.squares_of[item]
        return excluded

    def root(self) -> State:
        """Return all squares and items."""
        return (1 << len(self.of_squares)) - 1, tuple(self.primary)

    def children(self, state: State) -> list[State | None]:
        """Return what is left after each square of the item with the fewest."""
        squares, items = state
        fewest = min(items, key=lambda item: (squares & self.squares_of[item]).bit_count())
        return [
            (
                squares & ~self.excluded[square],
                tuple(item for item in items if item not in self.of_squares[square]),
            )
            for square in columns_of(squares & self.squares_of[fewest])
        ]

    def solutions(self, state: State) -> int:
        """Return 1."""
        return 1


def columns_of(bits: int) -> list[int]:
    """Return the places of the bits set, in ascending order."""
    found = []
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        found.append(lowest.bit_length() - 1)
    return found


def row_by_row(board: Board) -> Tree:
    """Return the tree of plain backtracking in the order of the rows."""
    return Bits(board) if board.rule == QUEENS else Queued(board)


def solutions_tree(board: Board) -> Tree:
    """Return the tree whose probes reach solutions best: any tree has the same solutions."""
    return row_by_row(board) if board.is_plain else FirstFail(board)


SLOWER = {"pair_consistency": 20, "bounds_consistency": 4, "alldifferent": 3, "group_support": 1}
"""The widths of probes with propagators that take long."""

ROW_BY_ROW = ("bitmasks", "boolean_flags", "attack_sets", "linear_scan", "plain_check")
OTHERS: dict[str, Callable[[Board], Tree]] = {
    "half_board": HalfBoard,
    "first_fail": FirstFail,
    "dancing_links": DancingLinks,
}
