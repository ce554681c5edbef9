"""Two campaigns on one page: a table of the cells of both, what differs standing first."""

from __future__ import annotations

from harness.judge.cells import CellKey
from harness.judge.facts import Facts
from harness.judge.record_diff import RecordDiff, difference
from harness.report.page.listings import Column, Listing
from harness.report.tables import outcome, solutions

THRESHOLD = 0.1
"""A change of time below it is not looked for; `diff` has the same by default."""
UNCHANGED = "no difference shown"
ELSEWHERE = "other machine or jobs"
"""Why a cell of both has no ratio."""


def beside(facts: Facts, other: Facts, name: str) -> Listing:
    """Return the table of both records; `name` is that of the `other`, the older one.

    A cell that only one of them has is in it. The ratio is of the times here to those of the other;
    times of different machines have none.
    """
    found = difference(other, facts, THRESHOLD)
    times = {one.cell: one for one in found.times.cells}
    findings = _findings(found, name)
    every = dict.fromkeys(cell.key for one in (facts, other) for cell in one.cells)
    keys = [*findings, *(key for key in every if key not in findings)]
    otherwise = None if found.same_machine else ELSEWHERE
    said = [findings.get(key, UNCHANGED if key in times else otherwise) for key in keys]
    ratios = [times[key].time.ratio if key in times else None for key in keys]
    tasks = [key.task for key in keys]
    columns = [
        Column("approach", "approach", [key.approach for key in keys], filtered=True),
        Column("board", "board", [str(key.board) for key in keys], filtered=True),
        *([Column("task", "task", tasks, filtered=True)] if len({*tasks}) > 1 else []),
        Column("finding", "finding", said, filtered=True),
        Column("time_ratio", "times as long", ratios, "ratio"),
        *_figures(facts, keys, "", "here"),
        *_figures(other, keys, "other_", f"in {name}"),
    ]
    return Listing("beside", f"Side by side with {name}", columns)


def _findings(found: RecordDiff, name: str) -> dict[CellKey, str]:
    """Return what differs: exact figures first, then times, then cells that one has alone."""
    findings: dict[CellKey, str] = {}
    for change in found.changes:
        earlier = f"{findings[change.cell]}, " if change.cell in findings else "other "
        findings[change.cell] = earlier + change.figure
    for one in found.times.cells:
        if one.word != UNCHANGED:
            findings.setdefault(one.cell, one.word)
    alone = dict.fromkeys(found.only_new, "only here")
    return findings | alone | dict.fromkeys(found.only_old, f"only in {name}")


def _figures(facts: Facts, keys: list[CellKey], prefix: str, where: str) -> list[Column]:
    """Return what a record has of each cell: its outcome, its solutions, its median."""
    row_of = {cell.key: row for cell, row in zip(facts.cells, facts.rows, strict=True)}
    rows = [row_of.get(key) for key in keys]
    counted = [row and (solutions(row) or None) for row in rows]
    times = [row and row["solve_s"] for row in rows]
    return [
        Column(f"{prefix}outcome", f"outcome {where}", [row and outcome(row) for row in rows]),
        Column(f"{prefix}solutions", f"solutions {where}", counted, "whole"),
        Column(f"{prefix}solve_s", f"median {where}", times, "time"),
    ]
