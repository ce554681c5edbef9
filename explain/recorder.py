"""Recording: an approach runs once and is observed, and every step that it reports is kept.

`record` does so for several approaches; `Recorder` is the trace that they report to.

The searches are those of the approaches, unchanged. Two things are added. A search that
leaves a node without a child, a solution or a failure (plain backtracking, which only runs
out of columns) has a failure noted there, in the row it ran out of. And with a `depth`,
what happens deeper is counted and not kept.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from types import FrameType, ModuleType
from typing import Any

from explain.record import Kind, Record, Search
from explain.source import source_of
from explain.watched import NotFollowed, watched_search
from queens import (
    Board,
    Cause,
    GaveUp,
    Implications,
    Nogood,
    Queens,
    Unsupported,
    first_solution,
)
from queens.loading import load
from queens.names import resolve_approach
from queens.registry import ROOT, Approach, read_page

STEPS_AT_MOST = 60_000
"""Steps a search may have to be drawn: plain backtracking has 33,500 at n = 8."""
EVENTS_AT_MOST = 3_000_000
"""Events a search may report, hidden ones included: some ten seconds."""

OBSERVED_FOLDERS = tuple(str(ROOT / folder) for folder in ("handwritten", "models"))


class CannotShow(ValueError):
    """What was asked for cannot be shown; the message says why and what to do, in one line."""


def record(
    board: Board,
    approaches: Sequence[str],
    *,
    first_only: bool = False,
    depth: int | None = None,
    steps_at_most: int = STEPS_AT_MOST,
) -> Record:
    """Return the record of these approaches' searches of `board`.

    Raises CannotShow for a name that is none, an approach that is not installed, does not
    take the board or cannot be observed, and a search that is too large.
    """
    names = list(dict.fromkeys(approaches))
    searches = [_record_search(board, name, first_only, depth, steps_at_most) for name in names]
    return Record(board, searches)


def _record_search(
    board: Board, name: str, first_only: bool, depth: int | None, steps_at_most: int
) -> Search:
    try:
        approach = resolve_approach(name)
    except ValueError as error:
        raise CannotShow(str(error)) from None
    module = load(approach)
    solve_all = _observable(module, approach)
    task = "one" if first_only else "all"
    search = Search(approach.name, read_page(approach.path).description, task)
    recorder = Recorder(search, depth, steps_at_most, str(approach.path))
    try:
        if first_only:
            first_solution(solve_all, board, recorder)
        else:
            search.counters = solve_all(board, lambda queens: None, recorder) or {}
    except NotFollowed:
        raise CannotShow(_not_followed(name)) from None
    except (GaveUp, Unsupported) as reason:
        raise CannotShow(f"{name} has no search of this board to show: {reason}") from None
    recorder.finish(is_complete=not (first_only and recorder.solution_count))
    return search


def _observable(module: ModuleType, approach: Approach) -> Callable[..., Any]:
    """Return the search that reports to a trace: by itself, or by what it reads of the board."""
    solve_all = getattr(module, "solve_all", None)
    if solve_all is not None and "trace" in inspect.signature(solve_all).parameters:
        recorder = Recorder(Search(module.__name__, "", "all"))
        solve_all(Board(4), lambda queens: None, trace=recorder)
        if recorder.event_count:
            return lambda board, on_solution, trace: solve_all(board, on_solution, trace=trace)
    if solve_all is None or approach.file is None:
        raise CannotShow(
            f"{approach.name} cannot be observed, its search reports no steps: take one that "
            f"does, such as boolean_flags, alldifferent or original_cp"
        )
    return lambda board, on_solution, trace: watched_search(solve_all, board, trace, on_solution)


def _not_followed(name: str) -> str:
    return (
        f"{name} cannot be followed: it reports no steps, and does not loop over "
        "board.columns(row) row by row; let it report to a trace (docs/write-your-own.md)"
    )


@dataclass
class Open:
    """A decision not taken back: its row, and what has been seen below it."""

    row: int
    is_fruitful: bool = False  # a child, a solution or a failure was reported
    last_checked_row: int | None = None


class Recorder:
    """A trace that writes down what it is told into `search`."""

    def __init__(
        self,
        search: Search,
        depth: int | None = None,
        steps_at_most: int = STEPS_AT_MOST,
        own: str = "",
    ) -> None:
        self._observed = (*OBSERVED_FOLDERS, own) if own else OBSERVED_FOLDERS
        self.search = search
        self.depth_at_most = depth
        self.steps_at_most = steps_at_most
        self.event_count = 0
        self.solution_count = 0
        self.open = [Open(-1)]  # the start of the search, never taken back
        self.hidden = [0, 0, 0]  # nodes, failures, solutions
        self._causes: dict[Cause, int] = {}
        self._names: dict[str, int] = {}
        self._frames: dict[tuple[tuple[str, int], ...], int] = {}

    # what the search reports

    def decision(self, row: int, column: int) -> None:
        """Write down a queen placed: a node."""
        self.open[-1].is_fruitful = True
        self.open.append(Open(row))
        self._add(Kind.DECISION, row, column)

    def refutation(self, row: int, column: int) -> None:
        """Write down that `not (row, column)` is entered."""
        self._add(Kind.REFUTATION, row, column)

    def check(self, row: int, column: int) -> None:
        """Write down a square to be checked."""
        self.open[-1].last_checked_row = row
        self._add(Kind.CHECK, row, column)

    def rejection(self, row: int, column: int, cause: Cause) -> None:
        """Write down a candidate refused."""
        self._add(Kind.REJECTION, row, column, self._causes.setdefault(cause, len(self._causes)))

    def propagator(self, name: str) -> None:
        """Write down that a propagator runs."""
        self._add(Kind.PROPAGATOR, self._names.setdefault(name, len(self._names)))

    def pruned(self, row: int, column: int, cause: Cause) -> None:
        """Write down a square that leaves its row's domain."""
        self._add(Kind.PRUNED, row, column, self._causes.setdefault(cause, len(self._causes)))

    def failure(self, row: int | None) -> None:
        """Write down that a row has no column left."""
        self.open[-1].is_fruitful = True
        self._add(Kind.FAILURE, -1 if row is None else row)

    def learned(self, nogood: Nogood, back: int, graph: Implications) -> None:
        """Write down a nogood learned, and how many decisions stay."""
        cause = self._causes.setdefault(nogood, len(self._causes))
        self._add(Kind.LEARNED, cause, back, len(self.search.graphs))
        if not self._is_hidden():
            self.search.graphs.append(graph)

    def backtrack(self, row: int, column: int) -> None:
        """Write down a queen taken back, and that nothing was found below it if so."""
        self._note_failure()
        if self._depth() == self.depth_at_most:
            self._end_hidden()
        self._add(Kind.BACKTRACK, row, column)
        self.open.pop()

    def solution(self, queens: Queens) -> None:
        """Write down a solution."""
        self.open[-1].is_fruitful = True
        self.solution_count += 1
        self._add(Kind.SOLUTION, *queens)

    # what is made of it

    def finish(self, is_complete: bool) -> None:
        """Settle what the steps point into; `is_complete` unless it was truncated."""
        if is_complete:
            self._note_failure()
        self._end_hidden()
        self.search.causes = list(self._causes)
        self.search.propagators = list(self._names)
        self._settle_places()

    def _depth(self) -> int:
        return len(self.open) - 1

    def _is_hidden(self) -> bool:
        return self.depth_at_most is not None and self._depth() > self.depth_at_most

    def _note_failure(self) -> None:
        node = self.open[-1]
        if not node.is_fruitful:
            rows = {decision.row for decision in self.open}
            next_row = next(row for row in range(len(rows) + 1) if row not in rows)
            checked = node.last_checked_row
            self.failure(next_row if checked is None else checked)

    def _end_hidden(self) -> None:
        if self.hidden != [0, 0, 0]:
            counts, self.hidden = self.hidden, [0, 0, 0]
            self._write(Kind.HIDDEN, sys._getframe(2), *counts)

    def _add(self, kind: int, *numbers: int) -> None:
        self.event_count += 1
        if self.event_count > EVENTS_AT_MOST:
            raise CannotShow(self._too_large(f"{EVENTS_AT_MOST:,} steps, too many to record"))
        if self._is_hidden():
            for place, counted in enumerate((Kind.DECISION, Kind.FAILURE, Kind.SOLUTION)):
                self.hidden[place] += kind == counted
        else:
            self._write(kind, sys._getframe(2), *numbers)

    def _write(self, kind: int, frame: FrameType, *numbers: int) -> None:
        if len(self.search.steps) == self.steps_at_most:
            raise CannotShow(self._too_large(f"{self.steps_at_most:,} steps, too many to show"))
        frames = _observed_frames(frame, self._observed)
        place = self._frames.setdefault(frames, len(self._frames))
        self.search.steps.append((kind, place, *numbers))

    def _too_large(self, amount: str) -> str:
        return (
            f"{self.search.approach} has more than {amount}: take a smaller n, "
            f"--first for the first solution only, or, but for a table, --depth 2 for the top "
            f"of the tree"
        )

    def _settle_places(self) -> None:
        """Turn (file, line) into (listing, line of the listing) and fill the listings."""
        shown = [
            [(name, source_of(name).at(line)) for name, line in frames] for frames in self._frames
        ]
        lines: dict[str, set[int]] = {}
        for name, line in chain.from_iterable(shown):
            lines.setdefault(name, set()).add(line)
        listings = [source_of(name).listing(numbers) for name, numbers in lines.items()]
        place_of = {
            (name, number): (index, at)
            for index, name in enumerate(lines)
            for at, number in enumerate(listings[index].numbers)
        }
        self.search.listings = listings
        self.search.places = [[place_of[line] for line in frames] for frames in shown] or [[]]


def _observed_frames(
    frame: FrameType | None, observed: tuple[str, ...]
) -> tuple[tuple[str, int], ...]:
    """Return file and line of the approach's functions that are running, innermost first.

    Of a recursive function, only the innermost call. A monitor watches a solver and is no
    part of it: the line shown is the approach's own, which runs the solver.
    """
    frames: list[tuple[str, int]] = []
    seen = set()
    while frame and frame.f_code not in seen:
        code = frame.f_code
        is_own = code.co_filename.startswith(observed)
        if is_own and not code.co_filename.endswith("_monitor.py"):
            frames.append((code.co_filename, frame.f_lineno))
        seen.add(code)
        frame = frame.f_back
    return tuple(frames)
