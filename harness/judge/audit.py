"""The audit: is every delivered solution valid, is any repeated, and which set is it?

Shares no code with any approach. Works on whole batches with NumPy, so that auditing two
million solutions takes seconds; telling repeated ones apart costs 8 bytes a distinct
solution, 16 while two stores are merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from queens import Board, Line
from queens.words import VALUES_AT_MOST, shown_value

Keys = NDArray[np.uint64]
Rows = NDArray[np.int64]

EXACT_KEY_MAX_N = 16
EXAMPLES = 3


class Audit:
    """Everything known of the answers delivered so far for one board.

    `delivered_count` is what came, `invalid_count` what was no solution of the board,
    `distinct_count` how many different valid solutions came. `invalid_examples` and
    `repeated_examples` keep the first few as they came.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.delivered_count = 0
        self.invalid_count = 0
        self.invalid_examples: list[Any] = []
        self.repeated_examples: list[Any] = []
        self._distinct = _DistinctKeys()
        self._digest = (0, 0)

    @property
    def distinct_count(self) -> int:
        """How many different valid solutions were delivered."""
        return self._distinct.count

    @property
    def repeated_count(self) -> int:
        """How many valid deliveries were of a solution delivered before."""
        return self.delivered_count - self.invalid_count - self.distinct_count

    @property
    def digest(self) -> str:
        """The set of distinct valid solutions in 32 hexadecimal digits, whatever their order."""
        return f"{self._digest[0]:016x}{self._digest[1]:016x}"

    @property
    def word(self) -> str:
        """The audit in a word: invalid, duplicate or ok."""
        if self.invalid_count:
            return "invalid"
        return "duplicate" if self.repeated_count else "ok"

    def add(self, batch: Sequence[Sequence[Any]] | NDArray[Any]) -> None:
        """Audit the next delivered answers: an array of rows, or each any sequence at all."""
        if len(batch) == 0:
            return
        self.delivered_count += len(batch)
        rows = _as_rows(batch, self.board.n)
        if rows is None:
            well_formed = [answer for answer in batch if _is_row(answer, self.board.n)]
            self._note_invalid([answer for answer in batch if not _is_row(answer, self.board.n)])
            if not well_formed:
                return
            rows = np.array(well_formed, dtype=np.int64).reshape(len(well_formed), self.board.n)
        valid = valid_rows(self.board, rows)
        if not valid.all():
            self._note_invalid(rows[~valid].tolist())
            rows = rows[valid]
        self._note_valid(rows)

    def _note_invalid(self, answers: Sequence[Any]) -> None:
        self.invalid_count += len(answers)
        room = EXAMPLES - len(self.invalid_examples)
        self.invalid_examples += [plain(answer) for answer in answers[:room]]

    def _note_valid(self, rows: Rows) -> None:
        fresh = self._distinct.add(solution_keys(rows))
        if not fresh.all():
            room = EXAMPLES - len(self.repeated_examples)
            self.repeated_examples += rows[~fresh][:room].tolist()
            rows = rows[fresh]
        self._digest = join_digests(self._digest, _digest_lanes(rows))


def invalid_reason(board: Board, answer: Any) -> str | None:
    """Return in a clause why an answer is no solution of `board`, or None if it is one."""
    if not isinstance(answer, (list, tuple)):
        return f"it is no sequence of columns: {answer!r}"[:100]
    if len(answer) != board.n:
        return f"it has {len(answer)} entries where {board.n} are due"
    for row, column in enumerate(answer):
        if not _is_whole(column) or not 0 <= column < board.n:
            return f"row {row} has {column!r}, which is no column from 0 to {board.n - 1}"
    for first, second in combinations(enumerate(answer), 2):
        if name := board.shared(first, second):
            return f"the queens in rows {first[0]} and {second[0]} {_attack_words(name)}"
    for row, column in board.placed:
        if answer[row] != column:
            return f"the queen placed on ({row}, {column}) is not there"
    for row, column in board.blocked:
        if answer[row] == column:
            return f"a queen stands on the blocked square ({row}, {column})"
    return None


def _attack_words(name: str) -> str:
    """Return what two queens do that attack each other by a line or step of that name."""
    if name == "king's step":
        return "touch"
    if "step" in name:
        return f"are a {name} apart"
    line = f"{name} diagonal" if name in ("up", "down") else name
    return f"share {'an' if line[0] in 'aeiou' else 'a'} {line}"


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


def join_digests(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    """Return the digest of the union of two disjoint sets: lane by lane, their sum mod 2**64."""
    return (first[0] + second[0]) % 2**64, (first[1] + second[1]) % 2**64


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

    This is Zobrist's hash with a mixing function (splitmix64's) in the place of his table.
    """
    golden = 0x9E3779B97F4A7C15
    squares = rows.astype(np.uint64) * np.uint64(0xD1342543DE82EF95)
    squares += np.arange(rows.shape[1], dtype=np.uint64) * np.uint64(golden)
    squares += np.uint64(seed * golden**2 % 2**64)  # scalars warn where arrays wrap around
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


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and -(2**63) <= int(value) < 2**63


def _is_row(answer: Any, n: int) -> bool:
    return isinstance(answer, (list, tuple)) and len(answer) == n and all(map(_is_whole, answer))


def plain(answer: Any) -> Any:
    """Return the answer in JSON's types; what has none is described."""
    if isinstance(answer, (list, tuple)):
        return [plain(item) for item in answer[:VALUES_AT_MOST]]
    if isinstance(answer, np.generic):
        return answer.item()
    return shown_value(answer)
