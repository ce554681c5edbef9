"""What tests of process handling look at: which processes still run."""

from __future__ import annotations

import time

import psutil


def running(mark: str) -> list[int]:
    """Return the pids of live processes that have `mark` somewhere on their command line.

    Tests run beside each other: it must be of this one alone.
    """
    found = []
    for process in psutil.process_iter(["pid", "cmdline", "status"]):
        command = process.info["cmdline"] or []
        if (
            any(mark in argument for argument in command)
            and process.info["status"] != psutil.STATUS_ZOMBIE
        ):
            found.append(process.info["pid"])
    return found


def gone_within(mark: str, seconds: float) -> bool:
    """Return whether no process with `mark` is left, waiting up to `seconds`."""
    deadline = time.monotonic() + seconds
    while running(mark):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def busy_children(pid: int, at_least: int) -> list[psutil.Process]:
    """Return the descendants of a process, once so many of them have been computing."""
    for _ in range(300):
        children = psutil.Process(pid).children(recursive=True)
        if sum(_cpu_s(child) > 0.1 for child in children) >= at_least:
            return children
        time.sleep(0.1)
    raise AssertionError(f"the children of {pid} did not begin")


def _cpu_s(process: psutil.Process) -> float:
    try:
        return process.cpu_times().user
    except psutil.NoSuchProcess:
        return 0.0
