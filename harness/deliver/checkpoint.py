"""A checkpoint: which parts of a long count are done, so that it can be resumed.

A file of JSON lines, each appended and synced before the next part is taken:

    checkpoint   the first line: schema_version, approach, the board (n, placed, blocked, rule),
                 task, depth, versions {}
    part         prefix [[row, column], ...], count, digest, solve_s; of an approach that
                 divides its count by itself (depth null): number, of, count

A last line without its newline was being written when the process was killed: that part is
done again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.deliver.parts import PartAnswer, PartsError, Task
from harness.record.lines import Fields, RecordError, RecordWriter, read_lines
from queens import Board, Part
from queens.forms.data import board_to_data
from queens.registry import Approach, version_of

SCHEMA_VERSION = 1
_BEGINNING = '{"kind": "checkpoint"'


@dataclass(frozen=True)
class Job:
    """What a checkpoint belongs to. A job is resumed only if it is the same in every field.

    `depth` is None for an approach that divides its count by itself.
    """

    approach: str
    board: Board
    task: Task
    depth: int | None

    def fields(self) -> Fields:
        """Return what the first line says of the job."""
        board = {"rule": None, **board_to_data(self.board)}
        return {"approach": self.approach, **board, "task": self.task, "depth": self.depth}


class Checkpoint:
    """The parts that are done, read from a file and added to it.

    Raises RecordError for a file that belongs to another job, is not a checkpoint, or is
    being written by another process.
    """

    def __init__(self, path: Path, job: Job, versions: Mapping[str, str]) -> None:
        self.path = path
        self.done: list[PartAnswer] = []
        self.counted: dict[int, int] = {}
        self.total: int | None = None
        self.note: str | None = None
        self._lock = _lock(path)
        try:
            events = _read(path)
            if events:
                self._resume(events, job, versions)
            self._writer = RecordWriter(path)
        except BaseException:
            os.close(self._lock)
            raise
        if not events:
            header = {"kind": "checkpoint", "schema_version": SCHEMA_VERSION, **job.fields()}
            self._writer.append({**header, "versions": dict(versions)})
            _sync_folder(path.parent)

    def _resume(self, events: list[Fields], job: Job, versions: Mapping[str, str]) -> None:
        _refuse_another_job(self.path, events[0], job)
        self.note = _changed_versions(events[0].get("versions", {}), versions)
        parts = (event for event in events[1:] if event.get("kind") == "part")
        if job.depth is None:
            self._resume_numbers(list(parts))
        else:
            self.done = [_answer(self.path, event) for event in parts]

    def _resume_numbers(self, parts: list[Fields]) -> None:
        if self.note:  # its parts may be others now, under the same numbers
            raise RecordError(
                f"{self.path} is from other versions: {self.note}; choose another path"
            )
        for event in parts:
            try:
                number, self.total, count = (int(event[name]) for name in ("number", "of", "count"))
            except (KeyError, TypeError, ValueError) as error:
                raise RecordError(f"{self.path} has a part that cannot be read: {event}") from error
            if number in self.counted:
                raise RecordError(f"{self.path} has part {number} twice; choose another path")
            self.counted[number] = count

    def add_number(self, part: Part) -> None:
        """Put a numbered part on disk as done."""
        if self.total not in (None, part.total) or part.number in self.counted:
            raise PartsError(f"part {part.number} of {part.total} is not of {self.path}")
        self.total = part.total
        self.counted[part.number] = part.solutions
        fields = {"number": part.number, "of": part.total, "count": part.solutions}
        self._writer.append({"kind": "part", **fields})

    def add(self, answer: PartAnswer) -> None:
        """Put a part on disk as done."""
        self._writer.append(
            {
                "kind": "part",
                "prefix": answer.prefix,
                "count": answer.count,
                "digest": answer.digest,
                "solve_s": answer.solve_s,
            }
        )

    def close(self) -> None:
        """Close the file and let other processes use it; every line is on disk already."""
        self._writer.close()
        os.close(self._lock)


def saved_depth(path: Path) -> int | None:
    """Return the depth of the checkpoint at `path`, None if there is none yet."""
    events = _read(path)
    return events[0].get("depth") if events else None


def saved_approach(path: Path) -> str | None:
    """Return the approach of the checkpoint at `path`, None if there is none yet."""
    events = _read(path)
    return events[0].get("approach") if events else None


def versions_of(approach: Approach) -> dict[str, str]:
    """Return the versions that a checkpoint notes."""
    names = ("queens-compare", *approach.needs)
    return {name: version_of(name) or "" for name in names}


def division_of(approach: Approach) -> dict[str, str]:
    """Return what decides which part has which number: the approach's source and versions."""
    source = hashlib.sha256(approach.path.read_bytes()).hexdigest()[:12]
    return {approach.path.name: source} | versions_of(approach)


def _read(path: Path) -> list[Fields]:
    if not path.exists():
        return []
    try:
        content = path.read_bytes()[: len(_BEGINNING)]
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error
    if not _BEGINNING.encode().startswith(content):
        raise RecordError(f"{path} is not a checkpoint file; choose another path")
    return list(read_lines(path))


def _refuse_another_job(path: Path, header: Fields, job: Job) -> None:
    for field, wanted in job.fields().items():
        if header.get(field) != wanted:
            raise RecordError(
                f"{path} belongs to another job: its {field} is {_plain(header.get(field))}, this "
                f"one's is {_plain(wanted)}; choose another path, or the same {field}"
            )


def _plain(value: Any) -> str:
    """Return squares as they are typed, and other values cut to what fits a line."""
    is_squares = isinstance(value, list) and all(isinstance(one, list) for one in value)
    text = ",".join(f"{r}:{c}" for r, c in value) or "none" if is_squares else str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _squares(value: Any) -> Any:
    return tuple((row, column) for row, column in value or ())


def _changed_versions(before: Mapping[str, str], now: Mapping[str, str]) -> str | None:
    changed = [
        f"{name} was {before.get(name)}, is {now.get(name)}"
        for name in sorted({*before, *now})
        if before.get(name) != now.get(name)
    ]
    return "; ".join(changed) or None


def _answer(path: Path, event: Fields) -> PartAnswer:
    try:
        return PartAnswer(
            _squares(event["prefix"]), event["count"], event["digest"], event["solve_s"]
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{path} has a part that cannot be read: {event}") from error


def _lock(path: Path) -> int:
    """Lock the file until the descriptor returned is closed, or this process ends."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}") from error
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass  # Windows: two processes with one checkpoint are not detected there
    except OSError:
        os.close(descriptor)
        raise RecordError(f"{path} is in use by another process: wait for it to end") from None
    return descriptor


def _sync_folder(folder: Path) -> None:
    """Put the new file's name on disk too, where folders can be synced."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
