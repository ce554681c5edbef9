"""How far a long job is, on standard error: a bar on a terminal, else a line now and then.

The display begins only after a second, or ten on a pipe: most jobs have ended by then.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from queens import Board

TICK_S = 0.2
BAR_AFTER_S = 1.0
LINE_EVERY_S = 10.0


class Progress:
    """`done` of `total` `unit` are done; total None is unknown. `what` may change meanwhile.

    `earlier` of them were done by a run before this one and say nothing of its speed. With
    `is_hidden` nothing is shown: the terminal shows the solutions themselves.

    `foresee` estimates how many solutions there are. It is asked once, when the display begins,
    so that a short job does not wait for it. Of solutions that is the total; of parts, which
    differ in size, the time left follows from the solutions `found` so far.
    """

    def __init__(
        self,
        what: str,
        unit: str,
        total: int | None = None,
        is_hidden: bool = False,
        foresee: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.what = what
        self.unit = unit
        self.total = total
        self.done = self.earlier = 0
        self.found = self.found_earlier = 0
        self.expected: int | None = None
        self._foresee: Callable[[], int | None] | None = foresee
        self._is_hidden = is_hidden
        self._started = time.monotonic()
        self._last_line_s = 0.0
        self._bar: Any = None

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._started

    def start(self, done: int = 0, total: int | None = None, found: int = 0) -> None:
        """Start the clock, at `done` of `total`, with so many solutions found."""
        self._started = time.monotonic()
        self.found = self.found_earlier = found
        self.done = self.earlier = done
        self.total = total

    def show(self) -> None:
        """Show how far the job is, if it is time to."""
        if self._is_hidden:
            return
        elapsed_s = self.elapsed_s
        is_bar = sys.stderr.isatty()
        if elapsed_s < BAR_AFTER_S if is_bar else elapsed_s - self._last_line_s < LINE_EVERY_S:
            return
        if self._foresee and (self.total is None or self.unit == "parts"):
            foresee, self._foresee = self._foresee, None
            self.expected = foresee()
        if is_bar:
            self._show_bar()
        else:
            self._last_line_s = elapsed_s
            say(self.line(elapsed_s))

    def line(self, elapsed_s: float) -> str:
        """Return how far the job is after `elapsed_s`, in words."""
        total, about = self._total, "about " if self.total is None else ""
        if total is None:
            return f"{self.what}: {self.done:,} {self.unit} in {elapsed_s:.0f} s"
        share = f"{self.what}: {self.done:,} of {about}{total:,} {self.unit}"
        new, left = self.done - self.earlier, total - self.done
        if self.unit == "parts" and self.found_earlier < self.found < (self.expected or 0):
            new, left = self.found - self.found_earlier, (self.expected or 0) - self.found
        return f"{share}, about {duration(elapsed_s / new * left)} left" if new else share

    @property
    def _total(self) -> int | None:
        """What there is to do, as known or estimated; None where an estimate was too low."""
        if self.total is None and self.unit == "solutions" and self.done < (self.expected or 0):
            return self.expected
        return self.total

    def _show_bar(self) -> None:
        if self._bar is None:
            self._bar = _bar(self.unit)
            self._bar.start()
        self._bar.update(0, completed=self.done, total=self._total, description=self.what)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _bar(unit: str) -> Any:
    # only after a second on a terminal: rich takes longer to import than most jobs take
    from rich import progress
    from rich.console import Console

    bar = progress.Progress(
        progress.BarColumn(bar_width=24),
        progress.MofNCompleteColumn(),
        progress.TextColumn(unit),
        progress.TimeRemainingColumn(compact=True),
        progress.TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task("", total=None)
    return bar


def duration(duration_s: float) -> str:
    """Return a rough duration in words: 8 s, 3 min, 2.5 h."""
    if duration_s < 100:
        return f"{duration_s:.0f} s"
    if duration_s < 100 * 60:
        return f"{duration_s / 60:.0f} min"
    return f"{duration_s / 3600:.1f} h"


def say(line: str) -> None:
    """Print a line on standard error, after what standard output has."""
    with suppress(OSError):  # a terminal that was closed
        sys.stdout.flush()
        sys.stderr.write(line + "\n")
        sys.stderr.flush()


def foreseen(board: Board) -> int | None:
    """Return how many solutions the board has, as published or estimated."""
    # only when a display begins: most jobs have ended by then
    from harness.estimate.solutions import expected_solutions

    return expected_solutions(board)


@contextmanager
def ticking(on_tick: Callable[[], None]) -> Iterator[None]:
    """Call `on_tick` five times a second, in a thread of its own, while the `with` block runs."""
    over = threading.Event()

    def tick() -> None:
        while not over.wait(TICK_S):
            on_tick()

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
