"""Processes that solve the parts of a CP-SAT model; a part whose process ends is solved again.

Each process takes one part after another: to start one for each part would cost half a second
a part, most of it to import the solver. A thread waits for each process, and what they read
comes together in one queue, from which the caller's thread calls `on_solution`.
"""

from __future__ import annotations

import pickle
import queue
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any, NamedTuple

from models.cp_sat_worker import Job, Part, Values

PROGRAM = Path(__file__).with_name("cp_sat_worker.py")
ATTEMPTS = 3
AHEAD = 4  # blocks that wait for `on_solution`, for each process: then its search waits too
POLL_S = 0.1


class _ProcessEnded(Exception):
    """A process has ended in a part."""


class _Stopped(Exception):
    """The enumeration is over: nobody waits for the rest."""


class _Event(NamedTuple):
    """What a thread has to say: assignments, the counters of a part, or an error."""

    assignments: Sequence[Values] = ()
    counters: dict[str, int] | None = None
    error: BaseException | None = None


class Pool:
    """`count` processes that solve the parts."""

    def __init__(self, job: Job, parts: Sequence[Part], count: int) -> None:
        self.job = job
        self.parts: queue.SimpleQueue[Part] = queue.SimpleQueue()
        for part in parts:
            self.parts.put(part)
        self.events: queue.Queue[_Event] = queue.Queue(AHEAD * count)
        self.is_over = threading.Event()
        self._part_count = len(parts)
        self._workers = [_Worker(self) for _ in range(count)]

    def run(self, on_solution: Callable[[Values], object]) -> dict[str, int]:
        """Hand each assignment to `on_solution`; return the counters, joined."""
        counters = Counter(dict.fromkeys(("solutions", "repeats", "parts", "lost_processes"), 0))
        for worker in self._workers:
            worker.start()
        try:
            while counters["parts"] < self._part_count:
                event = self.events.get()
                for values in event.assignments:
                    on_solution(values)
                if event.error is not None:
                    raise event.error
                counters.update(event.counters or {})
        finally:
            self.is_over.set()
            for worker in self._workers:
                worker.stop()
            for worker in self._workers:
                worker.join()
        return dict(counters)


class _Worker(threading.Thread):
    """Has a process solve one part after another, and starts another when it ends."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(daemon=True)
        self._pool = pool
        self._lock = threading.Lock()  # so that no process starts that `stop` does not see
        self._process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Solve parts until there are none."""
        try:
            while True:
                self._solve(self._pool.parts.get_nowait())
        except (queue.Empty, _Stopped):
            pass
        except BaseException as error:  # noqa: BLE001  # raised again in the caller's thread
            with suppress(_Stopped):
                self._say(_Event(error=error))
        finally:
            self._end()

    def stop(self) -> None:
        """End the process; the thread ends then."""
        with self._lock:
            if process := self._process:
                process.kill()

    def _solve(self, part: Part) -> None:
        """Say what the part's process says, each assignment once if it has to begin again."""
        blocks: list[bytes] = []
        count = 0
        exit_code = 0
        for lost in range(ATTEMPTS):
            already = {values for block in blocks for values in pickle.loads(block)}
            try:
                for kind, content in self._answers(part):
                    if kind == "failed":
                        raise RuntimeError(content)
                    if kind == "completed":
                        self._complete(content, count, lost)
                        return
                    fresh = [values for values in pickle.loads(content) if values not in already]
                    self._say(_Event(fresh))
                    blocks.append(content)
                    count += len(fresh)
            except _ProcessEnded:
                exit_code = self._end()
        raise RuntimeError(
            f"a process ended {ATTEMPTS} times in one part, at last with exit code {exit_code}: "
            "it may lack memory"
        )

    def _complete(self, counters: dict[str, int], count: int, lost: int) -> None:
        if counters["solutions"] != count:
            raise RuntimeError(
                f"a part has {counters['solutions']} solutions and {count} were handed over"
            )
        self._say(_Event(counters={**counters, "parts": 1, "lost_processes": lost}))

    def _answers(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield what the process says of the part, `completed` or `failed` last.

        Raises _ProcessEnded, also if it ended in the middle of what it said.
        """
        is_new = self._process is None
        process = self._process or self._start()
        assert process.stdin and process.stdout
        try:
            if is_new:
                pickle.dump(astuple(self._pool.job), process.stdin)
            pickle.dump(part, process.stdin)
            process.stdin.flush()
            kind = "assignments"
            while kind == "assignments":
                kind, content = pickle.load(process.stdout)
                yield kind, content
        except (OSError, EOFError, pickle.UnpicklingError):
            raise _ProcessEnded from None

    def _start(self) -> subprocess.Popen[bytes]:
        # in a group of its own: Ctrl-C in a terminal reaches this process alone, which ends it
        own_group: dict[str, Any] = {"process_group": 0}
        if sys.platform == "win32":
            own_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        # -P: the program's folder, with all that is in it, is not searched for imports
        command = [sys.executable, "-P", str(PROGRAM)]
        pipe = subprocess.PIPE
        with self._lock:
            if self._pool.is_over.is_set():
                raise _Stopped
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, **own_group)
            return self._process

    def _end(self) -> int:
        """End the process, whatever it does, and close its pipes; return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.kill()
        exit_code = process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # there was something left to write
                if pipe:
                    pipe.close()
        return exit_code

    def _say(self, event: _Event) -> None:
        while not self._pool.is_over.is_set():
            with suppress(queue.Full):
                self._pool.events.put(event, timeout=POLL_S)
                return
        raise _Stopped
