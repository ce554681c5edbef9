"""Traces that rebuild the domains from events alone, and hold each event to the truth."""

from __future__ import annotations

from collections import Counter
from itertools import product

from queens import (
    Attack,
    Board,
    Cause,
    HallSet,
    NoSupport,
    Queens,
    Reported,
    Square,
    attacks,
    shared_line,
)

SLOPES = {"column": 0, "up": 1, "down": -1}


class Rebuilt:
    """The domains as the events tell them, of searches that branch in two and of others.

    With `solutions`, no pruned square may be in one that the domains still hold. `by` is who
    may prune without saying why.
    """

    def __init__(
        self, board: Board, solutions: set[Queens] | None = None, by: str | None = None
    ) -> None:
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
        assert shared_line(cause.queen, (row, column)) == cause.line

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
            assert shared_line(cause.queen, (row, column)) == cause.line
        elif isinstance(cause, HallSet):
            slope = SLOPES[cause.line]
            assert len(set(cause.rows)) == len(set(cause.values)) == len(cause.rows)
            assert row not in cause.rows
            assert column + slope * row in cause.values
            for other in cause.rows:
                assert {c + slope * other for c in self.domains[other]} <= set(cause.values)
        elif isinstance(cause, NoSupport):
            assert cause.row != row
            assert self.domains[cause.row]
            assert all(
                attacks(square, (row, column))
                for square in product([cause.row], self.domains[cause.row])
            )
        else:
            assert cause == Reported(str(self.by))

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
        """Hold the node's children to the domains: a row's columns, or the rows of a column."""
        children = self.children.pop()
        if not children:
            assert len(self.open_decisions) == len(self.domains) or self.is_failed()
            return
        row, column = children[0]
        of_row = {(row, c) for c in self.domains[row]}
        of_column = {(r, column) for r, domain in enumerate(self.domains) if column in domain}
        assert len(set(children)) == len(children)
        assert set(children) in (of_row, of_column)

    def is_failed(self) -> bool:
        """Whether a row has no column left, or a column no row."""
        open_columns = set().union(*self.domains)
        return set() in self.domains or len(open_columns) < len(self.domains)
