"""Answers from a file: lists of solutions in every format this project writes, and plain lists.

    .npy .parquet          an array with a row an answer
    .csv                   a line an answer, with a header or without
    .jsonl .json           arrays, or objects with `queens`; one a line, or all in one list
    anything else          drawn boards with empty lines between, or a line an answer: columns
                           between spaces or commas (1 3 0 2), or a digit a row (1302)

Columns count from 0, or from 1 where no answer has a 0 and one has an n. Nothing in a file is
executed: arrays that hold Python objects are refused.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BYTES_AT_MOST = 2**30
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
QUEEN = frozenset("Qq♛♕")


class AnswerFileError(ValueError):
    """A file holds no answers; the message names what was expected."""


@dataclass(frozen=True)
class AnswerFile:
    """The answers of a file in its order, columns from 0; `base` is what they counted from there.

    An answer is a list of columns; what is no list of whole numbers is kept as it is.
    """

    answers: list[Any]
    n: int
    base: int
    format: str


def read_answers(path: Path, base: int | None = None, n: int | None = None) -> AnswerFile:
    """Return the answers in the file at `path`; raise AnswerFileError, in one line, if none.

    `base` and `n` hold where they are given; else the answers tell.
    """
    try:
        size = path.stat().st_size
        if size > BYTES_AT_MOST:
            raise AnswerFileError(f"{size:,} bytes are more than {BYTES_AT_MOST:,}")
        words, rows = _reader(path.suffix.lower())(path)
    except OSError as error:
        raise AnswerFileError(f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise AnswerFileError("it is not text, and no .npy or .parquet by name") from None
    if not rows and n is None:
        raise AnswerFileError("it holds no answers: say the size with -n")
    width = n if n is not None else _width(rows)
    counted_from = base if base is not None else _base(rows, width)
    answers = [_moved(row, counted_from) for row in rows] if counted_from else rows
    return AnswerFile(answers, width, counted_from, words)


def _width(rows: Sequence[Any]) -> int:
    """Return the length that most answers have."""
    lengths = [len(row) for row in rows if isinstance(row, list)]
    if not lengths:
        raise AnswerFileError("it holds no lists of columns")
    return max(set(lengths), key=lengths.count)


def _base(rows: Sequence[Any], n: int) -> int:
    columns = {one for row in rows if isinstance(row, list) for one in row if type(one) is int}
    return 1 if n in columns and 0 not in columns else 0


def _moved(row: Any, base: int) -> Any:
    if not isinstance(row, list):
        return row
    return [column - base if type(column) is int else column for column in row]


def _reader(ending: str) -> Callable[[Path], tuple[str, list[Any]]]:
    readers = {".npy": _npy, ".parquet": _parquet, ".csv": _csv, ".jsonl": _json, ".json": _json}
    return readers.get(ending, _text)


def _npy(path: Path) -> tuple[str, list[Any]]:
    import numpy as np

    try:
        array = np.load(path, allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise AnswerFileError(f"it is no array of numbers: {error}") from None
    if getattr(array, "ndim", 0) != 2 or array.dtype.kind not in "iu":
        raise AnswerFileError("expected an array of whole numbers with a row an answer")
    return "a NumPy array", array.tolist()


def _parquet(path: Path) -> tuple[str, list[Any]]:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise AnswerFileError(
            "reading .parquet needs pyarrow: pip install 'queens-compare[parquet]'"
        ) from None
    try:
        table = parquet.read_table(path)
    except pyarrow.ArrowException as error:
        raise AnswerFileError(f"it is no Parquet file: {' '.join(str(error).split())}") from None
    columns = [table[name].to_pylist() for name in table.column_names if name != "orbit_size"]
    return "a Parquet file", [list(row) for row in zip(*columns, strict=True)]


def _csv(path: Path) -> tuple[str, list[Any]]:
    rows = list(csv.reader(io.StringIO(_content(path))))
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    kept = slice(None)
    if rows and not all(re.fullmatch(r"\s*-?\d+\s*", cell) for cell in rows[0]):
        with_orbits = rows[0][-1].strip() == "orbit_size"
        kept = slice(None, -1) if with_orbits else slice(None)
        rows = rows[1:]
    return "CSV", [[_number(cell) for cell in row[kept]] for row in rows]


def _json(path: Path) -> tuple[str, list[Any]]:
    content = _content(path)
    try:
        if path.suffix.lower() == ".json" or content.lstrip().startswith("[["):
            data = json.loads(content)
            if not isinstance(data, list):
                raise AnswerFileError("expected a list of answers")
            return "a JSON list", [_queens(one) for one in data]
    except json.JSONDecodeError:
        pass  # a value a line, then
    except RecursionError:
        raise AnswerFileError("its lists are nested too deep for answers") from None
    return "JSON, an answer a line", list(_json_lines(content))


def _json_lines(content: str) -> Iterator[Any]:
    for number, line in enumerate(content.split("\n"), start=1):
        if line.strip():
            try:
                yield _queens(json.loads(line))
            except (json.JSONDecodeError, RecursionError):
                raise AnswerFileError(f"line {number} is not JSON: {line[:60]!r}") from None


def _queens(value: Any) -> Any:
    """Return the answer itself, where it stands in an object; a list of rows as columns."""
    answer = value.get("queens") if isinstance(value, dict) else value
    if isinstance(answer, list) and answer and all(isinstance(row, str) for row in answer):
        columns = [_drawn_column(row) for row in answer]
        return columns if None not in columns else answer
    return answer


def _text(path: Path) -> tuple[str, list[Any]]:
    content = _content(path)
    if content.lstrip()[:1] in ("[", "{"):
        return _json(path)
    if QUEEN.intersection(content):
        return "drawn boards", list(_drawn(content))
    lines = [line.strip() for line in content.split("\n") if line.strip()]
    return "a line an answer", [_line(line) for line in lines]


def _drawn(content: str) -> Iterator[list[Any]]:
    rows: list[Any] = []
    for line in [*content.split("\n"), ""]:
        if not line.strip():
            if rows:
                yield rows
            rows = []
        elif QUEEN.intersection(line) or re.fullmatch(r"[\s._#*|┃-]*[._#*-][\s._#*|┃-]*", line):
            rows.append(_drawn_column(line))


def _drawn_column(line: str) -> int | None:
    """Return the column of the one queen in a drawn row, None where there is not just one."""
    cells = re.sub(r"[┃|]", " ", line).split()
    marks = cells if len(cells) > 1 else list(line.strip())
    found = [column for column, mark in enumerate(marks) if mark in QUEEN]
    return found[0] if len(found) == 1 else None


def _line(line: str) -> Any:
    """Return the columns of a line; the size of an orbit, in brackets or after a space, is none."""
    plain = re.sub(r"\s*\(\d+\)$", "", line).strip("[]() ")
    parts = [part for part in re.split(r"[\s,;]+", plain) if part]
    is_digits = re.fullmatch(r"[0-9a-z]+", parts[0]) if parts else None
    if is_digits and len(parts[0]) > 3 and len(parts) <= 2:
        return [DIGITS.index(digit) for digit in parts[0]]
    return [_number(part) for part in parts]


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        return text


def _content(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
