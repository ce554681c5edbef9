"""Isolation by a fresh interpreter for each run: a worker runs one job and is ended.

Interpreters are started ahead, as many at a time as there are cores, so that the next runs find
their approach imported; but none starts while a run is timed. What a run has left is found among
the worker's children, and by a mark that processes inherit: a variable of the environment that
names an empty file, which is their standard input too.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil

from harness.isolation.processes.process_tree import family, kill, kill_marked
from harness.isolation.way import MARK, SPAWN
from harness.isolation.worker_link import Inbox, Message, Worker

CORES = os.cpu_count() or 1


class Fresh:
    """The interpreters started for runs to come, by key: the approach and what is asked of it."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._folder = Path(tempfile.mkdtemp(prefix="queens-"))
        self._known: dict[str, tuple[Message, float]] = {}  # a job, and how long its import took
        self._wanted: list[str] = []
        self._spares: dict[Worker, str] = {}
        self._own: Worker | None = None
        self._marks: dict[Worker, tuple[Path, set[int]]] = {}
        self._started_count = 0

    def take(self, key: str, job: Message, warm_up: bool) -> Worker:
        """Return a worker for a job, one started ahead or a new one, which is still starting."""
        for worker, of in self._spares.items():
            if of == key and worker.state == "ready" and warm_up:
                del self._spares[worker]
                self._own = worker
                return worker
        self._wanted = self._ahead(key)
        self._own = self._start(job, warm_up)
        return self._own

    def _ahead(self, key: str) -> list[str]:
        """Return what to start beside a worker for `key`: each approach comes again, in rounds."""
        there = set(self._spares.values())
        others = [other for other in self._known if other != key and other not in there]
        if key in self._known:
            others += [key] * (CORES - 1 - len(others))
        return sorted(others, key=lambda other: -self._known[other][1])

    def _start(self, job: Message, warm_up: bool) -> Worker:
        self._started_count += 1
        mark = self._folder / str(self._started_count)
        mark.touch()
        environment = os.environ | {MARK: str(mark)}
        if sys.dont_write_bytecode:  # or each interpreter would compile all its modules again
            environment |= {"PYTHONPYCACHEPREFIX": str(self._folder / "bytecode")}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)
        earlier = set(psutil.pids())
        worker = Worker(job, SPAWN, warm_up, self._inbox, environment)
        self._marks[worker] = mark, earlier
        return worker

    def is_quiet(self) -> bool:
        """Return whether no interpreter is starting; those that are wanted are started first."""
        for worker, key in list(self._spares.items()):
            if worker.failure or worker.state == "gone" or self._is_late(worker, key):
                del self._spares[worker]
                self._known.pop(key, None)
                self._end(worker)
        while self._wanted and self._starting_count() < CORES:
            key = self._wanted.pop(0)
            if key in self._known:
                self._spares[self._start(self._known[key][0], warm_up=True)] = key
        return self._starting_count() == 0

    def _is_late(self, worker: Worker, key: str) -> bool:
        job = self._known[key][0] if key in self._known else None
        if job is None or not worker.is_starting:
            return False
        limit_s: float = job["import_limit_s"] + job["warm_up_limit_s"]
        return time.perf_counter() - worker.started_at > limit_s

    def _starting_count(self) -> int:
        workers = [*self._spares, *([self._own] if self._own else [])]
        return sum(worker.is_starting for worker in workers)

    def give_back(self, key: str, job: Message, worker: Worker, reply: Message) -> None:
        """Take the worker after its run, and end it with all that it has started."""
        # what ran into its limit is hardly run again, and what is not warmed up is a case apart
        if worker.ready.get("warmup_s") is not None and reply.get("status") != "timeout":
            self._known[key] = job, worker.ready["import_s"]
        else:
            self._known.pop(key, None)
        self._own = None
        self._end(worker)

    def _end(self, worker: Worker) -> None:
        mark, earlier = self._marks.pop(worker)
        if worker.process.poll() is None:
            with suppress(psutil.NoSuchProcess):
                kill(family(worker.process.pid))
        worker.close()
        kill_marked(MARK, str(mark), earlier)
        mark.unlink()

    def close(self) -> None:
        """End everything that was ever started."""
        for worker in list(self._marks):
            self._end(worker)
        shutil.rmtree(self._folder, ignore_errors=True)
