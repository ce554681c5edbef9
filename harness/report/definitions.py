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


CHOCO = {
    "failures": "nodes where propagation emptied a domain, in the solver's order of search",
    "backtracks": "times the solver went back to an earlier decision",
}
# by approach; a name also speaks for those that begin with it and an underscore
COUNTERS: dict[str, dict[str, str]] = {
    "cp_sat": {
        "branches": "decisions of the clause-learning search, restarts included; a branch that "
        "a learned clause jumps over is never counted",
        "conflicts": "contradictions that ended in a learned clause",
    },
    "original_cp": {
        "branches": "branches entered of a search that branches in two: a column, or not that "
        "column",
        "failures": "nodes of the two-way search where propagation emptied a domain",
    },
    "choco": CHOCO,
    "cpmpy_choco": CHOCO,
    "minizinc_gecode": {
        "nodes": "nodes of a search that branches in two, leaves included",
        "failures": "leaves where propagation emptied a domain",
        "propagations": "runs of a propagator",
    },
    "nucs": {
        "choices": "decisions of a search that branches in two",
        "backtracks": "times the solver went back to an earlier decision",
    },
    "clingo_asp": {
        "choices": "truth values chosen by the answer-set solver",
        "conflicts": "contradictions that ended in a learned nogood",
    },
    "sat_cnf": {
        "decisions": "truth values chosen by the SAT solver",
        "conflicts": "contradictions that ended in a learned clause",
        "propagations": "truth values that unit propagation forced",
    },
    "dancing_links": {"solutions": "solutions handed over"},
    "propagation": {
        "failures": "placements after which propagation emptied the domain of a row",
    },
}
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
        for name, counts in traced_figures().items():
            value = cell.observed(name)
            if value is not None:
                meaning = NODES_OWN if name == "nodes" and not alike else counts
                comparable = alike and name in ALIKE
                definition = _definition(cell, f"traced {name}", meaning, value, comparable)
                found[cell.key.approach, definition.name] = definition
        for name, value in cell.worst_run.counters.items():
            definition = _definition(cell, str(name), meaning_of(cell, str(name)), value, False)
            found[cell.key.approach, definition.name] = definition
    return sorted(found.values(), key=lambda definition: definition.approach)


def meaning_of(cell: Cell, counter: str) -> str:
    """Return what a counter of the cell's approach counts."""
    name = cell.key.approach
    for key in (name, *(known for known in COUNTERS if name.startswith(f"{known}_"))):
        if counter in COUNTERS.get(key, {}):
            return COUNTERS[key][counter]
    if counts_nodes_alike(cell) and counter in COUNTERS["propagation"]:
        return COUNTERS["propagation"][counter]
    return UNKNOWN_COUNTER


def _definition(cell: Cell, name: str, meaning: str, value: int, comparable: bool) -> Definition:
    return Definition(cell.key.approach, name, meaning, str(cell.board), value, comparable)
