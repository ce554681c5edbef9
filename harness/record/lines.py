"""A file of JSON objects, one a line: appended and synced to disk, and read again.

Records are such files, and so are checkpoints; what the lines mean is not known here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

Fields = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True)
class Unknown:
    """In the place of a line of a kind that this version does not know."""

    kind: ClassVar[str] = "unknown"


class RecordError(Exception):
    """A record cannot be read; the message names the file, the line and what is wrong."""


class RecordWriter:
    """Appends lines to a file, each synced before `append` returns."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        _drop_torn_line(path)
        self._file = path.open("a", encoding="utf-8")

    def append(self, line: Fields) -> None:
        """Write one line and sync it."""
        self._file.write(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; every line is on disk already."""
        self._file.close()


def _drop_torn_line(path: Path) -> None:
    """Cut a last line without its newline: the event it began was never finished."""
    if path.exists():
        with path.open("rb") as lines:
            whole = sum(len(line) for line in lines if line.endswith(b"\n"))
        if whole != path.stat().st_size:
            os.truncate(path, whole)


def read_lines(path: Path) -> Iterator[Fields]:
    """Yield the JSON objects of the file at `path`, a torn last line left out.

    Raises RecordError for a file that is missing or a line that is no JSON object.
    """
    for number, line in enumerate(_whole_lines(path), start=1):
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:  # the latter: nested a thousand deep
            raise RecordError(f"{path} line {number} is no JSON: {error}") from error
        if not isinstance(fields, dict):
            raise RecordError(f"{path} line {number} is no event: {line[:60]}")
        yield fields


def _whole_lines(path: Path) -> Iterator[str]:
    """Yield the lines that have a newline: one at a time, so that a file may be of any size."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for line in file:
                if line.endswith("\n"):
                    yield line[:-1]
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no record: {error}") from error
