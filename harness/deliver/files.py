"""Solutions written as they come, in bounded memory: to a stream as text, or to a file.

A file is written as `FILE.partial` and renamed when all of it is on disk, so a file under its
final name is always whole. What a killed process leaves can be recovered: each writer has a
function beside it that does so. The writers of arrays are in blocks.py and parquet.py.
"""

from __future__ import annotations

import mmap
import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from harness.deliver.formats import TextFormat

COPIED_AT_ONCE = 2**20


class TextWriter:
    """Writes a text format to a stream that is already open; `count` is how many it has taken."""

    count = 0

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

    def close(self, is_whole: bool) -> None:
        """Write the header if there was no solution."""
        self._stream.write("" if self.count else self._text.header())
        self._stream.flush()

    def abandon(self, keep: bool) -> None:
        """Flush the stream, or discard what cannot be written."""
        try:
            self._stream.flush()
        except OSError:
            silence_stdout()


class FileWriter(ABC):
    """Writes to `path`, which exists only when it is complete; `count` is how many it has taken."""

    count = 0

    def __init__(self, path: Path) -> None:
        self.path = path
        # a device or a named pipe is written directly: it cannot be renamed
        self.is_direct = path.exists() and not path.is_file()
        self.partial = path if self.is_direct else path.with_name(path.name + ".partial")
        self.file: IO[bytes] = self.partial.open("wb")

    @abstractmethod
    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Append a list of tuples or an array of shape (k, n), with the orbits' sizes if given."""

    @abstractmethod
    def finish(self) -> None:
        """Write what belongs at the end."""

    def flush(self) -> None:
        """Flush the file."""
        self.file.flush()

    def close(self, is_whole: bool) -> Path:
        """Close the file and rename it to `path` if it is whole; return its name."""
        self.finish()
        self.file.flush()
        if not self.is_direct:
            os.fsync(self.file.fileno())
        self.file.close()
        if is_whole and not self.is_direct:
            self.partial.replace(self.path)
        return self.path if is_whole else self.partial

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

    def __init__(self, path: Path, text: TextFormat) -> None:
        super().__init__(path)
        self._text = text

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Append the solutions in the format."""
        self.file.write(self._text.entries(solutions, orbit_sizes, self.count).encode())
        self.count += len(solutions)

    def finish(self) -> None:
        """Write the header if there was no solution."""
        self.file.write(("" if self.count else self._text.header()).encode())


Writer = TextWriter | FileWriter


class Recovered(NamedTuple):
    """A file made from an unfinished one: its solutions, and the bytes at the end left out."""

    path: Path
    solution_count: int
    lost_bytes: int


def recover_text(partial: Path, output: Path, end_of_entry: bytes, header_lines: int) -> Recovered:
    """Write the whole entries of an unfinished text file to `output`."""
    if partial.stat().st_size == 0:
        output.touch()
        return Recovered(output, 0, 0)
    with mapped(partial) as content:
        last = content.rfind(end_of_entry)
        end = last + len(end_of_entry) if last >= 0 else 0
        count = sum(1 for _ in re.finditer(end_of_entry, content))
        with replacing(output) as recovered:
            copy(content, end, recovered)
        return Recovered(output, max(0, count - header_lines), len(content) - end)


@contextmanager
def mapped(path: Path) -> Iterator[Any]:
    """Yield the content of a file, as bytes that are read when they are looked at."""
    with path.open("rb") as file:
        if not os.fstat(file.fileno()).st_size:
            raise ValueError(f"{path} is empty: nothing was written before the end")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            yield content


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Yield a new file that gets the name `path` when all of it is on disk."""
    unfinished = path.with_name(path.name + ".partial")
    with unfinished.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def copy(content: Any, end: int, file: IO[bytes], start: int = 0) -> None:
    """Write the bytes of `content` from `start` to `end`, a piece at a time."""
    for at in range(start, end, COPIED_AT_ONCE):
        file.write(content[at : min(end, at + COPIED_AT_ONCE)])


def silence_stdout() -> None:
    """Discard what is left for standard output: its reader has gone, or its disk is full.

    Without this, Python's flush at exit would fail with a message of its own.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
