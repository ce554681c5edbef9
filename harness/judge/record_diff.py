"""Two records compared: counts, digests and nodes exactly; times by one decision (gate.py).

Times of different machines, or with another number of runs at once, are not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from harness.judge.cells import Cell, CellKey
from harness.judge.facts import Facts
from harness.judge.gate import Gate, gate
from harness.record.events import Environment, Machine, of_kind
from harness.record.merge import MACHINE

EXACT: dict[str, Callable[[Cell], Any]] = {
    "solutions": lambda cell: cell.solution_count,
    "digest": lambda cell: cell.digest,
    "audit": lambda cell: cell.worst_run.audit,
    "nodes": lambda cell: cell.observed("nodes"),
    "checks": lambda cell: cell.observed("checks"),
}


@dataclass(frozen=True)
class Change:
    """A figure of one cell that must be equal and is not."""

    cell: CellKey
    figure: str
    old: Any
    new: Any


@dataclass(frozen=True)
class RecordDiff:
    """All that differs between two records."""

    same_machine: bool
    changes: list[Change]
    times: Gate
    only_old: list[CellKey]
    only_new: list[CellKey]
    machines: tuple[Environment, Environment]


def difference(old: Facts, new: Facts, threshold: float) -> RecordDiff:
    """Return what differs; `threshold` is a share: 0.1 lets a time grow by a tenth."""
    before = {cell.key: cell for cell in old.cells}
    after = {cell.key: cell for cell in new.cells}
    both = [(cell, after[key]) for key, cell in before.items() if key in after]
    same = _circumstances(old) == _circumstances(new)
    alike = [(one, other) for one, other in both if _machines(one) == _machines(other)]
    return RecordDiff(
        same_machine=same,
        changes=[change for pair in both for change in _changes(*pair)],
        times=gate(alike if same else [], threshold),
        only_old=[key for key in before if key not in after],
        only_new=[key for key in after if key not in before],
        machines=(old.environment, new.environment),
    )


def _circumstances(facts: Facts) -> list[object]:
    """Return what must be equal for times to be compared: the machines, the runs at once."""
    machines = {one.name: one.environment for one in of_kind(facts.events, Machine)}
    every = [facts.environment, *(machines[name] for name in sorted(machines))]
    return [
        facts.campaign.jobs,
        *sorted(machines),
        *(getattr(one, name) for one in every for name in MACHINE),
    ]


def _machines(cell: Cell) -> set[str | None]:
    return {run.machine for run in cell.runs}


def _changes(old: Cell, new: Cell) -> Iterable[Change]:
    if old.status != new.status:
        yield Change(old.key, "status", old.status, new.status)
    for figure, read in EXACT.items():
        first, second = read(old), read(new)
        # what one of them does not know is no change of the other
        if first is not None and second is not None and first != second:
            yield Change(old.key, figure, first, second)
