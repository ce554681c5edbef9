"""The parts of a board on many processes, of this machine or of a cluster, and exact.

Any `concurrent.futures.Executor` does the work: a pool of processes here, or what a Dask
client gives. A pool here spawns its workers: they share nothing with this process (a fork
would take along threads that a solver started when imported), it is the same on every
platform, and this process stays their parent, so that they end when it does.

A worker that dies is replaced and its parts are given out again. A part's answer is taken
once, whoever gives it and however often; that all were taken is checked at the end.
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
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait as wait_for_end
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from harness.deliver.parts import OutOfTime, PartAnswer, PartsError, Work, solve_part
from harness.isolation.process_tree import die_with_parent
from queens import Board

AHEAD = 4  # parts given out for each worker: enough to keep it busy, few enough to hold answers
ATTEMPTS = 3
CONNECT_S = 10
POLL_S = 0.5  # Windows does not interrupt a wait without an end


class Pool:
    """Workers that solve parts: `slots` of them at a time, on any executor."""

    lost: tuple[type[BaseException], ...] = ()
    """What a future raises if its worker died."""

    def __init__(self, executor: Executor, slots: int) -> None:
        self.executor = executor
        self.slots = slots

    def submit(self, work: Work, part: Board) -> Future[PartAnswer]:
        """Give out a part."""
        return self.executor.submit(solve_part, work, part)

    def renew(self) -> None:
        """Replace the executor if a dead worker has spoilt it; by default it has not."""

    def close(self) -> None:
        """Let go of the workers after their last part."""
        self.executor.shutdown()

    def kill(self) -> None:
        """End the work at once, whatever is under way."""
        self.executor.shutdown(wait=False, cancel_futures=True)


class LocalPool(Pool):
    """`workers` processes of this machine; none outlives it, not even a kill -9 of this one."""

    lost = (BrokenProcessPool,)

    def __init__(self, workers: int) -> None:
        self._context = _Remembering()
        super().__init__(self._start(workers), workers)

    def _start(self, workers: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(workers, self._context, initializer=_begin_worker)

    def renew(self) -> None:
        """Start new workers: one that died has taken its whole pool with it."""
        self.executor.shutdown(wait=True, cancel_futures=True)
        self.executor = self._start(self.slots)

    def kill(self) -> None:
        """End the workers and what they started."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in self._context.started:
            if process.pid is not None and process.is_alive():
                _kill_tree(process.pid)
            process.join()


class _Remembering(SpawnContext):
    """Spawns processes and remembers them, so that they can be ended."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    # an attribute of the base, the class itself; called the same way
    def Process(self, *arguments: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]
        process = _DeafProcess(*arguments, **options)
        self.started.append(process)
        return process


class _DeafProcess(SpawnProcess):
    """Is not interrupted by Ctrl-C, not even while it starts: its parent sees to its end."""

    def start(self) -> None:
        """Start the process; it inherits which signals are blocked."""
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        # blocked and not ignored: solvers install handlers of their own
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """Make this process a worker, gone with its parent."""
    if not hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    threading.Thread(target=_watch_parent, daemon=True).start()


def _watch_parent() -> None:
    """End this process when its parent ends, where the system does not see to it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_end([parent.sentinel])
        os._exit(1)


def _kill_tree(pid: int) -> None:
    """Kill a process and what it started: solver programs are the workers' own children."""
    import psutil

    try:
        worker = psutil.Process(pid)
        family = [*worker.children(recursive=True), worker]
    except psutil.NoSuchProcess:
        return
    for process in family:
        with suppress(psutil.NoSuchProcess):
            process.kill()


class ClusterPool(Pool):
    """The workers of a Dask scheduler, which must have this project installed.

    Dask gives the parts of a worker that died to another by itself, some times; after that
    it raises, and the part is given out afresh.
    """

    def __init__(self, address: str) -> None:
        distributed = _import_distributed()
        try:
            self._client = distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ValueError(
                f"there is no Dask scheduler at {address}: start one with `dask scheduler`, "
                "or name the address it prints"
            ) from error
        slots = sum(self._client.ncores().values())
        if slots == 0:
            self._client.close()
            raise ValueError(
                f"the scheduler at {address} has no workers: "
                f"start some with `dask worker {address}`"
            )
        self.lost = (distributed.KilledWorker,)
        super().__init__(self._client.get_executor(pure=False), slots)

    def close(self) -> None:
        """Leave the cluster; its workers stay."""
        self._client.close()

    def kill(self) -> None:
        """Cancel what waits and leave; a part under way ends on its worker, unheard."""
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

    Solutions to stream come in the order of the parts, so that the same search gives the
    same file on any number of workers; counts come as they are ready. Raises what a part
    raised, PartsError for a part whose workers died too often, and OutOfTime at `deadline`
    (on the clock of `time.monotonic`).
    """
    waiting = list(range(len(parts)))  # a heap: parts given back go out before later ones
    under_way: dict[int, Future[PartAnswer]] = {}
    losses: Counter[int] = Counter()
    while waiting or under_way:
        while waiting and len(under_way) < AHEAD * pool.slots:
            index = heapq.heappop(waiting)
            under_way[index] = _give_out(pool, work, parts[index])
        due = [min(under_way)] if work.task == "stream" else list(under_way)
        _wait_for_any([under_way[index] for index in due], deadline)
        for index in [index for index in due if under_way[index].done()]:
            answer = _answer_of(pool, under_way.pop(index))
            if answer is not None:
                yield answer
                continue
            losses[index] += 1
            if losses[index] == ATTEMPTS:
                raise PartsError(_died_too_often(parts[index]))
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
        raise PartsError("the scheduler has gone: start it and run this again") from None


def _give_out(pool: Pool, work: Work, part: Board) -> Future[PartAnswer]:
    try:
        return pool.submit(work, part)
    except pool.lost:
        pool.renew()
        return pool.submit(work, part)


def _died_too_often(part: Board) -> str:
    return (
        f"a worker died {ATTEMPTS} times while it had the part {part}: "
        "look for a lack of memory, or split deeper with --depth"
    )
