"""The memory of a run, as its own process sees it."""

from __future__ import annotations

import sys
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]


class PeakMemory:
    """The peak of this process's resident memory since the object was made, in bytes.

    A forked child starts with what its parent had; Linux can reset the recorded peak, so that
    `peak` is the run's own. A fresh interpreter has the peak of its whole life, and `start` is
    the peak until now: the difference is what the run added to it.
    """

    def __init__(self, forked: bool) -> None:
        self._resettable = forked and _reset_peak()
        self.start = _status_bytes("VmRSS") if self._resettable else self.peak()

    def peak(self) -> int:
        """Return the peak so far."""
        if self._resettable:
            return _status_bytes("VmHWM")
        if resource is None:
            return _peak_by_psutil()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def _reset_peak() -> bool:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def _status_bytes(name: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    return 0


def _peak_by_psutil() -> int:
    import psutil  # 25 ms that a fresh interpreter would pay each time where it is not needed

    info = psutil.Process().memory_info()
    return int(getattr(info, "peak_wset", info.rss))
