"""A campaign that is ended from outside: the record is kept, no process is left."""

from __future__ import annotations

import signal
import time
import uuid
from pathlib import Path

import psutil
import pytest

from harness.record.file import FILE_NAME
from harness.record.lines import read_lines
from tests.command_line import compare, start
from tests.processes import gone_within

FAULTY = Path(__file__).parent / "faulty"


@pytest.mark.parametrize("delay_s", [0.3, 1.0, 1.7])
def test_kill_9_keeps_the_record_and_leaves_no_process(tmp_path: Path, delay_s: float) -> None:
    mark = f"{600 + uuid.uuid4().int % 10**9 / 10**9:.9f}"
    file = tmp_path / FILE_NAME
    arguments = ["run", "-n", "6-8", "-a", "bitmasks,cp_sat", "-r", "20", "-o", tmp_path]
    own = ["--approach", FAULTY / "leaves_grandchild.py"]
    process = start(*arguments, *own, QUEENS_TEST_SLEEP=mark)
    deadline = time.monotonic() + 60
    while not file.exists() or not file.read_bytes():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(delay_s)
    family = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert psutil.wait_procs(family, timeout=5)[1] == []
    assert gone_within(mark, 2.0)
    before = list(read_lines(file))
    assert before[0]["kind"] == "campaign"
    # the record goes on where it was cut
    arguments = ["run", "-r", "2", "-o", tmp_path, "--resume", "-a", "bitmasks,cp_sat", "-n", "6"]
    resumed = compare(*arguments)
    assert resumed.returncode == 0, resumed.stderr
    after = list(read_lines(file))
    assert after[: len(before)] == before
    assert gone_within(mark, 2.0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_ends_cleanly_and_prints_what_there_is(
    tmp_path: Path, number: signal.Signals
) -> None:
    file = tmp_path / FILE_NAME
    process = start("run", "-n", "6,13", "-a", "bitmasks", "-r", "2", "--time-limit", "60s",
                    "-o", tmp_path)  # fmt: skip
    deadline = time.monotonic() + 60
    while not file.exists() or len(file.read_bytes().splitlines()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(0.5)
    family = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "n = 6" in out
    assert psutil.wait_procs(family, timeout=5)[1] == []
    events = list(read_lines(file))
    assert [event["kind"] for event in events] == ["campaign", "run", "run", "end"]
    stopped = events[2]
    assert (stopped["n"], stopped["status"], stopped["solution_count"]) == (13, "interrupted", None)
    assert events[-1]["why"] == "interrupted"


def test_the_second_signal_ends_at_once() -> None:
    process = start("run", "-n", "13", "-a", "bitmasks", "--time-limit", "60s")
    deadline = time.monotonic() + 60
    while len(family := psutil.Process(process.pid).children(recursive=True)) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert psutil.wait_procs(family, timeout=5)[1] == []
