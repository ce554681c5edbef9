"""Runs the command line as a user does, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPARE = ROOT / "compare.py"


def compare(
    *arguments: str | Path, cwd: Path | None = None, timeout: float = 120, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Return what `compare.py ARGUMENTS` printed and its exit code; no terminal, 80 columns."""
    return subprocess.run(
        [sys.executable, str(COMPARE), *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=timeout,
        env=os.environ | {"COLUMNS": "80"} | environment,
    )


def start(*arguments: str | Path, **environment: str) -> subprocess.Popen[str]:
    """Start `compare.py ARGUMENTS` and return the process."""
    return subprocess.Popen(
        [sys.executable, str(COMPARE), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"COLUMNS": "80"} | environment,
    )
