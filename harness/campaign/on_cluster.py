"""A campaign on the workers of a Dask cluster: a board on one machine, a run at a time on each.

A worker takes a board and makes all its runs, round after round; a quick one takes more boards.
What a worker had in hand when it died is run once more. Its board stays on its machine while
that has workers; else another machine takes it and begins it anew, so that no two times of a
board are of two machines (record/moved.py).
"""

from __future__ import annotations

import platform
import threading
import time
import uuid
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from harness.campaign.campaign import OnStep, StepJob, UnderWay
from harness.campaign.plan import Step
from harness.isolation.runner import Runner
from harness.record.environment import environment
from harness.record.events import Machine
from harness.record.lines import Fields
from harness.record.moved import homes
from harness.workers.cluster import Cluster
from harness.workers.errors import WorkersLost
from queens import Board
from queens.registry import Approach

POLL_S = 0.5
PATIENCE_S = 60.0  # how long a cluster may be without any worker
IDLE_S = 60.0  # after which a worker ends what it keeps for the next run
TRIES = 2
LOST: Fields = {"status": "crashed", "reason": f"the cluster's worker died {TRIES} times in it"}


class _Kept:
    """The runner of this process, kept from one run of a campaign to the next; one run at a time.

    Whoever wanted the runs may be gone without a word, so it is closed when it idles.
    """

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._owner = ""
        self._runner: Runner | None = None
        self._timer: threading.Timer | None = None

    def run(self, owner: str, job: StepJob) -> Fields:
        with self._one_at_a_time:
            if self._timer:
                self._timer.cancel()
            if self._owner != owner:
                self.close(self._owner)
            self._owner, self._runner = owner, self._runner or Runner(job.warm_up_n)
            try:
                return job.run(self._runner)
            finally:
                self._timer = threading.Timer(IDLE_S, self._close_idle, [owner])
                self._timer.daemon = True
                self._timer.start()

    def _close_idle(self, owner: str) -> None:
        with self._one_at_a_time:
            self.close(owner)

    def close(self, owner: str) -> None:
        """End the runner of a campaign, and the run that it may be making."""
        if self._owner == owner and self._runner is not None:
            runner, self._runner = self._runner, None
            runner.close()


_kept = _Kept()  # a worker's process has one, whichever campaigns send it runs


def run_here(owner: str, job: StepJob) -> Fields:
    """Make a run on the worker that this is called on."""
    return _kept.run(owner, job)


def stop_here(owner: str) -> None:
    """End what the worker runs or keeps for this campaign."""
    _kept.close(owner)


def machine_here(approaches: Sequence[Approach]) -> Machine:
    """Return the machine that this is called on."""
    return Machine(platform.node(), environment(approaches))


@dataclass
class _Worker:
    """A worker of the cluster: its machine, once it has said it, and what it does just now."""

    address: str
    executor: Executor
    machine: Machine | None = None
    board: Board | None = None
    step: Step | None = None
    future: Future[Any] | None = None


