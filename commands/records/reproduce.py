"""`compare.py reproduce DIR -o OUT`: the campaign of a record run anew, and what came of it."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from commands.records.diff import (
    DEFAULT_THRESHOLD,
    FailOnSlowdown,
    Threshold,
    cell_words,
    change_fields,
    change_lines,
    exit_code_of_times,
    fields_of_diff,
    interval_words,
    time_lines,
    tolerated,
)
from commands.shared import exit_codes
from commands.shared.campaigns import begin_record, carry_out, record_file
from commands.shared.proving import wanted_prover
from commands.shared.values import clean_errors, printable
from harness.campaign.again import changed_sources, plan_again, was_certified
from harness.campaign.plan import Plan
from harness.campaign.reproduced import Reproduction, reproduction
from harness.deliver.progress import say
from harness.judge.facts import Facts
from harness.judge.gate import ApproachChange
from harness.record.fields import board_fields
from harness.record.file import read_record
from harness.report.numbers import ratio_figure
from queens.words import many


def reproduce(
    directory: Annotated[Path, typer.Argument(help="The folder of the record.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder of the new record.")],
    own: Annotated[
        list[Path] | None,
        typer.Option("-a", "--approach", help="A file of yours that the record has; repeatable."),
    ] = None,
    any_source: Annotated[
        bool, typer.Option("--any-source", help="Go on where an approach's source has changed.")
    ] = False,
    threshold: Threshold = DEFAULT_THRESHOLD,
    fail_on_slowdown: FailOnSlowdown = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Run a recorded campaign anew: counts, nodes and counters must agree, or exit 1."""
    with clean_errors():
        share = tolerated(threshold, fail_on_slowdown)
        old = Facts(read_record(directory))
        plan = _plan(old, own or [])
        changed = _changed(old, plan, any_source)
        _check_comparable(old, share)
        file = record_file(output)
        if file.exists():
            raise ValueError(f"{file} exists: name another folder")
        begin_record(output)
    new, finished = carry_out(plan, file)
    if not finished:
        say(f"{file} is not complete: run -o {output} --resume continues it, diff compares it")
        raise typer.Exit(exit_codes.INTERRUPTED)
    found = reproduction(old, new, share)
    if as_json:
        sys.stdout.write(json.dumps(_fields(found, changed), indent=2, ensure_ascii=False) + "\n")
    else:
        typer.echo("\n".join(map(printable, _lines(found, changed, share))))
    if not found.is_alike:
        raise typer.Exit(exit_codes.WRONG)
    raise typer.Exit(exit_code_of_times(found.diff, fail_on_slowdown is not None))


def _plan(old: Facts, own: list[Path]) -> Plan:
    argv = [Path(sys.argv[0]).name, *sys.argv[1:]]
    plan = plan_again(old, own, argv, wanted_prover(was_certified(old), None))
    if plan.jobs < old.campaign.jobs:
        say(f"{plan.jobs} runs at once: the record has {old.campaign.jobs}, more than fit here")
    return plan


def _changed(old: Facts, plan: Plan, any_source: bool) -> list[str]:
    """Return the approaches whose source has changed; raise ValueError where that is not wanted."""
    changed = changed_sources(old.campaign, plan.approaches)
    if changed and not any_source:
        commit = old.environment.commit
        where = f"check out {commit[:60]}" if commit else "take the version that was measured"
        raise ValueError(
            f"the source of {', '.join(changed)} has changed since: {where}, or add --any-source"
        )
    return changed


def _check_comparable(old: Facts, threshold: float) -> None:
    """Raise ValueError for values that nothing can be compared with, before hours are spent."""
    try:
        reproduction(old, old, threshold)
    except (TypeError, ArithmeticError, LookupError, AttributeError) as error:
        raise ValueError(f"the record holds values that make no sense: {error}") from error


def _lines(found: Reproduction, changed: list[str], threshold: float) -> list[str]:
    lines = [f"  {one.name}: was {one.old}, is {one.new}" for one in found.environment] + [
        f"  source of {name}: changed since" for name in changed
    ]
    lines = ["Environment:", *(lines or ["  as recorded"])]
    lines += [f"Counts, digests, nodes and counters of {many(found.cells, 'cell')}:"]
    lines += change_lines(found.changes)
    lines += [f"  {one.board}: {one.old} was the verdict, is {one.new}" for one in found.verdicts]
    if found.limits:
        lines += ["Stopped by a limit, as the machine has it:", *change_lines(found.limits)]
    if found.varying:
        names = ", ".join(f"{name} of {approach}" for approach, name in found.varying)
        lines.append(f"Not compared, since it differs between runs: {names}")
    judged = "" if found.diff.same_machine else " (not judged: another machine, or runs at once)"
    lines += [f"Times against the recorded{judged}:", *map(_ratio_line, found.ratios)]
    lines += time_lines(found.diff, threshold)
    for where, keys in (("record", found.diff.only_old), ("new run", found.diff.only_new)):
        lines += [f"Only in the {where}: {cell_words(key)}" for key in keys]
    differing = len(found.changes) + len(found.verdicts)
    if found.is_alike:
        return [*lines, "Reproduced: every count, verdict, node and counter is as recorded."]
    return [*lines, f"Not reproduced: {many(differing, 'figure')} differ from the record."]


def _ratio_line(change: ApproachChange) -> str:
    ratio = f"{ratio_figure(change.ratio)} times as long"
    return f"  {change.approach}: {ratio}{interval_words(change.low, change.high)}"


def _fields(found: Reproduction, changed: list[str]) -> dict[str, Any]:
    return fields_of_diff(found.diff) | {
        "reproduced": found.is_alike,
        "environment": [asdict(one) for one in found.environment],
        "sources_changed": changed,
        "changes": change_fields(found.changes),
        "limits": change_fields(found.limits),
        "verdicts": [
            {**board_fields(one.board), "task": one.task, "old": one.old, "new": one.new}
            for one in found.verdicts
        ],
        "not_compared": [{"approach": name, "figure": figure} for name, figure in found.varying],
        "approaches": [asdict(one) for one in found.ratios],
    }
