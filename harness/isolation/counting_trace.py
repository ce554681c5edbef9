"""Counts what a traced search reports: the figures of a cell's untimed run."""

from __future__ import annotations

from collections import Counter

from queens import Cause, Queens


class CountingTrace:
    """A trace that counts its events and keeps nothing else."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()

    def figures(self) -> dict[str, int | None]:
        """Return the record's fields; None for what the search never reported."""
        kinds = {
            "checks": "check",
            "rejections": "rejection",
            "pruned": "pruned",
            "failures": "failure",
            "propagator_calls": "propagator",
        }
        nodes = 1 + self.events["decision"] if self.events.total() else None
        return {"nodes": nodes} | {name: self.events[kind] or None for name, kind in kinds.items()}

    def decision(self, row: int, column: int) -> None:
        """Count it."""
        self.events["decision"] += 1

    def refutation(self, row: int, column: int) -> None:
        """Count it."""
        self.events["refutation"] += 1

    def check(self, row: int, column: int) -> None:
        """Count it."""
        self.events["check"] += 1

    def rejection(self, row: int, column: int, cause: Cause) -> None:
        """Count it."""
        self.events["rejection"] += 1

    def propagator(self, name: str) -> None:
        """Count it."""
        self.events["propagator"] += 1

    def pruned(self, row: int, column: int, cause: Cause) -> None:
        """Count it."""
        self.events["pruned"] += 1

    def failure(self, row: int | None) -> None:
        """Count it."""
        self.events["failure"] += 1

    def backtrack(self, row: int, column: int) -> None:
        """Count it."""
        self.events["backtrack"] += 1

    def solution(self, queens: Queens) -> None:
        """Count it."""
        self.events["solution"] += 1
