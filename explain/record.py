"""The record of searches: what it holds, how it is written to JSON, the state after each step.

The JSON is described in record.schema.json, so that others can write it or read it. A step
is a row of whole numbers: its kind (a place in `KINDS`), its place in the source (an index
into the search's `places`), and then, as the kind has it,

    decision, refutation, check, backtrack   row, column
    rejection, pruned                        row, column, index into `causes`
    propagator                               index into `propagators`
    failure                                  row, or -1 where the solver does not say which
    solution                                 the column of row 0, of row 1, ...
    hidden                                   nodes, failures, solutions left out below this node
    learned                                  index into `causes` (a nogood), how many decisions
                                             stay open, index into `graphs`

A search is its steps in order. The domains begin as `Board.columns(row)`. A decision leaves its
row that one column; a refutation removes the column from the row's, and `pruned` its square.
`backtrack` undoes all three, back to before its decision.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

from queens import (
    Attack,
    Board,
    Cause,
    Counters,
    HallSet,
    Implications,
    Nogood,
    NoSupport,
    Reported,
    Square,
)
from queens.forms.data import board_to_data

FORMAT = "queens-compare/search"
SCHEMA_VERSION = 1
SCHEMA = Path(__file__).with_name("record.schema.json")


class Kind(IntEnum):
    """The kinds of steps; the first number of a step is one of them."""

    DECISION = 0
    REFUTATION = 1
    CHECK = 2
    REJECTION = 3
    PROPAGATOR = 4
    PRUNED = 5
    FAILURE = 6
    BACKTRACK = 7
    SOLUTION = 8
    HIDDEN = 9
    LEARNED = 10


KINDS = tuple(kind.name.lower() for kind in Kind)
CAUSES = {
    "attack": Attack,
    "hall_set": HallSet,
    "no_support": NoSupport,
    "reported": Reported,
    "nogood": Nogood,
}

Step = tuple[int, ...]


class RecordError(ValueError):
    """A file is no record of searches; the message says what is wrong with it."""


@dataclass(frozen=True)
class Listing:
    """Lines of an approach's file, with their numbers in it and without its trace blocks."""

    path: str
    numbers: list[int]
    lines: list[str]


@dataclass
class Search:
    """One observed search: the steps, and what they point into.

    `task` is all or one; `counters` are the solver's own figures. A place is the lines being
    executed, innermost first, each as (listing, index of the line in it).
    """

    approach: str
    description: str
    task: str
    steps: list[Step] = field(default_factory=list)
    causes: list[Cause] = field(default_factory=list)
    propagators: list[str] = field(default_factory=list)
    places: list[list[tuple[int, int]]] = field(default_factory=list)
    listings: list[Listing] = field(default_factory=list)
    counters: Counters = field(default_factory=dict)
    graphs: list[Implications] = field(default_factory=list)

    def settled(self, first: int = 0) -> int:
        """Return how many steps have been made when propagation is done, from step `first` on.

        That is just before it decides again, finds a solution or goes back.
        """
        ends = (Kind.DECISION, Kind.BACKTRACK, Kind.SOLUTION)
        steps = range(first, len(self.steps))
        return next((index for index in steps if self.steps[index][0] in ends), len(self.steps))

    def until_solution(self) -> int:
        """Return how many steps have been made when the first solution is found, or LookupError."""
        for index, step in enumerate(self.steps):
            if step[0] == Kind.SOLUTION:
                return index + 1
        raise LookupError(f"{self.approach} finds no solution")

    @property
    def is_two_way(self) -> bool:
        """Whether it branches in two: a column, or not this column."""
        return any(step[0] == Kind.REFUTATION for step in self.steps)

    def cause(self, step: Step) -> Cause:
        """Return the cause of a rejection or a pruned square."""
        return self.causes[step[4]]


@dataclass
class Record:
    """Searches of one board, to be seen side by side."""

    board: Board
    searches: list[Search]

    def __getitem__(self, approach: str) -> Search:
        """Return the search of `approach`; raise KeyError if it was not recorded."""
        return {search.approach: search for search in self.searches}[approach]


def to_json(record: Record) -> dict[str, Any]:
    """Return the record as JSON data."""
    return {
        "format": FORMAT,
        "schema_version": SCHEMA_VERSION,
        "board": board_to_data(record.board),
        "kinds": KINDS,
        "searches": [
            {
                **vars(search),
                "causes": [_cause_to_json(cause) for cause in search.causes],
                "listings": [asdict(listing) for listing in search.listings],
                "graphs": [asdict(graph) for graph in search.graphs],
            }
            for search in record.searches
        ],
    }


def write(record: Record, path: Path) -> None:
    """Write the record to `path`, a search's steps in one line."""
    path.write_text(json.dumps(to_json(record), separators=(",", ":")) + "\n", encoding="utf-8")


def _cause_to_json(cause: Cause) -> dict[str, Any]:
    kind = next(name for name, sort in CAUSES.items() if isinstance(cause, sort))
    fields = asdict(cause)
    if fields.get("of") == "row":  # as every record had it that knew of no other line
        del fields["of"]
    return {"kind": kind, **fields}


class State:
    """Domains and decisions, changed by `apply` one step after another.

    `ruled_out` holds, for every square that was refused, pruned or refuted since the decisions
    that are open, the number of the step that did it.
    """

    def __init__(self, board: Board) -> None:
        self.domains = [set(board.columns(row)) for row in range(board.n)]
        self.decisions: list[Square] = []
        self.ruled_out: dict[Square, int] = {}
        self._saved: list[tuple[list[set[int]], dict[Square, int]]] = []

    def apply(self, index: int, step: Step) -> None:
        """Go on by step number `index`, which fits what went before."""
        kind = step[0]
        if kind not in (
            Kind.DECISION,
            Kind.BACKTRACK,
            Kind.REFUTATION,
            Kind.REJECTION,
            Kind.PRUNED,
        ):
            return
        row, column = square = step[2], step[3]
        if kind == Kind.DECISION:
            self._saved.append(([set(domain) for domain in self.domains], dict(self.ruled_out)))
            self.decisions.append(square)
            self.domains[row] = {column}
        elif kind == Kind.BACKTRACK:
            self.decisions.pop()
            self.domains, self.ruled_out = self._saved.pop()
        else:
            if kind != Kind.REJECTION:
                self.domains[row].discard(column)
            self.ruled_out[square] = index

    def queens(self) -> dict[int, int]:
        """Return the columns of the queens that stand, by row: decided, or the row's last column.

        None stand where a row has no column left: that state is a failure.
        """
        if not all(self.domains):
            return dict(self.decisions)
        return {row: min(domain) for row, domain in enumerate(self.domains) if len(domain) == 1}


@dataclass(frozen=True)
class Stop:
    """One moment: the searches in the two panes, how many steps each has made, and what is so.

    `facts` are the claims as values, for who wants to check them. `record` is that of the stop
    where it is not the lesson's; `landscape` holds boards with a number on each square, and what
    is said of each, where there is no search to stand still.
    """

    title: str
    text: str
    left: str
    right: str
    left_position: int
    right_position: int
    facts: dict[str, Any]
    record: Record | None = None
    landscape: list[dict[str, Any]] | None = None

    def data(self) -> dict[str, Any]:
        """Return the stop as the page takes it, all but the place of its record."""
        hidden = ("facts", "record")
        return {name: value for name, value in vars(self).items() if name not in hidden}
