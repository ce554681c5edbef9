"""The search tree of a record, its shape and what of it another search never enters.

A node is a set of queens placed one after the other, its parent the set without the last.
Searches that branch in two are drawn the same way: what they refute belongs to the node above,
and where they fail or find a solution after a refutation, that is an extra leaf with no queen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from explain.record import Kind, Search, State
from queens import Board, Square


@dataclass
class Node:
    """One placement visited: `square` the last queen placed, None at the root and in extra leaves.

    `entered` and `left` are numbers of steps; `left` is their number where it is never left.
    `standing` are all queens that stand when the search goes on from here, those too that are
    forced and not placed yet.
    """

    parent: int
    square: Square | None
    depth: int
    entered: int
    left: int = -1
    end: str = ""  # "solution" or "failure" in a leaf
    is_extra: bool = False
    hidden: tuple[int, ...] = ()
    children: list[int] = field(default_factory=list)
    standing: set[Square] = field(default_factory=set)


class Tree:
    """The nodes in the order they are entered; node 0 is the empty (or given) board."""

    def __init__(self, board: Board, search: Search) -> None:
        self.search = search
        self.nodes = [Node(-1, None, 0, 0)]
        self._path = [0]
        state = State(board)
        for index, step in enumerate(search.steps):
            if step[0] in (Kind.DECISION, Kind.SOLUTION):
                self.nodes[self._path[-1]].standing |= set(state.queens().items())
            state.apply(index, step)
            self._follow(index, step[0], (step[2], step[3]) if step[0] == Kind.DECISION else None)
            if step[0] == Kind.HIDDEN:
                self.nodes[self._path[-1]].hidden = step[2:]
        for node in self._path:
            self.nodes[node].left = len(search.steps)
        for node in range(len(self.nodes)):
            self.nodes[node].standing |= set(self.decisions(node))

    def _follow(self, index: int, kind: int, square: Square | None) -> None:
        here = self._path[-1]
        if kind == Kind.DECISION:
            self._path.append(self._add(here, square, index))
        elif kind == Kind.BACKTRACK:
            self.nodes[here].left = index
            self._path.pop()
        elif kind in (Kind.FAILURE, Kind.SOLUTION):
            if self.nodes[here].children:
                here = self._add(here, None, index)
                self.nodes[here].is_extra = True
                self.nodes[here].left = index
            self.nodes[here].end = "failure" if kind == Kind.FAILURE else "solution"

    def _add(self, parent: int, square: Square | None, index: int) -> int:
        node = len(self.nodes)
        self.nodes.append(Node(parent, square, self.nodes[parent].depth + 1, index))
        self.nodes[parent].children.append(node)
        return node

    def decisions(self, node: int) -> tuple[Square, ...]:
        """Return the squares of the queens placed on the way to `node`, the first one first."""
        squares: list[Square] = []
        while node > 0:
            if square := self.nodes[node].square:
                squares.append(square)
            node = self.nodes[node].parent
        return tuple(reversed(squares))

    def find(self, decisions: tuple[Square, ...]) -> int:
        """Return the node of exactly these decisions, in this order; raise LookupError if none."""
        for node in self.below(0):
            if self.decisions(node) == decisions:
                return node
        raise LookupError(f"no node has the queens {decisions}")

    def below(self, node: int) -> list[int]:
        """Return the nodes of the subtree of `node`, itself first; extra leaves left out."""
        found = [node]
        for one in found:
            found += [child for child in self.nodes[one].children if not self.nodes[child].is_extra]
        return found

    def size(self, node: int) -> int:
        """Return the number of nodes at and below a node."""
        return len(self.below(node))

    def settled(self, node: int) -> int:
        """Return how many steps the search has made when propagation at a node is done."""
        return self.search.settled(self.nodes[node].entered + 1)

    def count(self, kind: int, node: int) -> int:
        """Return how many steps of a kind belong to a node and all below it."""
        one = self.nodes[node]
        return sum(step[0] == kind for step in self.search.steps[one.entered : one.left + 1])

    def __len__(self) -> int:
        """Return the number of nodes: each queen placed, and one for the start."""
        return sum(not node.is_extra for node in self.nodes)


def never_entered(tree: Tree, other: Tree) -> list[int]:
    """Return the roots of the subtrees of `tree` that `other` never enters.

    The other search enters a placement if all its queens stand together there at some point,
    decided or forced. What is below a placement it never enters, it never enters either.
    """
    standing = {frozenset(node.standing) for node in other.nodes}
    maximal = [one for one in standing if not any(one < another for another in standing)]
    roots: list[int] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        squares = set(tree.decisions(node))
        if tree.nodes[node].is_extra or any(squares <= one for one in maximal):
            waiting += reversed(tree.nodes[node].children)
        else:
            roots.append(node)
    return sorted(roots)
