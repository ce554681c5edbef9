"""The guard process: between the harness and the approaches, it enforces every limit.

Started once a campaign as `python -m harness.isolation.guard fork` or `... spawn` (way.py). It
never imports an approach, so nothing an approach does can hang or crash it. It takes one job at a
time as a JSON line on standard input and answers with one JSON line on standard output. It has a
worker process run each job (forked.py, fresh.py), ends a run at its hard limit or at its memory
limit, and kills whatever a run leaves behind, grandchildren in sessions of their own included. When
its standard input closes, because the harness has ended in whatever way, it kills everything it
ever started and ends.
"""

from __future__ import annotations

import json
import signal
import sys
import time

from harness.isolation.forked import Forked
from harness.isolation.fresh import Fresh
from harness.isolation.guarded_run import Run
from harness.isolation.way import FORK
from harness.isolation.worker_link import CLOSED, Inbox, Message


class Guard:
    """Serves jobs, one at a time."""

    def __init__(self, inbox: Inbox, workers: Forked | Fresh) -> None:
        self._inbox = inbox
        self._workers = workers
        self._warm_up_failed: set[str] = set()

    def serve(self) -> None:
        """Answer jobs until standard input closes."""
        while True:
            for worker, message in self._inbox.take():
                if worker is not None:
                    worker.note(message)
                elif message == CLOSED or not self._answer(message):
                    return

    def _answer(self, request: Message) -> bool:
        """Serve a request; return whether the harness is still there."""
        # a "stop" that comes between two jobs has nothing to end
        idle = {"status": "interrupted", "reason": "stopped by the user"}
        reply = self._serve_job(request) if request["op"] == "run" else idle
        is_last = reply.pop("harness_gone", False)
        try:
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()
        except OSError:
            return False
        return not is_last

    def _serve_job(self, job: Message) -> Message:
        begun = time.perf_counter()
        key = json.dumps([job["python"], job["module"], job["path"], job["task"]])
        reply = self._run(key, job)
        if reply.pop("warm_up_failed", False):
            # try once more without a warm-up: the run itself shall say what is wrong
            self._warm_up_failed.add(key)
            reply = self._run(key, job)
        del reply["worker_ended"]
        return reply | {"wall_s": time.perf_counter() - begun}

    def _run(self, key: str, job: Message) -> Message:
        worker = self._workers.take(key, job, warm_up=key not in self._warm_up_failed)
        reply = Run(self._inbox, self._workers.is_quiet, job, worker).wait()
        self._workers.give_back(key, job, worker, reply)
        return reply


def main(isolation: str) -> None:
    """Serve until the harness is gone, then leave nothing behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    inbox = Inbox()
    inbox.follow(None, sys.stdin.buffer)
    workers = Forked(inbox) if isolation == FORK else Fresh(inbox)
    try:
        Guard(inbox, workers).serve()
    finally:
        workers.close()


if __name__ == "__main__":
    main(sys.argv[1])
