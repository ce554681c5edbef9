"""A trace that counts nodes and failures, and can end a search at its first solution."""

from __future__ import annotations

from collections.abc import Callable

from queens import Queens


class Found(Exception):
    """The first solution is there."""


class Nodes:
    """Counts each queen placed, and the start; and rows left without a column."""

    def __init__(self, to_first: bool = False) -> None:
        self.count, self.failures = 1, 0
        self._to_first = to_first

    def decision(self, row: int, column: int) -> None:
        """Count a node."""
        self.count += 1

    def failure(self, row: int | None) -> None:
        """Count a failure."""
        self.failures += 1

    def solution(self, queens: Queens) -> None:
        """Raise Found, if that is what is waited for."""
        if self._to_first:
            raise Found

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *parts: None  # whatever else is reported
