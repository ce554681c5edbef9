"""Solutions written as they come, in bounded memory: to a stream as text, or to a file.

A file is written under a name of its own, `FILE.partial`, and gets its name when all of it is
on disk; a file of that name is never half of what it seems. Formats that only grow at the end
(all but Parquet) can be cut back to a length once noted and go on from there.

NumPy and pyarrow are imported only by the formats that need them.
"""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from harness.deliver.formats import FORMATS, TextFormat, column_names
from queens import Board

PARQUET_ROWS = 2**16


class Writer(ABC):
    """Takes solutions and writes them; `count` is how many it has taken, earlier runs included."""

    count = 0

    @abstractmethod
    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Write a list of tuples or an array of shape (k, n); with orbits, their sizes."""

    @abstractmethod
    def flush(self) -> None:
        """Let readers see what was written."""

    @abstractmethod
    def finish(self) -> None:
        """Write what belongs at the end."""


class TextWriter(Writer):
    """Writes a text format to a stream that somebody else opened."""

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
        """Write the format's tail."""
        self._stream.write(self._text.ending(self.count))
        self._stream.flush()


class FileWriter(Writer):
    """A writer to `path`, which is complete when it is there.

    With `resume_at`, what an earlier run wrote is kept up to that byte; `count` is then set
    by who knows it. `finish` must be called within a `with`; without, the partial file stays.
    """

    is_resumable = True

    def __init__(self, path: Path, resume_at: int | None = None) -> None:
        self.path = path
        # a device or a named pipe keeps its name: it has no half
        self.is_direct = path.exists() and not path.is_file()
        self.partial = path if self.is_direct else path.with_name(path.name + ".partial")
        self.file: IO[bytes] = self._open(resume_at)

    def _open(self, resume_at: int | None) -> IO[bytes]:
        if resume_at is None:
            return self.partial.open("wb")
        length = self.partial.stat().st_size if self.partial.exists() else -1
        if length < resume_at:
            raise ValueError(
                f"{self.partial} has not the {resume_at} bytes that the checkpoint counts on: "
                "start afresh with another --checkpoint"
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
        """Close the file; give it its name if it is whole."""
        self.file.flush()
        if not self.is_direct:
            os.fsync(self.file.fileno())
        self.file.close()
        if is_whole and not self.is_direct:
            self.partial.replace(self.path)

    def abandon(self, keep: bool) -> str:
        """Close the unfinished file, take it away unless it is to be kept; say what is left."""
        with suppress(OSError):  # a full disk is why we are here
            self.file.close()
        if self.is_direct:
            return ""
        if keep:
            return f"; what was written until then is in {self.partial}"
        self.partial.unlink()
        return ""


class TextFileWriter(FileWriter):
    """A text format in a file."""

    def __init__(self, path: Path, text: TextFormat, resume_at: int | None = None) -> None:
        super().__init__(path, resume_at)
        self._text = text

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Append the solutions in the format."""
        self.file.write(self._text.entries(solutions, orbit_sizes, self.count).encode())
        self.count += len(solutions)

    def finish(self) -> None:
        """Append the format's tail."""
        self.file.write(self._text.ending(self.count).encode())


class NpyWriter(FileWriter):
    """One NumPy array of shape (k, n); the header is written again when k is known."""

    def __init__(self, path: Path, board: Board, resume_at: int | None = None) -> None:
        super().__init__(path, resume_at)
        if self.is_direct:
            raise ValueError(f"{path} is no file: .npy is written from both ends")
        self._board = board
        if resume_at is None:
            self._write_header()

    def _write_header(self) -> None:
        import numpy as np

        from harness.deliver.blocks import as_block

        array = as_block(self._board.n, ())
        shape = (self.count, self._board.n)
        header = {"descr": array.dtype.str, "fortran_order": False, "shape": shape}
        # room is left for the first number to grow, so the header keeps its length
        np.lib.format.write_array_header_1_0(self.file, header)

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Append the solutions' bytes."""
        from harness.deliver.blocks import as_block

        self.file.write(as_block(self._board.n, solutions).tobytes())
        self.count += len(solutions)

    def finish(self) -> None:
        """Put the number of solutions in the header."""
        self.file.seek(0)
        self._write_header()


class ParquetWriter(FileWriter):
    """A Parquet file with a column for each row of the board."""

    is_resumable = False  # its index stands at the end, and refers to every block before

    def __init__(self, path: Path, board: Board, with_orbits: bool) -> None:
        pyarrow = _import_pyarrow()
        super().__init__(path)
        from harness.deliver.blocks import as_block

        self._pyarrow = pyarrow
        kind = pyarrow.from_numpy_dtype(as_block(board.n, ()).dtype)
        names = column_names(board.n, with_orbits)
        self._schema = pyarrow.schema([(name, kind) for name in names])
        self._parquet = pyarrow.parquet.ParquetWriter(self.file, self._schema)
        self._board = board
        self._blocks: list[Any] = []
        self._waiting = 0

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Keep the solutions until there are enough for a block, then write it."""
        import numpy as np

        from harness.deliver.blocks import as_block

        block = as_block(self._board.n, solutions)
        if orbit_sizes is not None:
            sizes = np.asarray(orbit_sizes, dtype=block.dtype).reshape(-1, 1)
            block = np.concatenate([block, sizes], axis=1)
        self._blocks.append(block)
        self._waiting += len(block)
        self.count += len(block)
        if self._waiting >= PARQUET_ROWS:
            self._write_block()

    def _write_block(self) -> None:
        import numpy as np

        rows = np.concatenate(self._blocks)
        arrays = [self._pyarrow.array(np.ascontiguousarray(column)) for column in rows.T]
        self._parquet.write_table(self._pyarrow.table(arrays, schema=self._schema))
        self._blocks.clear()
        self._waiting = 0

    def finish(self) -> None:
        """Write what was kept, and the index."""
        if self._blocks:
            self._write_block()
        self._parquet.close()


def _import_pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ValueError(
            ".parquet needs pyarrow: pip install 'queens-compare[parquet]', or write .npy"
        ) from None
    return pyarrow


ENDINGS = {".txt": "boards", ".jsonl": "jsonl", ".csv": "csv"}


def open_file(
    path: Path, board: Board, with_orbits: bool = False, resume_at: int | None = None
) -> FileWriter:
    """Return the writer for the path's ending. Raises ValueError where it cannot be had."""
    ending = path.suffix.lower()
    if path.is_dir():
        raise ValueError(f"{path} is a folder: name a file in it")
    try:
        if ending in ENDINGS or (path.exists() and not path.is_file()):
            text = FORMATS[ENDINGS.get(ending, "jsonl")](board, with_orbits)
            return TextFileWriter(path, text, resume_at)
        if ending == ".npy":
            if with_orbits:
                raise ValueError(".npy holds boards alone: write --unique to .csv or .jsonl")
            return NpyWriter(path, board, resume_at)
        if ending == ".parquet":
            if resume_at is not None:
                raise ValueError(f"{path}: Parquet cannot be resumed")
            return ParquetWriter(path, board, with_orbits)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from error
    raise ValueError(
        f"-o {path}: the ending says the format, one of .jsonl, .csv, .npy, .parquet, .txt"
    )


def silence_stdout() -> None:
    """Send what is left for standard output nowhere: its reader has gone, or its disk is full.

    Python flushes it once more at exit, and would complain.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
