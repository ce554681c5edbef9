"""`compare.py diff OLD NEW`: two saved records compared, and an exit code to gate by."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands import exit_codes
from commands.values import clean_errors

if TYPE_CHECKING:
    from harness.judge.cells import CellKey
    from harness.judge.record_diff import RecordDiff, TimeChange

DEFAULT_THRESHOLD = "10%"


def diff(
    old: Annotated[Path, typer.Argument(help="The folder of the older record.")],
    new: Annotated[Path, typer.Argument(help="The folder of the newer record.")],
    threshold: Annotated[
        str, typer.Option(help="Changes of time below this are none: 10%.")
    ] = DEFAULT_THRESHOLD,
    fail_on_slowdown: Annotated[
        str | None, typer.Option(help="Exit with 4 if a cell is slower by more than this: 10%.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Compare two records: counts exactly, times by threshold and test; exit 1 if counts differ."""
    from harness.judge.facts import Facts
    from harness.judge.record_diff import difference
    from harness.record.file import read_record

    with clean_errors():
        share = parse_share(fail_on_slowdown or threshold)
        found = difference(Facts(read_record(old)), Facts(read_record(new)), share)
    if as_json:
        sys.stdout.write(json.dumps(_fields(found), indent=2, ensure_ascii=False) + "\n")
    else:
        typer.echo("\n".join(_lines(found)))
    if found.changes:
        raise typer.Exit(exit_codes.WRONG)
    if fail_on_slowdown and found.slowdowns:
        raise typer.Exit(exit_codes.SLOWER)


def parse_share(text: str) -> float:
    """Return a share that was typed as a percentage: `10%` is 0.1."""
    try:
        percent = float(text.strip().removesuffix("%"))
    except ValueError:
        raise ValueError(f"a threshold is a percentage, as 10%; got {text!r}") from None
    if not 0 <= percent < float("inf"):
        raise ValueError(f"a threshold must be at least 0%, got {text!r}")
    return percent / 100


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
    lines += [f"Times of {_cells(rest)}: no difference shown."] if found.same_machine else []
    for where, keys in (("old", found.only_old), ("new", found.only_new)):
        lines += [f"Only in the {where} record: {_cell(key)}" for key in keys]
    return lines


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _time_line(change: TimeChange) -> str:
    from harness.report.numbers import ratio_figure

    time = change.time
    said = f"  {_cell(change.cell)}: {ratio_figure(time.ratio)} times as long"
    if time.low is not None and time.high is not None:
        said += f", 95% interval {ratio_figure(time.low)} to {ratio_figure(time.high)}"
    if time.p_value is None:
        return f"{said}, too few runs for a test but every run of one is slower"
    return f"{said}, p = {ratio_figure(time.p_value)}"


def _cell(key: CellKey) -> str:
    task = "" if key.task == "all" else f", {key.task}"
    return f"{key.approach}, {key.board}{task}"


def _fields(found: RecordDiff) -> dict[str, Any]:
    from harness.record.fields import board_fields

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
