"""What the operating system must do for the harness: adopt orphans, end whole process trees.

On Linux a process can adopt the orphans among its descendants, so that a grandchild in a
session of its own is found and ended like any other. Elsewhere such a grandchild is found
only while its parents live.
"""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

import psutil

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Make this process the parent of all its descendants whose own parent ends (Linux)."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Have this process killed when the process that started it ends (Linux)."""
    if sys.platform == "linux":  # Windows has no SIGKILL to name
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def kill_descendants(spare: Collection[int] = ()) -> None:
    """Kill all descendants of this process but those in `spare`.

    Returns when none is left, or after a few rounds if some cannot be killed.
    """
    me = psutil.Process()
    for _ in range(20):
        children = me.children(recursive=True)
        doomed = [child for child in children if child.pid not in spare and _is_alive(child)]
        if not doomed:
            return
        for process in doomed:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(doomed, timeout=0.5)


def kill_tree(pid: int) -> None:
    """Kill a process and its descendants, if it is still there."""
    with suppress(psutil.NoSuchProcess):
        for process in family(pid):
            with suppress(psutil.NoSuchProcess):
                process.kill()


def family(pid: int) -> list[psutil.Process]:
    """Return the descendants of a process and it. Raises psutil.NoSuchProcess if it is gone."""
    process = psutil.Process(pid)
    return [*process.children(recursive=True), process]


def _is_alive(process: psutil.Process) -> bool:
    """Return whether a process can still do anything; a zombie waits for its parent only."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def tree_rss_bytes(pid: int) -> int:
    """Return the resident bytes of a process and its descendants, 0 if it is gone."""
    try:
        return sum(rss_bytes(member.pid) for member in family(pid))
    except psutil.NoSuchProcess:
        return 0


def rss_bytes(pid: int) -> int:
    """Return the resident bytes of one process, 0 if it is gone."""
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return 0


class PeakMemory:
    """The peak of this process's resident memory since the object was made, in bytes.

    A forked child starts with what its parent had; Linux can reset the recorded peak, so
    that `peak` is the run's own. Elsewhere it is the peak of the process's whole life.
    """

    def __init__(self) -> None:
        self.start = int(psutil.Process().memory_info().rss)
        try:
            Path("/proc/self/clear_refs").write_text("5")
            self._resettable = True
        except OSError:
            self._resettable = False

    def peak(self) -> int:
        """Return the peak so far."""
        if self._resettable:
            for line in Path("/proc/self/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
        if sys.platform == "win32":
            return int(psutil.Process().memory_info().peak_wset)
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
