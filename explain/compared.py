"""A recorded search that can be asked about its nodes: what the lesson is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from explain.record import BACKTRACK, DECISION, SOLUTION, Record, Search
from explain.state import State
from explain.tree import Tree
from queens import Board, Square

Decisions = tuple[Square, ...]


class Told:
    """A search, its tree, and what can be asked of its nodes."""

    def __init__(self, record: Record, name: str) -> None:
        self.name = name
        self.board: Board = record.board
        self.search: Search = record[name]
        self.tree = Tree(record.board, self.search)

    def settled(self, node: int) -> int:
        """Return how many steps the search has made when all that follows from a node is known.

        That is just before it decides again, finds a solution or goes back.
        """
        steps = self.search.steps
        ends = (DECISION, BACKTRACK, SOLUTION)
        first = self.tree.nodes[node].entered + 1 if node else 0
        return next((i for i in range(first, len(steps)) if steps[i][0] in ends), len(steps))

    def domains(self, node: int) -> list[set[int]]:
        """Return the domains when all that follows from a node is known."""
        state = State(self.board)
        for index in range(self.settled(node)):
            state.apply(index, self.search.steps[index])
        return state.domains

    def count(self, node: int, kind: int) -> int:
        """Return how many steps of a kind belong to a node and all below it."""
        one = self.tree.nodes[node]
        return sum(step[0] == kind for step in self.search.steps[one.entered : one.left + 1])

    def first(self, kind: int) -> int:
        """Return the number of the first step of a kind; raise LookupError if there is none."""
        for index, step in enumerate(self.search.steps):
            if step[0] == kind:
                return index
        raise LookupError(f"{self.name} has no such step")

    def placements(self, node: int) -> list[Decisions]:
        """Return the placements visited at and below a node, in their order."""
        return [self.tree.decisions(below) for below in self.tree.below(node)]

    def fails_at_once(self, node: int) -> bool:
        """Return whether the search fails at a node before it decides anything below it."""
        one = self.tree.nodes[node]
        return one.end == "failure" and not one.children


def shared_nodes(one: Told, other: Told) -> Iterator[tuple[int, int]]:
    """Yield the pairs of nodes, the start left out, at which both made the same decisions."""
    for node in one.tree.below(0)[1:]:
        match = other.tree.find(one.tree.decisions(node))
        if match is not None:
            yield node, match


def best(
    pairs: Iterator[tuple[int, int]], worth: Callable[[int, int], int], what: str
) -> tuple[int, int]:
    """Return the pair worth most, the first of equals; raise LookupError if none is worth any."""
    found = max(pairs, key=lambda pair: worth(*pair), default=None)
    if found is None or worth(*found) <= 0:
        raise LookupError(f"the record has no {what}")
    return found
