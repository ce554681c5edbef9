"""`compare.py run`: reads the command line into a plan, measures, prints, keeps the record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from commands.estimate import print_plan
from commands.shared import exit_codes
from commands.shared.boards import (
    Blocked,
    Placed,
    RuleName,
    boards_of_file,
    typed_boards,
)
from commands.shared.campaigns import begin_record, carry_out, record_file
from commands.shared.proving import Certificates, Certify, wanted_prover
from commands.shared.values import (
    clean_errors,
    parse_bytes,
    parse_choice,
    parse_duration_s,
    parse_sizes,
)
from harness.campaign.drawn_boards import parse_boards
from harness.campaign.measure import (
    CORE,
    SIZES,
    check_resumable,
    earlier_events,
    named_approaches,
)
from harness.campaign.plan import LIMITS, Plan
from harness.campaign.repeating import CELL_BUDGET_S, repeated
from harness.deliver.progress import say
from harness.isolation.runner import Limits
from harness.judge.facts import Facts
from harness.record.events import Campaign, Event, of_kind
from harness.report.terminal import print_results
from harness.workers.cluster import Cluster
from harness.workers.cores import cores
from harness.workers.errors import WorkersLost
from queens import Board
from queens.names import registered_approach
from queens.parsing import parse_rule, parse_whole, parts
from queens.registry import TASKS
from queens.words import many

Option = typer.Option


def run(
    sizes: Annotated[
        str | None, Option("-n", "--sizes", help="Board sizes: 8, 4-10 or 4,6,8.")
    ] = None,
    approaches: Annotated[
        str | None,
        Option("-a", "--approaches", help="Names, families (models, handwritten, ...) or all."),
    ] = None,
    own: Annotated[
        list[Path] | None, Option("--approach", help="A file of your own; may be repeated.")
    ] = None,
    task: Annotated[str | None, Option(help="all solutions, their count, or one solution.")] = None,
    repetitions: Annotated[
        str | None,
        Option(
            "-r",
            "--repetitions",
            help="Timed runs of each cell, or auto: until its median is known within 5 %.",
        ),
    ] = None,
    cell_budget: Annotated[
        str | None, Option(help="Time of a cell with -r auto; 30s if not given.")
    ] = None,
    warmup: Annotated[
        str | None, Option("-w", "--warmup", help="Runs of each cell first that do not count.")
    ] = None,
    time_limit: Annotated[str | None, Option(help="Of one run: 10s, 500ms, 2m.")] = None,
    memory_limit: Annotated[str | None, Option(help="Of one run: 2GiB, 512MiB.")] = None,
    limit: Annotated[str | None, Option(help="Solutions a run may deliver.")] = None,
    seed: Annotated[
        str | None, Option(help="Of the order of runs, and of randomised approaches.")
    ] = None,
    placed: Placed = "",
    blocked: Blocked = "",
    rule: RuleName = None,
    board_files: Annotated[
        list[Path] | None,
        Option("--board", help="A file with boards, or - for a pipe; may be repeated."),
    ] = None,
    boards: Annotated[
        list[str] | None,
        Option(help="Drawn boards: regions:n=9,seed=1..20; may be repeated; kinds: docs/rules.md."),
    ] = None,
    jobs: Annotated[
        str | None, Option("-j", "--jobs", help="Runs at once, each on cores of its own.")
    ] = None,
    cluster: Annotated[
        str | None, Option(help="A Dask scheduler's address: its workers make the runs.")
    ] = None,
    output: Annotated[Path | None, Option("-o", "--output", help="Keep the record here.")] = None,
    resume: Annotated[bool, Option("--resume", help="Continue the record in -o.")] = False,
    dry_run: Annotated[
        bool, Option("--dry-run", help="Print what would be run, and how long it takes.")
    ] = False,
    strict: Annotated[
        bool, Option("--strict", help="Exit with 3 if anything is incomplete.")
    ] = False,
    certify: Certify = False,
    certificates: Certificates = None,
) -> None:
    """Run approaches on boards, audit their answers, print the table and the verdict."""
    given = {name: value for name, value in locals().items() if value is not None}
    with clean_errors():
        file, earlier = _record(output, resume)
        plan = _plan(given, earlier)
    if dry_run:
        if plan.left_out():
            typer.echo(_left_out(plan))
        print_plan(plan)
        return
    with clean_errors():
        workers = _workers(cluster, plan)
    if output:
        with clean_errors():
            begin_record(output)
    with clean_errors(WorkersLost):
        code = _measure_and_show(plan, file, earlier, strict, workers)
    raise typer.Exit(code)


def _workers(cluster: str | None, plan: Plan) -> Cluster | None:
    """Return the cluster to run on; say where more runs are made at once than there are cores."""
    if cluster is not None:
        if plan.jobs > 1:
            raise ValueError("--jobs cannot be combined with --cluster: each worker is a job")
        return Cluster(cluster)
    every = cores()
    if every and plan.jobs > len(every):
        say(
            f"--jobs {plan.jobs}: this machine has {many(len(every), 'core')} with "
            f"{many(sum(map(len, every)), 'logical processor')}; runs share them, and take longer"
        )
    return None


def _record(output: Path | None, resume: bool) -> tuple[Path | None, list[Event]]:
    """Return the record's file and the events that are in it already."""
    if output is None:
        if resume:
            raise ValueError("--resume needs the folder of the record: add -o DIR")
        return None, []
    file = record_file(output)
    if resume:
        return file, earlier_events(file)
    if file.exists():
        raise ValueError(f"{file} exists: add --resume to continue it, or name another folder")
    return file, []


