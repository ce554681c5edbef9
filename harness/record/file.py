"""The record of a campaign: `runs.jsonl`, one JSON object a line, one line an event.

Each line is appended and synced to disk as soon as its event is known, so that whatever
ends a campaign, what was measured before is kept. Everything a table, a chart or a report
says is read from here. `kind` says what a line is:

    campaign     schema_version, id, argv, task, seed, repetitions, warmup_runs, time_limit_s,
                 memory_limit_bytes, order, approaches [names], boards [{n, placed, blocked}],
                 left_out [{approach, reason}], started_at, environment {python, os, cpu, cores,
                 memory_bytes, load_1m, versions {distribution: version}, commit}.
                 The first line; a resumed campaign appends another with the same id.
    run          one run of one cell: approach, family, n, placed, blocked, task, repetition,
                 warmup (true: not counted), order_index, status, audit, reason, exit_code,
                 signal, error {type, message}, delivered_count, distinct_count, invalid_count,
                 solution_count and solutions_digest (null unless complete), answer (task one),
                 import_s, warmup_s, build_s, first_solution_s, solve_s, audit_s, wall_s, cpu_s,
                 peak_rss_bytes, start_rss_bytes, counters {}, solver, solver_version, started_at
    observation  one untimed run a cell, traced where the approach can be, which calls it twice:
                 approach, n, placed, blocked, task, status, reason, nodes, checks, rejections,
                 pruned, failures, propagator_calls (null where not traced), second_call
                 ("same", "different", null where it was not reached), second_delivered_count
    difference   where sets differ, the boards themselves: approach, n, placed, blocked, task,
                 reference (whose set it is held to), and for each of missing, extra, repeated,
                 invalid: {count, examples [queens]} (of invalid: examples [{queens, reason}]);
                 findings [{kind, text}]: the slip behind it, explained
    skipped      a cell not tried: approach, n, placed, blocked, task, reason
    end          ended_at, why ("finished" or "interrupted")

status: complete, cut, timeout, memory, gave_up, unsupported, not_installed, crashed,
interrupted. audit: ok, invalid, duplicate, unchecked. Units stand in the names; null where
there is no figure, never NaN. Readers ignore keys and kinds they do not know.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Event = dict[str, Any]

SCHEMA_VERSION = 1
FILE_NAME = "runs.jsonl"


class RecordError(Exception):
    """A record cannot be read; the message names the file, the line and what is wrong."""


class RecordWriter:
    """Appends events to a record, each synced before `append` returns."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        _drop_torn_line(path)
        self._file = path.open("a", encoding="utf-8")

    def append(self, event: Event) -> None:
        """Write one line and sync it."""
        self._file.write(json.dumps(event, ensure_ascii=False, allow_nan=False) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; every line is on disk already."""
        self._file.close()


def _drop_torn_line(path: Path) -> None:
    """Cut a last line without its newline: the event it began was never finished."""
    if path.exists():
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole != len(content):
            with path.open("r+b") as file:
                file.truncate(whole)


def read_events(path: Path) -> Iterator[Event]:
    """Yield the events of the record at `path`, a torn last line left out.

    Raises RecordError for a file that is missing or a line that is no JSON object.
    """
    try:
        content = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no record: {error}") from error
    lines = content.split("\n")
    for number, line in enumerate(lines[:-1], start=1):
        try:
            event = json.loads(line)
        except ValueError as error:
            raise RecordError(f"{path} line {number} is no JSON: {error}") from error
        if not isinstance(event, dict):
            raise RecordError(f"{path} line {number} is no event: {line[:60]}")
        yield event
