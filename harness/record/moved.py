"""Runs that were made once more: of boards that moved to another machine, and interrupted ones.

All times of a board are of one machine: where a board had to move, because its machine of the
cluster has left, it is measured anew there, and what came before counts as a warm-up. So does an
interrupted run, once the campaign was resumed and has made it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from harness.record.events import Event, Observation, Run
from queens import Board

INTERRUPTED = "interrupted"


def homes(events: Iterable[Event]) -> dict[Board, str | None]:
    """Return the machine on which each board was measured last."""
    return {event.board: event.machine for event in events if isinstance(event, (Run, Observation))}


def counting(events: Iterable[Event]) -> list[Event]:
    """Return the events with each run that was made once more as one that does not count."""
    every = list(events)
    if any(isinstance(event, Run) and event.machine for event in every):
        home = homes(every)
        every = [
            replace(event, warmup=True)
            if isinstance(event, Run) and event.machine != home[event.board]
            else event
            for event in every
        ]
    if any(isinstance(event, Run) and event.status == INTERRUPTED for event in every):
        made = {_key(one) for one in every if isinstance(one, Run) and one.status != INTERRUPTED}
        every = [
            replace(event, warmup=True)
            if isinstance(event, Run) and event.status == INTERRUPTED and _key(event) in made
            else event
            for event in every
        ]
    return every


def _key(run: Run) -> tuple[object, ...]:
    return run.approach, run.board, run.task, run.repetition, run.warmup
