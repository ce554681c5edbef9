"""Nothing that only Unix has is needed: to start, to solve, to run a campaign, to check a file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.record.file import FILE_NAME
from harness.record.lines import read_lines
from queens.registry import ROOT
from tests.command_line import compare

FAULTY = Path(__file__).parent / "faulty"
# every interpreter begins with this; what starts processes here keeps the signals it has
WITHOUT_UNIX = """
import os, signal, subprocess, sys, types
import psutil  # it imports what its platform has
whole = types.ModuleType("signal")
vars(whole).update(vars(signal))
psutil.signal = subprocess.signal = psutil._psposix.signal = whole
for name in ("resource", "fcntl", "termios", "tty", "pty", "pwd", "grp", "syslog"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "getloadavg", "killpg", "setsid", "getpgid", "wait"):
    delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGALRM", "alarm", "sigwait", "pthread_kill", "pthread_sigmask"):
    delattr(signal, name)
"""
IMPORT_ALL = """
import importlib, pkgutil, sys
import commands, explain, harness, queens
for package in (commands, explain, harness, queens):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
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


@pytest.fixture
def no_unix(tmp_path: Path) -> dict[str, str]:
    """The environment of an interpreter that has nothing that only Unix has."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WITHOUT_UNIX if os.name == "posix" else "")
    return {"PYTHONPATH": str(folder), "QUEENS_ISOLATION": ""}


def test_everything_can_be_imported_and_solves_where_unix_is_not(no_unix: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL],
        capture_output=True, text=True, cwd=ROOT, env=os.environ | no_unix,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert lines == ["True", "92", "135024", "251403", "304152", "420531"], done.stderr


def test_a_comparison_runs_where_unix_is_not(tmp_path: Path, no_unix: dict[str, str]) -> None:
    own = ["--approach", FAULTY / "never_ends.py", "--approach", FAULTY / "sign_error.py"]
    arguments = ["run", "-n", "5", "-a", "bitmasks,original_cp", *own, "-r", "1"]
    done = compare(*arguments, "--time-limit", "500ms", "-o", tmp_path / "out", **no_unix)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
    events = list(read_lines(tmp_path / "out" / FILE_NAME))
    assert events[0]["isolation"] == "spawn"
    runs = {event["approach"]: event for event in events if event["kind"] == "run"}
    ends = {
        name: (one["status"], one["audit"], one["delivered_count"]) for name, one in runs.items()
    }
    assert ends == {
        "bitmasks": ("complete", "ok", 10),
        "original_cp": ("complete", "ok", 10),
        "never_ends": ("timeout", "ok", 10),
        "sign_error": ("complete", "ok", 4),
    }
    assert all(0 < run["start_rss_bytes"] <= run["peak_rss_bytes"] for run in runs.values()
               if run["status"] == "complete")  # fmt: skip
    nodes = {e["approach"]: e["nodes"] for e in events if e["kind"] == "observation"}
    assert nodes["bitmasks"] == 54


def test_a_file_is_checked_where_unix_is_not(no_unix: dict[str, str]) -> None:
    done = compare("check", FAULTY / "mirrored_middle.py", "-n", "4,5", **no_unix)
    assert (done.returncode, done.stderr) == (1, "")
    assert "12" in done.stdout and "10" in done.stdout
