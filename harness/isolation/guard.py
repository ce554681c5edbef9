"""The guard process: between the harness and the approaches, it enforces every limit.

Started once a campaign as `python -m harness.isolation.guard`. It never imports an approach, so
nothing an approach does can hang or crash it. It takes one job at a time as a JSON line on
standard input and answers with one JSON line on standard output. It starts a worker for each
approach and keeps it for the next job, ends a run at its hard limit or at its memory limit, and
kills whatever a run leaves behind, grandchildren in sessions of their own included. When its
standard input closes, because the harness has ended in whatever way, it kills everything it ever
started and ends.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import sys
import time

import psutil

from harness.isolation.process_tree import (
    adopt_orphans,
    kill_descendants,
    rss_bytes,
    tree_rss_bytes,
)
from harness.isolation.worker_link import Lines, Message, Worker

HARD_LIMIT_GRACE_S = 0.35
START_LIMIT_S = 60.0
TICK_S = 0.02
TREE_TICK_S = 0.5


class Guard:
    """Serves jobs, one at a time."""

    def __init__(self) -> None:
        self._workers: dict[str, Worker] = {}
        self._warm_up_failed: set[str] = set()
        self._requests = Lines(sys.stdin.fileno())

    def serve(self) -> None:
        """Answer jobs until standard input closes."""
        while not self._requests.closed:
            for request in self._requests.read():
                # a "stop" that comes between two jobs has nothing to end
                idle = {"status": "interrupted", "reason": "stopped by the user"}
                reply = self._serve_job(request) if request["op"] == "run" else idle
                try:
                    os.write(sys.stdout.fileno(), (json.dumps(reply) + "\n").encode())
                except BrokenPipeError:
                    return  # the harness is gone

    def _serve_job(self, job: Message) -> Message:
        begun = time.perf_counter()
        key = json.dumps([job["python"], job["module"], job["path"], job["task"]])
        reply = Run(self, job, self._worker(key, job)).wait()
        if reply.pop("warm_up_failed", False):
            # try once more without a warm-up: the run itself shall say what is wrong
            self._warm_up_failed.add(key)
            self._drop(key)
            reply = Run(self, job, self._worker(key, job)).wait()
        if reply.pop("worker_ended"):
            self._drop(key)
        kill_descendants(spare=[worker.process.pid for worker in self._workers.values()])
        return reply | {"wall_s": time.perf_counter() - begun}

    def _worker(self, key: str, job: Message) -> Worker:
        if key not in self._workers:
            self._workers[key] = Worker(job, warm_up=key not in self._warm_up_failed)
        return self._workers[key]

    def _drop(self, key: str) -> None:
        self._workers.pop(key).close()

    def stop_requested(self) -> bool:
        """Read standard input; return whether the harness wants the run ended, or is gone."""
        requests = self._requests.read()
        return self._requests.closed or any(request["op"] == "stop" for request in requests)

    @property
    def request_fd(self) -> int:
        """The file descriptor to watch for requests."""
        return self._requests.fd


class Run:
    """One job in a worker, from the sending to its end, whatever ends it."""

    def __init__(self, guard: Guard, job: Message, worker: Worker) -> None:
        self._guard = guard
        self._job = job
        self._worker = worker
        self._pid: int | None = None
        self._progress: Message = {}
        self._reply: Message | None = None
        self._phase = "waiting" if worker.ready else "importing"
        self._deadline: float | None = time.perf_counter() + job["import_limit_s"]
        self._peak_bytes = 0
        self._next_tree_look = 0.0

    def wait(self) -> Message:
        """Return what came of the job: the run's fields, and `worker_ended`."""
        self._worker.output_tail = ""
        self._worker.send(self._job)
        with selectors.DefaultSelector() as selector:
            selector.register(self._guard.request_fd, selectors.EVENT_READ, self._on_request)
            selector.register(self._worker.reports.fd, selectors.EVENT_READ, self._on_reports)
            selector.register(self._worker.output_fd, selectors.EVENT_READ, self._on_output)
            self._selector = selector
            while self._reply is None:
                for key, _ in selector.select(TICK_S):
                    key.data()
                if self._reply is None:
                    self._look_at_limits()
        return self._timings() | self._reply

    def _timings(self) -> Message:
        ready = self._worker.ready or {}
        return {"import_s": ready.get("import_s"), "warmup_s": ready.get("warmup_s")}

    def _on_output(self) -> None:
        if not self._worker.drain():
            self._selector.unregister(self._worker.output_fd)

    def _on_request(self) -> None:
        if self._guard.stop_requested():
            self._end("interrupted", "stopped by the user")

    def _on_reports(self) -> None:
        for message in self._worker.reports.read():
            for kind, content in message.items():
                getattr(self, f"_on_{kind}")(content)
        if self._worker.reports.closed and self._reply is None:
            self._on_worker_end()

    def _on_imported(self, import_s: float) -> None:
        self._phase = "warming up"
        self._deadline = time.perf_counter() + self._job["warm_up_limit_s"]

    def _on_import_failed(self, failure: Message) -> None:
        self._finish(failure, worker_ended=True)

    def _on_ready(self, ready: Message) -> None:
        self._worker.ready = ready
        self._phase = "waiting"
        self._deadline = time.perf_counter() + START_LIMIT_S

    def _on_started(self, pid: int) -> None:
        self._pid = pid
        self._phase = "running"
        limit_s = self._job["time_limit_s"]
        self._deadline = None
        if limit_s is not None:
            self._deadline = time.perf_counter() + limit_s + _grace_s()

    def _on_progress(self, figures: Message) -> None:
        self._progress = figures

    def _on_timed_out(self, figures: Message) -> None:
        self._progress = figures
        self._end("timeout", figures.pop("reason"))

    def _on_result(self, result: Message) -> None:
        self._progress = result
        self._phase = "done"
        # a child that does not end by itself now is no different from one that hangs
        self._deadline = time.perf_counter() + _grace_s()
        if not self._forked:
            self._finish(result, worker_ended=True)

    def _on_ended(self, exit_code: int) -> None:
        if self._phase == "done":
            self._finish(self._progress, worker_ended=False)
        else:
            self._finish(self._crash(exit_code), worker_ended=False)

    def _on_worker_end(self) -> None:
        exit_code = self._worker.process.wait()
        if self._phase == "warming up":
            self._finish({"warm_up_failed": True}, worker_ended=False)
        else:
            self._finish(self._crash(exit_code), worker_ended=True)

    @property
    def _forked(self) -> bool:
        return bool(self._worker.ready and self._worker.ready["fork"])

    def _crash(self, exit_code: int) -> Message:
        if exit_code < 0:
            name = signal.Signals(-exit_code).name
            reason = f"killed by signal {-exit_code} ({name})"
        else:
            reason = f"the process ended without a word, exit code {exit_code}"
        said = self._worker.output_tail.strip().splitlines()
        if said:
            reason += f"; its last line: {said[-1][-200:]}"
        fields = {"exit_code": exit_code if exit_code >= 0 else None}
        fields["signal"] = -exit_code if exit_code < 0 else None
        return {**self._progress, **fields, "status": "crashed", "reason": reason}

    def _look_at_limits(self) -> None:
        now = time.perf_counter()
        if self._deadline is not None and now > self._deadline:
            self._on_deadline()
            return
        limit = self._job["memory_limit_bytes"]
        if self._pid is None or limit is None:
            return
        look_at_all = now >= self._next_tree_look
        if look_at_all:
            self._next_tree_look = now + TREE_TICK_S
        used = tree_rss_bytes(self._pid) if look_at_all else rss_bytes(self._pid)
        self._peak_bytes = max(self._peak_bytes, used)
        if used > limit:
            used_mib, limit_mib = used / 2**20, limit / 2**20
            self._end("memory", f"used {used_mib:.0f} MiB, the limit is {limit_mib:.0f} MiB")

    def _on_deadline(self) -> None:
        if self._phase == "warming up":
            self._finish({"warm_up_failed": True}, worker_ended=False)
        elif self._phase == "running":
            limit_s = self._job["time_limit_s"]
            self._end("timeout", f"time limit {limit_s:g} s, did not stop and was killed")
        elif self._phase == "done":
            result = self._progress
            self._end(result["status"], result["reason"])
        else:
            limit_s = self._job["import_limit_s"]
            self._end("timeout", f"the import did not end within {limit_s:g} s")

    def _end(self, status: str, reason: str) -> None:
        """End the run from outside: its worker goes too, the next run gets a fresh one."""
        fields = {**self._progress, "status": status, "reason": reason}
        if status != "complete":
            fields |= {"solution_count": None, "solutions_digest": None}
        if self._peak_bytes:
            fields.setdefault("peak_rss_bytes", self._peak_bytes)
        self._finish(fields, worker_ended=True)

    def _finish(self, fields: Message, worker_ended: bool) -> None:
        if self._reply is None:  # the first end stands: a timed-out child ends after it says so
            self._reply = {"worker_ended": worker_ended, **fields}


def _grace_s() -> float:
    """Return how long after the soft limit a run may still report; longer on a busy machine."""
    return HARD_LIMIT_GRACE_S * max(1.0, psutil.getloadavg()[0] / (os.cpu_count() or 1))


def main() -> None:
    """Serve until the harness is gone, then leave nothing behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    adopt_orphans()
    try:
        Guard().serve()
    finally:
        kill_descendants()


if __name__ == "__main__":
    main()
