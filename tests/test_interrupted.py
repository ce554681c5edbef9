"""Ctrl-C, TERM and HUP at any moment of any command: 130, and a line that says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from inspect import CO_GENERATOR
from pathlib import Path
from types import FrameType

import pytest

from commands.app import WORDS, main
from queens.registry import ROOT
from tests import records
from tests.command_line import COMPARE

LINE = "interrupted\n"
COMMANDS = {
    "audit": "audit {answers} -n 4",
    "check": "check {root}/handwritten/bitmasks.py -n 3-4",
    "classroom": "classroom -o {new}",
    "count": "count 6",
    "diff": "diff {record} {other}",
    "estimate": "estimate 5",
    "explain": "explain 4 --text",
    "list": "list",
    "merge": "merge {record} {other} -o {new}",
    "prove": "prove 4",
    "puzzle": "puzzle -n 5",
    "recover": "recover {new}.csv.partial",
    "report": "report {record} {other}",
    "reproduce": "reproduce {record} -o {new}",
    "run": "run -n 4 -a bitmasks -r 1",
    "solve": "solve 6",
}


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the files and folders that the commands read, by their names in COMMANDS."""
    folder = tmp_path_factory.mktemp("places")
    (folder / "answers.txt").write_text("[[1, 3, 0, 2], [2, 0, 3, 1]]\n")
    return {
        "answers": folder / "answers.txt",
        "record": records.write(folder / "record", records.golden()),
        "other": records.write(folder / "other", records.golden()),
        "root": ROOT,
    }


def interrupted(
    command: str, moment: int, number: signal.Signals, patch: pytest.MonkeyPatch
) -> int | str | None:
    """Return the exit code of a command that gets a signal at that call of a function of ours.

    None if it makes fewer calls than that.
    """
    calls = 0

    def watch(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        code = frame.f_code
        # a generator may be closed by the garbage collector, which lets no exception out
        if event == "call" and not code.co_flags & CO_GENERATOR and is_ours(code.co_filename):
            calls += 1
            if calls == moment:
                sys.setprofile(None)
                signal.raise_signal(number)

    patch.setattr("sys.argv", ["compare.py", *command.split()])
    sys.setprofile(watch)
    try:
        ended = main()
    except SystemExit as ending:
        assert not isinstance(ending.code, str)
        ended = ending.code or 0
    finally:
        sys.setprofile(None)
    return ended if calls >= moment else None


def is_ours(file: str) -> bool:
    """Return whether a file is of the project, beyond the door itself."""
    rooms = ("classroom", "commands", "harness", "queens")
    return file.startswith(tuple(str(ROOT / one) for one in rooms)) and "app.py" not in file


def test_every_command_is_here() -> None:
    assert sorted(COMMANDS) == sorted(WORDS)


@pytest.mark.skipif(os.name != "posix", reason="these signals are of POSIX")
@pytest.mark.parametrize("word", COMMANDS)
def test_a_command_ends_with_one_line(
    word: str,
    places: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    ends = []
    for at, moment in enumerate((4, 8, 16, 32, 64, 128, 256)):
        new = tmp_path / f"new{moment}"
        (tmp_path / f"new{moment}.csv.partial").write_text("1,3,0,2\n")
        code = interrupted(
            COMMANDS[word].format(**places, new=new), moment, numbers[at % 3], monkeypatch
        )
        said = capsys.readouterr()
        if code is None:
            break
        ends.append(code)
        told = [one for one in (said.out + said.err).split("\n") if "interrupted" in one.lower()]
        assert len(told) == 1, (moment, code, said)
        assert "Traceback" not in said.err
    assert len(ends) >= 2
    assert set(ends) == {130}


def test_a_signal_while_the_modules_are_imported() -> None:
    early = (
        "import runpy, sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'commands.app': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        f"runpy.run_path({str(COMPARE)!r}, run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", early], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", LINE)
