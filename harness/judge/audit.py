"""The audit: is every delivered solution valid, is any repeated, and which set is it?

Shares no code with any approach. Works on whole batches with NumPy, so that auditing two
million solutions takes seconds; telling repeated ones apart costs 8 bytes a distinct
solution, 16 while two stores are merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.judge.validity import EXAMPLES, GOLDEN, Tally, is_row, join_digests
from queens import Board, Line

Keys = NDArray[np.uint64]
Rows = NDArray[np.int64]

EXACT_KEY_MAX_N = 16


class Audit(Tally):
    """The audit of whole blocks: arrays of rows, or answers of any kind."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._distinct = _DistinctKeys()

    @property
    def distinct_count(self) -> int:  # type: ignore[override]  # told, where others keep it
        """How many different valid solutions were delivered."""
        return self._distinct.count

    def add(self, batch: Sequence[Sequence[Any]] | NDArray[Any]) -> None:
        """Audit the next delivered answers: an array of rows, or each any sequence at all."""
        if len(batch) == 0:
            return
        self.delivered_count += len(batch)
        rows = _as_rows(batch, self.board.n)
        if rows is None:
            well_formed = [answer for answer in batch if is_row(answer, self.board.n)]
            self._note_invalid([answer for answer in batch if not is_row(answer, self.board.n)])
            if not well_formed:
                return
            rows = np.array(well_formed, dtype=np.int64).reshape(len(well_formed), self.board.n)
        valid = valid_rows(self.board, rows)
        if not valid.all():
            self._note_invalid(rows[~valid].tolist())
            rows = rows[valid]
        self._note_valid(rows)

    def _note_valid(self, rows: Rows) -> None:
        fresh = self._distinct.add(solution_keys(rows))
        if not fresh.all():
            room = EXAMPLES - len(self.repeated_examples)
            self.repeated_examples += rows[~fresh][:room].tolist()
            rows = rows[fresh]
        self._digest = join_digests(self._digest, _digest_lanes(rows))


def valid_rows(board: Board, rows: Rows) -> NDArray[np.bool_]:
    """Return for each of `rows`, shape (k, n), whether it is a solution of `board`."""
    n = board.n
    valid: NDArray[np.bool_] = np.all((rows >= 0) & (rows < n), axis=1)
    on_board = rows % n if n and not valid.all() else rows  # so that every square has a number
    for line in board.lines:
        numbers = np.sort(_line_numbers(line, on_board), axis=1)
        valid &= np.all(np.diff(numbers, axis=1) != 0, axis=1)
    for down, right in board.rule.steps:
        valid &= np.all(np.abs(rows[:, down:] - rows[:, :-down]) != right, axis=1)
    for row, column in board.placed:
        valid &= rows[:, row] == column
    for row, column in board.blocked:
        valid &= rows[:, row] != column
    return valid


def _line_numbers(line: Line, rows: Rows) -> Rows:
    """Return the numbers on `line` of the queens in `rows`, shape (k, n)."""
    index = np.arange(line.n)
    if line.grid is not None:
        numbers: Rows = np.asarray(line.grid, dtype=np.int64)[index, rows]
        return numbers
    numbers = rows + line.slope * index
    return numbers % line.n if line.wraps and line.n else numbers


def solution_keys(rows: Rows) -> Keys:
    """Return a 64-bit key for each row: the row itself, four bits a column, for n <= 16.

    Beyond that a hash: among k distinct solutions two share a key with a probability of
    about k * k / 2**65, one in seven million for two million solutions.
    """
    count, n = rows.shape
    if n > EXACT_KEY_MAX_N:
        return _fold(rows, seed=1)
    keys = np.zeros(count, dtype=np.uint64)
    for row in range(n):
        keys = (keys << np.uint64(4)) | rows[:, row].astype(np.uint64)
    return keys


def join_hex_digests(digests: Sequence[str]) -> str:
    """Return the digest, as `Audit.digest` gives it, of the union of disjoint sets."""
    total = (0, 0)
    for digest in digests:
        total = join_digests(total, (int(digest[:16], 16), int(digest[16:], 16)))
    return f"{total[0]:016x}{total[1]:016x}"


def _digest_lanes(rows: Rows) -> tuple[int, int]:
    first, second = (int(_fold(rows, seed).sum(dtype=np.uint64)) for seed in (2, 3))
    return first, second


def _fold(rows: Rows, seed: int) -> Keys:
    """Return a 64-bit hash of each row: the sum over its squares of a number drawn for each.

    That is `harness.judge.validity.fold`, over arrays.
    """
    squares = rows.astype(np.uint64) * np.uint64(0xD1342543DE82EF95)
    squares += np.arange(rows.shape[1], dtype=np.uint64) * np.uint64(GOLDEN)
    squares += np.uint64(seed * GOLDEN**2 % 2**64)  # scalars warn where arrays wrap around
    squares ^= squares >> np.uint64(30)
    squares *= np.uint64(0xBF58476D1CE4E5B9)
    squares ^= squares >> np.uint64(27)
    squares *= np.uint64(0x94D049BB133111EB)
    squares ^= squares >> np.uint64(31)
    keys: Keys = squares.sum(axis=1, dtype=np.uint64)
    return keys


class _DistinctKeys:
    """The keys seen so far: a few sorted arrays, each at most half as long as the one before."""

    def __init__(self) -> None:
        self._runs: list[Keys] = []

    @property
    def count(self) -> int:
        return sum(len(run) for run in self._runs)

    def add(self, keys: Keys) -> NDArray[np.bool_]:
        """Take in `keys`; return for each whether it was new, the first of equals counting so."""
        ordered, first_index = np.unique(keys, return_index=True)
        new = np.ones(len(ordered), dtype=np.bool_)
        for run in self._runs:
            position = np.minimum(np.searchsorted(run, ordered), len(run) - 1)
            new &= run[position] != ordered
        fresh = np.zeros(len(keys), dtype=np.bool_)
        fresh[first_index[new]] = True
        if new.any():
            self._runs.append(ordered[new])
            self._merge()
        return fresh

    def _merge(self) -> None:
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            merged = np.concatenate((self._runs.pop(), self._runs.pop()))
            merged.sort(kind="stable")
            self._runs.append(merged)


def _as_rows(batch: Sequence[Sequence[Any]] | NDArray[Any], n: int) -> Rows | None:
    """Return the batch as an array of shape (k, n), or None if it holds anything else."""
    try:
        array = np.asarray(batch)
    except (ValueError, TypeError, OverflowError):  # ragged, or too large for a word
        return None
    if array.shape != (len(batch), n):
        return None
    if n and array.dtype.kind not in "iu":
        return None
    return array.astype(np.int64)
