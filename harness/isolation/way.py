"""The two ways in which a run gets a process of its own, and which is taken.

`fork`: a worker process imports the approach once and forks a child for each run. Linux has what
this needs besides: it adopts orphans, ends children with their parent, and resets a peak of memory.
`spawn`: each run has a fresh interpreter, which is all that Windows can do. macOS could fork, but
its own libraries may crash in a forked child, and it has none of those three.
"""

from __future__ import annotations

import os
import sys

FORK = "fork"
SPAWN = "spawn"
VARIABLE = "QUEENS_ISOLATION"
MARK = "QUEENS_RUN"
"""What names a run in the environment of its processes (fresh.py)."""


def isolation() -> str:
    """Return the way taken here: what QUEENS_ISOLATION names, or the platform's own.

    Raises ValueError if it names none, or one that the platform has not.
    """
    named = os.environ.get(VARIABLE)
    if not named:
        return FORK if sys.platform == "linux" and hasattr(os, "fork") else SPAWN
    if named not in (FORK, SPAWN):
        raise ValueError(f"{VARIABLE} must be {FORK} or {SPAWN}, got {named!r}")
    if named == FORK and not hasattr(os, "fork"):
        raise ValueError(f"{VARIABLE}={FORK}: this platform cannot fork; use {SPAWN}")
    return named
