"""What a record must be before it is believed: its shape, and its steps one after another."""

from __future__ import annotations

from typing import Any

from explain.record import (
    BACKTRACK,
    CHECK,
    DECISION,
    FAILURE,
    HIDDEN,
    KINDS,
    PROPAGATOR,
    PRUNED,
    REFUTATION,
    REJECTION,
    SCHEMA,
    SOLUTION,
    RecordError,
    Search,
    Step,
)
from explain.state import State
from queens import Attack, Board, Cause, HallSet, NoSupport

LENGTHS = {
    DECISION: 4,
    REFUTATION: 4,
    CHECK: 4,
    REJECTION: 5,
    PROPAGATOR: 3,
    PRUNED: 5,
    FAILURE: 3,
    BACKTRACK: 4,
    HIDDEN: 5,
}


def check_shape(data: Any) -> None:
    """Raise RecordError, in one line, unless `data` has the shape that the schema describes."""
    import json

    import jsonschema

    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    errors = jsonschema.Draft202012Validator(schema).iter_errors(data)
    error = next(iter(errors), None)
    if error is not None:
        message = error.message if len(error.message) < 120 else error.message[:117] + "..."
        raise RecordError(f"{error.json_path}: {message}")


def check_search(board: Board, search: Search) -> None:
    """Raise RecordError unless every index of the search has a target and every step a reason."""
    for place in search.places:
        for listing, line in place:
            if listing >= len(search.listings) or line >= len(search.listings[listing].lines):
                raise RecordError(f"{search.approach}: a place points at no line of its listings")
    for listing_ in search.listings:
        if len(listing_.numbers) != len(listing_.lines):
            raise RecordError(f"{search.approach}: a listing needs a number for each line")
    for cause in search.causes:
        if not _is_on(board, cause):
            raise RecordError(f"{search.approach}: the cause {cause} is off the board")
    state = State(board)
    try:
        for index, step in enumerate(search.steps):
            check_step(board, search, index, step)
            state.apply(index, step)
    except RecordError as error:
        raise RecordError(f"{search.approach}, {error}") from None


def check_step(board: Board, search: Search, index: int, step: Step) -> None:
    """Raise RecordError unless the numbers of the step are in their ranges."""
    kind, n = step[0], board.n
    if not 0 <= kind < len(KINDS):
        raise RecordError(f"step {index}: there is no kind {kind}")
    length = 2 + n if kind == SOLUTION else LENGTHS[kind]
    if len(step) != length:
        raise RecordError(f"step {index}: a {KINDS[kind]} has {length} numbers, got {len(step)}")
    ranges = {
        PROPAGATOR: [range(len(search.propagators))],
        FAILURE: [range(-1, n)],
        HIDDEN: [range(10**9)] * 3,
        SOLUTION: [range(n)] * n,
    }.get(kind, [range(n), range(n), range(len(search.causes))])
    for number, allowed in zip(step[1:], [range(len(search.places)), *ranges], strict=False):
        if number not in allowed:
            raise RecordError(f"step {index}: {number} is out of range in a {KINDS[kind]}")


def _is_on(board: Board, cause: Cause) -> bool:
    rows: tuple[int, ...] = ()
    if isinstance(cause, Attack):
        rows = cause.queen
    elif isinstance(cause, HallSet):
        rows = cause.rows
    elif isinstance(cause, NoSupport):
        rows = (cause.row,)
    return all(0 <= row < board.n for row in rows)
