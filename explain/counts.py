"""Counts of nodes, failures, checks and prunings per search, from records."""

from __future__ import annotations

import textwrap
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from explain import words
from explain.record import Kind, Record, Search

COLUMNS = tuple(words.COUNTERS)
COUNTED: dict[int, str] = {
    Kind.DECISION: "nodes",
    Kind.FAILURE: "failures",
    Kind.SOLUTION: "solutions",
    Kind.CHECK: "checks",
    Kind.PRUNED: "pruned",
    Kind.PROPAGATOR: "propagators",
}
"""The kinds of steps that are counted, and as what; the start is one node more."""

STRENGTHS = (
    "boolean_flags",
    "forward_checking",
    "arc_consistency",
    "bounds_consistency",
    "alldifferent",
    "group_support",
    "pair_consistency",
    "original_cp",
)
"""The approaches of the table, weakest propagation first; the last branches in two."""


@dataclass
class Tally:
    """How often each thing happened, by the number of queens placed."""

    by_depth: defaultdict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    @property
    def total(self) -> Counter[str]:
        """The sums over all depths."""
        return sum(self.by_depth.values(), Counter())


def tally(search: Search) -> Tally:
    """Return the counts of a search; what was left out of the record counts one level down."""
    counts = Tally()
    counts.by_depth[0]["nodes"] = 1
    depth = 0
    for step in search.steps:
        kind = step[0]
        if kind == Kind.DECISION:
            depth += 1
        elif kind == Kind.BACKTRACK:
            depth -= 1
        elif kind == Kind.HIDDEN:
            hidden = zip(("nodes", "failures", "solutions"), step[2:], strict=True)
            counts.by_depth[depth + 1].update(dict(hidden))
        if kind in COUNTED:
            counts.by_depth[depth][COUNTED[kind]] += 1
    return counts


def table(record: Record, depth_at_most: int | None = None) -> str:
    """Return the counts as text: the totals of each search, then its nodes depth by depth."""
    tallies = {search.approach: tally(search) for search in record.searches}
    task = "the first solution" if record.searches[0].task == "one" else "all solutions"
    totals: list[list[str | int]] = [
        [name, *(tallies[name].total[column] for column in COLUMNS)] for name in tallies
    ]
    lines = [f"{record.board}, {task}", "", *_aligned([["search", *COLUMNS], *totals])]
    deepest = max(len(counts.by_depth) for counts in tallies.values())
    shown = deepest if depth_at_most is None else min(deepest, depth_at_most + 1)
    for column in COLUMNS:
        rows: list[list[str | int]] = [
            [name, *(counts.by_depth[depth][column] for depth in range(shown))]
            for name, counts in tallies.items()
        ]
        if any(map(any, (row[1:] for row in rows))):
            heading = [f"{column} by depth", *map(str, range(shown))]
            lines += ["", *_aligned([heading, *rows])]
    return "\n".join([*lines, "", *_notes(record)])


def _aligned(rows: Sequence[Sequence[str | int]]) -> list[str]:
    """Return the rows as lines, names to the left and figures to the right."""
    cells = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in cells
    ]


def _notes(record: Record) -> list[str]:
    meanings = {**words.COUNTERS, "depth": "the number of queens placed"}
    notes = [f"{name:12} {meaning}" for name, meaning in meanings.items()]
    notes += [
        f"{search.approach} {words.TWO_WAY}" for search in record.searches if search.is_two_way
    ]
    return [line for note in notes for line in textwrap.wrap(note, 88)]
