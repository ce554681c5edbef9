"""Isolation by fork: a worker for each approach is kept, and forks a child for each run."""

from __future__ import annotations

from harness.isolation.processes.linux import adopt_orphans
from harness.isolation.processes.process_tree import kill_descendants
from harness.isolation.way import FORK
from harness.isolation.worker_link import Inbox, Message, Worker


class Forked:
    """The workers of a campaign by key: the approach and what is asked of it."""

    def __init__(self, inbox: Inbox) -> None:
        adopt_orphans()
        self._inbox = inbox
        self._workers: dict[str, Worker] = {}

    def take(self, key: str, job: Message, warm_up: bool) -> Worker:
        """Return the worker for a job, which may still be starting."""
        if key not in self._workers:
            self._workers[key] = Worker(job, FORK, warm_up, self._inbox)
        return self._workers[key]

    def is_quiet(self) -> bool:
        """Return whether nothing is under way that would disturb a run."""
        return True

    def give_back(self, key: str, job: Message, worker: Worker, reply: Message) -> None:
        """Take the worker after its run, and end what the run has left."""
        if reply["worker_ended"]:
            self._workers.pop(key).close()
        kill_descendants(spare=[one.process.pid for one in self._workers.values()])

    def close(self) -> None:
        """End everything that was ever started."""
        kill_descendants()
