"""Ctrl-C while solve or count is at work: said in a line, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from queens.registry import ROOT
from tests.command_line import COMPARE
from tests.processes import busy_children


def interrupted(*arguments: str | Path) -> tuple[int, str]:
    """Return the exit code and stderr of a command that got Ctrl-C while it was at work."""
    process = subprocess.Popen(
        [sys.executable, COMPARE, *arguments], stdout=-1, stderr=-1, text=True,
        start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    if arguments[0] == "count":
        busy_children(process.pid, 1)
    elif "-o" in arguments:
        wait_for(Path(f"{arguments[-1]}.partial"))
    else:
        process.stdout.readline()
    family = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, signal.SIGINT)
    stderr = process.communicate(timeout=30)[1]
    _gone, alive = psutil.wait_procs(family, timeout=5)
    assert alive == []
    return process.returncode, stderr


def wait_for(path: Path) -> None:
    """Return when there is something in a file."""
    for _ in range(300):
        if path.exists() and path.stat().st_size:
            return
        time.sleep(0.1)
    raise AssertionError(f"{path} was not begun")


posix = pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")


@posix
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "17", "-a", "bitmasks"),
        ("solve", "14", "-a", "cp_sat"),
        ("solve", "15", "-a", "bitmasks", "--workers", "2", "--depth", "3"),
        ("count", "17", "-a", "bitmasks"),
        ("count", "13", "-a", "cp_sat", "--workers", "2"),
    ],
)
def test_an_interrupted_command_says_what_is_known(command: tuple[str, ...]) -> None:
    exit_code, stderr = interrupted(*command)
    assert exit_code == 130
    assert "at least " in stderr
    assert "interrupted" in stderr
    assert "Traceback" not in stderr


@posix
def test_an_interrupted_file_keeps_its_partial_name(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    exit_code, stderr = interrupted("solve", "17", "-a", "bitmasks", "-o", path)
    assert exit_code == 130
    assert f"in {path}.partial" in stderr
    assert [left.name for left in tmp_path.iterdir()] == ["many.csv.partial"]
    kept = len((tmp_path / "many.csv.partial").read_text().splitlines()) - 1
    assert f"at least {kept:,} solutions of n = 17" in stderr


@posix
def test_an_interrupted_checkpoint_says_how_to_go_on(tmp_path: Path) -> None:
    arguments = ("count", "17", "-a", "bitmasks", "--checkpoint", tmp_path / "ck")
    exit_code, stderr = interrupted(*arguments, "--depth", "3")
    assert exit_code == 130
    assert "run the same command again to resume it" in stderr


STUBBORN = """
import sys
from pathlib import Path
import compare
from queens import names, registry
registry.ROOT = Path(sys.argv.pop(1))
sys.path.insert(0, str(registry.ROOT))
names.APPROACHES = (registry.Approach("stubborn", "stubborn_folder"),)
sys.exit(compare.main())
"""


SLOW_SEARCH = """
def solve_all(board, on_solution, trace=None):
    on_solution((1, 3, 0, 2))
    begin()
"""


@posix
@pytest.mark.parametrize(
    ("last_lines", "says"),
    [
        (SLOW_SEARCH, "stubborn: at least 1 solution of n = 4, interrupted, in "),
        (f"begin()\n{SLOW_SEARCH}", "interrupted\n"),  # nothing is known while it is imported
    ],
    ids=["solving", "importing"],
)
def test_a_solver_that_does_not_come_back_is_left_behind(
    last_lines: str, says: str, tmp_path: Path
) -> None:
    folder = tmp_path / "stubborn_folder"
    folder.mkdir()
    (folder / "stubborn.py").write_text(
        '"""Takes the signal for itself, and never comes back."""\n'
        "import ctypes, pathlib\n"
        "def begin():\n"
        f"    pathlib.Path({str(tmp_path / 'begun')!r}).write_text('yes')\n"
        f"    ctypes.CDLL(None).sleep(600)\n{last_lines}"
    )
    command = [sys.executable, "-c", STUBBORN, tmp_path, "solve", "4", "-a", "stubborn"]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=-1, text=True, cwd=ROOT, start_new_session=True
    )
    wait_for(tmp_path / "begun")
    os.killpg(process.pid, signal.SIGINT)
    stderr = process.communicate(timeout=20)[1]
    assert process.returncode == 130
    assert stderr.startswith(says)
    assert stderr.count("\n") == 1
