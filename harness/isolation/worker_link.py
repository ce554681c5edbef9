"""The guard process's end of a worker: its process, and the pipes for jobs, reports and output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from queens.registry import ROOT

OUTPUT_TAIL_CHARACTERS = 2000

Message = dict[str, Any]


class Lines:
    """The lines arriving on a file descriptor, without ever blocking on half of one."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.closed = False
        self._rest = b""

    def read(self) -> list[Message]:
        """Return the messages of all lines that are complete; sets `closed` at the end."""
        data = os.read(self.fd, 1 << 16)
        self.closed = not data
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [json.loads(line) for line in lines if line]


def worker_command(python: str | None) -> tuple[list[str], dict[str, str] | None]:
    """Return how a worker is started, and its environment's variables if they are not those here.

    `python` is the interpreter of an environment of its own. The project is then looked for
    after everything in it, and nothing of here before.
    """
    module = "harness.isolation.worker"
    if python is None:
        return [sys.executable, "-P", "-m", module], None
    start = f"import runpy, sys; sys.path.append({str(ROOT)!r}); "
    start += f"runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return [python, "-P", "-c", start], variables


class Worker:
    """A worker process and the pipes to it."""

    def __init__(self, job: Message, warm_up: bool) -> None:
        job_read, self._job_write = os.pipe()
        report_read, report_write = os.pipe()
        settings = {name: job[name] for name in ("module", "path", "task", "fork", "warm_up_n")}
        settings |= {"warm_up": warm_up, "job_fd": job_read, "report_fd": report_write}
        command, environment = worker_command(job["python"])
        self.process = subprocess.Popen(
            [*command, json.dumps(settings)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(job_read, report_write),
        )
        os.close(job_read)
        os.close(report_write)
        assert self.process.stdout is not None
        self.output_fd = self.process.stdout.fileno()
        self.reports = Lines(report_read)
        self.ready: Message | None = None
        self.output_tail = ""

    def send(self, job: Message) -> None:
        """Hand over a job; a worker that is gone is noticed by its reports' end."""
        try:
            os.write(self._job_write, (json.dumps(job) + "\n").encode())
        except BrokenPipeError:
            return

    def drain(self) -> bool:
        """Take in what the approach printed, keeping its tail; return False at the end."""
        data = os.read(self.output_fd, 1 << 16)
        text = self.output_tail + data.decode(errors="replace")
        self.output_tail = text[-OUTPUT_TAIL_CHARACTERS:]
        return bool(data)

    def close(self) -> None:
        """Close the pipes; the process must have been killed, or ends by itself now."""
        os.close(self._job_write)
        os.close(self.reports.fd)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()
