"""Solutions written as they come, in bounded memory: to a stream as text, or to a file.

A file is written as `FILE.partial` and renamed when all of it is on disk, so a file under its
final name is always whole. Formats that only grow at the end (all but Parquet) can be
truncated to the length that a checkpoint has noted, and written on from there.
The writers of arrays are in blocks.py.
"""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from harness.deliver.formats import TextFormat


class Writer(ABC):
    """Writes solutions; `count` is how many it has taken, those of a resumed run included."""

    count = 0

    @abstractmethod
    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Write a list of tuples or an array of shape (k, n), with the orbits' sizes if given."""

    @abstractmethod
    def flush(self) -> None:
        """Hand what was written to the system, so that readers see it."""

    @abstractmethod
    def finish(self) -> None:
        """Write what belongs at the end."""


class TextWriter(Writer):
    """Writes a text format to a stream that is already open."""

    def __init__(self, stream: IO[str], text: TextFormat) -> None:
        self._stream = stream
        self._text = text

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Write the solutions in the format."""
        self._stream.write(self._text.entries(solutions, orbit_sizes, self.count))
        self.count += len(solutions)

    def flush(self) -> None:
        """Flush the stream."""
        self._stream.flush()

    def finish(self) -> None:
        """Write the header if there was no solution."""
        self._stream.write("" if self.count else self._text.header())
        self._stream.flush()


class FileWriter(Writer):
    """Writes to `path`, which exists only when it is complete.

    With `resume_at`, what an earlier run wrote is kept up to that byte; the caller then sets
    `count`.
    """

    def __init__(self, path: Path, resume_at: int | None = None) -> None:
        self.path = path
        # a device or a named pipe is written directly: it cannot be renamed
        self.is_direct = path.exists() and not path.is_file()
        self.partial = path if self.is_direct else path.with_name(path.name + ".partial")
        self.file: IO[bytes] = self._open(resume_at)

    def _open(self, resume_at: int | None) -> IO[bytes]:
        if resume_at is None:
            return self.partial.open("wb")
        length = self.partial.stat().st_size if self.partial.exists() else -1
        if length < resume_at:
            raise ValueError(
                f"{self.partial} is shorter than the {resume_at} bytes that the checkpoint "
                "has noted: start again with another --checkpoint"
            )
        file = self.partial.open("r+b")
        file.truncate(resume_at)
        file.seek(resume_at)
        return file

    def sync(self) -> int:
        """Put what was written on disk; return the length of the file."""
        self.flush()
        os.fsync(self.file.fileno())
        return self.file.tell()

    def flush(self) -> None:
        """Flush the file."""
        self.file.flush()

    def close(self, is_whole: bool) -> None:
        """Close the file; rename it to `path` if it is whole."""
        self.file.flush()
        if not self.is_direct:
            os.fsync(self.file.fileno())
        self.file.close()
        if is_whole and not self.is_direct:
            self.partial.replace(self.path)

    def abandon(self, keep: bool) -> Path | None:
        """Close the unfinished file; delete it or keep it, and return what was kept."""
        with suppress(OSError):  # a full disk may be the reason
            self.file.close()
        if self.is_direct:
            return None
        if not keep:
            self.partial.unlink()
        return self.partial if keep else None


class TextFileWriter(FileWriter):
    """Writes a text format to a file."""

    def __init__(self, path: Path, text: TextFormat, resume_at: int | None = None) -> None:
        super().__init__(path, resume_at)
        self._text = text

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Append the solutions in the format."""
        self.file.write(self._text.entries(solutions, orbit_sizes, self.count).encode())
        self.count += len(solutions)

    def finish(self) -> None:
        """Write the header if there was no solution."""
        self.file.write(("" if self.count else self._text.header()).encode())


def silence_stdout() -> None:
    """Discard what is left for standard output: its reader has gone, or its disk is full.

    Without this, Python's flush at exit would fail with a message of its own.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
