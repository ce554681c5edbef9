"""Solves the parts of a board on many processes, of this machine or of a cluster.

Any `concurrent.futures.Executor` does the work: a pool of processes here, or what a Dask
client gives. A local pool spawns its workers: they share nothing with this process (a fork
would copy the locks of threads that a solver started when imported), it is the same on every
platform, and this process stays their parent, so that they end when it does.

A worker that dies is replaced and its parts are submitted again. Each part's answer is taken
once, and the iteration ends when every part has its answer.
"""

from __future__ import annotations

import heapq
import math
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for_end
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from harness.deliver.interrupt import deaf
from harness.deliver.parts import OutOfTime, PartAnswer, Work, WorkersLost, solve_part
from harness.isolation.process_tree import die_with_parent, kill_tree
from queens import Board

AHEAD = 4  # parts submitted for each worker: it stays busy, and few answers wait in memory
ATTEMPTS = 3
CONNECT_S = 10
POLL_S = 0.5  # on Windows Ctrl-C does not interrupt a wait without a timeout


class Pool:
    """Workers that solve parts: `slots` of them at a time, on any executor."""

    lost: tuple[type[BaseException], ...] = ()
    """What a future raises if its worker died."""

    def __init__(self, executor: Executor, slots: int) -> None:
        self.executor = executor
        self.slots = slots

    def submit(self, work: Work, part: Board) -> Future[PartAnswer]:
        """Submit a part."""
        return self.executor.submit(solve_part, work, part)

    def renew(self) -> None:
        """Replace an executor that a dead worker has broken; by default none is broken."""

    def close(self) -> None:
        """End the workers after their last part."""
        self.executor.shutdown()

    def kill(self) -> None:
        """End the work at once, unfinished parts too."""
        self.executor.shutdown(wait=False, cancel_futures=True)


class LocalPool(Pool):
    """`workers` processes of this machine; they end with this process, even after kill -9."""

    lost = (BrokenProcessPool,)

    def __init__(self, workers: int) -> None:
        self._context = _Remembering()
        super().__init__(self._start(workers), workers)

    def _start(self, workers: int) -> ProcessPoolExecutor:
        with deaf():  # the process that looks after semaphores too
            return ProcessPoolExecutor(workers, self._context, initializer=_begin_worker)

    def renew(self) -> None:
        """Start new workers: one that dies breaks its whole executor."""
        self.executor.shutdown(wait=True, cancel_futures=True)
        self.executor = self._start(self.slots)

    def kill(self) -> None:
        """Kill the workers and their child processes."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in self._context.started:
            if process.pid is not None and process.is_alive():
                kill_tree(process.pid)
            process.join()


class _Remembering(SpawnContext):
    """Spawns processes and remembers them, so that they can be killed."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    # an attribute of the base, the class itself; called the same way
    def Process(self, *arguments: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]
        process = _DeafProcess(*arguments, **options)
        self.started.append(process)
        return process


class _DeafProcess(SpawnProcess):
    """Is not ended by Ctrl-C, TERM or HUP, not even while it starts: its parent ends it."""

    def start(self) -> None:
        """Start the process, which inherits the set of blocked signals."""
        with deaf():
            super().start()

    def terminate(self) -> None:
        """Kill it: it does not hear TERM."""
        self.kill()


def _begin_worker() -> None:
    """Make this process a worker, which ends with its parent."""
    if not hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    threading.Thread(target=_watch_parent, daemon=True).start()


def _watch_parent() -> None:
    """End this process when its parent ends, on systems that do not do so themselves."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_end([parent.sentinel])
        os._exit(1)


class ClusterPool(Pool):
    """The workers of a Dask scheduler, which must have this project installed.

    Dask itself gives the parts of a dead worker to another a few times; after that it raises,
    and the part is submitted again.
    """

    def __init__(self, address: str) -> None:
        distributed = _import_distributed()
        try:
            self._client = distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ValueError(
                f"--cluster {address}: no Dask scheduler answers there; start one with "
                "`dask scheduler` and use the address that it prints"
            ) from error
        slots = sum(self._client.ncores().values())
        if slots == 0:
            self._client.close()
            raise ValueError(
                f"--cluster {address}: the scheduler has no workers; "
                f"start some with `dask worker {address}`"
            )
        self.lost = (distributed.KilledWorker,)
        super().__init__(self._client.get_executor(pure=False), slots)

    def close(self) -> None:
        """Leave the cluster; its workers stay."""
        self._client.close()

    def kill(self) -> None:
        """Cancel what waits and leave; the answers of unfinished parts are discarded."""
        self._client.close()


def _import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ValueError(
            "--cluster needs the package distributed: pip install 'queens-compare[cluster]'"
        ) from None
    return distributed


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
    pool: Pool, work: Work, parts: Sequence[Board], deadline: float = math.inf
) -> Iterator[PartAnswer]:
    """Yield the answer to each part, once.

    Streamed solutions come in the order of the parts, so that the file is the same for any
    number of workers; counts come as they are ready. Raises what a part raised, WorkersLost
    for a part whose workers died too often, and OutOfTime at `deadline` (on the clock of
    `time.monotonic`).
    """
    waiting = list(range(len(parts)))  # a heap: a part of a dead worker comes before later ones
    submitted: dict[int, Future[PartAnswer]] = {}
    losses: Counter[int] = Counter()
    while waiting or submitted:
        while waiting and len(submitted) < AHEAD * pool.slots:
            index = heapq.heappop(waiting)
            submitted[index] = _submit(pool, work, parts[index])
        due = [min(submitted)] if work.task == "stream" else list(submitted)
        _wait_for_any([submitted[index] for index in due], deadline)
        for index in [index for index in due if submitted[index].done()]:
            answer = _answer_of(pool, submitted.pop(index))
            if answer is not None:
                yield answer
                continue
            losses[index] += 1
            if losses[index] == ATTEMPTS:
                raise WorkersLost(
                    f"a worker died {ATTEMPTS} times with the part {parts[index]}: "
                    "it may lack memory; split deeper with --depth"
                )
            heapq.heappush(waiting, index)


def _wait_for_any(futures: Sequence[Future[PartAnswer]], deadline: float) -> None:
    left_s = deadline - time.monotonic()
    if left_s <= 0:
        raise OutOfTime
    wait(futures, min(POLL_S, left_s), FIRST_COMPLETED)


def _answer_of(pool: Pool, future: Future[PartAnswer]) -> PartAnswer | None:
    """Return a part's answer, None if its worker died; raise what the part raised."""
    try:
        return future.result()
    except pool.lost:
        return None
    except CancelledError:
        raise WorkersLost("the Dask scheduler has ended: start it and run again") from None


def _submit(pool: Pool, work: Work, part: Board) -> Future[PartAnswer]:
    try:
        return pool.submit(work, part)
    except pool.lost:
        pool.renew()
        return pool.submit(work, part)
