"""Counts the solutions of one board, in the way that suits the board and the approach.

Small boards are counted in this process. An approach that divides a count by itself
does so: on threads (`count_parts`) or, a part at a time (`count_part`), on a cluster. For any
other the board is split and its parts are counted by other processes, even by one worker: then
an approach that does not return to Python delays neither Ctrl-C nor the time limit, and the
progress can be shown.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial

from harness.deliver.checkpoint import Checkpoint, Job, division_of, saved_depth
from harness.deliver.outcome import Ending, Outcome, ending_of, starting
from harness.deliver.parts import PartsError, Spread, Work, solve_part
from harness.deliver.progress import Progress, foreseen, say, ticking
from harness.workers.errors import OutOfTime, WorkersLost
from harness.workers.interrupt import interruptible
from queens import Board, Part, Unsupported, known_count
from queens.loading import load
from queens.registry import Approach, read_page

SOON_DONE_UP_TO_N = 11


@dataclass
class Counting:
    """What to count, and how far it is; `spread` None leaves open how it is done.

    If Ctrl-C comes and the approach does not return, `last_words` gets the outcome, and then
    the process is ended.
    """

    approach: Approach
    board: Board
    last_words: Callable[[Outcome], None]
    spread: Spread | None = None
    time_limit_s: float | None = None

    def __post_init__(self) -> None:
        foresee = partial(foreseen, self.board)
        self._progress = Progress(self.approach.name, "parts", foresee=foresee)
        self._count = 0  # solutions in the parts that are done

    def run(self) -> Outcome:
        """Count; return how it ended. Raises CannotStart."""
        try:
            digest = self._count_all()
        except OutOfTime:
            return self._outcome(Ending.OUT_OF_TIME)
        except KeyboardInterrupt:
            return self._outcome(Ending.INTERRUPTED)
        except Unsupported as error:
            hint = "; -a attack_sets takes any board" if self.spread else ""
            return self._outcome(Ending.UNSUPPORTED, reason=f"{error}{hint}")
        except (PartsError, WorkersLost) as error:
            return self._outcome(ending_of(error), reason=str(error))
        finally:
            self._progress.close()
        is_published = known_count(self.board) in (None, self._count)
        ending = Ending.COMPLETE if is_published else Ending.MISCOUNTED
        return self._outcome(ending, digest)

    def _count_all(self) -> str | None:
        """Set the count; return the digest of the solutions, None if they were not visited."""
        on_cluster = self.spread is not None and self.spread.cluster is not None
        divides = "count_part" if on_cluster else "count_parts"
        if divides in read_page(self.approach.path).functions and not self._is_split():
            self._by_number()
            return None
        if self.spread or self.time_limit_s is not None:
            return self._on_workers(self.spread or Spread())
        if self.board.n > SOON_DONE_UP_TO_N:
            with suppress(Unsupported):  # it takes no parts, but may take the whole board
                return self._on_workers(Spread())
        return self._here()

    def _is_split(self) -> bool:
        """Return whether the board is split: because it is asked for, or was, by a checkpoint."""
        spread = self.spread
        if spread is None or spread.depth is not None:
            return spread is not None
        with starting():
            return spread.checkpoint is not None and saved_depth(spread.checkpoint) is not None

    def _here(self) -> str | None:
        with interruptible() as ctrl_c, ticking(self._progress.show):
            ctrl_c.last_words = self._interrupt
            load(self.approach)
            self._progress.start(0, 1)
            answer = solve_part(
                Work(self.approach.module, "count", depth=0, file=self.approach.file), self.board
            )
        self._count = answer.count
        return answer.digest

    def _interrupt(self) -> None:
        self._progress.close()
        self.last_words(self._outcome(Ending.INTERRUPTED))

    def _by_number(self) -> None:
        progress, deadline = self._progress, self._deadline()
        checkpoint = self._checkpoint()
        counted = dict(checkpoint.counted) if checkpoint else {}
        total = checkpoint.total if checkpoint else None
        self._count = sum(counted.values())
        parts = self._parts(counted, total, deadline)
        progress.start(len(counted), total, self._count)
        with ticking(progress.show), closing(parts):
            for part in parts:
                if checkpoint:
                    checkpoint.add_number(part)
                progress.done, progress.total = part.done, part.total
                self._count += part.solutions
                progress.found = self._count
                if time.monotonic() >= deadline and part.done < part.total:
                    raise OutOfTime

    def _parts(
        self, counted: Mapping[int, int], total: int | None, deadline: float
    ) -> Generator[Part, None, None]:
        """Return what yields the parts that are not counted yet, as they are finished."""
        spread = self.spread or Spread(os.cpu_count() or 1)
        if spread.cluster is None:
            module = load(self.approach)
            parts: Generator[Part, None, None]
            parts = module.count_parts(self.board, spread.workers, frozenset(counted))
            return parts
        from harness.deliver.numbered import counted_on  # only where they are used
        from harness.workers.cluster import ClusterPool

        with starting():
            pool = ClusterPool(spread.cluster)
        return counted_on(pool, self.approach, self.board, counted, total, deadline)

    def _checkpoint(self) -> Checkpoint | None:
        """Return the checkpoint of an approach that divides its count by itself."""
        if self.spread is None or self.spread.checkpoint is None:
            return None
        with starting():
            job = Job(self.approach.name, self.board, "count", None)
            checkpoint = Checkpoint(self.spread.checkpoint, job, division_of(self.approach))
        if checkpoint.counted:
            say(f"resuming: {len(checkpoint.counted)} of {checkpoint.total} parts were done before")
        return checkpoint

    def _on_workers(self, spread: Spread) -> str | None:
        from harness.deliver.spread import SplitBoard  # multiprocessing: only where it is used

        progress = self._progress
        with starting():
            split = SplitBoard(spread, self.approach, self.board, "count")
        if resumption := split.resumption():
            say(resumption)
        tally = split.tally
        progress.start(tally.done_count, tally.part_count, tally.count)
        self._count = tally.count
        with ticking(progress.show), closing(split.answers(self._deadline())) as answers:
            for _ in answers:
                progress.done = tally.done_count
                progress.found = self._count = tally.count
        return tally.digest

    def _deadline(self) -> float:
        """Return the end of the time limit if it starts now, on the clock of `time.monotonic`."""
        return math.inf if self.time_limit_s is None else time.monotonic() + self.time_limit_s

    def _outcome(self, ending: Ending, digest: str | None = None, reason: str = "") -> Outcome:
        is_saved = self.spread is not None and self.spread.checkpoint is not None
        return Outcome(
            ending,
            self.approach.name,
            self.board,
            self._progress.elapsed_s,
            count=self._count,
            published=known_count(self.board),
            limit=self.time_limit_s,
            digest=digest,
            parts=(self._progress.done, self._progress.total),
            can_resume=is_saved and ending in (Ending.OUT_OF_TIME, Ending.INTERRUPTED),
            reason=reason,
        )
