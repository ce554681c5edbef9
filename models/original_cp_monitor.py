"""What the original CP solver does, reported to a trace: its own tree, event by event.

A search monitor is called by the solver at every step; this one turns the calls into the
events of `queens.trace`. It reads domains and changes nothing. The events of a two-way
search come in this order, from which a recorder can rebuild the domains exactly:

    start       `pruned` for every square that the first propagation prunes from
                board.columns(row); `failure(None)` if it fails, and that is all.
    left        `decision(row, column)`: the domain of `row` becomes {column}. Then `pruned`
                for each square that propagation prunes in the other rows.
    leaf        `failure(None)` after the squares that were pruned before the solver gave
                up (it does not say in which row), or `solution(queens)` from the search loop.
    return      `backtrack(row, column)`: all domains are again what they were just before
                the latest decision not yet undone; refutations made since are undone too.
    right       `refutation(row, column)`, always right after the `backtrack` of the same
                square: it leaves the domain of `row`. Then `pruned` as on the left; it
                belongs to the decision above and is undone with that one.

So every decision is followed by exactly one backtrack and one refutation, unless the
search is stopped; a failure on the right is followed by the backtrack of the decision above
it, or by nothing if none is left. Failures in the trace are those of solver.Failures().

The solver does not say why it pruned a square. If a queen that stands (chosen, placed, or
forced since) attacks the square, that attack is given as the cause; if none does, the cause
is `Reported`: bounds reasoning over several rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ortools.constraint_solver import pywrapcp

from queens import Attack, Board, Cause, Reported, Square, Trace

# the Python interface shows a decision as text only: [queen 2(0..7) == 5] or [...]
DECISION = re.compile(r"\[queen (\d+)\(.*?\) == (\d+)\]")


def reported(report: Callable[..., None]) -> Callable[..., None]:
    """Return a method for the solver to call: C++ frames lie between what it raises and the caller.

    So that is kept, and the search ended.
    """

    def method(self: Reporter, *arguments: object) -> None:
        if self.raised is None:
            try:
                report(self, *arguments)
            except BaseException as error:  # noqa: BLE001  # raised again when they are left
                self.raised = error
                self.finish()

    return method


class Reporter(pywrapcp.SearchMonitor):  # type: ignore[misc]  # ortools has no types here
    """Reports a search over `queens`, variables named "queen 0", "queen 1" and so on.

    `by` is the name under which squares without a known cause are reported.
    """

    def __init__(
        self,
        by: str,
        solver: pywrapcp.Solver,
        queens: list[pywrapcp.IntVar],
        board: Board,
        trace: Trace,
    ) -> None:
        super().__init__(solver)
        self.by = by
        self.finish = solver.FinishCurrentSearch
        self.queens = queens
        self.trace = trace
        self.board = board
        self.domains = [set(board.columns(row)) for row in range(board.n)]
        self.decisions: list[tuple[Square, list[set[int]]]] = []
        self.raised: BaseException | None = None

    def raise_what_was_raised(self) -> None:
        """Raise what the trace raised during the search, if anything."""
        if self.raised is not None:
            raise self.raised

    @reported
    def EndInitialPropagation(self) -> None:
        """Report what the first propagation has pruned."""
        self.report_pruned()

    @reported
    def ApplyDecision(self, decision: pywrapcp.Decision) -> None:
        """Report a queen placed on a left branch, and keep the domains to come back to."""
        row, column = square_of(decision)
        self.decisions.append(((row, column), [set(domain) for domain in self.domains]))
        self.trace.decision(row, column)
        self.domains[row] = {column}

    @reported
    def RefuteDecision(self, decision: pywrapcp.Decision) -> None:
        """Report, before a right branch, the latest queen undone and its column refuted."""
        row, column = square_of(decision)
        _, self.domains = self.decisions.pop()
        self.trace.backtrack(row, column)
        self.trace.refutation(row, column)
        self.domains[row].discard(column)

    @reported
    def AfterDecision(self, decision: pywrapcp.Decision, applied: bool) -> None:
        """Report what propagation has pruned on either branch."""
        self.report_pruned()

    @reported
    def BeginFail(self) -> None:
        """Report a failure, after the squares pruned before the solver gave up."""
        self.report_pruned()
        self.trace.failure(None)

    def report_pruned(self) -> None:
        """Report the squares pruned since the last look, and remove them from `domains`.

        In an order in which every attack given as a cause is by a queen that stands already,
        so that no square is explained by what followed from it.
        """
        pruned = [
            (row, column)
            for row, domain in enumerate(self.domains)
            for column in sorted(domain)
            if not self.queens[row].Contains(column)
        ]
        while pruned:
            attacked = (square for square in pruned if isinstance(self.cause(*square), Attack))
            row, column = next(attacked, pruned[0])
            pruned.remove((row, column))
            self.trace.pruned(row, column, self.cause(row, column))
            self.domains[row].discard(column)

    def cause(self, row: int, column: int) -> Cause:
        """Return the attack on the square by a queen that stands, chosen ones first."""
        chosen = [square for square, _ in self.decisions]
        forced = [
            (other, min(domain)) for other, domain in enumerate(self.domains) if len(domain) == 1
        ]
        for queen in chosen + forced:
            # a row that loses its last column is no reason for itself
            if queen[0] != row and (line := self.board.shared(queen, (row, column))):
                return Attack(queen, line)
        return Reported(self.by)


def square_of(decision: pywrapcp.Decision) -> Square:
    """Return the (row, column) that a decision is about."""
    match = DECISION.match(decision.DebugString())
    if match is None:
        raise RuntimeError(f"the solver's decision is not understood: {decision.DebugString()}")
    return int(match[1]), int(match[2])
