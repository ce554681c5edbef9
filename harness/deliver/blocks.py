"""Solutions in blocks: NumPy arrays of columns, small in memory and quick to pass on.

All of deliver that needs NumPy is here, and is imported where blocks are used: most calls of
the command line need none, and NumPy would double the time they take to start.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import numpy as np

from harness.deliver.files import FileWriter, Recovered, copy, mapped, replacing
from harness.deliver.formats import column_names
from harness.deliver.parquet import MAGIC, Footer
from harness.judge.audit import Audit
from queens import Board

BATCH = 4096
ROWS_IN_A_BLOCK = 2**16
BLOCK_AT_LEAST_EVERY_S = 5.0
HEADER_AT_MOST = 2**12


def as_block(n: int, solutions: Sequence[Sequence[int]]) -> Any:
    """Return solutions as an array of shape (k, n) in the smallest type that holds a column."""
    kind = np.uint8 if n <= 2**8 else np.uint16 if n <= 2**16 else np.uint32
    return np.asarray(solutions, dtype=kind).reshape(len(solutions), n)


def enumerate_audited(module: ModuleType, board: Board) -> Audit:
    """Return the audit of all solutions that the approach delivers, and keep none of them."""
    audit = Audit(board)
    _hand_over(module, board, audit.add)
    return audit


def collect_audited(module: ModuleType, board: Board) -> tuple[Audit, Any]:
    """Return the audit of all solutions, and the solutions as one array of shape (k, n)."""
    audit = Audit(board)
    blocks = [as_block(board.n, ())]

    def take(block: Any) -> None:
        audit.add(block)
        blocks.append(as_block(board.n, block))

    _hand_over(module, board, take)
    return audit, np.concatenate(blocks)


def _hand_over(module: ModuleType, board: Board, take: Callable[[Any], None]) -> None:
    """Give every solution to `take`, in blocks: arrays of columns, or lists of tuples."""
    if hasattr(module, "solution_arrays"):
        for block in module.solution_arrays(board):
            take(block)
        return
    buffer: list[Any] = []

    def on_solution(queens: Any) -> None:
        buffer.append(tuple(queens))
        if len(buffer) == BATCH:
            take(buffer)
            buffer.clear()

    module.solve_all(board, on_solution)
    if buffer:
        take(buffer)


class NpyWriter(FileWriter):
    """Writes one NumPy array of shape (k, n); rewrites its header when k is known."""

    def __init__(self, path: Path, board: Board) -> None:
        super().__init__(path)
        self._board = board
        self._write_header()
        self.file.flush()  # from now on it can be recovered

    def _write_header(self) -> None:
        kind = as_block(self._board.n, ()).dtype
        _write_header(self.file, kind, (self.count, self._board.n))

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Append the solutions' bytes."""
        self.file.write(as_block(self._board.n, solutions).tobytes())
        self.count += len(solutions)

    def finish(self) -> None:
        """Put the number of solutions in the header."""
        self.file.seek(0)
        self._write_header()


class ParquetWriter(FileWriter):
    """Writes a Parquet file, a column for each row of the board; parquet.py has why in blocks."""

    def __init__(self, path: Path, board: Board, with_orbits: bool) -> None:
        pyarrow = _import_pyarrow()
        super().__init__(path)
        self._pyarrow = pyarrow
        kind = pyarrow.from_numpy_dtype(as_block(board.n, ()).dtype)
        names = column_names(board.n, with_orbits)
        self._schema = pyarrow.schema([(name, kind) for name in names])
        self._board = board
        self._waiting: list[Any] = []
        self._waiting_count = 0
        self._written_s = time.monotonic()
        self._footer = Footer.read(self._encoded(None))
        self.file.write(MAGIC + self._footer.encoded())
        self.file.flush()

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Keep the solutions until they fill a block, then write it."""
        block = as_block(self._board.n, solutions)
        if orbit_sizes is not None:
            sizes = np.asarray(orbit_sizes, dtype=block.dtype).reshape(-1, 1)
            block = np.concatenate([block, sizes], axis=1)
        self._waiting.append(block)
        self._waiting_count += len(block)
        self.count += len(block)
        if self._waiting_count >= ROWS_IN_A_BLOCK:
            self._write_block()

    def flush(self) -> None:
        """Write a block that has waited for long, and flush the file."""
        if time.monotonic() - self._written_s > BLOCK_AT_LEAST_EVERY_S:
            self._write_block()
        super().flush()

    def _write_block(self) -> None:
        self._written_s = time.monotonic()
        if not self._waiting:
            return
        rows = np.concatenate(self._waiting)
        self._waiting.clear()
        self._waiting_count = 0
        encoded = self._encoded(rows)
        footer = Footer.read(encoded)
        pages = encoded[len(MAGIC) : -footer.size]
        moved = footer.moved_by(self.file.tell() - len(MAGIC))
        self.file.write(pages)
        self.file.write(moved.encoded())
        self._footer = self._footer.joined([moved])

    def _encoded(self, rows: Any) -> bytes:
        """Return a whole Parquet file of these rows, or of none."""
        content = io.BytesIO()
        with self._pyarrow.parquet.ParquetWriter(content, self._schema) as parquet:
            if rows is not None:
                columns = [self._pyarrow.array(np.ascontiguousarray(column)) for column in rows.T]
                parquet.write_table(self._pyarrow.table(columns, schema=self._schema))
        return content.getvalue()

    def finish(self) -> None:
        """Write the last block, and the footer of all."""
        self._write_block()
        self.file.write(self._footer.encoded())


def recover_npy(partial: Path, output: Path) -> Recovered:
    """Write the whole rows of an array to `output`, under a header that counts them."""
    with mapped(partial) as content:
        try:
            start, (width, kind) = _beginning(content)
        except ValueError as error:
            raise ValueError(f"{partial} does not begin as .npy: {error}") from None
        size = width * kind.itemsize
        count = (len(content) - start) // size if size else 0
        end = start + count * size
        with replacing(output) as recovered:
            _write_header(recovered, kind, (count, width))
            copy(content, end, recovered, start)
        return Recovered(output, count, len(content) - end)


def _beginning(content: Any) -> tuple[int, tuple[int, Any]]:
    """Return where the numbers begin, how many a row has, and their type."""
    stream = io.BytesIO(content[:HEADER_AT_MOST])
    np.lib.format.read_magic(stream)
    shape, _, kind = np.lib.format.read_array_header_1_0(stream)
    return stream.tell(), (shape[1], kind)


def _write_header(file: IO[bytes], kind: Any, shape: tuple[int, int]) -> None:
    header = {"descr": kind.str, "fortran_order": False, "shape": shape}
    # NumPy pads the header so that the first number can grow: its length does not change
    np.lib.format.write_array_header_1_0(file, header)


def _import_pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ValueError(
            ".parquet needs pyarrow: pip install 'queens-compare[parquet]', or write .npy"
        ) from None
    return pyarrow
