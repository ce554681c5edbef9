"""A thread that looks after a long run: hands on what waits, and shows how far it is.

The display is on standard error: on a terminal a bar with the time left, else a plain line
now and then. It begins only when the run has taken a while; most are over before.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

TICK_S = 0.2
BAR_AFTER_S = 1.0
LINE_EVERY_S = 10.0


class Progress:
    """How far a run is: `done` of `total` `unit`, total None where it is not known.

    `earlier` of them were done by a run before this one, and say nothing of its speed.
    With `is_hidden` nothing is shown: the terminal is busy with the solutions themselves.
    """

    def __init__(
        self,
        what: str,
        unit: str,
        total: int | None,
        earlier: int = 0,
        is_hidden: bool = False,
    ) -> None:
        self.what = what
        self.unit = unit
        self.total = total
        self.done = self.earlier = earlier
        self.counted = 0  # solutions in what is done, where parts are counted
        self._is_hidden = is_hidden
        self._begun = time.monotonic()
        self._said_s = 0.0
        self._bar: Any = None

    def show(self) -> None:
        """Show how far it is, if it is time to."""
        if self._is_hidden:
            return
        elapsed_s = self.elapsed_s
        if sys.stderr.isatty():
            if elapsed_s >= BAR_AFTER_S:
                self._show_bar()
        elif elapsed_s - self._said_s >= LINE_EVERY_S:
            self._said_s = elapsed_s
            sys.stderr.write(self.line(elapsed_s) + "\n")
            sys.stderr.flush()

    @property
    def elapsed_s(self) -> float:
        """Seconds since this was made."""
        return time.monotonic() - self._begun

    def line(self, elapsed_s: float) -> str:
        """Return how far it is in words."""
        if self.total is None:
            return f"{self.what}: {self.done:,} {self.unit} in {elapsed_s:.0f} s"
        share = f"{self.what}: {self.done:,} of {self.total:,} {self.unit}"
        new = self.done - self.earlier
        if not new:
            return share
        return f"{share}, about {said_duration(elapsed_s / new * (self.total - self.done))} left"

    def _show_bar(self) -> None:
        if self._bar is None:
            self._bar = _bar(self.what, self.unit, self.total)
            self._bar.start()
        self._bar.update(0, completed=self.done, total=self.total)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


def _bar(what: str, unit: str, total: int | None) -> Any:
    from rich import progress
    from rich.console import Console

    bar = progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(bar_width=24),
        progress.MofNCompleteColumn(),
        progress.TextColumn(unit),
        progress.TimeRemainingColumn(compact=True),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task(what, total=total)
    return bar


def said_duration(duration_s: float) -> str:
    """Return a duration as one says it: 8 s, 3 min, 2.5 h."""
    if duration_s < 100:
        return f"{duration_s:.0f} s"
    if duration_s < 100 * 60:
        return f"{duration_s / 60:.0f} min"
    return f"{duration_s / 3600:.1f} h"


class Ticker:
    """While in its `with`, calls `on_tick` five times a second, in a thread of its own."""

    def __init__(self, on_tick: Callable[[], None]) -> None:
        self._on_tick = on_tick
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._over.wait(TICK_S):
            self._on_tick()

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
