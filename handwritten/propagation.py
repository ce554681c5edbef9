"""The search that the propagation family shares: rows in order, a child for each column.

    plain_check, forward_checking, arc_consistency, bounds_consistency, alldifferent,
    group_support and pair_consistency differ in what they prune after a placement and in
    nothing else, so that their node counts tell what propagation alone does.

A domain is the set of columns still open in a row: an integer, one bit a column. The trail
keeps what a domain was before each change, and going back restores it from there. Every
queen placed is a node, also one forced in a row that has a single column left, and also one
whose propagation fails at once. (Counted without forced queens, arc consistency has 673 nodes
at n = 8 and not 993.)

Squares are pruned many at a time by the bit, so the search reports no checks. What it does
report rebuilds the domains: they begin as `board.columns(row)`; what leaves a row is reported
by `pruned`, once, save that a decision leaves its own row that one column; `backtrack`
brings back all that left since its decision.

Source: Haralick and Elliott (1980), Increasing tree search efficiency for constraint
satisfaction problems, Artificial Intelligence 14; the trail: Warren (1983), An abstract
Prolog instruction set, SRI International Technical Note 309.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from queens import Attack, Board, Cause, Counters, OnSolution, Square, Trace
from queens.rule import Line

COUNTERS = {"failures": "placements after which propagation emptied the domain of a row"}


class Failure(Exception):
    """The domain of `row` is empty; None where a column or region is, and no row."""

    def __init__(self, row: int | None) -> None:
        super().__init__(row)
        self.row = row


def columns_of(domain: int) -> Iterator[int]:
    """Yield the columns of a domain in ascending order."""
    while domain:
        lowest = domain & -domain
        domain ^= lowest
        yield lowest.bit_length() - 1


def numbers_in(line: Line, row: int, domain: int) -> list[int]:
    """Return the numbers on a line of those squares of a row that are in `domain`."""
    if line.is_linear:
        shift = line.slope * row
        return [column + shift for column in columns_of(domain)]
    return [number for number, squares in line.masks[row].items() if squares & domain]


def squares_of(line: Line, row: int, number: int) -> int:
    """Return the squares of a row with that number on a line, a bit a column."""
    return 1 << number - line.slope * row if line.is_linear else line.masks[row].get(number, 0)


class Domains:
    """The domains of all rows, their trail, and how many rows (from row 0 on) are decided."""

    def __init__(self, board: Board, trace: Trace | None = None) -> None:
        self.board, self.n = board, board.n
        self.of = [sum(1 << column for column in board.columns(row)) for row in range(board.n)]
        self.trail: list[tuple[int, int]] = []
        self.decided = 0
        self.trace = trace

    def fix(self, row: int, column: int) -> None:
        """Leave `column` alone in the domain of `row`."""
        self.trail.append((row, self.of[row]))
        self.of[row] = 1 << column

    def prune(self, row: int, columns: int, cause: Callable[[Square], Cause]) -> bool:
        """Prune `columns` from the domain of `row`; return whether that fixed the row.

        `cause` gives the cause of a square, and is asked only when there is a trace. Raises
        Failure if no column is left.
        """
        domain = self.of[row]
        kept = domain & ~columns
        if kept == domain:
            return False
        self.trail.append((row, domain))
        self.of[row] = kept
        if self.trace:
            for column in columns_of(domain & columns):
                self.trace.pruned(row, column, cause((row, column)))
        if not kept:
            raise Failure(row)
        return not kept & (kept - 1)

    def prune_attacked(self, queen_row: int, rows: range | None = None) -> list[int]:
        """Prune what the queen of a fixed row attacks in `rows`; return the rows that fixed.

        Without `rows`, in all that are not decided.
        """
        if self.trace:
            self.trace.propagator("attacked squares")
        attacked = self.board.attacked_from(queen_row, self.of[queen_row].bit_length() - 1)
        cause = self.attack_from(queen_row)
        domains, fixed = self.of, []
        for row in range(self.decided, self.n) if rows is None else rows:
            if domains[row] & attacked[row] and self.prune(row, attacked[row], cause):
                fixed.append(row)
        return fixed

    def attack_from(self, queen_row: int) -> Callable[[Square], Cause]:
        """Return the cause of squares pruned by the queen of a fixed row."""

        def cause(square: Square) -> Cause:
            queen = (queen_row, self.of[queen_row].bit_length() - 1)
            line = self.board.shared(queen, square)
            assert line, f"the queen on {queen} does not attack {square}"
            return Attack(queen, line)

        return cause

    def undo(self, mark: int) -> None:
        """Restore the domains as they were when the trail was `mark` long."""
        while len(self.trail) > mark:
            row, domain = self.trail.pop()
            self.of[row] = domain


Propagate = Callable[[Domains, list[int]], None]
"""Prunes domains, given the rows fixed since it last ran; raises Failure if one is empty."""


def search(
    board: Board, propagate: Propagate, on_solution: OnSolution, trace: Trace | None
) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    domains = Domains(board, trace)
    failures = 0

    def propagates(rows: list[int]) -> bool:
        nonlocal failures
        try:
            propagate(domains, rows)
        except Failure as failure:
            failures += 1
            if trace:
                trace.failure(failure.row)
            return False
        return True

    def place(row: int) -> None:
        if row == domains.n:
            queens = tuple(domain.bit_length() - 1 for domain in domains.of)
            if trace:
                trace.solution(queens)
            on_solution(queens)
            return
        for column in columns_of(domains.of[row]):
            if trace:
                trace.decision(row, column)
            mark = len(domains.trail)
            domains.fix(row, column)
            domains.decided = row + 1
            if propagates([row]):
                place(row + 1)
            domains.undo(mark)
            if trace:
                trace.backtrack(row, column)
        domains.decided = row

    if 0 in domains.of:
        failures = 1
        if trace:
            trace.failure(domains.of.index(0))
    elif propagates([row for row, domain in enumerate(domains.of) if domain.bit_count() == 1]):
        place(0)
    return {"failures": failures}
