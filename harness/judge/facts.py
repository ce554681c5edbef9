"""The facts of a record: cells, verdicts, comparisons, scores and rows, each computed once.

Pure, from the events alone; standard library only, so that a terminal table is there at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from harness.judge.cells import Cell, CellKey, Problem, cells
from harness.judge.comparisons import (
    Comparison,
    NodeSplit,
    Score,
    comparisons,
    corrected_together,
    node_splits,
    scores,
)
from harness.judge.rows import Judged, Row, table_row
from harness.judge.verdict import BoardVerdict, verdicts
from harness.record.difference import Difference
from harness.record.events import (
    Campaign,
    Environment,
    Event,
    Observation,
    Run,
    Skipped,
    of_kind,
)
from harness.record.moved import counting


class Facts:
    """What a record says; each part is computed when it is first asked for."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = counting(events)

    def add(self, event: Event) -> None:
        """Add a later event; once anything was asked for, of a kind that changes nothing of it."""
        self.events.append(event)

    @property
    def lines(self) -> Iterator[tuple[int, Event]]:
        """Each event and the number of its line in the record, from 1."""
        return enumerate(self.events, start=1)

    @cached_property
    def lines_of(self) -> dict[CellKey, list[int]]:
        """The lines of the counted runs of each cell, and of its observation."""
        found: dict[CellKey, list[int]] = {}
        for line, event in self.lines:
            if isinstance(event, Observation) or (isinstance(event, Run) and not event.warmup):
                key = CellKey(event.approach, event.board, event.task)
                found.setdefault(key, []).append(line)
        return found

    @cached_property
    def campaign(self) -> Campaign:
        """The campaign as it was last started: limits, order, environment."""
        campaigns = of_kind(self.events, Campaign)
        return campaigns[-1] if campaigns else Campaign()

    @property
    def environment(self) -> Environment:
        """The machine and the versions, as recorded."""
        return self.campaign.environment

    @property
    def differences(self) -> list[Difference]:
        """The answers that approaches missed, repeated or made up."""
        return of_kind(self.events, Difference)

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells, smaller boards first, approaches in the campaign's order."""
        return cells(self.events)

    @cached_property
    def tried(self) -> dict[Problem, list[str]]:
        """The approaches of each board and task, whatever came of them."""
        found: dict[Problem, list[str]] = {}
        for cell in self.cells:
            found.setdefault(cell.problem, []).append(cell.key.approach)
        return found

    @cached_property
    def tasks(self) -> list[str]:
        """The tasks that there are cells of."""
        return list(dict.fromkeys(cell.key.task for cell in self.cells))

    @cached_property
    def verdicts(self) -> list[BoardVerdict]:
        """The verdict of each board and task, its approaches in the campaign's order."""
        order = list(dict.fromkeys(cell.key.approach for cell in self.cells))
        return [
            replace(verdict, complete=sorted(verdict.complete, key=order.index))
            for verdict in verdicts(self.events)
        ]

    @cached_property
    def verdict_of(self) -> dict[Problem, BoardVerdict]:
        """The verdicts by board and task."""
        return {verdict.problem: verdict for verdict in self.verdicts}

    @property
    def is_wrong(self) -> bool:
        """Whether any answer is wrong or any run crashed."""
        return any(verdict.faults or verdict.crashes for verdict in self.verdicts)

    @property
    def is_incomplete(self) -> bool:
        """Whether a verdict is missing, a cell was skipped, or a run did not complete."""
        return (
            any(verdict.word == "unverified" for verdict in self.verdicts)
            or any(run.status != "complete" for run in of_kind(self.events, Run))
            or bool(of_kind(self.events, Skipped))
        )

    @cached_property
    def faulty(self) -> set[CellKey]:
        """The cells that a verdict finds at fault."""
        return {key for verdict in self.verdicts for key in verdict.faulty_cells}

    @property
    def comparisons(self) -> list[Comparison]:
        """Each comparable cell's times against the fastest of its board."""
        return self._compared[0]

    @property
    def node_splits(self) -> list[NodeSplit]:
        """Each cell's nodes and their cost against the fastest that counts nodes alike."""
        return self._compared[1]

    @property
    def tests(self) -> int:
        """How many p-values were corrected together; 0 where the runs are too few for one."""
        times = [one.time for one in self.comparisons] + [one.time for one in self.node_splits]
        return max((time.tests for time in times if time.p_value is not None), default=0)

    @cached_property
    def _compared(self) -> tuple[list[Comparison], list[NodeSplit]]:
        found = comparisons(self.cells, self.faulty)
        return corrected_together(found, node_splits(self.cells, self.faulty))

    @cached_property
    def scores(self) -> list[Score]:
        """Each approach's score over the boards of a task, the best first."""
        return scores(self.cells, self.faulty, self.campaign.time_limit_s)

    @cached_property
    def rows(self) -> list[Row]:
        """One row a cell: what came of it, its times, its nodes (columns: `TABLE_TYPES`)."""
        versus = {comparison.cell.key: comparison for comparison in self.comparisons}
        splits = {split.cell.key: split for split in self.node_splits}
        score_of = {(score.approach, score.task): score for score in self.scores}
        return [
            table_row(
                Judged(
                    cell,
                    self.verdict_of.get(cell.problem),
                    versus.get(cell.key),
                    splits.get(cell.key),
                    score_of.get((cell.key.approach, cell.key.task)),
                    tuple(self.lines_of.get(cell.key, ())),
                )
            )
            for cell in self.cells
        ]
