"""A record and the record of the same campaign run anew: what agrees, and what differs.

Counts, digests, verdicts, nodes and counters must be equal; a counter that differed between runs
of one record with the same seed is no figure of the search alone, and is not compared. What was
stopped by a limit, or skipped for that, has no count to be reproduced: how it ends depends on the
machine. Times are compared as `diff` compares them (harness/judge/gate.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.judge.cells import STOPPED_BY_LIMIT, Cell
from harness.judge.facts import Facts
from harness.judge.gate import ApproachChange, gate
from harness.judge.record_diff import Change, RecordDiff, difference
from harness.judge.verdict import BoardVerdict
from harness.record.events import Campaign, Environment
from queens import Board

OBSERVED = ("rejections", "pruned", "failures", "propagator_calls")
"""Figures of an observation that must be equal, beside those that `diff` compares."""
MACHINE = ("python", "os", "cpu", "cores", "memory_bytes", "frequency_governor", "commit")
WAYS = ("isolation", "jobs")


@dataclass(frozen=True)
class Differing:
    """Something of the environment that is not as recorded."""

    name: str
    old: Any
    new: Any


@dataclass(frozen=True)
class NewVerdict:
    """A board whose verdict is another word now."""

    board: Board
    task: str
    old: str
    new: str


@dataclass(frozen=True)
class Reproduction:
    """What came of it: `changes` and `verdicts` are what must be equal and is not.

    `limits` are the cells that a limit ended otherwise than before. `varying` are the counters, by
    approach, that are not compared; `ratios` are how many times as long each approach took, on this
    machine or another; `cells` is how many cells both records have.
    """

    diff: RecordDiff
    cells: int
    changes: list[Change]
    limits: list[Change]
    verdicts: list[NewVerdict]
    varying: list[tuple[str, str]]
    environment: list[Differing]
    ratios: list[ApproachChange]

    @property
    def is_alike(self) -> bool:
        """Whether all that must be equal is."""
        return not self.changes and not self.verdicts


def reproduction(old: Facts, new: Facts, threshold: float) -> Reproduction:
    """Return what differs between a record and one that was made by its plan."""
    after = {cell.key: cell for cell in new.cells}
    both = [(cell, after[cell.key]) for cell in old.cells if cell.key in after]
    found = difference(old, new, threshold)
    varying = sorted({(one.key.approach, name) for pair in both for one, name in _varying(pair)})
    changes = [change for pair in both for change in _changes(*pair, set(varying))]
    return Reproduction(
        found,
        len(both),
        [*(one for one in found.changes if not _is_of_limits(one)), *changes],
        [one for one in found.changes if _is_of_limits(one)],
        list(_verdicts(old.verdicts, new.verdicts)),
        varying,
        environment_differences(old.campaign, new.campaign),
        found.times.approaches if found.same_machine else gate(both, threshold).approaches,
    )


def _is_of_limits(change: Change) -> bool:
    """Return whether a cell that had been stopped by a limit is stopped otherwise, or completes."""
    ends = (*STOPPED_BY_LIMIT, "skipped")
    return change.figure == "status" and change.old in ends and change.new in (*ends, "complete")


def environment_differences(old: Campaign, new: Campaign) -> list[Differing]:
    """Return in what the machine, the interpreter, the versions and the ways of running differ."""
    pairs = [(name, getattr(old, name), getattr(new, name)) for name in WAYS]
    ours, theirs = old.environment, new.environment
    pairs += [(name, getattr(ours, name), getattr(theirs, name)) for name in MACHINE]
    found = [
        Differing(name, one, other)
        for name, one, other in pairs
        if one is not None and other is not None and one != other
    ]
    found += _versions(ours, theirs)
    own = {one.approach: one.versions or {} for one in new.about}
    for one in old.about:
        named = _differing(one.versions or {}, own.get(one.approach, {}))
        found += [Differing(f"{each.name} of {one.approach}", each.old, each.new) for each in named]
    return found


def _versions(old: Environment, new: Environment) -> list[Differing]:
    return _differing(old.versions, new.versions)


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Differing]:
    """Return the versions that differ, of the distributions that both know of."""
    return [
        Differing(name, old[name], new[name])
        for name in sorted(old.keys() & new.keys())
        if old[name] != new[name]
    ]


def _verdicts(old: Sequence[BoardVerdict], new: Sequence[BoardVerdict]) -> Iterator[NewVerdict]:
    words = {verdict.problem: verdict.word for verdict in new}
    for verdict in old:
        word = words.get(verdict.problem, verdict.word)
        had_none = verdict.word == "unverified" and word != "disagree"
        if word != verdict.word and not had_none:
            yield NewVerdict(verdict.board, verdict.task, verdict.word, word)


def _changes(old: Cell, new: Cell, varying: set[tuple[str, str]]) -> Iterable[Change]:
    for name in OBSERVED:
        first, second = old.observed(name), new.observed(name)
        if first is not None and second is not None and first != second:
            yield Change(old.key, name, first, second)
    before, after = _by_seed(old), _by_seed(new)
    told: set[str] = set()
    for seed in (one for one in before if one in after):
        one, other = before[seed][0], after[seed][0]
        for name in sorted(one.keys() & other.keys() - told):
            if one[name] != other[name] and (old.key.approach, name) not in varying:
                told.add(name)
                yield Change(old.key, name, one[name], other[name])


def _varying(pair: tuple[Cell, Cell]) -> Iterator[tuple[Cell, str]]:
    """Yield the counters that differ between runs of a cell with the same seed."""
    for cell in pair:
        for figures in _by_seed(cell).values():
            first = figures[0]
            for name in first:
                if any(one.get(name) != first[name] for one in figures):
                    yield cell, name


def _by_seed(cell: Cell) -> dict[int | None, list[dict[str, Any]]]:
    """Return the counters of the complete runs, and the solution found, by the runs' seeds."""
    found: dict[int | None, list[dict[str, Any]]] = {}
    for run in cell.complete_runs:
        figures = {f"counter {name}": value for name, value in run.counters.items()}
        answer = {} if run.answer is None else {"answer": run.answer}
        found.setdefault(run.seed, []).append(figures | answer)
    return found
