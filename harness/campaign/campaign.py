"""A campaign: which cells are run, how often and in which order; each event recorded at once.

A cell is an approach on a board. Every round runs each cell once, smaller boards first and
the approaches of a board in an order drawn anew, so that a slow minute of the machine hits
all approaches alike; after the timed rounds one untimed round observes each cell. A cell
that timed out is not repeated, and its approach is not tried on larger boards.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from harness.campaign.plan import Plan, Step
from harness.isolation.runner import Runner
from harness.record.environment import environment
from harness.record.file import SCHEMA_VERSION, Event
from queens import Board
from queens.registry import Approach, missing_packages, version_of

Record = Callable[[Event], None]


def step_key(event: Event) -> tuple[Any, ...]:
    """Return the key of the step that a run or observation event is of."""
    kind = "warmup" if event["kind"] == "run" and event["warmup"] else event["kind"]
    squares = (tuple(map(tuple, event[name])) for name in ("placed", "blocked"))
    return (kind, event["approach"], event["n"], *squares, event.get("repetition", 0))


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
    campaign = _Campaign(plan, record, earlier)
    with Runner() as runner:
        try:
            campaign.run(runner, on_step)
        except KeyboardInterrupt as interrupt:
            campaign.record_interrupted(interrupt)
            return False
    return True


def now() -> str:
    """Return the time of day, UTC, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def board_fields(board: Board) -> dict[str, Any]:
    """Return a board as records name it."""
    return {
        "n": board.n,
        "placed": [list(square) for square in board.placed],
        "blocked": [list(square) for square in board.blocked],
    }


def _campaign_event(plan: Plan, earlier: Iterable[Event]) -> Event:
    ids = [event["id"] for event in earlier if event["kind"] == "campaign"]
    return {
        "kind": "campaign",
        "schema_version": SCHEMA_VERSION,
        "id": ids[0] if ids else uuid.uuid4().hex,
        "argv": list(plan.argv),
        "task": plan.task,
        "seed": plan.seed,
        "repetitions": plan.repetitions,
        "warmup_runs": plan.warmup_runs,
        "time_limit_s": plan.limits.time_limit_s,
        "memory_limit_bytes": plan.limits.memory_limit_bytes,
        "solution_limit": plan.limits.solution_limit,
        "order": "rounds, smaller boards first, approaches shuffled within each board",
        "approaches": [approach.name for approach in plan.able()],
        "boards": [board_fields(board) for board in plan.boards],
        "left_out": plan.left_out(),
        "started_at": now(),
        "environment": environment(plan.approaches),
    }


class _Campaign:
    """The state of a campaign under way: what is done, and which approaches timed out where."""

    def __init__(self, plan: Plan, record: Record, earlier: Sequence[Event]) -> None:
        self._plan = plan
        self._record = record
        self._current: Step | None = None
        self._order_index = 0
        self._missing = {one.name: missing_packages(one) for one in plan.approaches}
        self._timed_out: dict[str, list[Board]] = {}
        self._skipped: set[tuple[str, Board]] = set()
        self._done: set[tuple[Any, ...]] = set()
        for event in earlier:
            if event["kind"] in ("run", "observation"):
                self._take_earlier(event)

    def _take_earlier(self, event: Event) -> None:
        if event["status"] not in ("interrupted", "not_installed"):
            self._done.add(step_key(event))
            self._order_index = max(self._order_index, event.get("order_index", -1) + 1)
            self._note_timeout(event)

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

    def _fields(self, runner: Runner, step: Step) -> dict[str, Any]:
        if missing := self._missing[step.approach.name]:
            return {"status": "not_installed", "reason": f"not installed: {', '.join(missing)}"}
        mode = "observe" if step.kind == "observation" else "time"
        return runner.run(
            step.approach, step.board, self._plan.task, self._plan.limits, mode, self._plan.seed
        )

    def _event(self, step: Step, fields: dict[str, Any]) -> Event:
        head = {"approach": step.approach.name, **board_fields(step.board), "task": self._plan.task}
        if step.kind == "observation":
            event = {"kind": "observation", **head, **_filled(OBSERVATION_FIELDS, fields)}
        else:
            event = {"kind": "run", **head, **_filled(RUN_FIELDS, fields)}
            event |= {
                "family": step.approach.folder if "user" not in step.approach.families else "user",
                "repetition": step.repetition,
                "warmup": step.kind == "warmup",
                "order_index": self._order_index,
                "started_at": now(),
                **_solver(step.approach),
            }
            self._order_index += 1
        self._note_timeout(event)
        return event

    def _note_timeout(self, event: Event) -> None:
        if event["status"] == "timeout":
            board = Board(event["n"], map(tuple, event["placed"]), map(tuple, event["blocked"]))
            self._timed_out.setdefault(event["approach"], []).append(board)

    def _skip_reason(self, step: Step) -> str | None:
        timed_out = self._timed_out.get(step.approach.name, [])
        if step.board in timed_out:
            return "timed out before"
        smaller = [board.n for board in timed_out if board.n < step.board.n]
        return f"timed out at n = {min(smaller)}" if smaller else None

    def _skip(self, step: Step, reason: str) -> None:
        """Record once for each cell that it was not tried (again)."""
        cell = (step.approach.name, step.board)
        if cell in self._skipped:
            return
        self._skipped.add(cell)
        fields = {"task": self._plan.task, "reason": reason}
        head = {"kind": "skipped", "approach": step.approach.name}
        self._record({**head, **board_fields(step.board), **fields})


def _solver(approach: Approach) -> dict[str, str | None]:
    solver = approach.needs[0] if approach.needs else None
    return {"solver": solver, "solver_version": version_of(solver) if solver else None}


def _filled(template: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    return {name: fields.get(name, default) for name, default in template.items()}


RUN_FIELDS: dict[str, Any] = {
    **dict.fromkeys(("status", "audit", "reason", "exit_code", "signal", "error")),
    **dict.fromkeys(("delivered_count", "distinct_count", "invalid_count")),
    **dict.fromkeys(("solution_count", "solutions_digest", "found", "answer")),
    **dict.fromkeys(("import_s", "warmup_s", "build_s", "first_solution_s", "solve_s")),
    **dict.fromkeys(("audit_s", "wall_s", "cpu_s", "peak_rss_bytes", "start_rss_bytes")),
    "counters": {},
}

OBSERVATION_FIELDS: dict[str, Any] = {
    **dict.fromkeys(("status", "reason", "nodes", "checks", "rejections", "pruned")),
    **dict.fromkeys(("failures", "propagator_calls", "second_call", "second_delivered_count")),
}
