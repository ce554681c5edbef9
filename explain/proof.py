"""A recorded search as a proof that its solutions are all: a clause for each backtrack, and causes.

A clause says that not all of some squares hold a queen. Each line of the proof must follow from
the clauses of the board, and the lines before, by unit propagation, which is what a checker does:

    backtrack   not all the queens that stand. Below them every square of a row was tried (a line
                before says so), or attacked, or pruned.
    pruned      for an attack by a queen that stands, nothing: the checker sees it. Otherwise, not
                these queens and a queen here as well: then a row has no square (no support), or
                the rows of a Hall set do not fit into the values left. That is shown by placing
                queens in the rows that the cause names, with a line for each that fails.
    the end     the empty clause.

Where a search says that a column or a region must have a queen, the proof first derives that: on
k - 1 numbers there is no room for the queens of the first k rows, for k = 2, 3, ..., n.

A search that tries half of a row and mirrors what it finds has each line followed by its mirror
image, which follows as well, because the board and its solutions are their own mirror images.

What cannot be shown is written down all the same: the checker refuses it there, and so says at
which step the search went wrong. A cause that a solver does not give, and an attack by a queen
that does not stand, is looked for in all rows.

Source: Elffers, Gocht, McCreesh and Nordström (2020), Justifying all differences using
pseudo-Boolean reasoning, AAAI-20, in clauses here; the pigeonholes: Cook and Reckhow (1979), The
relative efficiency of propositional proof systems, Journal of Symbolic Logic 44.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from explain.lines import ROW, group_words
from explain.record import Kind, Search, State, Step
from queens import Attack, Board, Cause, HallSet, Line, Nogood, NoSupport, Queens, Square
from queens.symmetry import symmetries_of

MIRROR = 4
"""The number of the symmetry that exchanges left and right."""


class ProofLine(NamedTuple):
    """A clause of a proof, and the step of the search that it belongs to."""

    clause: list[int]
    step: int


def solutions_of(search: Search) -> list[Queens]:
    """Return the solutions that a search reported, each once."""
    return list(dict.fromkeys(step[2:] for step in search.steps if step[0] == Kind.SOLUTION))


def proof_of(board: Board, search: Search, variables: Mapping[Square, int]) -> list[ProofLine]:
    """Return the lines of the proof; `variables` are the numbers of the open squares."""
    return _Proof(board, search, variables).lines


class _Proof:
    """The state of the search step by step, and the lines written so far."""

    def __init__(self, board: Board, search: Search, variables: Mapping[Square, int]) -> None:
        self.board, self.search, self.variables = board, search, variables
        self.lines: list[ProofLine] = []
        self.step = 0
        self.jumps = False
        self.state = State(board)
        nodes = list(branchings(board, search))
        self.is_mirrored = is_half(board, search, nodes[-1])
        if self.uses_groups(nodes):
            for line in board.lines:
                if line.is_full:
                    self.lines += [
                        ProofLine(one, 0) for one in numbers_filled(board, line, variables)
                    ]
        for self.step, step in enumerate(search.steps):
            self.take(step)
        self.step = len(search.steps)
        self.write([])

    def uses_groups(self, nodes: Sequence[Node]) -> bool:
        """Return whether the search uses that a number of a line, not only a row, has a queen."""
        for cause in self.search.causes:
            if isinstance(cause, (HallSet, NoSupport)) and cause.of != "row":
                return True
        if any(step[0] == Kind.FAILURE and step[2] < 0 for step in self.search.steps):
            return True
        return not all(fills_a_row(self.board, node, self.is_mirrored) for node in nodes)

    def write(self, squares: Iterable[Square]) -> None:
        """Write that not all of `squares` hold a queen; nothing if one of them is not open."""
        squares = list(squares)
        images = [squares]
        if self.is_mirrored and squares:
            images.append([mirrored(self.board, square) for square in squares])
        for image in images:
            numbers = [self.variables.get(square) for square in image]
            if None not in numbers:
                clause = [-number for number in numbers if number]
                self.lines.append(ProofLine(clause, self.step))

    def take(self, step: Step) -> None:
        """Go on by one step."""
        kind = step[0]
        if kind == Kind.FAILURE and step[2] < 0:
            self.justify_failure()
        elif kind == Kind.LEARNED:
            self.write_nogood(self.search.causes[step[2]])
        elif kind == Kind.BACKTRACK and not self.jumps:
            self.write(self.state.decisions)
        elif kind in (Kind.PRUNED, Kind.REJECTION):
            self.justify((step[2], step[3]), self.search.cause(step))
        if kind in (Kind.LEARNED, Kind.DECISION, Kind.SOLUTION, Kind.FAILURE):  # a jump is no proof
            self.jumps = kind == Kind.LEARNED
        self.state.apply(self.step, step)

    def write_nogood(self, cause: Cause) -> None:
        """Write a nogood learned: one of its literals is false."""
        literals = cause.literals if isinstance(cause, Nogood) else ()
        signs = [(self.variables[row, column], queen) for row, column, queen in literals]
        self.lines.append(ProofLine([-one if queen else one for one, queen in signs], self.step))

    def justify(self, square: Square, cause: Cause) -> None:
        """Write what shows that `square` holds no queen, if the checker does not see it."""
        if isinstance(cause, Nogood):
            return
        queen = cause.queen if isinstance(cause, Attack) else None
        if queen and self.stands(queen) and self.board.attacks(queen, square):
            return
        if not self.refute([square], self.groups_of(cause)):
            self.write([*self.state.decisions, square])

    def justify_failure(self) -> None:
        """Write what shows that a search fails here which does not say in which row."""
        if not all(self.state.domains):
            return
        for line in self.board.lines:
            open_numbers = {
                line.number(row, column)
                for row, domain in enumerate(self.state.domains)
                for column in domain
            }
            if line.is_full and len(open_numbers) < self.board.n:
                return  # a number without a square, as the checker sees
        self.refute(
            [],
            [[(row, column) for column in open_] for row, open_ in enumerate(self.state.domains)],
        )

    def stands(self, queen: Square) -> bool:
        """Return whether a queen is placed, or her square the last one of its row."""
        return queen in self.state.decisions or self.state.domains[queen[0]] == {queen[1]}

    def groups_of(self, cause: Cause) -> list[list[Square]]:
        """Return the groups of open squares that must have a queen and are named by the cause."""
        of, numbers = ROW, tuple(range(self.board.n))
        if isinstance(cause, NoSupport):
            of, numbers = cause.of, (cause.row,)
        elif isinstance(cause, HallSet):
            of, numbers = cause.of, cause.rows
        line = group_words(self.board)[of].line
        groups: dict[int, list[Square]] = {number: [] for number in numbers}
        for row, domain in enumerate(self.state.domains):
            for column in sorted(domain):
                if (number := line.number(row, column)) in groups:
                    groups[number].append((row, column))
        return list(groups.values())

    def refute(self, queens: list[Square], groups: list[list[Square]]) -> bool:
        """Show that `queens` leave some of `groups` no square; return False if they do not.

        Places a queen in the group with the fewest squares left, on each in turn.
        """
        left = [
            [one for one in group if not attacked(self.board, queens, one)]
            for group in groups
            if not any(queen in group for queen in queens)
        ]
        if not left:
            return False
        for square in min(left, key=len):
            if not self.refute([*queens, square], groups):
                return False
        self.write([*self.state.decisions, *queens])
        return True


def attacked(board: Board, queens: Iterable[Square], square: Square) -> bool:
    """Return whether one of `queens` attacks `square`."""
    return any(queen == square or board.attacks(queen, square) for queen in queens)


class Node(NamedTuple):
    """A node of the search: the queens that stand, the domains left, the squares tried below it."""

    queens: list[Square]
    domains: list[set[int]]
    tried: list[Square]


def branchings(board: Board, search: Search) -> Iterator[Node]:
    """Yield each node that has children, when it is left; the start comes last."""
    state = State(board)
    tried: list[list[Square]] = [[]]
    for index, step in enumerate(search.steps):
        if step[0] == Kind.DECISION:
            tried[-1].append((step[2], step[3]))
            tried.append([])
        elif step[0] == Kind.BACKTRACK and (below := tried.pop()):
            yield Node(list(state.decisions), state.domains, below)
        state.apply(index, step)
    yield Node([], state.domains, tried[0])


def fills_a_row(board: Board, node: Node, is_mirrored: bool = False) -> bool:
    """Return whether the squares tried are of one row, and all of it that a queen may take."""
    images = [mirrored(board, square) for square in node.tried if is_mirrored]
    tried = {*node.tried, *images}
    rows = {row for row, _ in tried}
    if len(rows) != 1:
        return not rows
    (row,) = rows
    others = {(row, column) for column in node.domains[row]} - tried
    return all(attacked(board, node.queens, square) for square in others)


def is_half(board: Board, search: Search, start: Node) -> bool:
    """Return whether a search tries half of its first row, on a board that is its own image."""
    return (
        not search.is_two_way  # or the rest is tried unnamed
        and MIRROR in symmetries_of(board)
        and not fills_a_row(board, start)
        and fills_a_row(board, start, is_mirrored=True)
    )


def mirrored(board: Board, square: Square) -> Square:
    """Return where the square goes when left and right are exchanged."""
    return square[0], board.n - 1 - square[1]


def numbers_filled(
    board: Board, line: Line, variables: Mapping[Square, int]
) -> Iterator[list[int]]:
    """Yield clauses that end in: each number of a full line has a queen.

    Of the first k rows, one has a queen that is on none of any k - 1 numbers. If all were on
    these, the last of them would leave k - 2 numbers to the k - 1 rows above.
    """
    rows: list[list[Square]] = [[] for _ in range(board.n)]
    for square in variables:
        rows[square[0]].append(square)
    for count in range(2, board.n + 1):
        for taken in combinations(line.all_numbers, count - 1):
            free = [
                variables[square]
                for row in rows[:count]
                for square in row
                if line.number(*square) not in taken
            ]
            for square in rows[count - 1]:
                if line.number(*square) in taken:
                    yield [*free, -variables[square]]
            yield free
