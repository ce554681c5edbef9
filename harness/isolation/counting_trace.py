"""Counts what a traced search reports: the figures of a cell's untimed run."""

from __future__ import annotations

from collections import Counter
from functools import partial

from queens import Trace

FIGURES = {
    "checks": "check",
    "rejections": "rejection",
    "pruned": "pruned",
    "failures": "failure",
    "propagator_calls": "propagator",
}
"""The record's fields and the kinds of events that they count."""


class CountingTrace:
    """A trace that counts its events by kind and keeps nothing else."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        for kind in (name for name in vars(Trace) if not name.startswith("_")):
            setattr(self, kind, partial(self._count, kind))

    def _count(self, kind: str, *about: object) -> None:
        self.events[kind] += 1

    def figures(self) -> dict[str, int | None]:
        """Return the record's fields; None for what the search never reported."""
        nodes = 1 + self.events["decision"] if self.events.total() else None
        return {"nodes": nodes} | {
            name: self.events[kind] or None for name, kind in FIGURES.items()
        }