def _plan(given: dict[str, Any], earlier: list[Event]) -> Plan:
    """Return the plan; what is not given is as in the record to resume, or the default."""
    before = next(iter(of_kind(earlier, Campaign)), None)
    settings = Plan([], []).settings
    if before:
        settings = {name: getattr(before, name) for name in settings}
    settings |= _parsed(given) | _repeated(given, settings)
    limits = {name: settings.pop(name) for name in LIMITS}
    plan = Plan(
        named_approaches(_names(given, before)),
        _boards(given, before),
        **settings,
        limits=Limits(**limits),
        argv=[Path(sys.argv[0]).name, *sys.argv[1:]],
        prove=wanted_prover(given.get("certify", False), given.get("certificates")),
    )
    if before:
        check_resumable(plan, before)
    if not plan.able():
        names = ", ".join(approach.name for approach in plan.approaches)
        raise ValueError(
            f"none of {names} has {TASKS[plan.task]}: choose others, or another --task"
        )
    return plan


def _parsed(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options that are given under the record's names, texts read into values."""
    readers: dict[str, tuple[str, Any]] = {
        "task": ("task", lambda text: parse_choice(text, "--task", TASKS)),
        "jobs": ("jobs", lambda text: parse_whole(text, "--jobs", 1)),
        "warmup": ("warmup_runs", lambda text: parse_whole(text, "--warmup", 0)),
        "seed": ("seed", lambda text: parse_whole(text, "--seed", 0)),
        "limit": ("solution_limit", lambda text: parse_whole(text, "--limit", 1)),
        "time_limit": ("time_limit_s", lambda text: parse_duration_s(text, "--time-limit")),
        "memory_limit": ("memory_limit_bytes", lambda text: parse_bytes(text, "--memory-limit")),
    }
    return {
        name: read(given[option]) for option, (name, read) in readers.items() if option in given
    }


def _repeated(given: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """Return how often a cell is run, as given; nothing where neither option is."""
    text, budget = given.get("repetitions"), given.get("cell_budget")
    is_auto = text == "auto" or (text is None and before["precision"] is not None)
    if budget is not None and not is_auto:
        raise ValueError("--cell-budget is for -r auto: add that, or leave it out")
    budget_s = None if budget is None else parse_duration_s(budget, "--cell-budget")
    if is_auto:
        kept = before["cell_budget_s"] if before["precision"] is not None else None
        return {**repeated("auto", budget_s or kept or CELL_BUDGET_S)}
    if text is None:
        return {}
    try:
        int(text)
    except ValueError:
        raise ValueError(f"--repetitions must be a whole number or auto, got {text!r}") from None
    return {**repeated(parse_whole(text, "--repetitions", 1))}


def _names(given: dict[str, Any], before: Campaign | None) -> list[str | Path]:
    own: list[Path] = given.get("own", [])
    if "approaches" in given:
        return [*parts(given["approaches"], "--approaches"), *own]
    if before and not own:
        # a record's word is a name, and never the path of a file to be run
        return [registered_approach(name).name for name in before.approaches]
    return [*CORE.split(","), *own]


def _boards(given: dict[str, Any], before: Campaign | None) -> list[Board]:
    found = [board for spec in given.get("boards", ()) for board in parse_boards(spec)]
    rule = given.get("rule")
    for file in given.get("board_files", ()):
        found += boards_of_file(file, None if rule is None else parse_rule(rule))
    if before and not found and "sizes" not in given:
        return before.boards
    if found and "sizes" not in given:
        return found
    sizes = parse_sizes(given["sizes"]) if "sizes" in given else list(SIZES)
    return [*typed_boards(sizes, given["placed"], given["blocked"], rule), *found]


def _measure_and_show(
    plan: Plan, file: Path | None, earlier: list[Event], strict: bool, cluster: Cluster | None
) -> int:
    """Carry the plan out and print the results; return the exit code."""
    console = Console()
    if plan.left_out():
        console.print(_left_out(plan), highlight=False, markup=False, soft_wrap=True)
    facts, finished = carry_out(plan, file, earlier, cluster)
    print_results(console, facts)
    if file:
        sys.stderr.write(f"{file} written; its report: compare.py report {file.parent}\n")
    if not finished:
        say("interrupted" + (f": run -o {file.parent} --resume continues it" if file else ""))
        return exit_codes.INTERRUPTED
    return _exit_code(facts, strict)


def _exit_code(facts: Facts, strict: bool) -> int:
    if facts.is_wrong:
        return exit_codes.WRONG
    return exit_codes.INCOMPLETE if strict and facts.is_incomplete else exit_codes.ALL_RIGHT


def _left_out(plan: Plan) -> str:
    """Return which approaches cannot do the task."""
    names = ", ".join(one.approach for one in plan.left_out())
    return f"left out, {plan.left_out()[0].reason}: {names}"
