"""What a campaign is to measure, and the order of its runs."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.isolation.runner import Limits
from harness.proof.certify import Prove
from harness.record.events import LeftOut, Observation, Run
from queens import Board
from queens.registry import TASKS, Approach, read_page

OWN = ("task", "repetitions", "precision", "cell_budget_s", "warmup_runs", "seed", "jobs")
LIMITS = ("time_limit_s", "memory_limit_bytes", "solution_limit")

StepKey = tuple[str, str, Board, int]
"""The kind of a step, its approach, its board and which of the cell's it is."""

# near 6 first, which takes every approach a moment
WARM_UP_SIZES = (6, 5, 7, 4, 8, 1, 9, 10)


@dataclass(frozen=True)
class Plan:
    """What a campaign is to measure, and whether its answers are to be proved complete.

    With a `precision`, `repetitions` is the most that a cell gets (harness/campaign/repeating.py).
    `seeds` are those that a record has, by approach, board and repetition; others are derived.
    """

    approaches: Sequence[Approach]
    boards: Sequence[Board]
    task: str = "all"
    repetitions: int = 3
    precision: float | None = None
    cell_budget_s: float | None = None
    warmup_runs: int = 0
    seed: int = 0
    jobs: int = 1
    limits: Limits = field(default_factory=Limits)
    argv: Sequence[str] = ()
    prove: Prove | None = None
    seeds: Mapping[tuple[str, Board, int], int] = field(default_factory=dict)

    def seed_of(self, approach: Approach, board: Board, repetition: int = 0) -> int:
        """Return the seed of one repetition: its own on every board, the same in every campaign.

        All releases of an approach have the same. Observations, and what is enumerated again,
        take that of the first repetition.
        """
        recorded = self.seeds.get((approach.name, board, repetition))
        if recorded is not None:
            return recorded
        text = f"{self.seed} {approach.base} {board} {repetition}"
        # 31 bits: the seeds of some libraries are no larger
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) >> 1

    def is_randomised(self, approach: Approach) -> bool:
        """Return whether the function that the task calls draws random numbers."""
        return TASKS[self.task] in read_page(approach.path).seeded

    @property
    def warm_up_n(self) -> int | None:
        """The size of the plain board to warm up on: none that is measured, so that none follows.

        None if all that come into question are measured.
        """
        measured = {board.n for board in self.boards}
        return next((n for n in WARM_UP_SIZES if n not in measured), None)

    @property
    def settings(self) -> dict[str, Any]:
        """How it is measured, by the names that the record has for it."""
        own = {name: getattr(self, name) for name in OWN}
        return own | {name: getattr(self.limits, name) for name in LIMITS}

    def able(self) -> list[Approach]:
        """Return the approaches that have the function the task calls."""
        function = TASKS[self.task]
        return [one for one in self.approaches if function in read_page(one.path).functions]

    def left_out(self) -> list[LeftOut]:
        """Return the approaches that cannot do the task, with the reason."""
        able = self.able()
        reason = f"has no {TASKS[self.task]}"
        return [
            LeftOut(approach.name, reason) for approach in self.approaches if approach not in able
        ]

    def steps(self) -> list[Step]:
        """Return every run and observation in the order they are to be made."""
        able = self.able()
        boards = sorted(self.boards, key=lambda board: board.n)
        rng = random.Random(self.seed)
        rounds = [("warmup", number) for number in range(self.warmup_runs)]
        rounds += [("run", number) for number in range(self.repetitions)]
        rounds += [("observation", 0)]
        return [
            Step(kind, approach, board, number)
            for kind, number in rounds
            for board in boards
            for approach in rng.sample(able, len(able))
        ]


@dataclass(frozen=True)
class Step:
    """One run to make: `kind` is warmup, run or observation."""

    kind: str
    approach: Approach
    board: Board
    repetition: int

    @property
    def key(self) -> StepKey:
        """What tells this step from all others of its campaign."""
        return self.kind, self.approach.name, self.board, self.repetition


def step_key(event: Run | Observation) -> StepKey:
    """Return the key of the step that an event is of."""
    if isinstance(event, Observation):
        return "observation", event.approach, event.board, 0
    return "warmup" if event.warmup else "run", event.approach, event.board, event.repetition
