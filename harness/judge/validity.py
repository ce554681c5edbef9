"""The core of the audit: whether one answer is a solution, and the tally of all that came.

Shares no code with any approach and imports nothing beyond the standard library, so that it
runs wherever Python does. `harness.judge.audit` audits whole blocks with NumPy and keeps the
same tally; `PlainAudit` takes answers one by one, for the few that a small board has.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from numbers import Integral
from typing import Any

from queens import Board
from queens.words import VALUES_AT_MOST, shown_value

EXAMPLES = 3
GOLDEN = 0x9E3779B97F4A7C15
WORD = 2**64 - 1


class Tally:
    """Everything known of the answers delivered so far for one board.

    `delivered_count` is what came, `invalid_count` what was no solution of the board,
    `distinct_count` how many different valid solutions came. `invalid_examples` and
    `repeated_examples` keep the first few as they came.
    """

    distinct_count: int

    def __init__(self, board: Board) -> None:
        self.board = board
        self.delivered_count = 0
        self.invalid_count = 0
        self.invalid_examples: list[Any] = []
        self.repeated_examples: list[Any] = []
        self._digest = (0, 0)

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

    def _note_invalid(self, answers: list[Any]) -> None:
        self.invalid_count += len(answers)
        room = EXAMPLES - len(self.invalid_examples)
        self.invalid_examples += [plain(answer) for answer in answers[:room]]


class PlainAudit(Tally):
    """The audit of answers one by one, without NumPy."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._distinct: set[tuple[int, ...]] = set()

    @property
    def distinct_count(self) -> int:  # type: ignore[override]  # told, where others keep it
        """How many different valid solutions were delivered."""
        return len(self._distinct)

    def add(self, answers: Iterable[Any]) -> None:
        """Audit the next delivered answers, each any value at all."""
        for answer in answers:
            self.delivered_count += 1
            if invalid_reason(self.board, answer) is not None:
                self._note_invalid([answer])
                continue
            queens = tuple(map(int, answer))
            if queens in self._distinct:
                room = EXAMPLES - len(self.repeated_examples)
                self.repeated_examples += [list(queens)][:room]
                continue
            self._distinct.add(queens)
            self._digest = join_digests(self._digest, (fold(queens, 2), fold(queens, 3)))


def invalid_reason(board: Board, answer: Any) -> str | None:
    """Return in a clause why an answer is no solution of `board`, or None if it is one."""
    if not isinstance(answer, (list, tuple)):
        return f"it is no sequence of columns: {answer!r}"[:100]
    if len(answer) != board.n:
        return f"it has {len(answer)} entries where {board.n} are due"
    for row, column in enumerate(answer):
        if not is_whole(column) or not 0 <= column < board.n:
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


def join_digests(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    """Return the digest of the union of two disjoint sets: lane by lane, their sum mod 2**64."""
    return (first[0] + second[0]) % 2**64, (first[1] + second[1]) % 2**64


def fold(queens: Iterable[int], seed: int) -> int:
    """Return a 64-bit hash of one solution: the sum over its squares of a number drawn for each.

    This is Zobrist's hash with a mixing function (splitmix64's) in the place of his table.
    """
    total = 0
    for row, column in enumerate(queens):
        square = column * 0xD1342543DE82EF95 + row * GOLDEN + seed * GOLDEN**2 & WORD
        square = (square ^ square >> 30) * 0xBF58476D1CE4E5B9 & WORD
        square = (square ^ square >> 27) * 0x94D049BB133111EB & WORD
        total += square ^ square >> 31
    return total & WORD


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number of 64 bits, NumPy's included."""
    return isinstance(value, Integral) and -(2**63) <= int(value) < 2**63


def is_row(answer: Any, n: int) -> bool:
    """Return whether an answer has the form of one: a sequence of n whole numbers."""
    return isinstance(answer, (list, tuple)) and len(answer) == n and all(map(is_whole, answer))


def plain(answer: Any) -> Any:
    """Return the answer in JSON's types; what has none is described."""
    if isinstance(answer, (list, tuple)):
        return [plain(item) for item in answer[:VALUES_AT_MOST]]
    if getattr(answer, "shape", None) == ():  # a number of NumPy's, which need not be there
        return answer.item()
    return shown_value(answer)
