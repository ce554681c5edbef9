"""One job in a worker as the guard process sees it: phases, limits, and what came of it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import psutil

from harness.isolation.processes.process_tree import rss_bytes, tree_rss_bytes
from harness.isolation.worker_link import Inbox, Message, Worker

HARD_LIMIT_GRACE_S = 0.35
START_LIMIT_S = 60.0
LAST_WORDS_S = 0.1
TICK_S = 0.02
TREE_TICK_S = 0.5


class Run:
    """One job in a worker, from the sending to its end, whatever ends it.

    `is_quiet` says whether nothing is under way that would disturb it; it is sent only then.
    """

    def __init__(
        self, inbox: Inbox, is_quiet: Callable[[], bool], job: Message, worker: Worker
    ) -> None:
        self._inbox = inbox
        self._is_quiet = is_quiet
        self._job = job
        self._worker = worker
        self._pid: int | None = None
        self._progress: Message = {}
        self._reply: Message | None = None
        self._phase = worker.state
        self._deadline: float | None = time.perf_counter() + job["import_limit_s"]
        self._exit_code: int | None = None
        self._peak_bytes = 0
        self._next_tree_look = 0.0

    def wait(self) -> Message:
        """Return what came of the job: the run's fields, and `worker_ended`."""
        self._worker.output_tail = ""
        while self._reply is None:
            if self._is_quiet() and self._phase == "ready":
                self._worker.send(self._job)
                self._enter("starting", START_LIMIT_S)
            for sender, message in self._inbox.take(TICK_S):
                self._on_message(sender, message)
            if self._reply is None:
                self._look_at_limits()
        ready = self._worker.ready
        timings = {"import_s": ready.get("import_s"), "warmup_s": ready.get("warmup_s")}
        return timings | self._reply

    def _enter(self, phase: str, limit_s: float | None) -> None:
        self._phase = phase
        self._deadline = None if limit_s is None else time.perf_counter() + limit_s

    def _on_message(self, sender: Worker | None, message: Message) -> None:
        if sender is None:  # a "stop", or the harness is gone
            self._end("interrupted", "stopped by the user")
            assert self._reply is not None
            self._reply["harness_gone"] = "closed" in message
            return
        sender.note(message)
        if sender is self._worker:
            for kind, content in message.items():
                getattr(self, f"_on_{kind}")(content)

    def _on_imported(self, import_s: float) -> None:
        if self._worker.warms_up:
            self._enter("warming up", self._job["warm_up_limit_s"])
        else:
            self._enter("starting", START_LIMIT_S)

    def _on_import_failed(self, failure: Message) -> None:
        self._finish(failure, worker_ended=True)

    def _on_ready(self, ready: Message) -> None:
        self._enter("ready", None)

    def _on_started(self, pid: int) -> None:
        self._pid = pid
        limit_s = self._job["time_limit_s"]
        self._enter("running", None if limit_s is None else limit_s + _grace_s())

    def _on_progress(self, figures: Message) -> None:
        self._progress = figures

    def _on_timed_out(self, figures: Message) -> None:
        self._progress = figures
        self._end("timeout", figures.pop("reason"))

    def _on_result(self, result: Message) -> None:
        self._progress = result
        # a child that does not end by itself now is no different from one that hangs
        self._enter("done", _grace_s())
        if not self._worker.ready["fork"]:
            self._finish(result, worker_ended=True)

    def _on_ended(self, exit_code: int) -> None:
        if self._phase == "done":
            self._finish(self._progress, worker_ended=False)
        else:
            self._exit_code = exit_code
            self._enter("crashed", LAST_WORDS_S)

    def _on_closed(self, _: bool = True) -> None:
        """The worker is gone, or will say no more: what it printed last may be on its way."""
        if self._phase == "warming up":
            self._finish({"warm_up_failed": True}, worker_ended=True)
        elif self._phase != "gone":
            self._enter("gone", LAST_WORDS_S)

    def _crash(self) -> Message:
        if self._exit_code is None:
            self._worker.process.kill()  # it has closed its pipes and lives on, perhaps
            self._exit_code = self._worker.process.wait()
        exit_code = self._exit_code
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
        # a process that it has forked may hold its pipe for reports open
        if self._phase != "gone" and self._worker.process.poll() is not None:
            self._on_closed()
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
            self._finish({"warm_up_failed": True}, worker_ended=True)
        elif self._phase == "running":
            limit_s = self._job["time_limit_s"]
            self._end("timeout", f"time limit {limit_s:g} s, did not stop and was killed")
        elif self._phase == "done":
            result = self._progress
            self._end(result["status"], result["reason"])
        elif self._phase in ("crashed", "gone"):
            self._finish(self._crash(), worker_ended=self._phase == "gone")
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
