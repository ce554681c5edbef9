"""Runs made at once: pinned, equal to those made one by one, and what their company costs."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from harness.campaign.measure import measure
from harness.campaign.side_by_side import SideBySide, chosen
from harness.judge.facts import Facts
from harness.record.alone import Alone
from harness.record.events import Event, Run, event_of, of_kind
from harness.record.file import FILE_NAME
from harness.report.circumstances import circumstances
from harness.statistics.paired import factor_of
from harness.workers.cores import grouped, shares
from queens import Board
from queens.registry import ROOT
from tests import records
from tests.command_line import compare
from tests.processes import running

PINNED = """import os, threading
from handwritten import bitmasks
def solve_all(board, on_solution):
    seen = []
    thread = threading.Thread(target=lambda: seen.extend(os.sched_getaffinity(0)))
    thread.start()
    thread.join()
    bitmasks.solve_all(board, on_solution)
    return {f"processor {one}": 1 for one in [*os.sched_getaffinity(0), *seen]}
"""


@pytest.mark.parametrize(
    ("jobs", "expected"),
    [
        (1, [[0, 4, 1, 5, 2, 6, 3, 7]]),
        (2, [[0, 4, 1, 5], [2, 6, 3, 7]]),
        (3, [[0, 4], [1, 5], [2, 6]]),
        (5, [[0], [1], [2], [3], [4]]),
        (9, [[0], [1], [2], [3], [4], [5], [6], [7], [0]]),
    ],
)
def test_physical_cores_come_first(jobs: int, expected: list[list[int]]) -> None:
    every = grouped(range(8), lambda processor: f"{processor % 4},{processor % 4 + 4}")
    assert every == [[0, 4], [1, 5], [2, 6], [3, 7]]
    assert shares(jobs, every) == expected


def test_only_processors_that_may_be_used_are_shared_out() -> None:
    assert grouped({6, 2, 3}, lambda processor: str(processor // 2)) == [[2, 3], [6]]
    assert shares(2, [[2, 3], [6]]) == [[2, 3], [6]]
    assert shares(3, [[2, 3], [6]]) == [[2], [6], [3]]


def test_runs_at_once_are_pinned_and_answer_as_one_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "pinned.py"
    file.write_text(PINNED)
    options = ["-n", "4-6", "-r", "2", "-a", "bitmasks,boolean_flags", "--approach", str(file)]
    for name, more in (("one", []), ("two", ["--jobs", "2"])):
        done = compare("run", *options, "-o", str(tmp_path / name), *more)
        assert done.returncode == 0, done.stderr
    one, two = (facts(tmp_path / name) for name in ("one", "two"))
    assert answers(one) == answers(two)
    pins = SideBySide(2).pins
    assert {tuple(run.processors or ()) for run in of_kind(two.events, Run)} == {
        tuple(pin or ()) for pin in pins
    }
    for run in of_kind(two.events, Run):
        if run.approach == "pinned":
            assert set(run.counters) == {f"processor {one}" for one in run.processors or ()}
    assert {run.processors for run in of_kind(one.events, Run)} == {None}
    alone = of_kind(two.events, Alone)
    pairs = Counter((run.approach, run.board.n, run.repetition) for run in alone)
    assert set(pairs.values()) == {1}
    assert {repetition for _, _, repetition in pairs} == {0, 1}
    assert len(pairs) == 2 * min(8, len(two.cells))
    (said,) = circumstances(two)
    assert said.startswith("2 runs were made at once. A run beside others took ")
    again = compare("run", *options, "-o", str(tmp_path / "two"), "--resume", "--jobs", "1")
    assert again.returncode == 2
    assert "jobs 2, not 1" in again.stderr


def facts(folder: Path) -> Facts:
    lines = (folder / FILE_NAME).read_text().splitlines()
    events = [event_of(json.loads(line)) for line in lines]
    return Facts([event for event in events if event])


def answers(found: Facts) -> Counter[Any]:
    return Counter(
        (run.approach, run.board, run.repetition, run.solution_count, run.solutions_digest)
        for run in of_kind(found.events, Run)
    )


def test_more_runs_at_once_than_cores_are_said(tmp_path: Path) -> None:
    most = len(os.sched_getaffinity(0)) + 1
    options = ["-n", "4", "-r", "1", "-a", "bitmasks", "-o", str(tmp_path / "out")]
    done = compare("run", *options, "--jobs", str(most))
    assert done.returncode == 0
    assert f"--jobs {most}: this machine has" in done.stderr


def test_interrupted_it_keeps_what_was_run_and_is_resumed(tmp_path: Path) -> None:
    own = tmp_path / "sleeps.py"
    own.write_text(
        "import time\ndef solve_all(board, on_solution):\n"
        "    time.sleep(0 if board.n < 5 else 60)\n"
    )
    out = tmp_path / "out"
    options = ["-n", "4,5", "-r", "1", "-a", "bitmasks", "--approach", str(own), "-o", str(out)]
    process = subprocess.Popen(
        [sys.executable, ROOT / "compare.py", "run", *options, "--jobs", "2"], stdout=-1, stderr=-1
    )
    file = out / FILE_NAME
    while not file.exists() or file.read_text().count('"kind": "run"') < 3:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130
    ended = {(run.approach, run.board.n): run.status for run in of_kind(facts(out).events, Run)}
    made = [("bitmasks", 4), ("bitmasks", 5), ("sleeps", 4)]
    assert sorted(ended) == made
    assert running(str(own)) == []
    own.write_text("from handwritten.bitmasks import solve_all\n")
    done = compare("run", *options, "--resume")
    assert done.returncode == 1, done.stderr  # on n = 4 its first version was wrong
    ended = {(run.approach, run.board.n): run.status for run in of_kind(facts(out).events, Run)}
    assert ended == dict.fromkeys([*made, ("sleeps", 5)], "complete")


def test_a_few_cells_from_quick_to_slow_are_run_alone() -> None:
    solved = {("a", Board(n)): 0.002 * n for n in range(1, 21)}
    assert [board.n for _, board in chosen(solved)] == [1, 3, 6, 9, 11, 14, 17, 20]
    assert chosen({("a", Board(1)): 1e-5, ("a", Board(2)): 9.0}) == [("a", Board(1))]
    short = {("a", Board(n)): 1e-5 for n in range(4)} | {("b", Board(n)): 0.1 for n in range(3)}
    assert {name for name, _ in chosen(short)} == {"b"}
    assert chosen({}) == []


def test_the_factor_is_that_of_the_cells_with_students_interval() -> None:
    found = factor_of([[1.0, 1.0], [math.exp(0.2), 1.0], [math.exp(0.2)]])
    assert found is not None
    half = 4.302653 * 0.1 / math.sqrt(3)  # two degrees of freedom; cells have 0, 0.1 and 0.2
    assert (found.pairs, found.cells) == (5, 3)
    assert found.factor == pytest.approx(math.exp(0.1))
    assert found.low == pytest.approx(math.exp(0.1 - half), rel=1e-5)
    assert found.high == pytest.approx(math.exp(0.1 + half), rel=1e-5)
    pairs = factor_of([[1.1, 1.2], []])
    assert pairs is not None
    assert (pairs.pairs, pairs.cells) == (2, 1)
    assert factor_of([[1.1], []]) is None


def record(*alone: float, jobs: int = 2) -> Facts:
    """Return runs of 0.2 s at n = 4, 5, ..., each with such a time alone."""
    lines: list[Any] = [records.campaign(jobs=jobs)]
    for n, solve_s in enumerate(alone, start=4):
        lines.append(records.run("bitmasks", n, solve_s=0.2))
        lines.append({**records.run("bitmasks", n, solve_s=solve_s), "kind": "alone"})
    events: list[Event] = [event for event in map(event_of, lines) if event]
    return Facts(events)


def test_the_report_says_what_company_costs() -> None:
    assert circumstances(record(0.1, 0.1, 0.1)) == [
        "2 runs were made at once. A run beside others took 2.00 times as long as alone "
        "(95 % interval 2.00 to 2.00, from 3 pairs of 3 cells)."
    ]
    (unknown,) = circumstances(record(jobs=4))
    assert unknown == (
        "4 runs were made at once, more than the machine's 2 logical processors. What that costs "
        "is not known: too few runs were made alone to compare with."
    )
    assert circumstances(record(0.1, jobs=1)) == []
    assert [len(cell.runs) for cell in record(0.1, 0.1).cells] == [1, 1]


def test_a_plan_of_one_job_has_no_company() -> None:
    from tests.test_harness import plan_of

    found, _ = measure(plan_of("bitmasks", sizes=(4,), repetitions=1))
    assert found.campaign.jobs == 1
    assert of_kind(found.events, Alone) == []
