"""A campaign: which cells are run, how often and in which order; each event recorded at once.

A cell is an approach on a board. Every round runs each cell once, smaller boards first and
the approaches of a board in an order drawn anew, so that a slow minute of the machine hits
all approaches alike; after the timed rounds one untimed round observes each cell. A cell
that timed out is not repeated, and its approach is not tried on larger boards. One that is
randomised is luckier the next time: it gets three runs, and is given up if none completed.
With a precision, a cell gets runs until its median is known (harness/campaign/repeating.py).
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from harness.campaign.plan import Plan, Step, StepKey, step_key
from harness.campaign.repeating import Repeating
from harness.isolation.releases import environment_of
from harness.isolation.runner import Limits, Runner
from harness.isolation.way import isolation
from harness.record.environment import environment
from harness.record.events import About, Campaign, Event, Observation, Run, Skipped, now, of_kind
from harness.record.fields import filled
from harness.record.lines import Fields
from harness.record.moved import homes
from harness.record.source import source_hash
from queens import Board
from queens.registry import Approach, missing_packages, read_page, version_of

Record = Callable[[Event], None]
OnStep = Callable[[int, int, Step], None]

UNLUCKY_RUNS = 3


def run_campaign(
    plan: Plan,
    record: Record,
    earlier: Sequence[Event] = (),
    on_step: OnStep = lambda done, total, step: None,
    drive: Drive | None = None,
) -> bool:
    """Run what `earlier` events do not hold yet, giving each new event to `record`.

    `on_step(done, total, step)` is called before each step. `drive` makes the steps, by default
    one at a time in their order. Returns whether the campaign was finished; KeyboardInterrupt
    ends the runs in hand, and returns False.
    """
    drive = drive or OneAtATime()
    record(_campaign_event(plan, earlier, drive.order))
    try:
        drive(UnderWay(plan, record, earlier), on_step)
    except KeyboardInterrupt:
        return False
    return True


class Drive(Protocol):
    """Makes the steps of a campaign that are still to be made."""

    order: str
    """How they follow each other, for the record."""

    def __call__(self, campaign: UnderWay, on_step: OnStep) -> None:
        """Make them; KeyboardInterrupt comes out when nothing runs any more."""
        ...


class OneAtATime:
    """Makes the steps in the order of the plan, nothing beside them."""

    order = "rounds, smaller boards first, approaches shuffled within each board"

    def __call__(self, campaign: UnderWay, on_step: OnStep) -> None:
        """Make them."""
        steps = campaign.pending_here()
        with Runner(campaign.plan.warm_up_n) as runner:
            for done, step in enumerate(steps):
                on_step(done, len(steps), step)
                if campaign.is_skipped(step):
                    continue
                try:
                    campaign.take(step, campaign.job(step).run(runner))
                except KeyboardInterrupt as interrupt:
                    if interrupt.args:  # the figures of the run that was under way
                        campaign.take(step, interrupt.args[0])
                    raise


def _campaign_event(plan: Plan, earlier: Iterable[Event], order: str) -> Campaign:
    ids = [event.id for event in of_kind(earlier, Campaign)]
    return Campaign(
        id=ids[0] if ids else uuid.uuid4().hex,
        argv=list(plan.argv),
        **plan.settings,
        isolation=isolation(),
        order=order,
        approaches=[approach.name for approach in plan.able()],
        about=[_about(approach) for approach in plan.approaches],
        boards=list(plan.boards),
        left_out=plan.left_out(),
        started_at=now(),
        environment=environment(plan.approaches),
    )


def _about(approach: Approach) -> About:
    page, own = read_page(approach.path), environment_of(approach)
    return About(
        approach.name,
        list(approach.families),
        page.search,
        page.counters,
        own.versions if own else None,
        page.description,
        page.teaches,
        source_hash(approach.path),
    )


@dataclass(frozen=True)
class StepJob:
    """All that one run needs, wherever it is made."""

    approach: Approach
    board: Board
    task: str
    limits: Limits
    mode: str
    seed: int
    warm_up_n: int | None

    def run(self, runner: Runner) -> Fields:
        """Return the fields of the run."""
        if missing := missing_packages(self.approach):
            return {"status": "not_installed", "reason": f"not installed: {', '.join(missing)}"}
        return runner.run(self.approach, self.board, self.task, self.limits, self.mode, self.seed)


class UnderWay:
    """The state of a campaign under way: what is done, and which approaches timed out where.

    `solved` has for each cell the seconds of its first complete run.
    """

    def __init__(self, plan: Plan, record: Record, earlier: Sequence[Event]) -> None:
        self.plan = plan
        self.record = record
        self.earlier = earlier
        self.solved: dict[tuple[str, Board], float] = {}
        self.repeating = Repeating(plan, earlier)
        self._order_index = 0
        self._timed_out: dict[str, Counter[Board]] = {}
        self._completed: set[tuple[str, Board]] = set()
        self._randomised = {one.name for one in plan.approaches if plan.is_randomised(one)}
        self._skipped: set[tuple[str, Board]] = set()
        self._done: set[StepKey] = set()
        for event in earlier:
            if isinstance(event, (Run, Observation)):
                self._take_earlier(event)

    def _take_earlier(self, event: Run | Observation) -> None:
        if event.status not in ("interrupted", "not_installed"):
            self._done.add(step_key(event))
            self._note(event)
        if isinstance(event, Run) and event.order_index is not None:
            self._order_index = max(self._order_index, event.order_index + 1)

    def pending(self) -> list[Step]:
        """Return the steps that are not done yet, in the order of the plan."""
        return [step for step in self.plan.steps() if step.key not in self._done]

    def pending_here(self) -> list[Step]:
        """Return the pending steps, for this machine: all of a board that another had begun."""
        away = {board for board, machine in homes(self.earlier).items() if machine is not None}
        anew = away & {step.board for step in self.pending()}
        for board in anew:
            self.forget(board)
        steps = self.plan.steps()
        return [step for step in steps if step.key not in self._done or step.board in anew]

    def job(self, step: Step) -> StepJob:
        """Return what a step needs to be made."""
        plan, approach, board = self.plan, step.approach, step.board
        mode = "observe" if step.kind == "observation" else "time"
        seed = plan.seed_of(approach, board, step.repetition)
        return StepJob(approach, board, plan.task, plan.limits, mode, seed, plan.warm_up_n)

    def take(self, step: Step, fields: Fields, **where: Any) -> None:
        """Record what came of a step, and `where` it was made, by the names of the record."""
        event = self._event(step, fields, where)
        self._note(event)
        self.record(event)
        if isinstance(event, Run):
            self.repeating.note(event)
            self._tell_settled(step)

    def is_skipped(self, step: Step) -> bool:
        """Return whether a step is of no use, which is recorded once for each cell."""
        reason = self._skip_reason(step)
        cell = (step.approach.name, step.board)
        if reason and cell not in self._skipped:
            self._skipped.add(cell)
            self.record(Skipped(step.approach.name, step.board, self.plan.task, reason))
        self._tell_settled(step)  # where an interruption came between the run and this
        return reason is not None or (step.kind == "run" and self.repeating.is_settled(*cell))

    def _tell_settled(self, step: Step) -> None:
        if settled := self.repeating.untold(step.approach.name, step.board):
            self.record(settled)

    def forget(self, board: Board) -> None:
        """Forget how the runs on a board ended: it is measured anew."""
        for timed_out in self._timed_out.values():
            del timed_out[board]
        self._completed = {cell for cell in self._completed if cell[1] != board}
        self._skipped = {cell for cell in self._skipped if cell[1] != board}
        self.repeating.forget(board)

    def _event(self, step: Step, fields: Fields, where: Fields) -> Run | Observation:
        cell: Fields = {"approach": step.approach.name, "board": step.board}
        cell["task"] = self.plan.task
        if step.approach.name in self._randomised:
            cell["seed"] = self.plan.seed_of(step.approach, step.board, step.repetition)
        event: Run | Observation
        if step.kind == "observation":
            where = {name: where[name] for name in where if name == "machine"}
            event = filled(Observation, fields, **cell, **where)
        else:
            place = {
                "family": step.approach.folder,
                "repetition": step.repetition,
                "warmup": step.kind == "warmup",
                "order_index": self._order_index,
                "started_at": now(),
            }
            event = filled(Run, fields, **cell, **place, **(_solver(step.approach) | where))
            self._order_index += 1
        return event

    def _note(self, event: Run | Observation) -> None:
        if isinstance(event, Run) and event.status == "complete" and event.solve_s is not None:
            self.solved.setdefault((event.approach, event.board), event.solve_s)
        if event.status == "timeout":
            self._timed_out.setdefault(event.approach, Counter())[event.board] += 1
        elif event.status == "complete":
            self._completed.add((event.approach, event.board))

    def _skip_reason(self, step: Step) -> str | None:
        given_up = self._given_up(step.approach.name)
        if step.board in given_up:
            return "timed out before"
        smaller = [board.n for board in given_up if board.n < step.board.n]
        return f"timed out at n = {min(smaller)}" if smaller else None

    def _given_up(self, name: str) -> list[Board]:
        """Return the boards that an approach is not tried on again."""
        timed_out = self._timed_out.get(name, Counter())
        if name not in self._randomised:
            return list(timed_out)
        return [
            board
            for board, runs in timed_out.items()
            if runs >= UNLUCKY_RUNS and (name, board) not in self._completed
        ]


def _solver(approach: Approach) -> dict[str, str | None]:
    solver = approach.needs[0] if approach.needs else None
    if solver is None:
        return {"solver": None, "solver_version": None}
    own = environment_of(approach)
    version = own.versions.get(solver) if own else version_of(solver)
    return {"solver": solver, "solver_version": version}
