"""Domains whose every change is a literal with its cause: what `nogood_learning` explains by.

A literal is a number: 1 + row * n + column for a queen on the square, its negative for no queen
there. Literals are noted in the order in which they become true. A cause is kept as a function
and asked only when a conflict is explained; what it answers is turned into literals here, so
that any propagator of the family that says why it prunes can be explained.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from handwritten.propagation import Domains, Failure, columns_of
from queens import Attack, Board, Cause, Implications, Nogood, Square, Trace

Literal = int
Literals = tuple[Literal, ...]
Why = Callable[[Square], Cause | Literals]
"""Returns why the literal of a square is true: a propagator's cause, or literals."""


class Explained(Domains):
    """Domains, the literals that are true, in order, and why each is."""

    def __init__(self, board: Board, trace: Trace | None = None) -> None:
        super().__init__(board, trace)
        self.true: list[Literal] = []
        self.why: list[Why | None] = []
        self.at: dict[Literal, int] = {}
        self.decisions: list[tuple[Literal, int, int]] = []
        """Each with the lengths of `true` and of the trail before it."""
        self.facts = 0  # the first so many literals are true whatever is decided

    def literal(self, row: int, column: int) -> Literal:
        """Return the literal of a queen on the square."""
        return 1 + row * self.n + column

    def no_queen_in(self, row: int) -> Literals:
        """Return the literals that say that no square of the row has a queen: never all true."""
        return tuple(-self.literal(row, column) for column in self.board.columns(row))

    def note(self, literal: Literal, why: Why | None) -> None:
        """Note that a literal is true; a decision or its refutation has no cause."""
        self.at[literal] = len(self.true)
        self.true.append(literal)
        self.why.append(why)

    def prune(self, row: int, columns: int, cause: Why | None) -> bool:
        """Prune as `Domains` does, noting each square and the queen of a row that this fixed."""
        pruned = self.of[row] & columns
        if self.trace and cause:
            for column in columns_of(pruned):
                self.trace.pruned(row, column, self.told(self.literal(row, column), cause))
        return pruned > 0 and self.leave(row, self.of[row] & ~columns, cause)

    def leave(self, row: int, kept: int, cause: Why | None) -> bool:
        """Leave only the columns `kept` to a row; return whether that fixed it."""
        domain = self.of[row]
        if kept == domain:
            return False
        self.trail.append((row, domain))
        self.of[row] = kept
        for column in columns_of(domain & ~kept):
            self.note(-self.literal(row, column), cause)
        if not kept:
            raise Failure(row)
        if kept & (kept - 1):
            return False
        queen = self.literal(row, kept.bit_length() - 1)
        if queen not in self.at:  # not placed by `make_false`
            self.note(queen, lambda _: without(-queen, self.no_queen_in(row)))
        return True

    def attack_from(self, queen_row: int) -> Callable[[Square], Cause]:
        """Return the cause of squares pruned by a queen who may be gone when it is asked."""
        queen = (queen_row, self.of[queen_row].bit_length() - 1)
        return lambda square: Attack(queen, self.board.shared(queen, square) or "")

    def make_false(self, literal: Literal, why: Why | None) -> list[int]:
        """Prune a square, or place a queen if "none there" is to be false; return the row if fixed.

        Raises Failure if that leaves the row without a column.
        """
        row, column = divmod(abs(literal) - 1, self.n)
        if literal > 0:
            return [row] if self.prune(row, 1 << column, why) else []
        self.note(-literal, why)
        if self.trace and why:
            for other in columns_of(self.of[row] & ~(1 << column)):
                self.trace.pruned(row, other, self.told(literal, why))
        self.leave(row, 1 << column, lambda _: (-literal,))
        return [row]

    def told(self, literal: Literal, why: Why) -> Cause:
        """Return why a literal is false, for a trace."""
        cause = why(divmod(abs(literal) - 1, self.n))
        return self.as_nogood((literal, *cause)) if isinstance(cause, tuple) else cause

    def as_nogood(self, literals: Literals) -> Nogood:
        """Return the nogood with its squares, for a trace."""
        return Nogood(tuple(map(self.spelled, literals)))

    def spelled(self, literal: Literal) -> tuple[int, int, bool]:
        """Return row, column and whether a queen is there."""
        return (*divmod(abs(literal) - 1, self.n), literal > 0)

    def causes(self, literal: Literal) -> Literals | None:
        """Return the literals that made this one true, all before it; None for a decision."""
        why = self.why[self.at[literal]]
        if why is None:
            return None
        cause = why(divmod(abs(literal) - 1, self.n))
        if isinstance(cause, Attack):
            return (self.literal(*cause.queen),)
        assert isinstance(cause, tuple), f"no literals are known for {cause}"
        return cause

    def most_likely_to_fail(self) -> Square | None:
        """Return the row with the fewest columns left and its leftmost; None if all are fixed."""
        undecided = [
            (domain.bit_count(), domain & -domain, row)
            for row, domain in enumerate(self.of)
            if domain & (domain - 1)
        ]
        if not undecided:
            return None
        _, leftmost, row = min(undecided)
        return row, leftmost.bit_length() - 1

    def fails(self, row: int | None) -> Literals:
        """Return the literals that leave a row no column, which are never all true."""
        assert row is not None, "a row it is that fails here"
        if self.trace:
            self.trace.failure(row)
        return self.no_queen_in(row)

    def decide(self, row: int, column: int) -> list[int]:
        """Place a queen by choice; return the row."""
        literal = self.literal(row, column)
        if self.trace:
            self.trace.decision(row, column)
        self.decisions.append((literal, len(self.true), len(self.trail)))
        return self.make_false(-literal, None)

    def back_to(self, level: int) -> None:
        """Take back all decisions but the first `level`, and what followed from them."""
        if level < len(self.decisions):
            if self.trace:
                for decision, _, _ in reversed(self.decisions[level:]):
                    self.trace.backtrack(*divmod(decision - 1, self.n))
            _, true, trail = self.decisions[level]
            self.undo(trail)
            for literal in self.true[true:]:
                del self.at[literal]
            del self.decisions[level:], self.true[true:], self.why[true:]

    def level_of(self, literal: Literal) -> int:
        """Return how many decisions had been taken when a literal became true."""
        return bisect_right(self.decisions, self.at[literal], key=lambda decision: decision[1])

    def explain(self, conflict: Literals) -> Literals:
        """Return the nogood of the first unique implication point, that literal first."""
        start = self.decisions[-1][1]
        nogood = set(conflict)
        left = sum(self.at[literal] >= start for literal in nogood)
        for literal in reversed(self.true):
            if literal in nogood:
                if left == 1:
                    break
                nogood.remove(literal)
                new = set(self.causes(literal) or ()) - nogood
                left += sum(self.at[other] >= start for other in new) - 1
                nogood |= new
        nogood = {other for other in nogood if self.at[other] >= self.facts}
        kept = [other for other in nogood if other != literal and not self.follows(other, nogood)]
        return (literal, *sorted(kept, key=self.at.__getitem__, reverse=True))

    def implications(self, conflict: Literals, point: Literal) -> Implications:
        """Return what was asked for to explain a conflict, back to the implication point."""
        asked = set(conflict)
        causes: dict[Literal, Literals] = {}
        for literal in reversed(self.true[self.at[point] + 1 :]):
            if literal in asked:
                causes[literal] = self.causes(literal) or ()
                asked.update(causes[literal])
        shown = [one for one in self.true[self.facts :] if one in asked]
        place = {literal: index for index, literal in enumerate(shown)}
        return Implications(
            tuple((*self.spelled(one), self.level_of(one)) for one in shown),
            tuple(tuple(place[c] for c in causes.get(one, ()) if c in place) for one in shown),
            tuple(place[one] for one in conflict if one in place),
        )

    def follows(self, literal: Literal, nogood: set[Literal]) -> bool:
        """Return whether others of the nogood made this literal true: it may be left out."""
        causes = self.causes(literal)
        return causes is not None and all(
            other in nogood or self.at[other] < self.facts for other in causes
        )


def without(literal: Literal, literals: Literals) -> Literals:
    """Return the other literals."""
    return tuple(other for other in literals if other != literal)


def because(nogood: Literals) -> Why:
    """Return the cause of a nogood's first literal being false: the others are true."""
    return lambda _: without(nogood[0], nogood)
