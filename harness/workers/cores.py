"""Which processors each of several runs at once is to have for its own.

A core may have several logical processors, which share what it computes with. So each run gets
whole cores as long as there are enough.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def cores() -> list[list[int]] | None:
    """Return the cores that this process may use, each by its logical processors.

    None where a process cannot be pinned (macOS, Windows).
    """
    if not hasattr(os, "sched_getaffinity"):
        return None
    return grouped(os.sched_getaffinity(0), _siblings)


def grouped(allowed: Iterable[int], siblings: Callable[[int], str]) -> list[list[int]]:
    """Return the allowed processors by the core; `siblings` gives a core's as Linux writes it."""
    together: dict[str, list[int]] = {}
    for processor in sorted(allowed):
        together.setdefault(siblings(processor), []).append(processor)
    return list(together.values())


def _siblings(processor: int) -> str:
    try:
        return Path(TOPOLOGY.format(processor)).read_text(encoding="utf-8").strip()
    except OSError:
        return str(processor)


def shares(jobs: int, every: list[list[int]]) -> list[list[int]]:
    """Return the processors of each job: whole cores, else one each, else the same for several.

    All get as many cores as each other.
    """
    if jobs <= len(every):
        each = len(every) // jobs
        return [
            [one for core in every[job * each : (job + 1) * each] for one in core]
            for job in range(jobs)
        ]
    most = max(map(len, every))
    # the first of every core, then the second: physical cores first
    singles = [core[place] for place in range(most) for core in every if place < len(core)]
    return [[singles[job % len(singles)]] for job in range(jobs)]
