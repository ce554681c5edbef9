"""The file of a record, `runs.jsonl`: one JSON object a line, one line an event (events.py).

Each line is appended and synced to disk as soon as its event is known (lines.py), so that
whatever ends a campaign, what was measured before is kept. Everything a table, a chart or a report
says is read from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness.record.events import Event, event_of
from harness.record.lines import RecordError, Unknown, read_lines

FILE_NAME = "runs.jsonl"


def read_events(path: Path) -> Iterator[Event]:
    """Yield the events of the record at `path`, one a line: the n-th event is the n-th line.

    Raises RecordError for a file that is missing or a line that is no event.
    """
    for number, fields in enumerate(read_lines(path), start=1):
        try:
            event = event_of(fields)
        except (ValueError, TypeError, AttributeError, OverflowError) as error:
            raise RecordError(f"{path} line {number} is no event: {error}") from error
        yield Unknown() if event is None else event


def read_record(path: str | Path) -> list[Event]:
    """Return the events recorded at `path`, a folder or its `runs.jsonl`.

    Raises RecordError where there is no record to read.
    """
    place = Path(path)
    file = place / FILE_NAME if place.is_dir() else place
    events = list(read_events(file))
    if not events:
        raise RecordError(f"{file} holds no event: nothing was recorded")
    return events
