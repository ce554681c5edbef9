"""Where an approach's solutions go: a file or a stream, through a limit and a choice of orbits.

Solutions come one at a time from an approach's callback, or in blocks. They are written in
batches, and no batch waits longer than a tick.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from harness.deliver.files import FileWriter, Recovered, TextFileWriter, Writer, recover_text
from harness.deliver.formats import FORMATS
from queens import Board, Queens, canonical, orbit_size
from queens.symmetry import symmetries_of

BATCH = 4096


class Enough(BaseException):
    """Raised through the approach at the limit; no `except Exception` catches it."""


class Sink:
    """Takes solutions: `found_count` of them came, the writer's `count` were written.

    With `is_unique`, one of each orbit under the symmetries that the board itself has is written.
    That is the smallest of the orbit, which needs no memory of the others: a symmetry of the
    board carries every solution to a solution.

    Raises Enough once `limit` are written. What the writer raised in a tick is raised at the
    next solution.
    """

    def __init__(self, writer: Writer, board: Board, is_unique: bool, limit: int | None) -> None:
        self.writer = writer
        self.found_count = 0
        self._symmetries = symmetries_of(board) if is_unique else None
        self._limit = limit
        self._waiting: list[Queens] = []
        self._failure: OSError | None = None
        self._is_interrupted = False
        self._is_closing = self._is_closed = False
        self._file: Path | None = None
        self._lock = threading.Lock()

    def take(self, queens: Queens) -> None:
        """Take one solution; the approach's `on_solution`."""
        with self._lock:
            self._stop_if_interrupted()
            self._take(tuple(queens))

    def _stop_if_interrupted(self) -> None:
        if self._is_interrupted:
            self._write_waiting()
            raise KeyboardInterrupt

    def _take(self, queens: Queens) -> None:
        self.found_count += 1
        if self._symmetries and canonical(queens, self._symmetries) != queens:
            return
        self._waiting.append(queens)
        if self._limit is not None and self.writer.count + len(self._waiting) >= self._limit:
            self._write_waiting()
            raise Enough
        if self._failure or len(self._waiting) >= BATCH:
            self._write_waiting()

    def take_block(self, block: Any) -> None:
        """Take an array of solutions, or a list of them."""
        with self._lock:
            self._stop_if_interrupted()
            if self._symmetries or self._limit is not None:
                for queens in block if isinstance(block, list) else map(tuple, block.tolist()):
                    self._take(queens)
            else:
                self.found_count += len(block)
                self._write_waiting()
                self.writer.write(block)

    def tick(self) -> None:
        """Write what waits, and flush it; keep an error for the next solution."""
        with self._lock:
            try:
                self._write_waiting()
                self.writer.flush()
            except OSError as error:
                self._failure = error

    def interrupt(self) -> None:
        """Let the next solution raise KeyboardInterrupt, after what waits is written."""
        with self._lock:
            self._is_interrupted = True

    def freeze(self) -> Path | None:
        """Save what there is and take no more: the lock stays held, and the process is to end."""
        if not self._lock.acquire(timeout=-1 if self._is_closing else 1):
            return None
        if not self._is_closed:
            self._write_waiting()
            self._close(is_whole=False)
        return self._file

    def close(self, is_whole: bool) -> Path | None:
        """Close the writer, which `freeze` waits for; return the file."""
        self._is_closing = True
        with self._lock:
            self._close(is_whole)
        return self._file

    def _close(self, is_whole: bool) -> None:
        self._file = self.writer.close(is_whole)
        self._is_closed = True

    def write_waiting(self) -> None:
        """Write what waits."""
        with self._lock:
            self._write_waiting()

    def _write_waiting(self) -> None:
        if self._failure:
            raise self._failure
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            sizes = None
            if self._symmetries:
                sizes = [orbit_size(queens, self._symmetries) for queens in waiting]
            self.writer.write(waiting, sizes)


TEXT_ENDINGS = {".jsonl": "jsonl", ".csv": "csv", ".txt": "boards"}
ENDINGS = (*TEXT_ENDINGS, ".npy", ".parquet")


def open_file(path: Path, board: Board, with_orbits: bool = False) -> FileWriter:
    """Return the writer for the path's ending. Raises ValueError if the file cannot be written."""
    if path.is_dir():
        raise ValueError(f"-o {path} is a folder: name a file in it")
    try:
        return _open(path, board, with_orbits)
    except OSError as error:
        raise ValueError(f"-o {path} cannot be written: {error.strerror}") from error


def _open(path: Path, board: Board, with_orbits: bool) -> FileWriter:
    ending = path.suffix.lower()
    is_special = path.exists() and not path.is_file()  # a device or a named pipe: text
    if ending in TEXT_ENDINGS or is_special:
        text = FORMATS[TEXT_ENDINGS.get(ending, "jsonl")](board, with_orbits)
        return TextFileWriter(path, text)
    if ending not in ENDINGS:
        raise ValueError(f"-o {path} must end in one of {', '.join(ENDINGS)}")
    if ending == ".parquet":
        from harness.deliver.blocks import ParquetWriter  # NumPy

        return ParquetWriter(path, board, with_orbits)
    if with_orbits:
        raise ValueError(
            f"-o {path}: .npy cannot hold the sizes of orbits: "
            "with --unique write .csv, .jsonl or .parquet"
        )
    from harness.deliver.blocks import NpyWriter  # NumPy

    return NpyWriter(path, board)


def recover_file(partial: Path) -> Recovered:
    """Write what an unfinished FILE.partial has to FILE with `.recovered` before its ending.

    Raises ValueError for a file that cannot be recovered, or a result that is there already.
    """
    name = partial.with_suffix("")
    ending = name.suffix.lower()
    if partial.suffix != ".partial" or ending not in ENDINGS:
        raise ValueError(f"{partial} must end in one of {', '.join(ENDINGS)}, and .partial")
    output = name.with_suffix(f".recovered{name.suffix}")
    if output.exists():
        raise ValueError(f"{output} exists: rename or remove it")
    try:
        return _recover(partial, output, ending)
    except OSError as error:
        named = error.filename or output
        raise ValueError(f"{named} cannot be used: {error.strerror or error}") from error


def _recover(partial: Path, output: Path, ending: str) -> Recovered:
    if ending == ".npy":
        from harness.deliver.blocks import recover_npy  # NumPy

        return recover_npy(partial, output)
    if ending == ".parquet":
        from harness.deliver.parquet import recover_parquet

        return recover_parquet(partial, output)
    end_of_entry = b"\n\n" if TEXT_ENDINGS[ending] == "boards" else b"\n"
    return recover_text(partial, output, end_of_entry, header_lines=1 if ending == ".csv" else 0)
