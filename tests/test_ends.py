"""Ends by force: what TERM, HUP and KILL leave can be read, or recovered."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from harness.deliver import blocks, solve
from harness.deliver.files import Writer
from harness.deliver.outcome import Ending
from harness.deliver.parts import Spread
from harness.deliver.sink import open_file, recover_file
from harness.workers.interrupt import keyboard_interrupts
from queens import Board, is_solution
from queens.names import resolve_approaches
from tests import brute_force
from tests.command_line import COMPARE, compare, start
from tests.processes import busy_children
from tests.test_stream import read

EIGHT = sorted(brute_force.all_solutions(8))
FORMATS = ["npy", "csv", "jsonl", "txt", "parquet"]
SLOW = Path(__file__).parent / "faulty" / "sleeps.py"

posix = pytest.mark.skipif(os.name != "posix", reason="these signals are of POSIX")
endings = pytest.mark.parametrize("ending", FORMATS)
signals = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])


@pytest.fixture(autouse=True)
def _parquet(request: pytest.FixtureRequest) -> None:
    if "parquet" in request.node.name:
        pytest.importorskip("pyarrow")


@endings
def test_cut_anywhere_a_file_gives_back_what_is_whole(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "ROWS_IN_A_BLOCK", 20)
    path = tmp_path / f"eight.{ending}"
    writer = open_file(path, Board(8))
    for at in range(0, 92, 23):
        writer.write(EIGHT[at : at + 23])
    writer.close(is_whole=True)
    content = path.read_bytes()
    partial = tmp_path / f"cut.{ending}.partial"
    first = 1200 if ending == "parquet" else 128 if ending == "npy" else 1
    most = 0
    for length in [*random.Random(14).sample(range(first, len(content)), 25), len(content)]:
        partial.write_bytes(content[:length])
        found = recover_file(partial)
        assert found.path == tmp_path / f"cut.recovered.{ending}"
        got = read(found.path, 8) if found.path.stat().st_size else []
        assert got == EIGHT[: len(got)]
        assert found.solution_count == len(got)
        block = 23 if ending == "parquet" else 1
        assert len(got) >= 92 * length // len(content) - block - 23
        most = max(most, len(got))
        found.path.unlink()
    assert most == 92


@endings
@posix
def test_a_killed_solve_is_recovered(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"many.{ending}"
    process = start("solve", "16", "-a", "bitmasks", "-o", path)
    partial = tmp_path / f"many.{ending}.partial"
    wait_for_bytes(partial, 2000)
    process.kill()
    process.communicate()
    done = compare("recover", partial)
    recovered = tmp_path / f"many.recovered.{ending}"
    found = read(recovered, 16)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith(f"{recovered}: at least {len(found):,} solution")
    assert sorted(set(found)) == found
    assert all(is_solution(Board(16), queens) for queens in found[:: max(1, len(found) // 50)])
    if ending != "parquet":
        assert found
    assert partial.exists()
    again = compare("recover", partial)
    assert (again.returncode, again.stderr) == (
        2, f"error: {recovered} exists: rename or remove it\n",
    )  # fmt: skip


def wait_for_bytes(path: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while not path.exists() or path.stat().st_size < (900 if "parquet" in path.name else count):
        assert time.monotonic() < deadline, f"{path} was not begun"
        time.sleep(0.02)


def test_a_text_that_was_not_begun_has_no_solution(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.partial").touch()
    assert recover_file(tmp_path / "a.jsonl.partial")[1:] == (0, 0)
    assert (tmp_path / "a.recovered.jsonl").read_bytes() == b""


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.npy", b"", "must end in one of .jsonl, .csv, .txt, .npy, .parquet, and .partial"),
        ("a.xls.partial", b"", "must end in one of"),
        ("a.npy.partial", b"", "is empty: nothing was written before the end"),
        ("a.npy.partial", b"1,2,3\n", "does not begin as .npy"),
        ("a.parquet.partial", b"PAR1 and more", "does not begin as a file of ours"),
        ("no.csv.partial", None, "cannot be used: No such file"),
    ],
)
def test_what_cannot_be_recovered_is_said(
    name: str, content: bytes | None, says: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=f"{name}.*{says}"):
        recover_file(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ([] if content is None else [name])


def ended(number: signal.Signals, *arguments: str | Path, begun: Path | None = None) -> tuple:
    """Return exit code, standard output and error of a command that got a signal at work.

    The signal goes to the whole group of processes, as of a terminal that closes.
    """
    process = subprocess.Popen(
        [sys.executable, COMPARE, *arguments],
        stdout=-1, stderr=-1, text=True, start_new_session=True,
        env=os.environ | {"COLUMNS": "80"},
    )  # fmt: skip
    if begun:
        wait_for_bytes(begun, 500)
    else:
        busy_children(process.pid, 1)
    family = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, number)
    stdout, stderr = process.communicate(timeout=30)
    assert psutil.wait_procs(family, timeout=5)[1] == []
    assert "Traceback" not in stderr
    assert "leaked" not in stderr
    return process.returncode, stdout, stderr


@posix
@pytest.mark.parametrize(
    ("ending", "workers", "number"),
    [
        ("npy", 0, signal.SIGTERM),
        ("parquet", 0, signal.SIGHUP),
        ("npy", 2, signal.SIGHUP),
        ("parquet", 2, signal.SIGTERM),
    ],
)
def test_a_file_keeps_what_was_found(
    ending: str, workers: int, number: signal.Signals, tmp_path: Path
) -> None:
    path = tmp_path / f"many.{ending}"
    partial = tmp_path / f"many.{ending}.partial"
    spread = ("--workers", "2", "--depth", "3") if workers else ()
    exit_code, _, stderr = ended(
        number, "solve", "14", "-a", "bitmasks", *spread, "-o", path, begun=partial
    )
    assert exit_code == 130
    assert "at least " in stderr
    assert "interrupted" in stderr
    kept = read(partial.rename(tmp_path / f"kept.{ending}"), 14)
    assert f"at least {len(kept):,} solution" in stderr
    assert sorted(set(kept)) == kept


def test_an_interruption_beside_the_feed_keeps_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def interrupted(on_tick: object) -> Iterator[None]:
        yield
        raise KeyboardInterrupt

    monkeypatch.setattr(solve, "ticking", interrupted)
    path = tmp_path / "eight.npy"
    request = solve.Request(
        resolve_approaches("bitmasks")[0], Board(8), output=path, spread=Spread(workers=1, depth=1)
    )
    outcome = solve.run(request, lambda outcome: None)
    assert (outcome.ending, outcome.count) == (Ending.INTERRUPTED, 92)
    assert read((tmp_path / "eight.npy.partial").rename(tmp_path / "kept.npy"), 8) == EIGHT


@posix
@signals
def test_an_interruption_while_the_file_is_begun_waits_for_the_delivery(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begun(*asked: Any) -> Writer:
        writer = open_file(*asked)
        signal.raise_signal(number)
        return writer

    monkeypatch.setattr(solve, "open_file", begun)
    path = tmp_path / "eight.csv"
    request = solve.Request(
        resolve_approaches("bitmasks")[0], Board(8), output=path, spread=Spread(workers=1, depth=1)
    )
    with keyboard_interrupts():
        outcome = solve.run(request, lambda outcome: None)
    partial = tmp_path / "eight.csv.partial"
    assert (outcome.ending, outcome.count, outcome.file) == (Ending.INTERRUPTED, 0, partial)
    assert read(partial.rename(tmp_path / "kept.csv"), 8) == []


@posix
@signals
def test_a_count_says_what_is_known(number: signal.Signals, tmp_path: Path) -> None:
    arguments = ("count", "17", "-a", "bitmasks", "--depth", "3", "--checkpoint", tmp_path / "ck")
    exit_code, _, stderr = ended(number, *arguments)
    assert exit_code == 130
    assert "at least " in stderr
    assert "run the same command again to resume it" in stderr


@posix
def test_a_check_says_what_was_checked(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text(
        "import time\n"
        "from handwritten.bitmasks import solve_all as right\n"
        "def solve_all(board, on_solution):\n"
        "    right(board, on_solution)\n"
        f"    if board.n == 9: open({str(tmp_path / 'begun')!r}, 'w').write('x' * 500)\n"
        "    if board.n == 9: time.sleep(60)\n"
    )
    command = ("check", own, "-n", "1-3,9", "--time-limit", "60s")
    exit_code, stdout, _ = ended(signal.SIGTERM, *command, begun=tmp_path / "begun")
    assert exit_code == 130
    assert "Interrupted: 1 board not checked." in stdout


@posix
def test_a_terminal_that_closes_leaves_the_file(tmp_path: Path) -> None:
    import pty

    path, partial = tmp_path / "many.npy", tmp_path / "many.npy.partial"
    command = [sys.executable, str(COMPARE), "solve", "17", "-a", "bitmasks", "-o", str(path)]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, command)
    wait_for_bytes(partial, 500)
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 130
    found = np.load(partial)
    assert len(found) > 0
    assert all(is_solution(Board(17), tuple(map(int, queens))) for queens in found[::997])


@posix
def test_nohup_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "few.csv"
    process = subprocess.Popen(
        ["nohup", sys.executable, COMPARE, "solve", "12", "-a", "boolean_flags", "-o", path],
        stdout=-1, stderr=-1, text=True,
    )  # fmt: skip
    wait_for_bytes(tmp_path / "few.csv.partial", 500)
    process.send_signal(signal.SIGHUP)
    _, stderr = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "14,200 solutions of n = 12, complete" in stderr
