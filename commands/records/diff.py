"""`compare.py diff OLD NEW`: two saved records compared, and an exit code to gate by."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from commands.shared import exit_codes
from commands.shared.values import clean_errors, parse_share
from harness.judge.cells import CellKey
from harness.judge.facts import Facts
from harness.judge.gate import ApproachChange, TimeChange
from harness.judge.record_diff import Change, RecordDiff, difference
from harness.record.fields import board_fields
from harness.record.file import read_record
from harness.report.numbers import ratio_figure
from harness.statistics.slowdown import REFUTED
from queens.words import many

DEFAULT_THRESHOLD = "10%"
Threshold = Annotated[str, typer.Option(help="Ignore changes of time below this: 10%.")]
FailOnSlowdown = Annotated[
    str | None,
    typer.Option(help="Exit with 4 if slower by more than this: 10%; with 3 if undecided."),
]
DECISIONS = {
    "slower": exit_codes.SLOWER,
    "not slower": exit_codes.ALL_RIGHT,
    "too few runs": exit_codes.INCOMPLETE,
    "cannot say": exit_codes.INCOMPLETE,
}


def diff(
    old: Annotated[Path, typer.Argument(help="The folder of the older record.")],
    new: Annotated[Path, typer.Argument(help="The folder of the newer record.")],
    threshold: Threshold = DEFAULT_THRESHOLD,
    fail_on_slowdown: FailOnSlowdown = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Compare two records: counts exactly, times by one decision; exit 1 if counts differ."""
    with clean_errors():
        share = tolerated(threshold, fail_on_slowdown)
        found = difference(Facts(read_record(old)), Facts(read_record(new)), share)
    if as_json:
        sys.stdout.write(json.dumps(fields_of_diff(found), indent=2, ensure_ascii=False) + "\n")
    else:
        typer.echo("\n".join(_lines(found, share)))
    if found.changes:
        raise typer.Exit(exit_codes.WRONG)
    raise typer.Exit(exit_code_of_times(found, fail_on_slowdown is not None))


def tolerated(threshold: str, fail_on_slowdown: str | None) -> float:
    """Return by what share a time may grow: `--fail-on-slowdown` where it is given."""
    share = parse_share(threshold, "--threshold")
    if fail_on_slowdown is None:
        return share
    return parse_share(fail_on_slowdown, "--fail-on-slowdown")


def exit_code_of_times(found: RecordDiff, is_gate: bool) -> int:
    """Return the exit code that the decision on the times has, where it is asked for."""
    if not is_gate or not found.same_machine:
        return exit_codes.ALL_RIGHT
    return DECISIONS[found.times.decision]


def _lines(found: RecordDiff, threshold: float) -> list[str]:
    lines = ["Counts, digests and nodes:", *change_lines(found.changes)]
    lines += time_lines(found, threshold)
    for where, keys in (("old", found.only_old), ("new", found.only_new)):
        lines += [f"Only in the {where} record: {cell_words(key)}" for key in keys]
    if not found.same_machine:
        lines.insert(0, "Different machines, or runs at once: times are not compared.")
    return lines


def change_lines(changes: Sequence[Change]) -> list[str]:
    """Return a line for each figure that must be equal and is not, or one that all are."""
    lines = [
        f"  {cell_words(one.cell)}: {one.figure} was {one.old}, is {one.new}" for one in changes
    ]
    return lines or ["  all equal"]


def time_lines(found: RecordDiff, threshold: float) -> list[str]:
    """Return what has changed in the times, and the decision; nothing if they are not compared."""
    lines = []
    for word in ("slower", "faster", "slower by the clock alone"):
        cells = [_time_line(one) for one in found.times.cells if one.word == word]
        if word == "slower":
            cells += [_approach_line(one) for one in found.times.approaches if one.is_slower]
        lines += [f"{word.capitalize()}:", *cells] if cells else []
    return lines + (_decision(found, threshold) if found.same_machine else [])


