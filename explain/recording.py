"""Records of approaches' searches: each run once, whole or to its first solution, and observed."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType

from explain.record import Record, Search
from explain.recorder import STEPS_AT_MOST, CannotShow, Recorder
from queens import Board, GaveUp, Unsupported, first_solution
from queens.names import resolve_approach
from queens.registry import read_page


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
    module = importlib.import_module(approach.module)
    description = read_page(approach.path).description
    search = Search(name, description, "one" if first_only else "all")
    recorder = Recorder(search, depth, steps_at_most)
    if not hasattr(module, "solve_all"):
        raise CannotShow(_not_observable(name))
    try:
        _run(module, board, recorder, first_only)
    except (GaveUp, Unsupported) as reason:
        raise CannotShow(f"{name} has no search of this board to show: {reason}") from None
    if not recorder.event_count and not _reports(module):
        raise CannotShow(_not_observable(name))
    recorder.finish(is_complete=not (first_only and recorder.solution_count))
    return search


def _run(module: ModuleType, board: Board, recorder: Recorder, first_only: bool) -> None:
    if first_only:
        first_solution(module.solve_all, board, recorder)
    else:
        recorder.search.counters = module.solve_all(board, lambda queens: None, recorder)


def _reports(module: ModuleType) -> bool:
    """Return whether the approach reports anything of a search that has something to report."""
    recorder = Recorder(Search(module.__name__, "", "all"))
    module.solve_all(Board(4), lambda queens: None, recorder)
    return recorder.event_count > 0


def _not_observable(name: str) -> str:
    return (
        f"{name} cannot be observed, its search reports no steps: take one that does, "
        f"such as boolean_flags, alldifferent or original_cp"
    )
