"""How far a long job is: in plain lines on a pipe, with the time left; silent when it is short."""

from __future__ import annotations

import threading

import pytest

from harness.deliver import progress as progress_module
from harness.deliver.progress import Progress, duration, ticking


def test_the_line_tells_the_share_and_the_time_left() -> None:
    progress = Progress("bitmasks", "parts")
    progress.start(100, 200)
    assert progress.line(5) == "bitmasks: 100 of 200 parts"
    progress.done = 120
    # 20 parts in 10 s: those of an earlier run say nothing of the speed
    assert progress.line(10) == "bitmasks: 120 of 200 parts, about 40 s left"


def test_without_a_total_there_is_no_time_left() -> None:
    progress = Progress("bitmasks", "solutions")
    progress.done = 12_000
    assert progress.line(3) == "bitmasks: 12,000 solutions in 3 s"


@pytest.mark.parametrize(
    ("duration_s", "said"),
    [(8, "8 s"), (99, "99 s"), (180, "3 min"), (5_940, "99 min"), (9_000, "2.5 h")],
)
def test_durations(duration_s: float, said: str) -> None:
    assert duration(duration_s) == said


def test_lines_come_now_and_then_and_never_when_hidden(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress_module.time, "monotonic", lambda: now[0])
    shown, hidden = Progress("a", "parts", 10), Progress("a", "parts", 10, is_hidden=True)
    for second in range(31):
        now[0] = float(second)
        shown.done = hidden.done = second // 4
        shown.show()
        hidden.show()
    assert capsys.readouterr().err.splitlines() == [
        "a: 2 of 10 parts, about 40 s left",
        "a: 5 of 10 parts, about 20 s left",
        "a: 7 of 10 parts, about 13 s left",
    ]


def test_a_terminal_gets_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(progress_module, "BAR_AFTER_S", 0)
    progress = Progress("half_boards", "parts", 10)
    progress.done = 5
    progress.show()
    progress.close()
    assert "half_boards" in capsys.readouterr().err


def test_ticks_stop_with_the_block() -> None:
    ticked = threading.Event()
    before = set(threading.enumerate())
    with ticking(ticked.set):
        assert ticked.wait(10)
    assert set(threading.enumerate()) <= before
