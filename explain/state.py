"""The state of a search after each of its steps: domains, open decisions, squares ruled out."""

from __future__ import annotations

from explain.record import (
    BACKTRACK,
    DECISION,
    PRUNED,
    REFUTATION,
    REJECTION,
    RecordError,
    Step,
)
from queens import Board, Square


class State:
    """Domains and decisions, changed by `apply` one step after another.

    `ruled_out` holds, for every square that was refused, pruned or refuted since the decisions
    that are open, the number of the step that did it.
    """

    def __init__(self, board: Board) -> None:
        self.domains = [set(board.columns(row)) for row in range(board.n)]
        self.decisions: list[Square] = []
        self.ruled_out: dict[Square, int] = {}
        self._saved: list[tuple[list[set[int]], dict[Square, int]]] = []

    def apply(self, index: int, step: Step) -> None:
        """Go on by step number `index`; raise RecordError if it does not fit what went before."""
        kind = step[0]
        if kind not in (DECISION, BACKTRACK, REFUTATION, REJECTION, PRUNED):
            return
        row, column = square = step[2], step[3]
        if kind == DECISION:
            self._require(column in self.domains[row], index, square, "is not open")
            self._saved.append(([set(domain) for domain in self.domains], dict(self.ruled_out)))
            self.decisions.append(square)
            self.domains[row] = {column}
        elif kind == BACKTRACK:
            self._require(self.decisions[-1:] == [square], index, square, "is not the last decided")
            self.decisions.pop()
            self.domains, self.ruled_out = self._saved.pop()
        else:
            if kind != REJECTION:
                self._require(column in self.domains[row], index, square, "is not open")
                self.domains[row].discard(column)
            self.ruled_out[square] = index

    def _require(self, fits: bool, index: int, square: Square, fault: str) -> None:
        if not fits:
            raise RecordError(f"step {index}: the square {square} {fault}")

    def queens(self) -> dict[int, int]:
        """Return the columns of the queens that stand, by row: decided, or the row's last column.

        None stand where a row has no column left: that state is a failure.
        """
        if not all(self.domains):
            return dict(self.decisions)
        return {row: min(domain) for row, domain in enumerate(self.domains) if len(domain) == 1}
