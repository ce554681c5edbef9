"""Between JSON and the classes of the record: fields that say what they are, and boards.

A board goes out and comes in by one function each way, in records as in the messages to the
processes that runs are made in.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from harness.record.lines import Fields
from queens import Board
from queens.forms.data import board_from_data, board_to_data

Made = TypeVar("Made")

BOARD_FIELDS = {
    "n": "the board has n x n squares",
    "placed": "the queens that stand already, as [row, column] pairs counted from 0",
    "blocked": "the squares that no queen may take, as pairs alike",
    "rule": "the rule, by name or with its lines and steps; left out where it is queens",
}


def described(
    about: str,
    default: Any = None,
    factory: Callable[[], Any] | None = None,
    traced: bool = False,
) -> Any:
    """Return a field that says what it is."""
    metadata = {"about": about, "traced": traced}
    if factory is not None:
        return dataclasses.field(default_factory=factory, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def board_fields(board: Board) -> Fields:
    """Return a board as it is written to records and sent to other processes."""
    return board_to_data(board)


def board_of(fields: Mapping[str, Any]) -> Board:
    """Return the board that `board_fields` wrote. Raises ValueError where it is none."""
    known = {name: fields.get(name) for name in BOARD_FIELDS}
    return _board(json.dumps(known | {"n": known["n"] or 0}))


@lru_cache(maxsize=256)  # a record names each of its boards in many lines
def _board(text: str) -> Board:
    return board_from_data(json.loads(text))


def filled(kind: type[Made], fields: Mapping[str, Any], **known: Any) -> Made:
    """Return a `kind` with the values of `fields`, `known` ones before them."""
    types = _types_of(kind)  # type: ignore[arg-type]  # a class can be hashed
    for name in types.keys() - known.keys():
        value = fields if name == "board" else fields.get(name)
        if value is not None:
            known[name] = _read(types[name], value)
    return kind(**known)


@lru_cache(maxsize=32)
def _types_of(kind: type) -> dict[str, Any]:
    types = get_type_hints(kind)
    return {one.name: types[one.name] for one in dataclasses.fields(kind)}


def _read(declared: Any, value: Any) -> Any:
    """Return a value of the JSON as the type that its field declares."""
    if declared is Board:
        return board_of(value)
    if dataclasses.is_dataclass(declared):
        return filled(declared, value)  # type: ignore[arg-type]  # a class, not one of its objects
    if get_origin(declared) is list:
        (item,) = get_args(declared)
        return [_read(item, one) for one in value]
    return str(value) if declared is str else value


def plain(value: Any) -> Any:
    """Return an event, or a value of one, in JSON's types."""
    if isinstance(value, Board):
        return board_fields(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not dataclasses.is_dataclass(value):
        return value
    fields: Fields = {}
    for one in dataclasses.fields(value):
        item = plain(getattr(value, one.name))
        fields |= item if one.name == "board" else {one.name: item}
    return fields