def _decision(found: RecordDiff, threshold: float) -> list[str]:
    """Return the decision on the times, what would decide more, and what the machine was doing."""
    times = found.times
    tested = f"{many(len(times.cells), 'cell')} and {len(times.approaches)} approaches"
    open_ones = ", ".join(one.approach for one in times.undecided)
    excluded = f"a growth by {REFUTED * threshold:.0%}"
    lines = [
        {
            "slower": f"Slower: {times.slower} of {tested}, corrected for their number.",
            "not slower": f"Not slower: none of {tested} is shown to be, and {excluded} is refuted "
            "for each approach.",
            "too few runs": f"Too few runs to decide on {open_ones}: take "
            f"{times.runs_needed} of each cell in both records (run -r).",
            "cannot say": f"Cannot say: {excluded} is neither shown nor refuted for "
            f"{open_ones}. Take more runs, longer boards, or a quieter machine.",
        }[times.decision]
    ]
    lines += [
        f"  {cell_words(one.cell)}: {ratio_figure(one.judged.ratio)} times as long is "
        f"not beyond doubt; if it is so, {many(one.more_runs, 'more run')} in both records would "
        "show it"
        for one in times.cells
        if one.more_runs and one.word == "no difference shown"
    ]
    return [*lines, _machine_line(found)]


def _machine_line(found: RecordDiff) -> str:
    old, new = found.machines
    loads = [_known(one.load_1m) for one in (old, new)]
    governors = sorted({_known(one.frequency_governor) for one in (old, new)})
    machine = found.times.machine
    pace = "not timed" if machine is None else f"{ratio_figure(machine)} times as long"
    return (
        f"The machine: load {loads[0]}, then {loads[1]}, on {_known(new.cores)} cores; frequency "
        f"governor {' and '.join(governors)}; a fixed search beside each run: {pace}."
    )


def _known(value: object) -> str:
    return "not known" if value is None else str(value)


def _time_line(change: TimeChange) -> str:
    time, processor = change.time, change.processor
    line = f"  {cell_words(change.cell)}: {ratio_figure(time.ratio)} times as long"
    line += interval_words(time.low, time.high)
    if processor is not None:
        line += f", processor time {ratio_figure(processor.ratio)}"
    return line


def _approach_line(change: ApproachChange) -> str:
    task = "" if change.task == "all" else f", {change.task}"
    return (
        f"  {change.approach}{task}, {many(change.cells, 'board')} together: "
        f"{ratio_figure(change.ratio)} times as long{interval_words(change.low, change.high)}"
    )


def interval_words(low: float | None, high: float | None) -> str:
    """Return the interval in words; nothing where the runs are too few for one."""
    if low is None or high is None:
        return ""
    return f", 95% interval {ratio_figure(low)} to {ratio_figure(high)}"


def cell_words(key: CellKey) -> str:
    """Return a cell in words."""
    task = "" if key.task == "all" else f", {key.task}"
    return f"{key.approach}, {key.board}{task}"


def fields_of_diff(found: RecordDiff) -> dict[str, Any]:
    """Return a comparison in JSON's types."""
    return {
        "same_machine": found.same_machine,
        "decision": found.times.decision if found.same_machine else None,
        "runs_needed": found.times.runs_needed,
        "machine_ratio": found.times.machine,
        "load_1m": [one.load_1m for one in found.machines],
        "changes": change_fields(found.changes),
        "times": [
            _cell_fields(one.cell)
            | {"word": one.word, "ratio": one.time.ratio}
            | {"low": one.time.low, "high": one.time.high}
            | {"processor_ratio": one.processor.ratio if one.processor else None}
            | {"p_slower": one.p_slower, "p_faster": one.p_faster, "more_runs": one.more_runs}
            for one in found.times.cells
        ],
        "approaches": [asdict(one) for one in found.times.approaches],
        "only_old": [_cell_fields(key) for key in found.only_old],
        "only_new": [_cell_fields(key) for key in found.only_new],
    }


def change_fields(changes: Sequence[Change]) -> list[dict[str, Any]]:
    """Return the figures that must be equal and are not, in JSON's types."""
    return [
        _cell_fields(one.cell) | {"figure": one.figure, "old": one.old, "new": one.new}
        for one in changes
    ]


def _cell_fields(key: CellKey) -> dict[str, Any]:
    return {"approach": key.approach, **board_fields(key.board), "task": key.task}
