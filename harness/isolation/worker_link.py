"""The guard process's end of a worker: its process, and the pipes for jobs, reports and output.

Jobs go to the worker's standard input, reports come from its standard output, and what the
approach prints from its standard error. A thread reads each pipe, which works on every platform;
all messages meet in one inbox.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import IO, Any

from queens.registry import ROOT

OUTPUT_TAIL_CHARACTERS = 2000
CLOSED = {"closed": True}
"""The last message of every sender."""

Message = dict[str, Any]


class Inbox:
    """The messages of all senders in the order they came; a sender is a worker, or None."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[Worker | None, Message]] = queue.SimpleQueue()

    def follow(self, sender: Worker | None, stream: IO[bytes]) -> None:
        """Take in each line of a stream as a message of `sender`, until it closes."""
        _in_thread(self._read, sender, stream)

    def _read(self, sender: Worker | None, stream: IO[bytes]) -> None:
        for line in stream:
            if line.endswith(b"\n"):  # a process that was killed may have left half a line
                self._queue.put((sender, json.loads(line)))
        self._queue.put((sender, CLOSED))
        stream.close()

    def take(self, timeout_s: float | None = None) -> Iterator[tuple[Worker | None, Message]]:
        """Yield the messages that are there, after waiting for the first of them."""
        with suppress(queue.Empty):
            yield self._queue.get(timeout=timeout_s)
            while True:
                yield self._queue.get_nowait()


def worker_command(
    python: str | None, environment: Mapping[str, str]
) -> tuple[list[str], dict[str, str]]:
    """Return how a worker is started, and the variables it gets of those in `environment`.

    `python` is the interpreter of an environment of its own. The project is then looked for
    after everything in it, and nothing of here before.
    """
    module = "harness.isolation.worker"
    if python is None:
        return [sys.executable, "-P", "-m", module], dict(environment)
    start = f"import runpy, sys; sys.path.append({str(ROOT)!r}); "
    start += f"runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"
    variables = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    return [python, "-P", "-c", start], variables


class Worker:
    """A worker process and the pipes to it."""

    def __init__(
        self,
        job: Message,
        isolation: str,
        warm_up: bool,
        inbox: Inbox,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        settings = {name: job[name] for name in ("module", "path", "task", "fork", "warm_up_n")}
        settings |= {"warm_up": warm_up, "isolation": isolation}
        command, variables = worker_command(job["python"], environment or os.environ)
        self.started_at = time.perf_counter()
        self.process = subprocess.Popen(
            [*command, json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=variables,
        )
        assert self.process.stdout is not None and self.process.stderr is not None
        self.warms_up = warm_up
        self.state = "importing"  # then warming up, ready, and gone in the end
        self.failure: Message | None = None
        self.ready: Message = {}
        self.output_tail = ""
        inbox.follow(self, self.process.stdout)
        _in_thread(self._keep_tail, self.process.stderr)

    def note(self, message: Message) -> None:
        """Take in what the worker says of itself, before its first run and at its end."""
        if "imported" in message:
            self.state = "warming up"
        elif "ready" in message:
            self.state, self.ready = "ready", message["ready"]
        elif "import_failed" in message:
            self.failure = message["import_failed"]
        elif "closed" in message:
            self.state = "gone"

    @property
    def is_starting(self) -> bool:
        """Whether it imports its approach, or warms it up."""
        return self.state in ("importing", "warming up")

    def send(self, job: Message) -> None:
        """Hand over a job; a worker that is gone is noticed by its reports' end."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write((json.dumps(job) + "\n").encode())
            self.process.stdin.flush()

    def _keep_tail(self, stream: IO[bytes]) -> None:
        """Take in what the approach prints, and keep its end."""
        while data := stream.read1(1 << 16):  # type: ignore[attr-defined]
            text = self.output_tail + data.decode(errors="replace")
            self.output_tail = text[-OUTPUT_TAIL_CHARACTERS:]
        stream.close()

    def close(self) -> None:
        """End the process; its pipes are closed by the threads that read them."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()
        self.process.kill()
        self.process.wait()


def _in_thread(function: Any, *arguments: Any) -> None:
    threading.Thread(target=function, args=arguments, daemon=True).start()
