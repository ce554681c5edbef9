"""Nothing that only Unix has is needed to start."""

from __future__ import annotations

import subprocess
import sys

from queens.registry import ROOT

WITHOUT_UNIX = """
import importlib, os, pkgutil, sys
import psutil  # it imports what its platform has
for name in ("resource", "fcntl", "termios", "tty", "pty", "pwd", "grp", "syslog"):
    sys.modules[name] = None
for name in ("fork", "getloadavg"):
    if hasattr(os, name):
        delattr(os, name)
import commands, explain, harness, queens
for package in (commands, explain, harness, queens):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
from pathlib import Path
from harness.record.environment import environment
print(environment([]).load_1m is not None)
import compare
for command in (["count", "8"], ["solve", "6", "--format", "strings"]):
    sys.argv[1:] = command
    try:
        compare.main()
    except SystemExit:
        pass
"""


def test_everything_can_be_imported_and_solves_where_unix_is_not() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_UNIX], capture_output=True, text=True, cwd=ROOT
    )
    lines = done.stdout.splitlines()
    assert lines == ["True", "92", "135024", "251403", "304152", "420531"], done.stderr
