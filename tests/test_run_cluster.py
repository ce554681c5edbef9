"""A campaign on a Dask cluster: the answers of one machine, each board on one, nothing lost."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("distributed")

from harness.campaign.campaign import StepJob, run_campaign
from harness.campaign.on_cluster import OnCluster, run_here, stop_here
from harness.isolation.runner import Runner
from harness.judge.facts import Facts
from harness.record.events import Environment, Event, Machine, Observation, Run, Skipped, of_kind
from harness.record.file import FILE_NAME, read_events
from harness.record.lines import Fields
from harness.report.circumstances import circumstances
from queens import Board
from queens.registry import ROOT
from tests.command_line import compare
from tests.grid import Grid, grid
from tests.test_harness import plan_of

SLOW = """import os, pathlib, time
from handwritten import bitmasks
HELD = pathlib.Path(__file__).with_name("held")
def solve_all(board, on_solution):
    time.sleep(float(os.environ.get("SLOW_S", "0")))
    while board.n == 8 and HELD.exists():
        time.sleep(0.01)
    return bitmasks.solve_all(board, on_solution)
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grid]:
    """Yield a scheduler and three workers, the last one slow."""
    with grid(tmp_path_factory.mktemp("cluster"), 2, SLOW_S="0.02") as started:
        started.add_worker(SLOW_S="0.3")
        started.wait(3)
        yield started


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("own") / "slow.py"
    file.write_text(SLOW)
    return file


def command(slow: Path, output: Path, *more: str) -> list[str]:
    names = ["-a", "bitmasks,boolean_flags", "--approach", str(slow)]
    return ["run", "-n", "4-8", "-r", "2", *names, "-o", str(output), *more]


def started(slow: Path, output: Path, *more: str, runs: int) -> subprocess.Popen[str]:
    """Start a campaign; return when so many runs are on disk."""
    process = subprocess.Popen(
        [sys.executable, ROOT / "compare.py", *command(slow, output, *more)],
        stdout=-1,
        stderr=-1,
        text=True,
    )
    while len(lines(output, "run")) < runs and process.poll() is None:
        time.sleep(0.01)
    assert process.poll() is None, process.communicate()
    return process


def lines(output: Path, kind: str) -> list[Fields]:
    file = output / FILE_NAME
    whole = file.read_text().split("\n")[:-1] if file.exists() else []
    return [event for event in map(json.loads, whole) if event["kind"] == kind]


def place(run: Fields) -> tuple[Any, ...]:
    return run["approach"], run["n"], run["repetition"]


def answers(output: Path) -> Counter[tuple[Any, ...]]:
    told = [
        (*place(one), one["solution_count"], one["solutions_digest"])
        for one in lines(output, "run")
        if one["status"] == "complete"
    ]
    seen = [(one["approach"], one["n"], one["nodes"]) for one in lines(output, "observation")]
    return Counter([*told, *seen])


def test_three_workers_one_killed_and_one_slow_answer_as_one_machine(
    cluster: Grid, slow: Path, tmp_path: Path
) -> None:
    here = compare(*command(slow, tmp_path / "here"))
    assert here.returncode == 0, here.stderr
    process = started(slow, tmp_path / "there", "--cluster", cluster.address, runs=5)
    cluster.workers[0].kill()
    stdout, stderr = process.communicate(timeout=120)
    assert process.returncode == 0, stderr
    assert answers(tmp_path / "there") == answers(tmp_path / "here")
    assert set(answers(tmp_path / "there").values()) == {1}
    assert "All 3 approaches found the same solutions on every board." in stdout
    (machine,) = lines(tmp_path / "there", "machine")
    assert f"Measured on the machine {machine['name']}" in stdout
    assert machine["environment"]["versions"]["numpy"] is not None
    runs = lines(tmp_path / "there", "run")
    assert {one["machine"] for one in runs} == {machine["name"]}
    assert sorted(one["order_index"] for one in runs) == list(range(len(runs)))
    kept = [w for one in cluster.workers[1:] for w in psutil.Process(one.pid).children()]
    assert psutil.wait_procs(kept, timeout=5)[1] == []


def test_interrupted_on_a_cluster_it_is_resumed_there_and_here(
    cluster: Grid, slow: Path, tmp_path: Path
) -> None:
    held = slow.with_name("held")
    held.touch()  # no campaign ends before its signal comes
    process = started(slow, tmp_path, "--cluster", cluster.address, runs=4)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    before = lines(tmp_path, "run")
    assert 4 <= len(before) < 30
    process = started(
        slow, tmp_path, "--cluster", cluster.address, "--resume", runs=len(before) + 6
    )
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    held.unlink()
    assert lines(tmp_path, "run")[: len(before)] == before
    done = compare(*command(slow, tmp_path, "--resume"))
    assert done.returncode == 0, done.stderr
    assert len({one["id"] for one in lines(tmp_path, "campaign")}) == 1
    facts = Facts(read_events(tmp_path / FILE_NAME))
    assert {(len(cell.runs), cell.status) for cell in facts.cells} == {(2, "complete")}
    assert all(len({run.machine for run in cell.runs}) == 1 for cell in facts.cells)


