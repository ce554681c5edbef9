"""Jobs done by many workers, whichever executor they belong to.

Any `concurrent.futures.Executor` does the work: a pool of processes of this machine (local.py)
or what a Dask client gives (cluster.py). A worker that dies is replaced and its jobs are
submitted again. Each job's answer is taken once, and the iteration ends when every job has its
answer.
"""

from __future__ import annotations

import heapq
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from typing import Protocol, TypeVar

from harness.workers.errors import OutOfTime, WorkersLost

AHEAD = 4  # jobs submitted for each worker: it stays busy, and few answers wait in memory
ATTEMPTS = 3
POLL_S = 0.5  # on Windows Ctrl-C does not interrupt a wait without a timeout

Answer = TypeVar("Answer", covariant=True)


class Job(Protocol[Answer]):
    """What a worker does; it is pickled on its way there, and its text names it in errors."""

    def __call__(self) -> Answer:
        """Return the answer; runs on the worker."""
        ...


class Pool:
    """Workers that do jobs: `slots` of them at a time, on any executor."""

    lost: tuple[type[BaseException], ...] = ()
    """What a future raises if its worker died."""

    def __init__(self, executor: Executor, slots: int) -> None:
        self.executor = executor
        self.slots = slots

    def submit(self, job: Job[Answer]) -> Future[Answer]:
        """Submit a job."""
        return self.executor.submit(done, job)

    def renew(self) -> None:
        """Replace an executor that a dead worker has broken; by default none is broken."""

    def close(self) -> None:
        """End the workers after their last job."""
        self.executor.shutdown()

    def kill(self) -> None:
        """End the work at once, unfinished jobs too."""
        self.executor.shutdown(wait=False, cancel_futures=True)


def done(job: Job[Answer]) -> Answer:
    """Do a job; a function by name, as every executor can send it."""
    return job()


@contextmanager
def at_work(pool: Pool) -> Iterator[Pool]:
    """Yield the pool; close it at the end, or kill it when something is raised."""
    try:
        yield pool
    except BaseException:
        pool.kill()
        raise
    pool.close()


def answers(
    pool: Pool, jobs: Sequence[Job[Answer]], in_order: bool = False, deadline: float = math.inf
) -> Iterator[Answer]:
    """Yield the answer to each job, once, as they are ready or in the order of the jobs.

    Raises what a job raised, WorkersLost for a job whose workers died too often, and OutOfTime
    at `deadline` (on the clock of `time.monotonic`).
    """
    waiting = list(range(len(jobs)))  # a heap: a job of a dead worker comes before later ones
    submitted: dict[int, Future[Answer]] = {}
    losses: Counter[int] = Counter()
    while waiting or submitted:
        while waiting and len(submitted) < AHEAD * pool.slots:
            index = heapq.heappop(waiting)
            submitted[index] = _submit(pool, jobs[index])
        due = [min(submitted)] if in_order else list(submitted)
        _wait_for_any([submitted[index] for index in due], deadline)
        for index in [index for index in due if submitted[index].done()]:
            future = submitted.pop(index)
            if not is_lost(pool, future):
                yield future.result()
                continue
            losses[index] += 1
            if losses[index] == ATTEMPTS:
                raise WorkersLost(f"a worker died {ATTEMPTS} times with {jobs[index]}")
            heapq.heappush(waiting, index)


def _wait_for_any(futures: Sequence[Future[Answer]], deadline: float) -> None:
    left_s = deadline - time.monotonic()
    if left_s <= 0:
        raise OutOfTime
    wait(futures, min(POLL_S, left_s), FIRST_COMPLETED)


def is_lost(pool: Pool, future: Future[Answer]) -> bool:
    """Return whether the worker of a future that is done has died."""
    try:
        return isinstance(future.exception(), pool.lost)
    except CancelledError:
        raise WorkersLost("the Dask scheduler has ended: start it and run again") from None


def _submit(pool: Pool, job: Job[Answer]) -> Future[Answer]:
    try:
        return pool.submit(job)
    except pool.lost:
        pool.renew()
        return pool.submit(job)
