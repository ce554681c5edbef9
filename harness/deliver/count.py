"""Counts the solutions of one board, in the way that suits the board and the approach.

Small boards are counted in this process. An approach that divides a count by itself
(`count_parts`) does so, on threads. For any other the board is split and its parts are
counted by other processes, even by one worker: then an approach that does not return to
Python delays neither Ctrl-C nor the time limit, and the progress can be shown.
"""

from __future__ import annotations

import importlib
import math
import os
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass

from harness.deliver.interrupt import interruptible
from harness.deliver.outcome import Ending, Outcome, ending_of, starting
from harness.deliver.parts import OutOfTime, PartsError, Spread, Work, WorkersLost, solve_part
from harness.deliver.progress import Progress, Ticker, say
from queens import Board, Unsupported, known_count
from queens.registry import Approach, read_page

SOON_DONE_UP_TO_N = 11


@dataclass(frozen=True)
class CountRequest:
    """What to count; `spread` None leaves open how."""

    approach: Approach
    board: Board
    spread: Spread | None = None
    time_limit_s: float | None = None

    @property
    def divides_itself(self) -> bool:
        """Whether the approach divides this count by itself, on threads of this process."""
        is_split = self.spread is not None and self.spread.needs_split
        return not is_split and "count_parts" in read_page(self.approach.path).functions

    @property
    def deadline(self) -> float:
        """The end of the time limit if it starts now, on the clock of `time.monotonic`."""
        return math.inf if self.time_limit_s is None else time.monotonic() + self.time_limit_s


def run(request: CountRequest, last_words: Callable[[Outcome], None]) -> Outcome:
    """Count; return how it ended. Raises CannotStart.

    If Ctrl-C comes and the approach does not return, `last_words` gets the outcome, and then
    the process is ended.
    """
    return _Counting(request, last_words).run()


class _Counting:
    """One count under way: how far it is, and how it ended."""

    def __init__(self, request: CountRequest, last_words: Callable[[Outcome], None]) -> None:
        self._request = request
        self._last_words = last_words
        self._progress = Progress(request.approach.name, "parts")
        self._count = 0  # solutions in the parts that are done

    def run(self) -> Outcome:
        try:
            digest = self._count_all()
        except OutOfTime:
            return self._outcome(Ending.OUT_OF_TIME)
        except KeyboardInterrupt:
            return self._outcome(Ending.INTERRUPTED)
        except Unsupported as error:
            hint = "; -a attack_sets takes any board" if self._request.spread else ""
            return self._outcome(Ending.UNSUPPORTED, reason=f"{error}{hint}")
        except (PartsError, WorkersLost) as error:
            return self._outcome(ending_of(error), reason=str(error))
        finally:
            self._progress.close()
        is_published = known_count(self._request.board) in (None, self._count)
        ending = Ending.COMPLETE if is_published else Ending.MISCOUNTED
        return self._outcome(ending, digest)

    def _count_all(self) -> str | None:
        """Set the count; return the digest of the solutions, None if they were not visited."""
        request = self._request
        if request.divides_itself:
            return self._on_threads()
        if request.spread or request.time_limit_s is not None:
            return self._on_workers(request.spread or Spread())
        if request.board.n > SOON_DONE_UP_TO_N:
            with suppress(Unsupported):  # it takes no parts, but may take the whole board
                return self._on_workers(Spread())
        return self._here()

    def _here(self) -> str | None:
        with interruptible() as ctrl_c, Ticker(self._progress.show):
            ctrl_c.last_words = self._interrupt
            importlib.import_module(self._request.approach.module)
            self._progress.start(0, 1)
            work = Work(self._request.approach.module, "count", depth=0)
            answer = solve_part(work, self._request.board)
        self._count = answer.count
        return answer.digest

    def _interrupt(self) -> None:
        self._progress.close()
        self._last_words(self._outcome(Ending.INTERRUPTED))

    def _on_threads(self) -> str | None:
        request, progress = self._request, self._progress
        module = importlib.import_module(request.approach.module)
        workers = request.spread.workers if request.spread else os.cpu_count() or 1
        deadline = request.deadline
        progress.start()
        with Ticker(progress.show):
            for part in module.count_parts(request.board, workers):
                progress.done, progress.total = part.done, part.total
                self._count += part.solutions
                if time.monotonic() >= deadline and part.done < part.total:
                    raise OutOfTime
        return None

    def _on_workers(self, spread: Spread) -> str | None:
        from harness.deliver.spread import SplitBoard  # multiprocessing: only where it is used

        request, progress = self._request, self._progress
        with starting():
            split = SplitBoard(spread, request.approach, request.board, "count")
        if resumption := split.resumption():
            say(resumption)
        tally = split.tally
        progress.start(tally.done_count, tally.part_count)
        self._count = tally.count
        with Ticker(progress.show), closing(split.answers(request.deadline)) as answers:
            for _ in answers:
                progress.done, self._count = tally.done_count, tally.count
        return tally.digest

    def _outcome(self, ending: Ending, digest: str | None = None, reason: str = "") -> Outcome:
        request, progress = self._request, self._progress
        is_saved = request.spread is not None and request.spread.checkpoint is not None
        return Outcome(
            ending,
            request.approach.name,
            request.board,
            progress.elapsed_s,
            count=self._count,
            published=known_count(request.board),
            limit=request.time_limit_s,
            digest=digest,
            parts=(progress.done, progress.total),
            can_resume=is_saved and ending in (Ending.OUT_OF_TIME, Ending.INTERRUPTED),
            reason=reason,
        )
