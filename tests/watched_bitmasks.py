"""Bitmasks that note each call in a file, for tests of who solved which part how often.

WATCHED_LOG names the file; WATCHED_SLEEP_S makes each call last; a file WATCHED_DEATH that
exists is removed and the process killed, so that one call dies and its repetition does not.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from handwritten import bitmasks
from queens import Board, Counters, OnSolution


def solve_all(board: Board, on_solution: OnSolution, trace: None = None) -> Counters:
    """Hand every solution to `on_solution`, after noting the call."""
    if log := os.environ.get("WATCHED_LOG"):
        with Path(log).open("a") as file:
            file.write(f"{board}\n")
    if death := os.environ.get("WATCHED_DEATH"):
        try:
            Path(death).unlink()
        except FileNotFoundError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(float(os.environ.get("WATCHED_SLEEP_S", "0")))
    return bitmasks.solve_all(board, on_solution)
