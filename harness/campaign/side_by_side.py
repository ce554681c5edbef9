"""Runs made side by side, each on processors of its own, and what that costs them.

Every lane has a runner of its own, started by a thread that is pinned; what it starts, down to
the threads of an approach, is pinned with it. A round is over before the next begins.

Caches and memory are shared all the same. So after each timed round a few cells are run once
more, one after the other with nothing beside them: pairs of equal runs, a moment apart.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import groupby

from harness.campaign.campaign import OnStep, StepJob, UnderWay
from harness.campaign.plan import Step
from harness.isolation.runner import Runner
from harness.record.alone import Alone
from harness.record.events import of_kind
from harness.record.fields import filled
from harness.record.lines import Fields
from harness.workers.cores import cores, shares
from queens import Board

POLL_S = 0.5
CELLS_ALONE, FEW = 8, 3
# shorter ones say more of the clock than of what stands beside them; longer ones cost too much
ALONE_S = (0.001, 2.0)


class Lane:
    """A runner whose runs have these processors; None where processes cannot be pinned."""

    def __init__(self, processors: list[int] | None, warm_up_n: int | None) -> None:
        self.processors = processors
        self._runner = Runner(warm_up_n)
        self._thread = ThreadPoolExecutor(1, initializer=self._pin)

    def _pin(self) -> None:
        if self.processors is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, self.processors)  # this thread's, and what it starts

    def start(self, job: StepJob) -> Future[Fields]:
        """Start a run."""
        return self._thread.submit(job.run, self._runner)

    def close(self) -> None:
        """End the runner and whatever it runs."""
        self._runner.close()
        self._thread.shutdown()
        self._runner.close()  # it may have been about to start


class SideBySide:
    """Makes as many steps at once as the plan says."""

    def __init__(self, jobs: int) -> None:
        every = cores()
        pins: list[list[int] | None] = [*shares(jobs, every)] if every else [None] * jobs
        self.pins = pins
        pinned = "each on processors of its own" if every else "not pinned"
        self.order = f"rounds, {jobs} runs at once, {pinned}; after each, a few cells alone"

    def __call__(self, campaign: UnderWay, on_step: OnStep) -> None:
        """Make the steps."""
        lanes = [Lane(processors, campaign.plan.warm_up_n) for processors in self.pins]
        steps = campaign.pending_here()
        done = 0
        try:
            for (kind, repetition), grouped in groupby(steps, lambda s: (s.kind, s.repetition)):
                these = list(grouped)
                _one_round(campaign, lanes, these, on_step, done, len(steps))
                done += len(these)
                if kind == "run":
                    _alone(campaign, lanes[0], repetition)
        finally:
            for lane in lanes:
                lane.close()


def _one_round(
    campaign: UnderWay,
    lanes: Sequence[Lane],
    steps: Sequence[Step],
    on_step: OnStep,
    done: int,
    total: int,
) -> None:
    idle, waiting = list(lanes), deque(steps)
    busy: dict[Future[Fields], tuple[Lane, Step]] = {}
    while waiting or busy:
        while idle and waiting:
            step = waiting.popleft()
            on_step(done, total, step)
            done += 1
            if not campaign.is_skipped(step):
                lane = idle.pop(0)
                busy[lane.start(campaign.job(step))] = (lane, step)
        ended, _ = wait(busy, POLL_S, FIRST_COMPLETED)
        for future in ended:
            lane, step = busy.pop(future)
            idle.append(lane)
            campaign.take(step, future.result(), processors=lane.processors)


def _alone(campaign: UnderWay, lane: Lane, repetition: int) -> None:
    """Run some cells of the round once more, one after the other."""
    before = {(one.approach, one.board, one.repetition) for one in of_kind(campaign.earlier, Alone)}
    approaches = {one.name: one for one in campaign.plan.able()}
    solved = {
        cell: solve_s
        for cell, solve_s in campaign.solved.items()
        if not campaign.repeating.is_settled(*cell)
    }
    for name, board in chosen(solved):
        if (name, board, repetition) in before or name not in approaches:
            continue
        step = Step("run", approaches[name], board, repetition)
        fields = lane.start(campaign.job(step)).result()
        campaign.record(
            filled(
                Alone,
                fields,
                approach=name,
                board=board,
                task=campaign.plan.task,
                repetition=repetition,
                processors=lane.processors,
            )
        )


def chosen(solved: dict[tuple[str, Board], float]) -> list[tuple[str, Board]]:
    """Return a few cells to run alone, from quick to slow: none much too short or long."""
    low, high = ALONE_S
    by_time = sorted(solved, key=lambda cell: solved[cell])
    fair = [cell for cell in by_time if solved[cell] <= high]
    longer = [cell for cell in fair if solved[cell] >= low]
    fair = longer if len(longer) >= FEW else fair
    if len(fair) <= CELLS_ALONE:
        return fair
    return [fair[place * (len(fair) - 1) // (CELLS_ALONE - 1)] for place in range(CELLS_ALONE)]
