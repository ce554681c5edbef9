"""`compare.py diff OLD NEW`: two saved records compared, and an exit code to gate by."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from commands.shared import exit_codes
from commands.shared.values import clean_errors, parse_share
from harness.judge.cells import CellKey
from harness.judge.facts import Facts
from harness.judge.record_diff import RecordDiff, TimeChange, difference
from harness.record.fields import board_fields
from harness.record.file import read_record
from harness.report.numbers import ratio_figure
from queens.words import many

DEFAULT_THRESHOLD = "10%"


def diff(
    old: Annotated[Path, typer.Argument(help="The folder of the older record.")],
    new: Annotated[Path, typer.Argument(help="The folder of the newer record.")],
    threshold: Annotated[
        str, typer.Option(help="Ignore changes of time below this: 10%.")
    ] = DEFAULT_THRESHOLD,
    fail_on_slowdown: Annotated[
        str | None, typer.Option(help="Exit with 4 if a cell is slower by more than this: 10%.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Compare two records: counts exactly, times by threshold and test; exit 1 if counts differ."""
    with clean_errors():
        share = parse_share(threshold, "--threshold")
        if fail_on_slowdown is not None:
            share = parse_share(fail_on_slowdown, "--fail-on-slowdown")
        found = difference(Facts(read_record(old)), Facts(read_record(new)), share)
    if as_json:
        sys.stdout.write(json.dumps(_fields(found), indent=2, ensure_ascii=False) + "\n")
    else:
        typer.echo("\n".join(_lines(found)))
    if found.changes:
        raise typer.Exit(exit_codes.WRONG)
    if fail_on_slowdown is not None and found.slowdowns:
        raise typer.Exit(exit_codes.SLOWER)


def _lines(found: RecordDiff) -> list[str]:
    lines = []
    if not found.same_machine:
        lines.append("Different machines: times are not compared.")
    changed = [
        f"  {_cell(one.cell)}: {one.figure} was {one.old}, is {one.new}" for one in found.changes
    ]
    lines += ["Counts, digests and nodes:", *(changed or ["  all equal"])]
    for word in ("slower", "faster"):
        cells = [one for one in found.times if one.word == word]
        lines += [f"{word.capitalize()}:", *map(_time_line, cells)] if cells else []
    rest = sum(one.word == "no difference shown" for one in found.times)
    lines += [f"Times of {many(rest, 'cell')}: no difference shown."] if found.same_machine else []
    for where, keys in (("old", found.only_old), ("new", found.only_new)):
        lines += [f"Only in the {where} record: {_cell(key)}" for key in keys]
    return lines


def _time_line(change: TimeChange) -> str:
    time = change.time
    line = f"  {_cell(change.cell)}: {ratio_figure(time.ratio)} times as long"
    if time.low is not None and time.high is not None:
        line += f", 95% interval {ratio_figure(time.low)} to {ratio_figure(time.high)}"
    if time.p_value is None:
        return f"{line}, too few runs for a test but every run of one is slower"
    return f"{line}, p = {ratio_figure(time.p_value)}"


def _cell(key: CellKey) -> str:
    task = "" if key.task == "all" else f", {key.task}"
    return f"{key.approach}, {key.board}{task}"


def _fields(found: RecordDiff) -> dict[str, Any]:
    def cell(key: CellKey) -> dict[str, Any]:
        return {"approach": key.approach, **board_fields(key.board), "task": key.task}

    return {
        "same_machine": found.same_machine,
        "changes": [
            cell(one.cell) | {"figure": one.figure, "old": one.old, "new": one.new}
            for one in found.changes
        ],
        "times": [
            cell(one.cell)
            | {"word": one.word, "ratio": one.time.ratio}
            | {"low": one.time.low, "high": one.time.high, "p_value": one.time.p_value}
            for one in found.times
        ],
        "only_old": [cell(key) for key in found.only_old],
        "only_new": [cell(key) for key in found.only_new],
    }
