"""Boards from text, in the formats that people have; which one it is shows in the content.

    drawings    `Q` a queen, `.` `_` `-` open, `#` `x` blocked, with spaces between or not; `*` is
                the open square of a drawing that has no other, else blocked; 0 and 1 as a matrix
    regions     a grid of letters, numbers or colours, n of them; the drawings with walls that
                this project makes
    CSPLib      prob079: `letting n = ...`, `init` (queens placed, from 0), `diags` or `sumdiags`
                and `diffdiags` (diagonals excluded); prob080: `blocks` (from 1)
    facts       answer set programs: board(8). block(1,2). queen(3,4). (from 1)
    JSON        boards as records have them; {"n", "blocks"} (from 0); an object with `size` and
                `colorRegions`; lists of rows; lists of any of these, also one a line

A file may hold several boards: drawings and grids with an empty line between, `letting n` again,
JSON lists. Nothing in a file is executed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from queens.board import Board
from queens.forms.data import board_from_data
from queens.forms.draft import BoardFileError, Draft
from queens.forms.grids import cells, from_cells, from_drawings
from queens.forms.parameters import from_facts, from_parameters
from queens.rule import Rule

CHARACTERS_AT_MOST = 2**25
BOARDS_AT_MOST = 10_000


@dataclass(frozen=True)
class BoardFile:
    """The boards in a text, and in a line what the text was taken to mean."""

    boards: tuple[Board, ...]
    meaning: str


def read_boards(text: str, rule: Rule | None = None) -> BoardFile:
    """Return the boards in `text`; `rule` holds where the text names none, else queens.

    Raises BoardFileError, in one line, for a text that is no board, is too large, or names a
    rule of its own beside `rule`.
    """
    if len(text) > CHARACTERS_AT_MOST:
        raise BoardFileError(f"{len(text):,} characters are more than {CHARACTERS_AT_MOST:,}")
    content = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not content.strip():
        raise BoardFileError("it is empty: expected a board")
    drafts = list(_reader(content)(content))
    if len(drafts) > BOARDS_AT_MOST:
        raise BoardFileError(f"{len(drafts):,} boards are more than {BOARDS_AT_MOST:,}")
    boards = tuple(draft.board(rule) for draft in drafts)
    return BoardFile(boards, _meaning(drafts))


def _meaning(drafts: Sequence[Draft]) -> str:
    kinds = list(dict.fromkeys(draft.meaning for draft in drafts))
    count = f"{len(drafts)} boards: " if len(drafts) > 1 else ""
    return count + "; ".join(kinds)


def _reader(content: str) -> Callable[[str], Iterator[Draft]]:
    if content.lstrip()[0] in "{[":
        return _from_json
    if re.search(r"^\s*(letting\b|n\s*=|diags\s*=|blocks\s*=)", content, re.MULTILINE):
        return from_parameters
    if re.search(r"\b(board|block|queen)\(\s*\d", content):
        return from_facts
    return from_drawings


def _from_json(content: str) -> Iterator[Draft]:
    try:
        yield from _from_data(json.loads(content))
    except json.JSONDecodeError as error:
        lines = [line for line in content.split("\n") if line.strip()]
        try:
            values = [json.loads(line) for line in lines]
        except json.JSONDecodeError:
            raise BoardFileError(f"line {error.lineno} is not JSON: {error.msg}") from None
        for value in values:
            yield from _from_data(value)
    except RecursionError:
        raise BoardFileError("its lists are nested too deep for a board") from None


def _from_data(data: Any) -> Iterator[Draft]:
    if isinstance(data, dict):
        yield _from_object(data)
    elif not isinstance(data, list) or not data:
        raise BoardFileError(f"expected a board, got {json.dumps(data)[:60]}")
    elif _is_row(data[0]) and isinstance(data[0], list):
        yield from_cells([(1, [str(name) for name in _row(row)]) for row in data])
    elif isinstance(data[0], str):
        yield from_cells([(1, cells(str(row))) for row in data])
    else:
        for one in data:
            yield from _from_data(one)


def _is_row(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, (str, int)) for one in value)


def _row(value: Any) -> list[Any]:
    if not _is_row(value):
        raise BoardFileError(f"expected a row of squares, got {json.dumps(value)[:60]}")
    return list(value)


def _from_object(data: dict[str, Any]) -> Draft:
    grid = data.get("colorRegions", data.get("regions"))
    if grid is not None:
        if not isinstance(grid, list) or not grid:
            raise BoardFileError("colorRegions must be a list of rows")
        draft = from_cells([(1, [str(name) for name in _row(row)]) for row in grid])
        if data.get("size", draft.n) != draft.n:
            raise BoardFileError(f"size is {data['size']!r}, colorRegions has {draft.n} rows")
        return draft
    if "blocks" in data and "placed" not in data:
        data = {"n": data.get("n"), "blocked": data["blocks"]}
    try:
        board = board_from_data(data)
    except ValueError as error:
        raise BoardFileError(str(error)) from None
    rule = None if data.get("rule") is None else board.rule
    said = "JSON, rows and columns from 0"
    return Draft(board.n, said, board.placed, board.blocked, rule)