def test_what_a_cluster_cannot_do_is_said(cluster: Grid) -> None:
    both = compare("run", "-n", "4", "--jobs", "2", "--cluster", cluster.address)
    assert both.returncode == 2
    assert "--jobs cannot be combined with --cluster" in both.stderr


class Machines:
    """Stands for a cluster of two machines; `a` leaves when it is given its run number `last`."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, last: int, both: int = 1) -> None:
        self._last = last
        self._both = both
        self._given: Counter[str] = Counter()
        self._left: set[str] = set()
        self._runner = Runner()
        self._threads = ThreadPoolExecutor(1)

    def threads(self) -> dict[str, int]:
        names = ["a"] if self._given["a"] < self._both else ["a", "b"]
        return {name: 1 for name in names if name not in self._left}

    def executor(self, worker: str) -> Executor:
        machines = self

        class Worker(ThreadPoolExecutor):
            def submit(self, function: Callable[..., Any], *args: Any, **_: Any) -> Future[Any]:
                return machines.give(worker, function, args)

        return Worker(1)

    def give(self, worker: str, function: Callable[..., Any], args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if function is not run_here:
            future.set_result(Machine(worker, Environment(cpu=f"the processor of {worker}")))
            return future
        self._given[worker] += 1
        if worker == "a" and self._given["a"] >= self._last:
            self._left.add(worker)
            return future
        job: StepJob = args[1]
        return self._threads.submit(job.run, self._runner)

    def tell(self, function: Any) -> None:
        assert function.func is stop_here
        self._runner.close()

    def close(self) -> None:
        self._threads.shutdown()


def test_a_board_whose_machine_has_left_is_measured_anew_on_another() -> None:
    plan = plan_of("bitmasks", "boolean_flags", sizes=(5, 6), repetitions=2)
    events: list[Event] = []
    cluster: Any = Machines(last=4)
    assert run_campaign(plan, events.append, drive=OnCluster(cluster))
    assert [one.name for one in of_kind(events, Machine)] == ["a", "b"]
    on_a = [run for run in of_kind(events, Run) if run.machine == "a"]
    assert [(run.board.n, run.repetition) for run in on_a] == [(5, 0), (5, 0), (5, 1)]
    facts = Facts(events)
    assert [len(cell.runs) for cell in facts.cells] == [2, 2, 2, 2]
    assert {run.machine for cell in facts.cells for run in cell.runs} == {"b"}
    assert sum(len(cell.warmups) for cell in facts.cells) == 3
    assert len(of_kind(events, Observation)) == 4
    assert circumstances(facts) == ["Measured on the machine b (the processor of b)."]


def test_a_step_in_which_two_workers_died_is_recorded_and_the_others_go_on() -> None:
    plan = plan_of("bitmasks", sizes=(4, 5), repetitions=2)
    events: list[Event] = []

    class Deadly(Machines):
        """The second repetition on n = 5 takes its worker with it; there is always a next one."""

        def __init__(self) -> None:
            super().__init__(last=99)
            self._now = 0

        def threads(self) -> dict[str, int]:
            return {f"a{self._now}": 1}

        def give(self, worker: str, function: Callable[..., Any], args: Any) -> Future[Any]:
            if function is run_here and args[1].board.n == 5 and args[1].mode == "time":
                self._given["n = 5"] += 1
                if self._given["n = 5"] > 1:
                    self._now += 1
                    return Future()
            if function is not run_here:
                future: Future[Any] = Future()
                future.set_result(Machine("a"))
                return future
            return super().give(worker, function, args)

    cluster: Any = Deadly()
    assert run_campaign(plan, events.append, drive=OnCluster(cluster))
    runs = {(run.board.n, run.repetition): run for run in of_kind(events, Run)}
    assert {key: run.status for key, run in runs.items()} == {
        (4, 0): "complete",
        (4, 1): "complete",
        (5, 0): "complete",
        (5, 1): "crashed",
    }
    assert runs[5, 1].reason == "the cluster's worker died 2 times in it"
    assert of_kind(events, Skipped) == []
    assert {one.board for one in of_kind(events, Observation)} == {Board(4), Board(5)}
