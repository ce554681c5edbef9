"""A campaign: which cells are run, how often and in which order; each event recorded at once.

A cell is an approach on a board. Every round runs each cell once, smaller boards first and
the approaches of a board in an order drawn anew, so that a slow minute of the machine hits
all approaches alike; after the timed rounds one untimed round observes each cell. A cell
that timed out is not repeated, and its approach is not tried on larger boards. One that is
randomised is luckier the next time: it gets three runs, and is given up if none completed.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from harness.campaign.plan import Plan, Step, StepKey, step_key
from harness.isolation.releases import environment_of
from harness.isolation.runner import Runner
from harness.record.environment import environment
from harness.record.events import About, Campaign, Event, Observation, Run, Skipped, now, of_kind
from harness.record.fields import filled
from harness.record.lines import Fields
from queens import Board
from queens.registry import Approach, missing_packages, read_page, version_of

Record = Callable[[Event], None]

UNLUCKY_RUNS = 3


def run_campaign(
    plan: Plan,
    record: Record,
    earlier: Sequence[Event] = (),
    on_step: Callable[[int, int, Step], None] = lambda done, total, step: None,
) -> bool:
    """Run what `earlier` events do not hold yet, giving each new event to `record`.

    `on_step(done, total, step)` is called before each step. Returns whether the campaign
    was finished; KeyboardInterrupt ends the run in hand, which is recorded, and returns False.
    """
    record(_campaign_event(plan, earlier))
    campaign = _UnderWay(plan, record, earlier)
    with Runner(plan.warm_up_n) as runner:
        try:
            campaign.run(runner, on_step)
        except KeyboardInterrupt as interrupt:
            campaign.record_interrupted(interrupt)
            return False
    return True


def _campaign_event(plan: Plan, earlier: Iterable[Event]) -> Campaign:
    ids = [event.id for event in of_kind(earlier, Campaign)]
    return Campaign(
        id=ids[0] if ids else uuid.uuid4().hex,
        argv=list(plan.argv),
        **plan.settings,
        order="rounds, smaller boards first, approaches shuffled within each board",
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
    )


class _UnderWay:
    """The state of a campaign under way: what is done, and which approaches timed out where."""

    def __init__(self, plan: Plan, record: Record, earlier: Sequence[Event]) -> None:
        self._plan = plan
        self._record = record
        self._current: Step | None = None
        self._order_index = 0
        self._missing = {one.name: missing_packages(one) for one in plan.approaches}
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
            self._note_timeout(event)
        if isinstance(event, Run) and event.order_index is not None:
            self._order_index = max(self._order_index, event.order_index + 1)

    def run(self, runner: Runner, on_step: Callable[[int, int, Step], None]) -> None:
        steps = [step for step in self._plan.steps() if step.key not in self._done]
        for done, step in enumerate(steps):
            on_step(done, len(steps), step)
            self._current = step
            if reason := self._skip_reason(step):
                self._skip(step, reason)
            else:
                self._record(self._event(step, self._fields(runner, step)))
            self._current = None

    def record_interrupted(self, interrupt: KeyboardInterrupt) -> None:
        """Record the run that was under way, if its figures came with the interrupt."""
        fields = interrupt.args[0] if interrupt.args else None
        if self._current and isinstance(fields, dict):
            self._record(self._event(self._current, fields))

    def _fields(self, runner: Runner, step: Step) -> Fields:
        if missing := self._missing[step.approach.name]:
            return {"status": "not_installed", "reason": f"not installed: {', '.join(missing)}"}
        mode = "observe" if step.kind == "observation" else "time"
        plan, seed = self._plan, self._plan.seed_of(step.approach, step.board, step.repetition)
        return runner.run(step.approach, step.board, plan.task, plan.limits, mode, seed)

    def _event(self, step: Step, fields: Fields) -> Run | Observation:
        cell: Fields = {"approach": step.approach.name, "board": step.board}
        cell["task"] = self._plan.task
        if step.approach.name in self._randomised:
            cell["seed"] = self._plan.seed_of(step.approach, step.board, step.repetition)
        event: Run | Observation
        if step.kind == "observation":
            event = filled(Observation, fields, **cell)
        else:
            place = {
                "family": step.approach.folder,
                "repetition": step.repetition,
                "warmup": step.kind == "warmup",
                "order_index": self._order_index,
                "started_at": now(),
            }
            event = filled(Run, fields, **cell, **place, **_solver(step.approach))
            self._order_index += 1
        self._note_timeout(event)
        return event

    def _note_timeout(self, event: Run | Observation) -> None:
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

    def _skip(self, step: Step, reason: str) -> None:
        """Record once for each cell that it was not tried (again)."""
        cell = (step.approach.name, step.board)
        if cell in self._skipped:
            return
        self._skipped.add(cell)
        self._record(Skipped(step.approach.name, step.board, self._plan.task, reason))


def _solver(approach: Approach) -> dict[str, str | None]:
    solver = approach.needs[0] if approach.needs else None
    if solver is None:
        return {"solver": None, "solver_version": None}
    own = environment_of(approach)
    version = own.versions.get(solver) if own else version_of(solver)
    return {"solver": solver, "solver_version": version}
