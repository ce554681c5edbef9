"""Solutions written as they come, in bounded memory: to a stream as text, or to a file.

A file is written under a name of its own, `FILE.partial`, and gets its name when all of it is
on disk; a file of that name is never half of what it seems. Formats that only grow at the end
(all but Parquet) can be cut back to a length once noted and go on from there.

NumPy and pyarrow are imported only by the formats that need them.
"""

from __future__ import annotations

import json
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from queens import Board, Queens, text_board

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
PARQUET_ROWS = 2**16


class TextFormat:
    """How solutions are said in text: what stands before, for each, and after.

    `orbit_size` is given when only fundamental solutions are written.
    """

    def __init__(self, board: Board, with_orbits: bool = False) -> None:
        self.board = board
        self.with_orbits = with_orbits

    def head(self) -> str:
        """Return what stands before the first solution."""
        return ""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return one solution, its end of line with it."""
        raise NotImplementedError

    def tail(self, is_empty: bool) -> str:
        """Return what stands after the last solution."""
        return ""

    def entries(self, solutions: Any, orbit_sizes: Sequence[int] | None, before: int) -> str:
        """Return solutions, a list of tuples or an array, with `before` others before them."""
        listed = solutions if isinstance(solutions, list) else solutions.tolist()
        sizes: Sequence[int | None] = orbit_sizes or [None] * len(listed)
        said = [
            self.entry(queens, size, before + index == 0)
            for index, (queens, size) in enumerate(zip(listed, sizes, strict=True))
        ]
        return "".join([self.head(), *said] if said and before == 0 else said)

    def ending(self, count: int) -> str:
        """Return what stands after `count` solutions; of none, all there is."""
        return self.tail(is_empty=False) if count else self.head() + self.tail(is_empty=True)


class Boards(TextFormat):
    """Text boards, an empty line after each."""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the board, and the orbit's size below it."""
        orbit = "" if orbit_size is None else f"orbit of {orbit_size}\n"
        return f"{text_board(queens, self.board)}\n{orbit}\n"


class Strings(TextFormat):
    """A digit a row (0-9, then a-z), a solution a line: 1302."""

    def __init__(self, board: Board, with_orbits: bool = False) -> None:
        super().__init__(board, with_orbits)
        if board.n > len(DIGITS):
            raise ValueError(
                f"strings have a digit for n up to {len(DIGITS)}, got n = {board.n}: "
                "use --format columns"
            )

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the digits, and the orbit's size after a space."""
        orbit = "" if orbit_size is None else f" {orbit_size}"
        return "".join([DIGITS[column] for column in queens]) + orbit + "\n"


class Columns(TextFormat):
    """The columns with spaces between, a solution a line."""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the columns, and the orbit's size in parentheses."""
        orbit = "" if orbit_size is None else f" ({orbit_size})"
        return " ".join(map(str, queens)) + orbit + "\n"


class JsonLines(TextFormat):
    """A JSON array a line; with orbits, an object."""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the solution as JSON."""
        return self._value(queens, orbit_size) + "\n"

    def _value(self, queens: Queens, orbit_size: int | None) -> str:
        if orbit_size is None:
            return json.dumps(queens)
        return json.dumps({"queens": queens, "orbit_size": orbit_size})


class Json(JsonLines):
    """One JSON array of all solutions, one a line."""

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the solution and what parts it from the one before."""
        return ("[\n" if is_first else ",\n") + self._value(queens, orbit_size)

    def tail(self, is_empty: bool) -> str:
        """Close the array."""
        return "[]\n" if is_empty else "\n]\n"


class Csv(TextFormat):
    """A column a row of the board, with a header."""

    def head(self) -> str:
        """Return the header."""
        return ",".join(column_names(self.board.n, self.with_orbits)) + "\n"

    def entry(self, queens: Queens, orbit_size: int | None, is_first: bool) -> str:
        """Return the columns, the orbit's size last."""
        fields = queens if orbit_size is None else (*queens, orbit_size)
        return ",".join(map(str, fields)) + "\n"


FORMATS: dict[str, type[TextFormat]] = {
    "boards": Boards,
    "strings": Strings,
    "columns": Columns,
    "json": Json,
    "jsonl": JsonLines,
    "csv": Csv,
}


def column_names(n: int, with_orbits: bool) -> list[str]:
    """Return the names of a table's columns: row_0, row_1, ..., and orbit_size."""
    return [*(f"row_{row}" for row in range(n)), *(["orbit_size"] if with_orbits else [])]


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

        from harness.parts import as_block

        array = as_block(self._board.n, ())
        shape = (self.count, self._board.n)
        header = {"descr": array.dtype.str, "fortran_order": False, "shape": shape}
        # room is left for the first number to grow, so the header keeps its length
        np.lib.format.write_array_header_1_0(self.file, header)

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Append the solutions' bytes."""
        from harness.parts import as_block

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
        from harness.parts import as_block

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

        from harness.parts import as_block

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
