"""A search that reports nothing, followed by what it reads: the columns of each row, one by one.

A search that loops over `board.columns(row)` shows where it is: the column it has read last is the
one it looks at, and reading those of another row says that the queen before stands. What it
hands over must be the queens that stand then, or it cannot be followed in this way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from queens import Board, Queens, Trace
from queens.trace import attack


class NotFollowed(Exception):
    """The columns that a search reads do not say where it is."""


def watched_search(
    solve_all: Callable[..., Any],
    board: Board,
    trace: Trace,
    on_solution: Callable[[Queens], None] = lambda queens: None,
) -> None:
    """Run a search and report to `trace` what its reading of columns tells.

    Raises NotFollowed for a search that reads no columns, or whose solutions are not the queens
    that stand by its reading.
    """
    watch = _Watch(board, trace)

    def take(answer: Any) -> None:
        watch.solution(tuple(answer))
        on_solution(tuple(answer))

    solve_all(_watched(board, watch), take)
    watch.end()


class _Watch:
    """Which queens stand, by what was read last: `standing`, and `tried`, not yet placed."""

    def __init__(self, board: Board, trace: Trace) -> None:
        self._board = board
        self._trace = trace
        self._standing: list[tuple[int, int]] = []
        self._tried: tuple[int, int] | None = None
        self._has_read = False

    def enter(self, row: int) -> None:
        """The columns of a row are asked for: the queen tried before stands, if it is above."""
        if self._tried is not None and self._tried[0] != row:
            self._place()
        self._back_to(row)

    def try_column(self, row: int, column: int) -> None:
        """A column is read."""
        self._has_read = True
        self._back_to(row)
        self._refuse()
        self._trace.check(row, column)
        self._tried = (row, column)

    def leave(self, row: int) -> None:
        """All columns of a row have been read."""
        self._back_to(row)
        self._refuse()

    def solution(self, queens: Queens) -> None:
        """A solution is handed over."""
        if self._tried is not None:
            self._place()
        if [column for _, column in sorted(self._standing)] != list(queens):
            raise NotFollowed
        self._trace.solution(queens)

    def end(self) -> None:
        """The search has returned."""
        self._back_to(-1)
        if not self._has_read and self._board.n:
            raise NotFollowed

    def _place(self) -> None:
        assert self._tried is not None
        self._standing.append(self._tried)
        self._trace.decision(*self._tried)
        self._tried = None

    def _refuse(self) -> None:
        """The column tried last was not taken: say which queen attacks it, if one does."""
        if self._tried is None:
            return
        row, column = self._tried
        self._tried = None
        if [one for one, _ in self._standing] == list(range(row)):
            queens = [queen for _, queen in self._standing]
            cause = attack(self._board, queens, row, column)
            if cause is not None:
                self._trace.rejection(row, column, cause)

    def _back_to(self, row: int) -> None:
        """Take back the queens of this row and of those entered after it."""
        rows = [one for one, _ in self._standing]
        if row in rows or row < 0:
            keep = rows.index(row) if row >= 0 else 0
            self._refuse()
            while len(self._standing) > keep:
                self._trace.backtrack(*self._standing.pop())


class _Columns(tuple[int, ...]):
    """The columns of a row, which say when each is read."""

    row: int
    watch: _Watch

    def __iter__(self) -> Iterator[int]:
        for column in super().__iter__():
            self.watch.try_column(self.row, column)
            yield column
        self.watch.leave(self.row)


def _watched(board: Board, watch: _Watch) -> Board:
    """Return the board, whose columns say when they are read."""

    class Watched(Board):
        """The board of a search that is followed."""

        def columns(self, row: int) -> Sequence[int]:
            watch.enter(row)
            columns = _Columns(board.columns(row))
            columns.row, columns.watch = row, watch
            return columns

    return Watched(board.n, board.placed, board.blocked, board.rule)
