"""Regions have colours on a terminal, and only there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.boards.puzzles import puzzle
from queens import text_board
from tests.command_line import COMPARE, compare

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """Return what a command shows on a terminal of its own."""
    reader, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, COMPARE, *arguments],
        stdout=terminal,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment},
    ):
        os.close(terminal)
        shown = b""
        while block := _read(reader):
            shown += block
    os.close(reader)
    return shown.decode().replace("\r\n", "\n")


def _read(reader: int) -> bytes:
    try:
        return os.read(reader, 65536)
    except OSError:  # how Linux says that nobody has the terminal open any more
        return b""


@pytest.mark.parametrize("command", ["puzzle", "solve"])
def test_regions_have_colours_on_a_terminal_that_shows_them(command: str, tmp_path: Path) -> None:
    file = tmp_path / "five.txt"
    file.write_text(text_board((), puzzle(5, 1)) + "\n")
    arguments = {"puzzle": ["-n", "5", "--seed", "1"], "solve": ["--board", str(file)]}[command]
    plain = compare(command, *arguments).stdout
    coloured = on_a_terminal(command, *arguments)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    assert len(set(re.findall(r"48;2;(\d+;\d+;\d+)m", coloured))) == 5
    assert on_a_terminal(command, *arguments, NO_COLOR="1") == plain
    assert on_a_terminal(command, *arguments, TERM="dumb", COLORTERM="") == plain
