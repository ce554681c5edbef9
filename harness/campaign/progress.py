"""How far a campaign is, on standard error: a bar with the time left, on a pipe plain lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from harness.campaign.plan import Step

OnStep = Callable[[int, int, Step], None]

PLAIN_LINE_EVERY_S = 10.0


@contextmanager
def campaign_progress() -> Iterator[OnStep]:
    """Yield the `on_step` of a campaign."""
    if sys.stderr.isatty():
        with _bar() as on_step:
            yield on_step
    else:
        yield _plain_lines()


@contextmanager
def _bar() -> Iterator[OnStep]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def on_step(done: int, total: int, step: Step) -> None:
            what = f"{step.approach.name}, n = {step.board.n}"
            progress.update(task, completed=done, total=total, description=what)

        yield on_step


def _plain_lines() -> OnStep:
    begun = said = time.monotonic()

    def on_step(done: int, total: int, step: Step) -> None:
        nonlocal said
        now = time.monotonic()
        if done and now - said >= PLAIN_LINE_EVERY_S:
            said = now
            left_s = (now - begun) / done * (total - done)
            # the first runs import their solvers: no guess from them
            left = f", about {left_s:.0f} s left" if done > total / 4 else ""
            sys.stderr.write(f"{done} of {total} runs{left}\n")
            sys.stderr.flush()

    return on_step
