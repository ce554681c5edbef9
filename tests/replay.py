"""A trace that rebuilds the domains from events alone, and holds each event to the truth."""

from __future__ import annotations

from itertools import product

from queens import (
    Attack,
    Board,
    Cause,
    HallSet,
    NoSupport,
    Queens,
    Square,
    attacks,
    shared_line,
)

SLOPES = {"column": 0, "up": 1, "down": -1}


class Replay:
    """The domains as the events tell them, and counts of events.

    With `solutions`, each pruned square must be in none of those that extend the decisions.
    """

    def __init__(self, board: Board, solutions: set[Queens] | None = None) -> None:
        self.domains = [set(board.columns(row)) for row in range(board.n)]
        self.solutions = solutions
        self.open_decisions: list[tuple[Square, list[set[int]]]] = []
        self.nodes = 1
        self.choices = 1  # nodes, without decisions in rows that had one column left
        self.failures = 0
        self.checks = 0
        self.propagators: dict[str, int] = {}
        self.causes: list[Cause] = []
        self.placed: list[Square] = []
        self.children: list[list[Square]] = [[]]  # of the nodes on the path, refused ones too

    def decision(self, row: int, column: int) -> None:
        assert column in self.domains[row]
        self.nodes += 1
        self.choices += len(self.domains[row]) > 1
        self.placed.append((row, column))
        self.children[-1].append((row, column))
        self.children.append([])
        self.open_decisions.append(((row, column), [set(domain) for domain in self.domains]))
        self.domains[row] = {column}

    def check(self, row: int, column: int) -> None:
        self.checks += 1

    def rejection(self, row: int, column: int, cause: Cause) -> None:
        self.children[-1].append((row, column))
        assert isinstance(cause, Attack)
        assert cause.queen in [square for square, _ in self.open_decisions]
        assert shared_line(cause.queen, (row, column)) == cause.line

    def refutation(self, row: int, column: int) -> None:
        raise AssertionError("children are columns here, not a column and its refutation")

    def propagator(self, name: str) -> None:
        self.propagators[name] = self.propagators.get(name, 0) + 1

    def pruned(self, row: int, column: int, cause: Cause) -> None:
        assert column in self.domains[row], "each square leaves once"
        self.check_cause(row, column, cause)
        self.causes.append(cause)
        self.domains[row].remove(column)
        if self.solutions is not None:
            decided = [square for square, _ in self.open_decisions]
            squares = [*decided, (row, column)]
            assert not [q for q in self.solutions if all(q[r] == c for r, c in squares)]

    def check_cause(self, row: int, column: int, cause: Cause) -> None:
        if isinstance(cause, Attack):
            assert self.domains[cause.queen[0]] == {cause.queen[1]}
            assert shared_line(cause.queen, (row, column)) == cause.line
        elif isinstance(cause, HallSet):
            slope = SLOPES[cause.line]
            assert len(set(cause.rows)) == len(set(cause.values)) == len(cause.rows)
            assert row not in cause.rows
            assert column + slope * row in cause.values
            for other in cause.rows:
                assert {c + slope * other for c in self.domains[other]} <= set(cause.values)
        else:
            assert isinstance(cause, NoSupport)
            assert cause.row != row
            assert self.domains[cause.row]
            assert all(
                attacks(square, (row, column))
                for square in product([cause.row], self.domains[cause.row])
            )

    def failure(self, row: int | None) -> None:
        assert self.is_failed() if row is None else not self.domains[row]
        self.failures += 1

    def backtrack(self, row: int, column: int) -> None:
        self.end_node()
        square, self.domains = self.open_decisions.pop()
        assert square == (row, column)

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

    def solution(self, queens: Queens) -> None:
        assert self.domains == [{column} for column in queens]
