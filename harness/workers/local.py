"""Worker processes of this machine.

A pool spawns its workers: they share nothing with this process (a fork would copy the locks of
threads that a solver started when imported), it is the same on every platform, and this process
stays their parent, so that they end when it does.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for_end
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from harness.isolation.processes.linux import die_with_parent
from harness.isolation.processes.process_tree import kill_tree
from harness.workers.interrupt import deaf
from harness.workers.pool import Pool


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
