"""What tests of process handling look at: which processes still run."""

from __future__ import annotations

import time

import psutil


def running(argument: str) -> list[int]:
    """Return the pids of live processes that have `argument` on their command line."""
    found = []
    for process in psutil.process_iter(["pid", "cmdline", "status"]):
        command = process.info["cmdline"] or []
        if argument in command and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(process.info["pid"])
    return found


def gone_within(argument: str, seconds: float) -> bool:
    """Return whether no process with `argument` is left, waiting up to `seconds`."""
    deadline = time.monotonic() + seconds
    while running(argument):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
