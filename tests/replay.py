"""Traces that rebuild the domains from events alone, and hold each event to the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from explain.record import Kind, Search
from queens import (
    Attack,
    Board,
    Cause,
    HallSet,
    NoSupport,
    Queens,
    Reported,
    Square,
    Trace,
)


def replay(search: Search, trace: Trace) -> None:
    """Report the steps of a search to `trace`, as the approach did when it was recorded.

    Where part of the search is hidden, so are its events.
    """
    two_numbers: dict[int, Callable[[int, int], None]] = {
        Kind.DECISION: trace.decision,
        Kind.REFUTATION: trace.refutation,
        Kind.CHECK: trace.check,
        Kind.BACKTRACK: trace.backtrack,
    }
    caused: dict[int, Callable[[int, int, Cause], None]] = {
        Kind.REJECTION: trace.rejection,
        Kind.PRUNED: trace.pruned,
    }
    for step in search.steps:
        kind = step[0]
        if kind in two_numbers:
            two_numbers[kind](step[2], step[3])
        elif kind in caused:
            caused[kind](step[2], step[3], search.cause(step))
        elif kind == Kind.PROPAGATOR:
            trace.propagator(search.propagators[step[2]])
        elif kind == Kind.FAILURE:
            trace.failure(None if step[2] < 0 else step[2])
        elif kind == Kind.SOLUTION:
            trace.solution(step[2:])


class Rebuilt:
    """The domains as the events tell them, of searches that branch in two and of others.

    With `solutions`, no pruned square may be in one that the domains still hold. `by` is who
    may prune without saying why.
    """

    def __init__(
        self, board: Board, solutions: set[Queens] | None = None, by: str | None = None
    ) -> None:
        self.board = board
        self.domains = [set(board.columns(row)) for row in range(board.n)]
        self.solutions = solutions
        self.by = by
        self.open_decisions: list[tuple[Square, list[set[int]]]] = []
        self.undone: Square | None = None
        self.counts: Counter[str] = Counter()
        self.last = "start"

    @property
    def nodes(self) -> int:
        return 1 + self.counts["decision"]

    @property
    def failures(self) -> int:
        return self.counts["failure"]

    def count(self, event: str) -> None:
        self.counts[event] += 1
        self.last = event

    def decision(self, row: int, column: int) -> None:
        self.count("decision")
        assert column in self.domains[row]
        self.open_decisions.append(((row, column), [set(domain) for domain in self.domains]))
        self.domains[row] = {column}

    def backtrack(self, row: int, column: int) -> None:
        self.count("backtrack")
        self.undone, self.domains = self.open_decisions.pop()
        assert self.undone == (row, column)

    def refutation(self, row: int, column: int) -> None:
        assert self.last == "backtrack"
        assert self.undone == (row, column)
        self.count("refutation")
        self.domains[row].remove(column)

    def check(self, row: int, column: int) -> None:
        self.count("check")

    def rejection(self, row: int, column: int, cause: Cause) -> None:
        self.count("rejection")
        assert isinstance(cause, Attack)
        assert cause.queen in [square for square, _ in self.open_decisions]
        assert self.board.shared(cause.queen, (row, column)) == cause.line

    def propagator(self, name: str) -> None:
        self.count("propagator")

    def pruned(self, row: int, column: int, cause: Cause) -> None:
        self.count("pruned")
        assert column in self.domains[row], "each square leaves once"
        self.check_cause(row, column, cause)
        for queens in self.solutions or ():
            held = all(c in self.domains[r] for r, c in enumerate(queens))
            assert not (held and queens[row] == column), f"{queens} is lost"
        self.domains[row].remove(column)

    def check_cause(self, row: int, column: int, cause: Cause) -> None:
        if isinstance(cause, Attack):
            # it stands already: no square is explained by what followed from it
            assert cause.queen[0] != row
            assert self.domains[cause.queen[0]] == {cause.queen[1]}
            assert self.board.shared(cause.queen, (row, column)) == cause.line
        elif isinstance(cause, HallSet):
            assert len(set(cause.rows)) == len(set(cause.values)) == len(cause.rows)
            assert self.number(cause.of, row, column) not in cause.rows
            assert self.number(cause.line, row, column) in cause.values
            for group in cause.rows:
                open_squares = self.open_squares(cause.of, group)
                assert {self.number(cause.line, *s) for s in open_squares} <= set(cause.values)
        elif isinstance(cause, NoSupport):
            assert self.number(cause.of, row, column) != cause.row
            open_squares = self.open_squares(cause.of, cause.row)
            assert open_squares
            assert all(self.board.attacks(square, (row, column)) for square in open_squares)
        else:
            assert cause == Reported(str(self.by))

    def number(self, line: str, row: int, column: int) -> int:
        """Return the number of a square on a line, the rows among them."""
        if line == "row":
            return row
        return next(one for one in self.board.lines if one.name == line).number(row, column)

    def open_squares(self, line: str, number: int) -> list[Square]:
        return [
            (row, column)
            for row, domain in enumerate(self.domains)
            for column in domain
            if self.number(line, row, column) == number
        ]

    def failure(self, row: int | None) -> None:
        self.count("failure")
        assert row is None or not self.domains[row]

    def solution(self, queens: Queens) -> None:
        self.count("solution")
        assert self.domains == [{column} for column in queens]


class Replay(Rebuilt):
    """The same for searches with a child for each column: each node has all its children."""

    def __init__(self, board: Board, solutions: set[Queens] | None = None) -> None:
        super().__init__(board, solutions)
        self.choices = 1  # nodes, without queens forced in rows that had one column left
        self.propagators: Counter[str] = Counter()
        self.causes: list[Cause] = []
        self.placed: list[Square] = []
        self.children: list[list[Square]] = [[]]  # of the nodes on the path, refused ones too

    def decision(self, row: int, column: int) -> None:
        self.choices += len(self.domains[row]) > 1
        self.placed.append((row, column))
        self.children[-1].append((row, column))
        self.children.append([])
        super().decision(row, column)

    def rejection(self, row: int, column: int, cause: Cause) -> None:
        super().rejection(row, column, cause)
        self.children[-1].append((row, column))

    def refutation(self, row: int, column: int) -> None:
        raise AssertionError("children are columns here, not a column and its refutation")

    def propagator(self, name: str) -> None:
        self.propagators[name] += 1

    def pruned(self, row: int, column: int, cause: Cause) -> None:
        super().pruned(row, column, cause)
        self.causes.append(cause)

    def failure(self, row: int | None) -> None:
        super().failure(row)
        assert row is not None or self.is_failed()

    def backtrack(self, row: int, column: int) -> None:
        self.end_node()
        super().backtrack(row, column)

    def end_node(self) -> None:
        """Hold the node's children to the domains: a row's columns, or the squares of a number."""
        children = self.children.pop()
        if not children:
            assert len(self.open_decisions) == len(self.domains) or self.is_failed()
            return
        full = ["row", *(line.name for line in self.board.lines if line.is_full)]
        groups = [set(self.open_squares(line, self.number(line, *children[0]))) for line in full]
        assert len(set(children)) == len(children)
        assert set(children) in groups

    def is_failed(self) -> bool:
        """Whether a row has no column left, or a number that must have a queen no square."""
        open_squares = [(r, column) for r, domain in enumerate(self.domains) for column in domain]
        full = [line for line in self.board.lines if line.is_full]
        return set() in self.domains or any(
            len({line.number(*square) for square in open_squares}) < len(self.domains)
            for line in full
        )
