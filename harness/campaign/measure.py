"""Carries a plan out and keeps its record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from harness.campaign.campaign import run_campaign
from harness.campaign.certificates import record_certificates
from harness.campaign.differences import record_differences
from harness.campaign.plan import Plan, Step
from harness.judge.facts import Facts
from harness.record.events import Campaign, Difference, End, Event, fields_of, now
from harness.record.file import read_events
from harness.record.lines import RecordWriter
from queens.names import resolve_approaches
from queens.registry import Approach, user_approach

OnStep = Callable[[int, int, Step], None]

CORE = "cp_sat,cp_sat_search,original_cp,python_constraint,boolean_flags,bitmasks"
SIZES = range(4, 10)


def named_approaches(names: Iterable[str | Path]) -> list[Approach]:
    """Return the approaches of these names, families and files. Raises ValueError naming a slip."""
    registered, own = [], []
    for name in names:
        if str(name).endswith(".py"):
            own.append(user_approach(Path(name)))
        else:
            registered.append(str(name))
    approaches = resolve_approaches(",".join(registered)) if registered else []
    taken = {approach.name for approach in approaches}
    for approach in own:
        if approach.name in taken:
            raise ValueError(f"two approaches are named {approach.name}: rename {approach.path}")
        taken.add(approach.name)
    return approaches + own


def measure(
    plan: Plan,
    file: Path | None = None,
    earlier: Sequence[Event] = (),
    on_step: OnStep = lambda done, total, step: None,
) -> tuple[Facts, bool]:
    """Return the facts of all events, `earlier` ones first, and whether the plan was finished.

    Each event is appended to `file`, if given, before the next run starts.
    """
    events = list(earlier)
    writer = RecordWriter(file) if file else None

    def write(event: Event) -> None:
        if writer:
            writer.append(fields_of(event))

    def record(event: Event) -> None:
        events.append(event)
        write(event)

    finished = run_campaign(plan, record, earlier, on_step)
    if finished and plan.prove:
        finished = _certificates(plan, events, record)
    facts = Facts(events)

    def record_later(event: Difference | End) -> None:
        facts.add(event)
        write(event)

    if finished:
        finished = _differences(plan, facts, record_later)
    record_later(End(now(), "finished" if finished else "interrupted"))
    if writer:
        writer.close()
    return facts, finished


def _certificates(plan: Plan, events: Sequence[Event], record: Callable[[Event], None]) -> bool:
    try:
        record_certificates(plan, list(events), record)
    except KeyboardInterrupt:
        return False
    return True


def _differences(plan: Plan, facts: Facts, record: Callable[[Difference], None]) -> bool:
    try:
        record_differences(plan, facts, record)
    except KeyboardInterrupt:
        return False
    return True


def earlier_events(file: Path) -> list[Event]:
    """Return the events to resume from. Raises ValueError or RecordError if there are none."""
    if not file.exists():
        raise ValueError(f"{file} does not exist: leave out --resume to begin it")
    events = list(read_events(file))
    if not events or not isinstance(events[0], Campaign):
        raise ValueError(f"{file} does not begin with a campaign: it cannot be resumed")
    return events


def check_resumable(plan: Plan, campaign: Campaign) -> None:
    """Raise ValueError if the record was measured under other conditions than `plan` says."""
    planned = {
        "task": plan.task,
        "seed": plan.seed,
        "warmup_runs": plan.warmup_runs,
        "time_limit_s": plan.limits.time_limit_s,
        "memory_limit_bytes": plan.limits.memory_limit_bytes,
        "solution_limit": plan.limits.solution_limit,
    }
    for name, value in planned.items():
        measured = getattr(campaign, name)
        if value != measured:
            raise ValueError(
                f"the record was measured with {name} {measured}, not {value}: "
                "use another -o, or the same options"
            )
