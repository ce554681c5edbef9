"""Records read from JSON: checked against the schema, then step by step against the board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from explain.lines import group_words, step_names
from explain.record import (
    CAUSES,
    KINDS,
    SCHEMA,
    Kind,
    Listing,
    Record,
    RecordError,
    Search,
    State,
    Step,
)
from queens import Attack, Board, Cause, HallSet, Implications, Nogood, NoSupport
from queens.forms.data import board_from_data


def read(path: Path) -> Record:
    """Return the record in the file at `path`; raise RecordError, naming it, if there is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise RecordError(f"{path} is not JSON: {error}") from None
    try:
        return from_json(data)
    except RecordError as error:
        raise RecordError(f"{path} is not a record of searches: {error}") from None


def from_json(data: Any) -> Record:
    """Return the record in JSON data that anyone may have written, or raise RecordError.

    The shape is checked against the schema; then every index, row and column to what it points
    into, and every step to the steps before it. What passes can be drawn.
    """
    _check_shape(data)
    try:
        board = board_from_data(data["board"])
    except ValueError as error:
        raise RecordError(str(error)) from None
    searches = [_search_from_json(entry) for entry in data["searches"]]
    for search in searches:
        _check_search(board, search)
    if len({search.approach for search in searches}) < len(searches):
        raise RecordError("two of its searches have the same name")
    return Record(board, searches)


def _search_from_json(entry: dict[str, Any]) -> Search:
    return Search(
        approach=entry["approach"],
        description=entry["description"],
        task=entry["task"],
        steps=[tuple(step) for step in entry["steps"]],
        causes=[_cause_from_json(cause) for cause in entry["causes"]],
        propagators=entry["propagators"],
        places=[[(listing, line) for listing, line in place] for place in entry["places"]],
        listings=[Listing(one["path"], one["numbers"], one["lines"]) for one in entry["listings"]],
        counters=entry["counters"],
        graphs=[
            Implications(*(_tuples(graph[one]) for one in ("literals", "causes", "conflict")))
            for graph in entry.get("graphs", [])
        ],
    )


def _tuples(value: Any) -> Any:
    """Return lists, and lists in lists, as tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _check_shape(data: Any) -> None:
    """Raise RecordError, in one line, unless `data` has the shape that the schema describes."""
    import jsonschema  # takes long to import, and only reading needs it

    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    errors = jsonschema.Draft202012Validator(schema).iter_errors(data)
    error = next(iter(errors), None)
    if error is not None:
        message = error.message if len(error.message) < 120 else error.message[:117] + "..."
        raise RecordError(f"{error.json_path}: {message}")


def _check_search(board: Board, search: Search) -> None:
    """Raise RecordError unless every index of the search has a target and every step a reason."""
    for place in search.places:
        for listing, line in place:
            if listing >= len(search.listings) or line >= len(search.listings[listing].lines):
                raise RecordError(f"{search.approach}: a place points at no line of its listings")
    for listing_ in search.listings:
        if len(listing_.numbers) != len(listing_.lines):
            raise RecordError(f"{search.approach}: a listing needs a number for each line")
    numbers = {name: {*one.line.all_numbers} for name, one in group_words(board).items()}
    for cause in search.causes:
        if not _is_on(board, cause, numbers):
            raise RecordError(f"{search.approach}: the cause {cause} is off the board")
    for graph in search.graphs:
        if not _is_whole(board, graph):
            raise RecordError(f"{search.approach}: the graph {graph} is not whole")
    state = State(board)
    try:
        for index, step in enumerate(search.steps):
            _check_step(board, search, index, step)
            _check_fits(state, index, step)
            state.apply(index, step)
    except RecordError as error:
        raise RecordError(f"{search.approach}, {error}") from None


def _check_step(board: Board, search: Search, index: int, step: Step) -> None:
    """Raise RecordError unless the numbers of the step are in their ranges."""
    kind, n = step[0], board.n
    if not 0 <= kind < len(KINDS):
        raise RecordError(f"step {index}: there is no kind {kind}")
    squares = [range(n), range(n)]
    ranges = [range(len(search.places))]
    if kind in (Kind.REJECTION, Kind.PRUNED):
        ranges += [*squares, range(len(search.causes))]
    elif kind == Kind.LEARNED:
        ranges += [range(len(search.causes)), range(n + 1), range(len(search.graphs))]
    elif kind == Kind.PROPAGATOR:
        ranges += [range(len(search.propagators))]
    elif kind == Kind.FAILURE:
        ranges += [range(-1, n)]
    elif kind == Kind.SOLUTION:
        ranges += [range(n)] * n
    else:
        ranges += [range(10**9)] * 3 if kind == Kind.HIDDEN else squares
    if len(step) != 1 + len(ranges):
        raise RecordError(
            f"step {index}: a {KINDS[kind]} has {1 + len(ranges)} numbers, got {len(step)}"
        )
    for number, allowed in zip(step[1:], ranges, strict=True):
        if number not in allowed:
            raise RecordError(f"step {index}: {number} is out of range in a {KINDS[kind]}")
    if kind == Kind.LEARNED and not isinstance(search.causes[step[2]], Nogood):
        raise RecordError(f"step {index}: what is learned is a nogood, got cause {step[2]}")


def _check_fits(state: State, index: int, step: Step) -> None:
    """Raise RecordError unless the step can follow on those before it."""
    square = step[2:4]
    if step[0] in (Kind.DECISION, Kind.REFUTATION, Kind.PRUNED):
        if square[1] not in state.domains[square[0]]:
            raise RecordError(f"step {index}: the square {square} is not open")
    elif step[0] == Kind.BACKTRACK and state.decisions[-1:] != [square]:
        raise RecordError(f"step {index}: the square {square} is not the last decided")


def _is_on(board: Board, cause: Cause, numbers: dict[str, set[int]]) -> bool:
    """Return whether every line, square and number that a cause names is the board's."""
    if isinstance(cause, Attack):
        inside = all(0 <= number < board.n for number in cause.queen)
        names = {line.name for line in board.lines}.union(step_names(board))
        return inside and cause.line in names
    if isinstance(cause, HallSet):
        rows, values = numbers.get(cause.of, set()), numbers.get(cause.line, set())
        return rows.issuperset(cause.rows) and values.issuperset(cause.values)
    if isinstance(cause, Nogood):
        return all(max(row, column) < board.n for row, column, _ in cause.literals)
    return not isinstance(cause, NoSupport) or cause.row in numbers.get(cause.of, set())


def _is_whole(board: Board, graph: Implications) -> bool:
    """Return whether its squares are on the board and its arrows lead to earlier literals."""
    count = len(graph.literals)
    return (
        len(graph.causes) == count
        and all(max(row, column) < board.n for row, column, _, _ in graph.literals)
        and all(cause < place for place, causes in enumerate(graph.causes) for cause in causes)
        and all(place < count for place in graph.conflict)
    )


def _cause_from_json(data: dict[str, Any]) -> Cause:
    fields = {name: _tuples(value) for name, value in data.items() if name != "kind"}
    cause: Cause = CAUSES[data["kind"]](**fields)
    return cause
