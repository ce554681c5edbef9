"""What was asked of `solve`, and what came of it: said on standard error, and an exit code.

However a solve ends (complete, at a limit, interrupted, its reader gone, the disk full), what
was written is said, and whether there may be more.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from commands import exit_codes
from harness.deliver.files import FileWriter, silence_stdout
from harness.deliver.parts import PartsError, Tally
from harness.deliver.progress import Progress, Ticker
from harness.deliver.sink import Enough, Sink
from harness.deliver.spread import Spread
from queens import Board, GaveUp, Unsupported, known_count
from queens.known import FUNDAMENTAL
from queens.registry import Approach


@dataclass(frozen=True)
class Request:
    """What was asked for: `output` None is standard output, `spread` None is this process."""

    approach: Approach
    board: Board
    is_first: bool = False
    limit: int | None = None
    is_unique: bool = False
    format: str = "boards"
    output: Path | None = None
    spread: Spread | None = None
    seed: int | None = None


class Outcome:
    """Looks after a solve from its beginning, and says how it ended.

    `tally` joins the parts where the board was split.
    """

    def __init__(
        self, request: Request, sink: Sink, progress: Progress, tally: Tally | None = None
    ) -> None:
        self._request = request
        self._sink = sink
        self._progress = progress
        self._tally = tally
        self._begun = time.perf_counter()

    def of(self, feed: Callable[[], None]) -> int:
        """Run `feed`, close the writer, say what came of it; return the exit code."""
        try:
            with Ticker(self._tick):
                end = self._end_of(feed)
            self._close(is_whole=end != "interrupted")
        except (Unsupported, GaveUp, PartsError, OSError) as error:
            return self._failed(error)
        finally:
            self._progress.close()
        return self._report(end)

    def _tick(self) -> None:
        self._sink.tick()
        self._progress.done = self._tally.done_count if self._tally else self._sink.found_count
        self._progress.show()

    def _end_of(self, feed: Callable[[], None]) -> str:
        """Return why the search was ended before its end, "" if it was not."""
        try:
            feed()
            self._sink.hand_on()
        except Enough:
            return f"stopped at --limit {self._request.limit}"
        except KeyboardInterrupt:
            return "interrupted"
        return ""

    def _close(self, is_whole: bool) -> None:
        """Finish what is written; a file that is not whole keeps its partial name."""
        writer = self._sink.writer
        if is_whole or not self._is_resumable:
            writer.finish()
        if isinstance(writer, FileWriter):
            writer.close(is_whole)

    @property
    def _is_resumable(self) -> bool:
        spread = self._request.spread
        return spread is not None and spread.checkpoint is not None

    def _report(self, end: str) -> int:
        if end == "interrupted":
            self._last_words()
            return exit_codes.INTERRUPTED
        if self._request.is_first:
            _say(f"{self._name}: {self._first_in_words()}, in {self._elapsed}{self._where}")
            return 0
        if end:
            _say(f"{self._name}: {self._at_least}, {end}, in {self._elapsed}{self._where}")
            return 0
        count = self._counted_in_words()
        digest = f", digest {self._tally.digest}" if self._tally else ""
        _say(f"{self._name}: {count}, complete, in {self._elapsed}{digest}{self._where}")
        return self._held_to_known_count()

    def _first_in_words(self) -> str:
        board = self._request.board
        return f"a solution of {board}" if self._sink.found_count else f"no solution of {board}"

    def _counted_in_words(self) -> str:
        found, board = self._sink.found_count, self._request.board
        if not self._request.is_unique:
            return f"{_number(found, 'solution')} of {board}"
        written = self._sink.writer.count
        return f"{_number(written, 'fundamental solution')} of {board} ({found} in all)"

    def _held_to_known_count(self) -> int:
        board, sink = self._request.board, self._sink
        known, found = known_count(board), sink.found_count
        if known is not None and self._request.is_unique:
            known, found = FUNDAMENTAL[board.n], sink.writer.count
        if known is None or known == found:
            return 0
        _say(f"error: the known count is {known}: {self._name} is wrong")
        return exit_codes.WRONG

    def _last_words(self) -> None:
        """Say what there is of an interrupted solve."""
        if self._is_resumable and self._tally:
            done, of = self._tally.done_count, self._tally.part_count
            _say(f"interrupted: {done} of {of} parts are done; the same command goes on from there")
        else:
            _say(f"interrupted: {self._at_least}{self._what_is_left}")

    def end_at_once(self) -> None:
        """Save what there is and say so, while the search may still be at work."""
        self._progress.close()
        with suppress(OSError):
            self._sink.freeze()
            writer = self._sink.writer
            if isinstance(writer, FileWriter):
                writer.close(is_whole=False)
        self._last_words()

    @property
    def _at_least(self) -> str:
        kind = "fundamental solution" if self._request.is_unique else "solution"
        return f"at least {_number(self._sink.writer.count, kind)} of {self._request.board}"

    @property
    def _name(self) -> str:
        return self._request.approach.name

    @property
    def _elapsed(self) -> str:
        return f"{time.perf_counter() - self._begun:.3g} s"

    @property
    def _where(self) -> str:
        return f", in {self._request.output}" if self._request.output else ""

    @property
    def _what_is_left(self) -> str:
        writer = self._sink.writer
        return f", in {writer.partial}" if isinstance(writer, FileWriter) else ""

    def _failed(self, error: Exception) -> int:
        """Say what went wrong and what is left of the file; return the exit code."""
        writer = self._sink.writer
        left = ""
        if isinstance(writer, FileWriter):
            left = writer.abandon(keep=isinstance(error, (PartsError, OSError)))
        elif isinstance(error, OSError):
            silence_stdout()
            if isinstance(error, BrokenPipeError):
                return exit_codes.CLOSED_PIPE
        if isinstance(error, GaveUp):
            _say(f"{self._name} gave up, whether there is a solution is not known: {error}")
            return exit_codes.INCOMPLETE
        _say(f"error: {_in_a_line(error)}{left}")
        return exit_codes.USAGE if isinstance(error, Unsupported) else exit_codes.WRONG


def _say(line: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" + ("" if count == 1 else "s")


def _in_a_line(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(reason.split())
