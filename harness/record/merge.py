"""Records joined into one: the same settings, one machine, each run numbered anew.

Approaches and boards may differ between the records, or be the same, measured once more: then
the repetitions of a cell are counted on. What was measured under other settings, or elsewhere,
is refused: a median over both would mean nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from harness.record.alone import Alone
from harness.record.events import Campaign, End, Event, Run, fields_of, now, of_kind
from harness.record.file import FILE_NAME, read_record
from harness.record.lines import RecordWriter, Unknown
from harness.record.moved import homes
from queens import Board

# what makes two machines the same, as far as times go
MACHINE = ("cpu", "cores", "memory_bytes", "os")
SETTINGS = (
    *("task", "jobs", "time_limit_s", "memory_limit_bytes", "solution_limit", "warmup_runs"),
    *("precision", "cell_budget_s"),
)
VERSIONS = ("python", "commit")


def merged(directories: Sequence[Path]) -> list[Event]:
    """Return the events of all records under one campaign. Raises ValueError where two differ."""
    if len(directories) < 2:
        raise ValueError(f"merge needs two records or more, got {len(directories)}")
    records = [(place, read_record(place)) for place in directories]
    campaigns = [_campaign(place, events) for place, events in records]
    for place, campaign in zip(directories[1:], campaigns[1:], strict=True):
        _check_alike(directories[0], campaigns[0], place, campaign)
    _check_homes(records)
    repetitions: Counter[tuple[object, ...]] = Counter()
    later: list[Event] = []
    for _, events in records:
        later += _numbered(events, repetitions, len(of_kind(later, Run)))
    most = max(repetitions.values(), default=0)
    return [_joined(campaigns, most), *later, End(now(), "finished")]


def write_record(directory: Path, events: Iterable[Event]) -> Path:
    """Write a new record and return its file. Raises ValueError where there is one already."""
    file = directory / FILE_NAME
    if file.exists():
        raise ValueError(f"{file} exists: name another folder")
    writer = RecordWriter(file)
    for event in events:
        writer.append(fields_of(event))
    writer.close()
    return file


def _campaign(place: Path, events: Iterable[Event]) -> Campaign:
    found = of_kind(events, Campaign)
    if not found:
        raise ValueError(f"{place} holds no campaign: its settings are not known")
    return found[-1]


def _check_alike(first: Path, known: Campaign, place: Path, other: Campaign) -> None:
    names = SETTINGS if known.precision is None else (*SETTINGS, "repetitions")
    pairs = [(name, getattr(known, name), getattr(other, name)) for name in names]
    ours, theirs = known.environment, other.environment
    pairs += [(name, getattr(ours, name), getattr(theirs, name)) for name in (*MACHINE, *VERSIONS)]
    pairs += [
        (name, version, theirs.versions[name])
        for name, version in ours.versions.items()
        if name in theirs.versions
    ]
    for name, one, two in pairs:
        if one != two:
            raise ValueError(
                f"{first} was measured with {name} {one}, {place} with {two}: "
                "merge records of the same settings, machine and versions"
            )


def _check_homes(records: Sequence[tuple[Path, list[Event]]]) -> None:
    """Raise ValueError for a board that two records have from different machines of clusters."""
    known: dict[Board, tuple[Path, str | None]] = {}
    for place, events in records:
        for board, machine in homes(events).items():
            first, other = known.setdefault(board, (place, machine))
            if machine != other:
                raise ValueError(
                    f"{first} has {board} from the machine {other or 'of its campaign'}, {place} "
                    f"from {machine or 'that of its campaign'}: merge records of other boards"
                )


def _joined(campaigns: Sequence[Campaign], repetitions: int) -> Campaign:
    """Return the campaign of all: every approach, every board, no more than once."""
    first = campaigns[0]
    about = {one.approach: one for campaign in campaigns for one in campaign.about}
    left_out = {one.approach: one for campaign in campaigns for one in campaign.left_out}
    versions = {
        name: version
        for campaign in campaigns
        for name, version in campaign.environment.versions.items()
    }
    return replace(
        first,
        argv=[word for campaign in campaigns for word in (*campaign.argv, ";")][:-1],
        # with a precision it is the most that a cell can get, by which intervals are corrected
        repetitions=repetitions if first.precision is None else first.repetitions,
        approaches=list(dict.fromkeys(name for one in campaigns for name in one.approaches)),
        boards=list(dict.fromkeys(board for one in campaigns for board in one.boards)),
        about=list(about.values()),
        left_out=list(left_out.values()),
        environment=replace(first.environment, versions=versions),
    )


def _numbered(
    events: Iterable[Event], repetitions: Counter[tuple[object, ...]], runs: int
) -> list[Event]:
    """Return a record's events but its campaigns, runs and repetitions counted on from before."""
    before = Counter(repetitions)
    kept: list[Event] = []
    for event in events:
        if isinstance(event, Run):
            cell = (event.approach, event.board, event.task, event.warmup)
            number = before[cell] + event.repetition
            index = None if event.order_index is None else runs + event.order_index
            kept.append(replace(event, repetition=number, order_index=index))
            repetitions[cell] = max(repetitions[cell], number + 1)
        elif isinstance(event, Alone):
            cell = (event.approach, event.board, event.task, False)
            kept.append(replace(event, repetition=before[cell] + event.repetition))
        elif not isinstance(event, (Campaign, End, Unknown)):
            kept.append(event)
    return kept
