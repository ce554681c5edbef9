"""How a solve or a count ended, as values; the sentence comes last.

However it ends (complete, at a limit, interrupted, its reader gone, the disk full), the
outcome says what is known: how many solutions, whether there may be more, where they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from harness.deliver.parts import PartsError
from harness.record.lines import RecordError
from harness.workers.errors import WorkersLost
from queens import Board, GaveUp, Unsupported
from queens.words import many


class CannotStart(Exception):
    """A file, a cluster or a checkpoint cannot be used; the message says which, and the fix."""


@contextmanager
def starting() -> Iterator[None]:
    """Raise CannotStart for what a user can mend, while nothing has been solved yet."""
    try:
        yield
    except (ValueError, RecordError, PartsError) as error:
        raise CannotStart(str(error)) from error


class Ending(Enum):
    """Why a solve or a count ended."""

    COMPLETE = "complete"
    """All solutions; the count is the published one, if there is one."""
    FIRST = "one solution"
    """The one solution that was asked for."""
    LIMIT = "solution limit"
    OUT_OF_TIME = "time limit"
    INTERRUPTED = "interrupted"
    GAVE_UP = "gave up"
    """The approach does not know whether there is a solution."""
    UNSUPPORTED = "unsupported"
    """The approach cannot take the board."""
    MISCOUNTED = "miscounted"
    """Completed, with another count than the published one."""
    WRONG = "wrong"
    """An answer is no solution or came twice."""
    WORKERS_LOST = "workers lost"
    CLOSED_PIPE = "closed pipe"
    UNWRITABLE = "unwritable"
    """A write failed, on a full disk for instance."""


ENDING_OF: dict[type[Exception], Ending] = {
    Unsupported: Ending.UNSUPPORTED,
    GaveUp: Ending.GAVE_UP,
    PartsError: Ending.WRONG,
    WorkersLost: Ending.WORKERS_LOST,
    BrokenPipeError: Ending.CLOSED_PIPE,
    OSError: Ending.UNWRITABLE,
}
"""How a solve or a count ends that raises such an error; the first that fits."""


def ending_of(error: Exception) -> Ending:
    """Return how a solve or a count ends that raises this error, one of `ENDING_OF`."""
    return next(ending for kind, ending in ENDING_OF.items() if isinstance(error, kind))


@dataclass(frozen=True)
class Outcome:
    """How it ended and what is known then.

    `count` solutions were found; with `is_unique`, so many were written and `found_count`
    found. `published` is the published count, None if there is none. `limit` is in solutions
    or seconds, whichever ended it. `parts` are the parts done, and all (None if not known),
    where the board was split. `file` has the solutions, under its partial name if it is not
    whole. `reason` is the message of an error.
    """

    ending: Ending
    approach: str
    board: Board
    elapsed_s: float
    count: int = 0
    is_unique: bool = False
    found_count: int | None = None
    published: int | None = None
    limit: float | None = None
    digest: str | None = None
    parts: tuple[int, int | None] | None = None
    can_resume: bool = False
    file: Path | None = None
    reason: str = ""

    @property
    def sentence(self) -> str:
        """Return the outcome in one line."""
        if self.ending is Ending.GAVE_UP:
            return (
                f"{self.approach} gave up on {self.board}, and whether there is a solution is "
                f"not known: {self.reason}"
            )
        if self.reason:
            kept = f"; what was written is in {self.file}" if self.file else ""
            return f"{self.reason}{kept}"
        clauses = [
            f"{self.approach}: {self._counted}",
            self._how,
            f"in {self.elapsed_s:.3g} s",
            f"digest {self.digest}" if self.digest else "",
            f"in {self.file}" if self.file else "",
        ]
        resume = "; run the same command again to resume it" if self.can_resume else ""
        return ", ".join(filter(None, clauses)) + resume

    @property
    def _counted(self) -> str:
        if self.ending is Ending.FIRST:
            return f"a solution of {self.board}"
        kind = "fundamental solution" if self.is_unique else "solution"
        counted = f"{many(self.count, kind)} of {self.board}"
        if self.ending not in (Ending.COMPLETE, Ending.MISCOUNTED):
            return f"at least {counted}"
        return f"{counted} ({self.found_count:,} in all)" if self.is_unique else counted

    @property
    def _how(self) -> str:
        done, total = self.parts or (0, None)
        parts = f", {done:,} of {total or '?'} parts done" if self.parts else ""
        as_published = "" if self.published is None else ", as published"
        return {
            Ending.COMPLETE: f"complete{as_published}",
            Ending.MISCOUNTED: f"complete, but the published count is {self.published}",
            Ending.LIMIT: f"stopped at the limit of {self.limit}",
            Ending.OUT_OF_TIME: f"stopped after {self.limit:g} s{parts}" if self.limit else "",
            Ending.INTERRUPTED: f"interrupted{parts}",
        }.get(self.ending, "")
