"""Counts the solutions of one board: here where that is soon done, else in parts on workers.

Workers are other processes even where there is one: so a solver that does not come back to
Python neither holds up Ctrl-C nor the time limit, and how far the count is can be shown.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.cli_values import EXIT_INCOMPLETE, EXIT_INTERRUPTED, EXIT_WRONG, clean_errors, fail
from harness.interrupt import interruptible
from harness.parts import PartsError, Tally, Work, solve_part
from harness.spread import Spread, open_checkpoint
from harness.ticker import Progress, Ticker
from queens import Board, Unsupported, known_count
from queens.shelves import Approach

if TYPE_CHECKING:
    from harness.checkpoint import Checkpoint
    from harness.parallel import Pool

SOON_DONE_UP_TO_N = 11


@dataclass(frozen=True)
class CountRequest:
    """What was asked for; `spread` None is one worker of this machine, if any is needed."""

    approach: Approach
    board: Board
    spread: Spread | None = None
    time_limit_s: float | None = None

    @property
    def work(self) -> Work:
        """The whole board as one part."""
        return Work(self.approach.module, "count", 0)


def run(request: CountRequest) -> int:
    """Count, print the number, say how it was had on standard error; return the exit code."""
    limits = request.time_limit_s is not None or request.spread is not None
    try:
        if limits or request.board.n > SOON_DONE_UP_TO_N:
            return _in_parts(request, request.spread or Spread())
        with interruptible(lambda: _say("interrupted")):
            answer = solve_part(request.work, request.board)
    except Unsupported as error:
        fail(f"{request.approach.name}: {error}")
    except PartsError as error:
        fail(str(error), EXIT_WRONG)
    except KeyboardInterrupt:
        _say("interrupted")
        return EXIT_INTERRUPTED
    return _report(request, answer.count, answer.digest, answer.solve_s)


def _in_parts(request: CountRequest, spread: Spread) -> int:
    from harness.parallel import OutOfTime

    begun = time.perf_counter()
    with clean_errors():
        pool = spread.open_pool()
        depth = spread.fitted_depth(request.board, pool.slots)
        checkpoint = open_checkpoint(spread, request.approach, request.board, "count", depth)
        tally = Tally(request.board, list(request.board.split(depth)), depth)
        for answer in checkpoint.done if checkpoint else ():
            tally.add(answer)
    progress = Progress(request.approach.name, "parts", tally.part_count, tally.done_count)

    def tick() -> None:
        progress.done = tally.done_count
        progress.show()

    try:
        with Ticker(tick):
            _count_parts(request, pool, tally, checkpoint)
    except OutOfTime:
        return _cut(request, tally, f"stopped after {request.time_limit_s:g} s", EXIT_INCOMPLETE)
    except KeyboardInterrupt:
        return _cut(request, tally, "interrupted", EXIT_INTERRUPTED)
    finally:
        progress.close()
    return _report(request, tally.count, tally.digest, time.perf_counter() - begun)


def _count_parts(
    request: CountRequest, pool: Pool, tally: Tally, checkpoint: Checkpoint | None
) -> None:
    from harness.parallel import answers, at_work

    work = Work(request.approach.module, "count", tally.depth)
    deadline = time.monotonic() + (request.time_limit_s or float("inf"))
    with at_work(pool):
        for answer in answers(pool, work, list(tally.open_parts.values()), deadline):
            tally.add(answer)
            if checkpoint:
                checkpoint.add(answer)


def _cut(request: CountRequest, tally: Tally, why: str, exit_code: int) -> int:
    """Say what is known of a count that was not ended."""
    done = f"{tally.done_count} of {tally.part_count} parts done"
    _say(
        f"{request.approach.name}: at least {tally.count} solutions of {request.board}, "
        f"{why}, {done}"
    )
    if request.spread and request.spread.checkpoint:
        _say("the same command goes on from there")
    return exit_code


def _report(request: CountRequest, count: int, digest: str | None, elapsed_s: float) -> int:
    sys.stdout.write(f"{count}\n")
    known = known_count(request.board)
    judged = "as published" if known is not None else "no published count to hold it to"
    if known is not None and known != count:
        judged = f"WRONG: the published count is {known}"
    audited = f", digest {digest}" if digest else ""
    things = "solution" if count == 1 else "solutions"
    _say(
        f"{request.approach.name}: {count} {things} of {request.board}, {judged}, "
        f"in {elapsed_s:.3g} s{audited}"
    )
    return EXIT_WRONG if judged.startswith("WRONG") else 0


def _say(line: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
