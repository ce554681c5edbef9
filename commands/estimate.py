"""`compare.py estimate`: how large a search will be and how long it will take, before it is run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import mean
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from commands.shared.boards import Blocked, BoardPath, Placed, RuleName, typed_board
from commands.shared.figures import interval, number, time_of
from commands.shared.values import clean_errors, parse_choice, refuse_strangers
from harness.campaign.measure import CORE, named_approaches
from harness.campaign.plan import Plan
from harness.campaign.repeating import is_beyond
from harness.estimate.asymptotic import LARGEST_KNOWN_N, simkin, times_too_small
from harness.estimate.probing import Estimate, size_of
from harness.estimate.times import Foretold, foretell, has_sizes
from harness.estimate.trees import solutions_tree
from harness.isolation.runner import Runner
from queens import Board, known_count
from queens.parsing import parse_whole, parts
from queens.registry import TASKS, Approach

INTERVALS = (
    "Intervals hold nine times in ten. Times are mostly within a factor of two for the next two "
    "sizes; further on they are rougher.\n"
)


def estimate(
    context: typer.Context,
    n: Annotated[str | None, typer.Argument(help="The size of the board.")] = None,
    approaches: Annotated[
        str | None,
        typer.Option("-a", "--approaches", help="Names, families, files of your own, or all."),
    ] = None,
    task: Annotated[str, typer.Option(help="all solutions or their count.")] = "all",
    seed: Annotated[str, typer.Option(help="Of the probes.")] = "0",
    placed: Placed = "",
    blocked: Blocked = "",
    rule: RuleName = None,
    board_file: BoardPath = None,
) -> None:
    """Estimate solutions, nodes and times of a board from random probes and short runs."""
    with clean_errors():
        refuse_strangers(context)
        board = typed_board(n, placed, blocked, rule, board_file)
        chosen = named_approaches(parts(approaches or CORE, "--approaches"))
        asked = parse_choice(task, "--task", TASKS)
        draws = parse_whole(seed, "--seed", 0)
    console = Console(highlight=False, soft_wrap=True)
    for line in solution_lines(board, size_of(solutions_tree(board), draws).solutions):
        console.print(line, markup=False)
    with Runner() as runner:
        found = [foretell(runner, one, [board], asked, draws)[0] for one in chosen]
    _print_table(console, found)


def solution_lines(board: Board, estimated: Estimate) -> list[str]:
    """Return what is known and estimated of the number of solutions."""
    known = known_count(board)
    lines = [f"{board}: solutions"]
    if known is not None:
        lines.append(f"  published  {known:,}")
    said = "counted" if estimated.is_exact or estimated.high == 0 else "estimated"
    lines.append(f"  {said:9}  {interval(estimated)}")
    if board.is_plain and board.n > LARGEST_KNOWN_N:
        lines.append(
            f"  asymptotic {number(simkin(board.n))} (Simkin; at n = {LARGEST_KNOWN_N} it is "
            f"{times_too_small(LARGEST_KNOWN_N):.0f} times too small)"
        )
    return lines


def _print_table(console: Console, found: list[Foretold]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("approach", no_wrap=True)
    table.add_column("nodes", justify="right", no_wrap=True)
    table.add_column("time", justify="right", no_wrap=True)
    table.add_column("how")
    for one in found:
        nodes = interval(one.nodes) if one.nodes else "-"
        seconds = "-" if one.seconds is None else time_of(one.seconds)
        table.add_row(one.approach.name, nodes, seconds, one.basis)
    console.print(table)
    if any(one.seconds is not None and not one.is_measured for one in found):
        sys.stdout.write(INTERVALS)


DRAWN_SAMPLED = 3
"""Of boards that have no smaller sizes, so many are foretold, and their mean taken for the rest."""

Seconds = dict[tuple[Approach, Board], float | None]


def print_plan(plan: Plan) -> None:
    """Print what would be run, in the order of the tables, and how long it will take."""
    sys.stdout.write("".join(f"{line}\n" for line in _lines(plan)))


def _lines(plan: Plan) -> Iterator[str]:
    yield from (f"{approach.name}: {approach.path.name}" for approach in plan.able())
    yield from map(str, plan.boards)
    steps = plan.steps()
    timed = [step for step in steps if step.kind == "run"]
    limit_s = plan.limits.time_limit_s or 0
    most = "" if plan.precision is None else "at most "
    yield (
        f"{most}{len(timed)} timed runs and {len(steps) - len(timed)} others, "
        f"each of at most {limit_s:g} s"
    )
    if plan.task == "one":
        return  # where a search meets its first solution is not foretold
    seconds = _foretold(plan)
    yield "One run takes about"
    for approach in plan.able():
        yield f"  {approach.name}: {', '.join(_times(plan, approach, seconds))}"
    yield _in_all(plan, seconds)


def _foretold(plan: Plan) -> Seconds:
    found: Seconds = {}
    sized = [board for board in plan.boards if has_sizes(board)]
    others = [board for board in plan.boards if not has_sizes(board)]
    with Runner() as runner:
        for approach in plan.able():
            tried = [*sized, *others[:DRAWN_SAMPLED]]
            for one in foretell(runner, approach, tried, plan.task):
                found[approach, one.board] = one.seconds
            known = [found[approach, board] for board in others[:DRAWN_SAMPLED]]
            usual = [one for one in known if one is not None]
            for board in others[DRAWN_SAMPLED:]:
                found[approach, board] = mean(usual) if usual else None
    return found


def _times(plan: Plan, approach: Approach, seconds: Seconds) -> Iterator[str]:
    """Yield each board with its time; of boards that were drawn only the first."""
    others = [board for board in plan.boards if not has_sizes(board)]
    for board in dict.fromkeys(plan.boards):
        if board not in others[DRAWN_SAMPLED:]:
            one = seconds[approach, board]
            yield f"{board}: {'not known' if one is None else time_of(one)}"
    if others[DRAWN_SAMPLED:]:
        yield f"the other {len(others) - DRAWN_SAMPLED} as these"


def _in_all(plan: Plan, seconds: Seconds) -> str:
    """Return how long all runs take: no run takes longer than the limit, and if it is unknown."""
    limit_s = plan.limits.time_limit_s
    total, unknown = 0.0, 0
    for step in plan.steps():
        one = seconds[step.approach, step.board]
        calls = 2 if step.kind == "observation" else 1
        if step.kind == "run" and is_beyond(plan, step.repetition, one):
            continue
        if one is None:
            unknown += 1
        else:
            total += min(calls * one, limit_s) if limit_s else calls * one
    about = "About" if plan.precision is None else "At most about"
    text = f"{about} {time_of(total)} in all"
    return f"{text}, and {unknown} runs of which nothing is known" if unknown else text
