"""What every figure of a search means, approach by approach, and what it may be compared with.

A solver's counters are its own: branches of one are not the nodes of another. Only nodes
counted alike, a node for each queen placed and one for the start, share a column.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from harness.judge.cells import Cell
from harness.judge.comparisons import counts_nodes_alike
from harness.record.events import traced_figures

COMPARABLE = "searches that count nodes alike"
OWN = "this approach alone"


@dataclass(frozen=True)
class Definition:
    """One figure of one approach: what it counts, an example from the record, its peers."""

    approach: str
    name: str
    meaning: str
    board: str
    value: int
    comparable: bool

    @property
    def compare_with(self) -> str:
        """What the figure may be compared with, in words."""
        return COMPARABLE if self.comparable else OWN


UNKNOWN_COUNTER = "the approach's own figure; its file says what it counts"
# squares and placements are the same things in every search; when a search fails, or runs a
# propagator, is its own affair
ALIKE = frozenset(("nodes", "checks", "rejections", "pruned"))
NODES_OWN = "decisions of this search's own tree, which is not that of the others"


def definitions(cells: Iterable[Cell]) -> list[Definition]:
    """Return the definition of each figure, with its value on the largest board that has one."""
    found: dict[tuple[str, str], Definition] = {}
    for cell in cells:  # smaller boards first: the largest stays
        alike = counts_nodes_alike(cell)
        figures = []
        for name, counts in traced_figures().items():
            meaning = NODES_OWN if name == "nodes" and not alike else counts
            comparable = alike and name in ALIKE
            figures.append((f"traced {name}", meaning, cell.observed(name), comparable))
        for name, value in cell.worst_run.counters.items():
            meaning = cell.about.counters.get(str(name), UNKNOWN_COUNTER)
            figures.append((str(name), meaning, value, False))
        approach, board = cell.key.approach, str(cell.board)
        for name, meaning, value, comparable in figures:
            if value is not None:
                one = Definition(approach, name, meaning, board, value, comparable)
                found[approach, name] = one
    return sorted(found.values(), key=lambda definition: definition.approach)
