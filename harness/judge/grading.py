"""Grading one file: what it should hand over on each board, what it did, and why it is wrong.

Who calls the file is given: the autograder does so in worker processes, the classroom in the
browser. Each board is called first, every answer kept and compared with the set of all solutions,
and then once more after another board. Imports nothing beyond the standard library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.judge.diagnosis import Finding, slip_in_words
from harness.judge.entry import Entry
from harness.judge.findings import after, findings_of, lacks
from harness.record.certificate import Certificate
from harness.record.lines import Fields
from harness.slips.naming import SOLUTIONS_AT_MOST, Naming, Seen, name_slip
from harness.slips.searches import Call, right
from harness.slips.simulation import ANSWERS_AT_MOST
from queens import Board, Queens

PLAIN = tuple(Board(n) for n in range(1, 10))
BEYOND_10 = Board(11, placed=[(1, 0), (6, 1), (8, 2), (9, 5)])
BY_SIZE = (Board(10),)
"""Beyond the plain boards, for a function that takes a size and so no squares."""
DEFAULT = (*PLAIN, Board(6, blocked=[(0, 1), (2, 5)]), BEYOND_10)
WITH_SQUARES = (
    Board(8, placed=[(0, 0)]),
    Board(8, placed=[(0, 3), (3, 5)]),
    Board(8, placed=[(0, 0), (1, 1)]),
    Board(3, blocked=[(0, 0), (0, 1), (0, 2)]),
)

CONTRACT = Entry()
ENDS_THE_CHECK = ("memory", "timeout", "not_installed")
CRASHES_AT_MOST = 4
REPEATED_UP_TO_N = 7


CallFile = Callable[[Board, tuple[Board, ...], int], tuple[Fields, list[Any]]]
"""Calls the file on a board after earlier boards, until so many answers came.

Returns the fields of the run and everything it delivered, right or wrong, in JSON's types.
"""
ProveAnswers = Callable[[Board, list[Any]], Certificate]


def is_known(board: Board) -> bool:
    """Return whether the solutions of a board are found by the small search of the slips."""
    return board.n <= PLAIN[-1].n or board == BEYOND_10


def known_solutions(board: Board) -> list[Queens]:
    """Return the solutions of a small board."""
    return list(right(Call(board)))


@dataclass(frozen=True)
class BoardCheck:
    """What the file did on one board; right if there are no findings.

    `failed_again` says that the first call was right and one after another board was not.
    """

    board: Board
    status: str
    expected_count: int
    delivered_count: int | None
    findings: list[Finding]
    failed_again: bool = False
    certificate: Certificate | None = None

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


@dataclass(frozen=True)
class FileCheck:
    """What the file did on all boards, and the slip that explains it, if there is one."""

    file: Path
    boards: list[BoardCheck]
    naming: Naming | None
    is_model: bool
    time_s: float

    @property
    def passed(self) -> bool:
        """Whether every board was right."""
        return all(board.passed for board in self.boards)

    @property
    def solutions_checked(self) -> int:
        """How many answers were compared."""
        return sum(board.delivered_count or 0 for board in self.boards)

    @property
    def verdict(self) -> str:
        """The outcome in a word: right, or the kind of the first finding."""
        wrong = [board for board in self.boards if not board.passed]
        return wrong[0].findings[0].kind if wrong else "right"

    @property
    def slip_text(self) -> str | None:
        """The slip in a few sentences, None where none is named."""
        return slip_in_words(self.naming, self.is_model) if self.naming else None


class Grader:
    """Has the file called, and keeps what was seen as evidence."""

    def __init__(
        self,
        call: CallFile,
        expected: Callable[[Board], list[Queens]] = known_solutions,
        prove: ProveAnswers | None = None,
        entry: Entry = CONTRACT,
    ) -> None:
        self._call_file = call
        self._expected = expected
        self._prove = prove
        self._entry = entry
        self.seen: list[Seen] = []

    def grade(self, boards: Sequence[Board]) -> Iterator[BoardCheck]:
        """Yield what is found on the boards; end early where larger ones can only repeat it."""
        crashes = 0
        for board in boards:
            result = self.check(board)
            yield result
            # the smallest boards are special cases: one crash may be no more than that
            crashes += result.status == "crashed"
            if result.status in ENDS_THE_CHECK or crashes == CRASHES_AT_MOST:
                return

    def name_slip(self, results: Sequence[BoardCheck], source: str) -> Naming | None:
        """Return the slip that explains all that was seen, None if there is none."""
        if all(result.passed for result in results):
            return None
        return name_slip(self.seen, self.call_drawn, self._entry.takes == "board", source)

    def check(self, board: Board) -> BoardCheck:
        """Return what the file does on a board, called first and called after another board."""
        expected = self._expected(board)
        fields, delivered = self._call(board, (), len(expected))
        findings = findings_of(board, fields, delivered, expected, self._entry)
        certificate = None
        if self._prove and self._entry.task == "all" and fields["status"] == "complete":
            certificate = self._prove(board, delivered)
            if certificate.missing is not None and not any(map(lacks, findings)):
                text = "The solver of --certify found a solution that is not among the answers."
                findings.append(Finding("missing", text, [certificate.missing]))
        again = False
        if not findings:
            earlier = (other_board(board), *((board,) if board.n <= REPEATED_UP_TO_N else ()))
            fields, delivered = self._call(board, earlier, len(expected))
            found = findings_of(board, fields, delivered, expected, self._entry)
            findings = after(earlier, found)
            again = bool(findings)
        return BoardCheck(
            board,
            fields["status"],
            len(expected),
            fields.get("delivered_count") or fields.get("solution_count"),
            findings,
            again,
            certificate,
        )

    def call_drawn(self, board: Board, earlier: tuple[Board, ...]) -> Seen | None:
        """Call the file on a board drawn to tell slips apart; None if it did not end."""
        before = len(self.seen)
        self._call(board, earlier, 0)
        return self.seen[-1] if len(self.seen) > before else None

    def _call(
        self, board: Board, earlier: tuple[Board, ...], expected: int
    ) -> tuple[Fields, list[Any]]:
        # a search that repeats itself without end must end all the same
        most = ANSWERS_AT_MOST if expected <= SOLUTIONS_AT_MOST else 10 * expected
        fields, delivered = self._call_file(board, earlier, most)
        seen = seen_of(fields, delivered, board, earlier, self._entry.task)
        if seen is not None:
            self.seen.append(seen)
        return fields, delivered


def seen_of(
    fields: Fields,
    answers: Sequence[Any],
    board: Board,
    earlier: tuple[Board, ...] = (),
    task: str = "all",
) -> Seen | None:
    """Return a call as evidence for naming a slip; None if it was ended before its end."""
    end = fields["status"]
    if end not in ("complete", "cut", "crashed"):
        return None
    if end == "crashed":
        end = (fields.get("error") or {}).get("type", end)
    count = fields.get("solution_count") if task == "count" else None
    return Seen(board, answers, earlier, end, count, task)


def other_board(board: Board) -> Board:
    """Return the board to call before this one: of the same size if it has squares of its own."""
    if board.placed or board.blocked:
        return Board(board.n if board.n <= PLAIN[-1].n else 6, rule=board.rule)
    return Board(board.n - 1 if board.n > 1 else 4) if board.rule.size is None else board
