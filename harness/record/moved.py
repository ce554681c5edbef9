"""Boards that were begun on one machine of a cluster and measured on another.

All times of a board are of one machine: where a board had to move, because its machine has left,
it is measured anew there, and what came before counts as a warm-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from harness.record.events import Event, Observation, Run
from queens import Board


def homes(events: Iterable[Event]) -> dict[Board, str | None]:
    """Return the machine on which each board was measured last."""
    return {event.board: event.machine for event in events if isinstance(event, (Run, Observation))}


def counting(events: Iterable[Event]) -> list[Event]:
    """Return the events with each run of a board's earlier machines as one that does not count."""
    every = list(events)
    if not any(isinstance(event, Run) and event.machine for event in every):
        return every
    home = homes(every)
    return [
        replace(event, warmup=True)
        if isinstance(event, Run) and event.machine != home[event.board]
        else event
        for event in every
    ]
