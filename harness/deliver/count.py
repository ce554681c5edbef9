"""Counts the solutions of one board, in the way that suits the board and the approach.

Small boards are counted in this process. An approach that divides a count by itself
(`count_parts`) does so, on threads. Else the board is split, and its parts are counted by
other processes even where one worker is enough: so a solver that does not come back to
Python holds up neither Ctrl-C nor the time limit, and how far the count is can be shown.
"""

from __future__ import annotations

import importlib
import math
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from commands import exit_codes
from commands.values import clean_errors, fail
from harness.deliver.files import silence_stdout
from harness.deliver.interrupt import interruptible
from harness.deliver.parts import OutOfTime, PartsError, Tally, Work, solve_part
from harness.deliver.progress import Progress, Ticker
from harness.deliver.spread import Spread, open_checkpoint
from queens import Board, Unsupported, known_count
from queens.registry import Approach, read_page

if TYPE_CHECKING:
    from harness.deliver.checkpoint import Checkpoint
    from harness.deliver.pools import Pool

SOON_DONE_UP_TO_N = 11


@dataclass(frozen=True)
class CountRequest:
    """What was asked for; `spread` None leaves open how it is done."""

    approach: Approach
    board: Board
    spread: Spread | None = None
    time_limit_s: float | None = None

    @property
    def divides_itself(self) -> bool:
        """Whether the approach divides this count by itself, on threads of this process."""
        is_split = self.spread is not None and self.spread.splits
        return not is_split and "count_parts" in read_page(self.approach.path).functions

    @property
    def deadline(self) -> float:
        """The end of the time limit if it begins now, on the clock of `time.monotonic`."""
        return math.inf if self.time_limit_s is None else time.monotonic() + self.time_limit_s


def run(request: CountRequest) -> int:
    """Count, print the number, say how it was had on standard error; return the exit code."""
    limits = request.spread is not None or request.time_limit_s is not None
    try:
        if request.divides_itself:
            return _on_threads(request)
        if limits:
            return _on_workers(request, request.spread or Spread())
        if request.board.n > SOON_DONE_UP_TO_N:
            with suppress(Unsupported):  # then it takes no parts, and may take the whole
                return _on_workers(request, Spread())
        return _here(request)
    except Unsupported as error:
        hint = "; -a bitmasks takes any" if request.board.is_plain and request.spread else ""
        fail(f"{error}{hint}")
    except PartsError as error:
        fail(str(error), exit_codes.WRONG)
    except _Cut as cut:
        _say(str(cut))
        return cut.exit_code
    except OSError as error:
        silence_stdout()
        fail(f"the count cannot be printed: {error.strerror}", exit_codes.WRONG)


def _here(request: CountRequest) -> int:
    progress = Progress(request.approach.name, "parts", 1)

    def last_words() -> None:
        progress.close()
        _say(f"{_at_least(request, progress)}, interrupted")

    with interruptible() as ctrl_c, _watched(request, progress):
        ctrl_c.last_words = last_words
        answer = solve_part(Work(request.approach.module, "count", 0), request.board)
    return _report(request, answer.count, answer.digest, answer.solve_s)


def _on_threads(request: CountRequest) -> int:
    module = importlib.import_module(request.approach.module)
    workers = request.spread.workers if request.spread else os.cpu_count() or 1
    progress = Progress(request.approach.name, "parts", None)
    deadline = request.deadline
    with _watched(request, progress):
        for part in module.count_parts(request.board, workers):
            progress.done, progress.total = part.done, part.total
            progress.counted += part.solutions
            if time.monotonic() >= deadline and part.done < part.total:
                raise OutOfTime
    return _report(request, progress.counted, None, progress.elapsed_s)


def _on_workers(request: CountRequest, spread: Spread) -> int:
    with clean_errors():
        pool = spread.open_pool()
        depth = spread.fitted_depth(request.board, pool.slots)
        checkpoint = open_checkpoint(spread, request.approach, request.board, "count", depth)
        tally = Tally(request.board, list(request.board.split(depth)), depth)
        for answer in checkpoint.done if checkpoint else ():
            tally.add(answer)
    progress = Progress(request.approach.name, "parts", tally.part_count, tally.done_count)
    progress.counted = tally.count
    with _watched(request, progress):
        _count_parts(request, pool, tally, checkpoint, progress)
    return _report(request, tally.count, tally.digest, progress.elapsed_s)


def _count_parts(
    request: CountRequest,
    pool: Pool,
    tally: Tally,
    checkpoint: Checkpoint | None,
    progress: Progress,
) -> None:
    from harness.deliver.pools import answers, at_work

    work = Work(request.approach.module, "count", tally.depth)
    with at_work(pool):
        for answer in answers(pool, work, list(tally.open_parts.values()), request.deadline):
            tally.add(answer)
            progress.done, progress.counted = tally.done_count, tally.count
            if checkpoint:
                checkpoint.add(answer)


class _Cut(Exception):
    """The count was not ended; the message says what is known."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@contextmanager
def _watched(request: CountRequest, progress: Progress) -> Iterator[None]:
    """Show progress; raise `_Cut` where the time is up or the user interrupts."""
    try:
        with Ticker(progress.show):
            yield
    except OutOfTime:
        why = f"{_at_least(request, progress)}, stopped after {request.time_limit_s:g} s"
        raise _Cut(why, exit_codes.INCOMPLETE) from None
    except KeyboardInterrupt:
        raise _Cut(f"{_at_least(request, progress)}, interrupted", exit_codes.INTERRUPTED) from None
    finally:
        progress.close()


def _at_least(request: CountRequest, progress: Progress) -> str:
    saved = request.spread is not None and request.spread.checkpoint is not None
    goes_on = "; the same command goes on from there" if saved else ""
    return (
        f"{request.approach.name}: at least {progress.counted} solutions of {request.board}, "
        f"{progress.done} of {progress.total or '?'} parts done{goes_on}"
    )


def _report(request: CountRequest, count: int, digest: str | None, elapsed_s: float) -> int:
    sys.stdout.write(f"{count}\n")
    known = known_count(request.board)
    judged = "no published count to hold it to" if known is None else "as published"
    if known is not None and known != count:
        judged = f"WRONG, the published count is {known}"
    audited = f", digest {digest}" if digest else ""
    things = "solution" if count == 1 else "solutions"
    _say(
        f"{request.approach.name}: {count} {things} of {request.board}, {judged}, "
        f"in {elapsed_s:.3g} s{audited}"
    )
    return exit_codes.WRONG if judged.startswith("WRONG") else 0


def _say(line: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