@dataclass
class _Boards:
    """The steps that each board still needs, and the machine that it is at home on."""

    campaign: UnderWay
    left: dict[Board, deque[Step]] = field(default_factory=dict)
    home: dict[Board, str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._all: dict[Board, list[Step]] = {}
        for step in self.campaign.plan.steps():
            self._all.setdefault(step.board, []).append(step)
        for step in self.campaign.pending():
            self.left.setdefault(step.board, deque()).append(step)
        self.home = homes(self.campaign.earlier)

    def steps_left(self) -> int:
        return sum(map(len, self.left.values()))

    def taken_by(
        self, worker: _Worker, held: set[Board], machines: set[str | None]
    ) -> Board | None:
        """Return a board for the worker: begun on its machine, on none, or on one that left.

        `machines` are those of the other workers; None among them is one that is not known yet.
        """
        assert worker.machine is not None
        here = worker.machine.name
        free = [board for board, steps in self.left.items() if steps and board not in held]
        for board in free:
            if self.home.get(board, here) == here:
                self.home[board] = here
                return board
        for board in free:
            if not machines & {None, self.home[board] or ""}:
                self.home[board] = here
                self.left[board] = deque(self._all[board])
                self.campaign.forget(board)
                return board
        return None


class OnCluster:
    """Makes the steps of a campaign on the workers of a cluster."""

    order = "a board after the other on each worker, rounds within a board, approaches shuffled"

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._lost: tuple[type[BaseException], ...] = (*cluster.lost, CancelledError)
        self._owner = uuid.uuid4().hex
        self._workers: dict[str, _Worker] = {}
        self._machines: set[str] = set()
        self._losses: Counter[Step] = Counter()
        self._alone_since: float | None = None

    def __call__(self, campaign: UnderWay, on_step: OnStep) -> None:
        """Make them."""
        self._campaign, self._on_step = campaign, on_step
        self._boards = _Boards(campaign)
        self._total = self._boards.steps_left()
        try:
            while self._boards.steps_left() or any(one.step for one in self._workers.values()):
                self._look_at_workers()
                for worker in self._workers.values():
                    if worker.future is None:
                        self._start(worker)
                self._wait()
        finally:
            self._cluster.tell(partial(stop_here, self._owner))
            self._cluster.close()

    def _look_at_workers(self) -> None:
        """Greet new workers; take back what those that have gone had in hand."""
        there = self._cluster.threads()
        for address in [one for one in self._workers if one not in there]:
            self._gone(self._workers.pop(address))
        for address in there.keys() - self._workers.keys():
            worker = _Worker(address, self._cluster.executor(address))
            worker.future = worker.executor.submit(machine_here, self._campaign.plan.approaches)
            self._workers[address] = worker
        if there:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > PATIENCE_S:
            raise WorkersLost("the cluster has no workers left; start some and add --resume")

    def _gone(self, worker: _Worker) -> None:
        if worker.future is not None:
            worker.future.cancel()
        if worker.step is None or worker.machine is None:
            return
        self._losses[worker.step] += 1
        if self._losses[worker.step] < TRIES:
            self._boards.left[worker.step.board].appendleft(worker.step)
        else:
            self._campaign.take(worker.step, LOST, machine=worker.machine.name)

    def _start(self, worker: _Worker) -> None:
        """Give a worker that is free its next step, if there is one for it."""
        while (step := self._next_step(worker)) is not None:
            self._on_step(self._total - self._boards.steps_left() - 1, self._total, step)
            if not self._campaign.is_skipped(step):
                worker.step = step
                worker.future = worker.executor.submit(
                    run_here, self._owner, self._campaign.job(step)
                )
                return

    def _next_step(self, worker: _Worker) -> Step | None:
        if worker.board is None or not self._boards.left[worker.board]:
            others = [one for one in self._workers.values() if one is not worker]
            held = {one.board for one in others if one.board is not None}
            machines = {one.machine.name if one.machine else None for one in others}
            worker.board = self._boards.taken_by(worker, held, machines)
        return None if worker.board is None else self._boards.left[worker.board].popleft()

    def _wait(self) -> None:
        """Wait a moment for answers, and take those that are there."""
        busy = [one for one in self._workers.values() if one.future is not None]
        wait([one.future for one in busy if one.future], POLL_S, FIRST_COMPLETED)
        for worker in busy:
            if worker.future is not None and worker.future.done():
                self._take(worker, worker.future)

    def _take(self, worker: _Worker, future: Future[Any]) -> None:
        step, worker.step, worker.future = worker.step, None, None
        try:
            answer = future.result()
        except self._lost:
            worker.step = step
            self._gone(self._workers.pop(worker.address))
            return
        if step is None:
            worker.machine = answer
            if answer.name not in self._machines:
                self._machines.add(answer.name)
                self._campaign.record(answer)
        elif worker.machine is not None:
            versions = worker.machine.environment.versions
            where: Fields = {"machine": worker.machine.name}
            if step.kind != "observation" and step.approach.needs:
                where["solver_version"] = versions.get(step.approach.needs[0])
            self._campaign.take(step, answer, **where)
