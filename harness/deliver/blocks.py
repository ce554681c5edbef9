"""Solutions in blocks: NumPy arrays of columns, small in memory and quick to pass on.

All of deliver that needs NumPy is here, and is imported where blocks are used: most calls of
the command line need none, and NumPy would double the time they take to start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from harness.deliver.files import FileWriter
from harness.deliver.formats import column_names
from harness.judge.audit import Audit
from queens import Board

BATCH = 4096
PARQUET_ROWS = 2**16


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

    def _write_header(self) -> None:
        array = as_block(self._board.n, ())
        shape = (self.count, self._board.n)
        header = {"descr": array.dtype.str, "fortran_order": False, "shape": shape}
        # NumPy pads the header so that the first number can grow: its length does not change
        np.lib.format.write_array_header_1_0(self.file, header)

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Append the solutions' bytes."""
        self.file.write(as_block(self._board.n, solutions).tobytes())
        self.count += len(solutions)

    def finish(self) -> None:
        """Put the number of solutions in the header."""
        self.file.seek(0)
        self._write_header()


class ParquetWriter(FileWriter):
    """Writes a Parquet file with one column for each row of the board."""

    def __init__(self, path: Path, board: Board, with_orbits: bool) -> None:
        pyarrow = _import_pyarrow()
        super().__init__(path)
        self._pyarrow = pyarrow
        kind = pyarrow.from_numpy_dtype(as_block(board.n, ()).dtype)
        names = column_names(board.n, with_orbits)
        self._schema = pyarrow.schema([(name, kind) for name in names])
        self._parquet = pyarrow.parquet.ParquetWriter(self.file, self._schema)
        self._board = board
        self._blocks: list[Any] = []
        self._waiting = 0

    def write(self, solutions: Any, orbit_sizes: Sequence[int] | None = None) -> None:
        """Keep the solutions until they fill a block, then write it."""
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
        rows = np.concatenate(self._blocks)
        arrays = [self._pyarrow.array(np.ascontiguousarray(column)) for column in rows.T]
        self._parquet.write_table(self._pyarrow.table(arrays, schema=self._schema))
        self._blocks.clear()
        self._waiting = 0

    def finish(self) -> None:
        """Write the last block and the index."""
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
