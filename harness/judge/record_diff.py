"""Two records compared: counts, digests and nodes exactly; times by one decision (gate.py).

Times of different machines are not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from harness.judge.cells import Cell, CellKey
from harness.judge.facts import Facts
from harness.judge.gate import Gate, gate
from harness.record.events import Environment
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
    signs = [[getattr(one.environment, name) for name in MACHINE] for one in (old, new)]
    same = signs[0] == signs[1]
    return RecordDiff(
        same_machine=same,
        changes=[change for pair in both for change in _changes(*pair)],
        times=gate(both if same else [], threshold),
        only_old=[key for key in before if key not in after],
        only_new=[key for key in after if key not in before],
        machines=(old.environment, new.environment),
    )


def _changes(old: Cell, new: Cell) -> Iterable[Change]:
    if old.status != new.status:
        yield Change(old.key, "status", old.status, new.status)
    for figure, read in EXACT.items():
        first, second = read(old), read(new)
        # what one of them does not know is no change of the other
        if first is not None and second is not None and first != second:
            yield Change(old.key, figure, first, second)
