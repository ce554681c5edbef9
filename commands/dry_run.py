"""What `run --dry-run` prints: what would be run, how long each cell will take, and all of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import mean

from commands.shared.figures import time_of
from harness.campaign.plan import Plan
from harness.estimate.times import foretell, has_sizes
from harness.isolation.runner import Runner
from queens import Board
from queens.registry import Approach

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
    yield (
        f"{len(timed)} timed runs and {len(steps) - len(timed)} others, "
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
        if one is None:
            unknown += 1
        else:
            total += min(calls * one, limit_s) if limit_s else calls * one
    text = f"About {time_of(total)} in all"
    return f"{text}, and {unknown} runs of which nothing is known" if unknown else text
