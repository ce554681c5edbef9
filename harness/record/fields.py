"""Between JSON and the classes of the record: fields that say what they are, and boards.

A board goes out and comes in by one function each way, in records as in the messages to the
processes that runs are made in.
"""

from __future__ import annotations

import dataclasses
import json
import math
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from harness.record.lines import Fields
from queens import Board
from queens.forms.data import board_from_data, board_to_data

Made = TypeVar("Made")
Reader = Callable[[Any], Any]

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


@lru_cache(maxsize=4096)  # a record names each of its boards in many lines
def _board(text: str) -> Board:
    return board_from_data(json.loads(text))


def filled(kind: type[Made], fields: Mapping[str, Any], **known: Any) -> Made:
    """Return a `kind` with the values of `fields`, `known` ones before them.

    Raises ValueError, with the field's name, for a value of another type than it declares.
    """
    for name, read in _readers_of(kind).items():  # type: ignore[arg-type]  # a class is hashable
        if name not in known:
            value = fields if name == "board" else fields.get(name)
            if value is not None:
                try:
                    known[name] = read(value)
                except ValueError as error:
                    raise ValueError(f"{name}: {error}") from error
    return kind(**known)


@lru_cache(maxsize=32)
def _readers_of(kind: type) -> dict[str, Reader]:
    types = get_type_hints(kind)
    return {one.name: _reader(types[one.name]) for one in dataclasses.fields(kind)}


def _reader(declared: Any) -> Reader:
    """Return what reads a value of the JSON as the type that its field declares."""
    if declared is Board:
        return board_of
    if dataclasses.is_dataclass(declared):
        return partial(filled, declared)  # type: ignore[arg-type]  # a class, not its object
    if get_origin(declared) is list:
        read = _reader(get_args(declared)[0])
        return lambda values: [read(one) for one in values]
    if get_origin(declared) is dict:
        return lambda value: _object(json.dumps(value))
    if NoneType in get_args(declared):
        return _reader(next(one for one in get_args(declared) if one is not NoneType))
    return {str: _text, int: _whole, float: _real, bool: _truth}.get(declared, _value)


# lines repeat their names, reasons, digests and counters: each is kept once
def _text(value: Any) -> str:
    return sys.intern(str(value))


def _value(value: Any) -> Any:
    return sys.intern(value) if type(value) is str else value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"a whole number is expected, got {_shortly(value)}")
    return value


def _real(value: Any) -> float:
    # a whole number stays one: it is written as it was read
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"a number is expected, got {_shortly(value)}")
    return value  # type: ignore[no-any-return]  # as the line above says


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"true or false is expected, got {_shortly(value)}")
    return value


def _shortly(value: Any) -> str:
    return repr(value)[:60]


@lru_cache(maxsize=4096)
def _object(text: str) -> Any:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(f"an object is expected, got {text[:60]}")
    return found


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
