"""Carries a plan out and keeps its record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from harness.campaign.campaign import Drive, OnStep, run_campaign
from harness.campaign.certificates import record_certificates
from harness.campaign.differences import record_differences
from harness.campaign.on_cluster import OnCluster
from harness.campaign.plan import Plan
from harness.campaign.side_by_side import SideBySide
from harness.isolation.releases import to_make, uv_command
from harness.judge.entry import as_called
from harness.judge.facts import Facts
from harness.record.events import Campaign, End, Event, fields_of, now
from harness.record.file import read_events
from harness.record.lines import RecordWriter
from harness.workers.cluster import Cluster
from harness.workers.errors import WorkersLost
from queens.names import resolve_approaches
from queens.registry import Approach

CORE = "cp_sat,cp_sat_search,original_cp,python_constraint,boolean_flags,bitmasks"
SIZES = range(4, 10)


def named_approaches(names: Iterable[str | Path]) -> list[Approach]:
    """Return the approaches of these names, families and files. Raises ValueError naming a slip."""
    found = [as_called(one) for one in resolve_approaches(",".join(map(str, names)))]
    if to_make(found):
        uv_command()  # which says how to get it
    return found


def measure(
    plan: Plan,
    file: Path | None = None,
    earlier: Sequence[Event] = (),
    on_step: OnStep = lambda done, total, step: None,
    cluster: Cluster | None = None,
) -> tuple[Facts, bool]:
    """Return the facts of all events, `earlier` ones first, and whether the plan was finished.

    Each event is appended to `file`, if given, before the next run starts. With a `cluster` the
    runs are made on its workers; WorkersLost if none is left, and what was run is kept.
    """
    facts = Facts(earlier)
    writer = RecordWriter(file) if file else None

    def record(event: Event) -> None:
        facts.add(event)
        if writer:
            writer.append(fields_of(event))

    drive: Drive | None = SideBySide(plan.jobs) if plan.jobs > 1 else None
    try:
        finished = run_campaign(
            plan, record, earlier, on_step, OnCluster(cluster) if cluster else drive
        )
    except WorkersLost:
        record(End(now(), "interrupted"))
        raise
    facts = Facts(facts.events)  # boards may have moved from one machine to another
    if finished:
        try:
            record_certificates(plan, facts.events, record)
            record_differences(plan, facts, record)
        except KeyboardInterrupt:
            finished = False
    record(End(now(), "finished" if finished else "interrupted"))
    if writer:
        writer.close()
    return facts, finished


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
    is_auto, was_auto = (one.precision is not None for one in (plan, campaign))
    if is_auto != was_auto:
        given = [
            "auto" if auto else number
            for auto, number in ((was_auto, campaign.repetitions), (is_auto, plan.repetitions))
        ]
        raise ValueError(
            f"the record was measured with -r {given[0]}, not -r {given[1]}: "
            "use another -o, or the same options"
        )
    for name, value in plan.settings.items():
        measured = getattr(campaign, name)
        # where their number is fixed, further ones can be added
        if value != measured and (is_auto or name != "repetitions"):
            raise ValueError(
                f"the record was measured with {name} {measured}, not {value}: "
                "use another -o, or the same options"
            )
