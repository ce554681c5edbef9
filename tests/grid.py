"""A Dask scheduler and workers on loopback, for tests of what runs on clusters."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from queens.registry import ROOT


class Grid:
    """A scheduler and its workers, each a process that can be killed."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self._started: list[psutil.Popen] = []
        self.workers: list[psutil.Popen] = []
        self.address = ""

    def _start(self, module: str, *options: str, **environment: str) -> psutil.Popen:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *options, "--no-dashboard"]
        process = psutil.Popen(
            command,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self._environment | environment,
        )
        self._started.append(process)
        return process

    def start(self, workers: int) -> None:
        """Start the scheduler and so many workers; return when all are there."""
        file = str(self._file)
        host = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", file)
        self._start("dask_scheduler", *host)
        for _ in range(workers):
            self.add_worker()
        self.wait(workers)

    def add_worker(self, *options: str, **environment: str) -> psutil.Popen:
        """Start one more worker, of one thread, in this environment."""
        file = ("--scheduler-file", str(self._file), "--nthreads", "1")
        worker = self._start("dask_worker", *file, *(options or ("--no-nanny",)), **environment)
        self.workers.append(worker)
        return worker

    def wait(self, workers: int) -> None:
        """Wait until so many workers are there."""
        import distributed

        deadline = time.monotonic() + 60
        while not self._file.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        with distributed.Client(scheduler_file=str(self._file), set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
            self.address = str(client.scheduler.address)

    def end(self) -> None:
        """Kill all."""
        for process in reversed(self._started):
            process.kill()
            process.wait()


@contextmanager
def grid(folder: Path, workers: int, **environment: str) -> Iterator[Grid]:
    """Yield a scheduler with workers; end all of it."""
    started = Grid(folder, environment)
    try:
        started.start(workers)
        yield started
    finally:
        started.end()
