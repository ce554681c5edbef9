"""A recorded search that can be asked about a node, and what a stop of a lesson says of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain.record import Kind, Record, Search
from explain.tree import Tree
from queens import Square

Decisions = tuple[Square, ...]


@dataclass(frozen=True)
class Stop:
    """One moment: the searches in the two panes, how many steps each has made, and what is so.

    `facts` are the claims as values, for who wants to check them. `record` is that of the stop
    where it is not the lesson's.
    """

    title: str
    text: str
    left: str
    right: str
    left_position: int
    right_position: int
    facts: dict[str, Any]
    record: Record | None = None

    def data(self) -> dict[str, Any]:
        """Return the stop as the page takes it."""
        hidden = ("facts", "record")
        fields = {name: value for name, value in vars(self).items() if name not in hidden}
        return fields | {"board": int(self.record is not None)}


class Compared:
    """A search and its tree."""

    def __init__(self, record: Record, name: str) -> None:
        self.name = name
        self.search: Search = record[name]
        self.tree = Tree(record.board, self.search)

    def size(self, node: int = 0) -> int:
        """Return the number of nodes at and below a node."""
        return len(self.tree.below(node))

    def settled(self, node: int) -> int:
        """Return how many steps the search has made when propagation at a node is done.

        That is just before it decides again, finds a solution or goes back.
        """
        steps = self.search.steps
        ends = (Kind.DECISION, Kind.BACKTRACK, Kind.SOLUTION)
        first = self.tree.nodes[node].entered + 1 if node else 0
        return next((i for i in range(first, len(steps)) if steps[i][0] in ends), len(steps))

    def count(self, kind: int, node: int = 0) -> int:
        """Return how many steps of a kind belong to a node and all below it."""
        one = self.tree.nodes[node]
        return sum(step[0] == kind for step in self.search.steps[one.entered : one.left + 1])

    def until_solution(self) -> int:
        """Return how many steps the search has made when it has found its first solution."""
        kinds = [step[0] for step in self.search.steps]
        if Kind.SOLUTION not in kinds:
            raise LookupError(f"{self.name} finds no solution")
        return kinds.index(Kind.SOLUTION) + 1
