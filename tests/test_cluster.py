"""Parts on the workers of a Dask cluster: exact, though a worker is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from harness.deliver.checkpoint import division_of
from harness.deliver.numbered import NumberAnswer, counted_on
from harness.deliver.parts import PartJob, PartsError, Tally, Work
from harness.workers.cluster import ClusterPool
from harness.workers.pool import Pool, answers, at_work
from queens import Board, Part
from queens.names import resolve_approach
from queens.registry import ROOT
from tests.command_line import compare
from tests.digests import digest
from tests.grid import Grid, grid

WATCHED = "tests.watched_bitmasks"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("log") / "log"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, log: Path) -> Iterator[Grid]:
    watched = {"WATCHED_LOG": str(log), "WATCHED_SLEEP_S": "0.05"}
    with grid(tmp_path_factory.mktemp("cluster"), 2, **watched) as started:
        yield started


def test_a_cluster_counts_exactly_though_a_worker_is_killed(cluster: Grid, log: Path) -> None:
    board, depth = Board(8), 2
    parts = list(board.split(depth))
    tally = Tally(board, parts, depth)
    with at_work(ClusterPool(cluster.address)) as pool:
        assert pool.slots == 2
        work = Work(WATCHED, "count", depth)
        for answer in answers(pool, [PartJob(work, part) for part in parts]):
            tally.add(answer)
            if tally.done_count == 5:
                cluster.workers[0].kill()
                cluster.add_worker()
    counted = compare("count", "8", "-a", "boolean_flags", "--cluster", cluster.address)
    solved = compare("solve", "8", "--cluster", cluster.address, "--format", "strings")
    assert (counted.stdout, counted.returncode) == ("92\n", 0)
    assert len(set(solved.stdout.splitlines())) == 92
    assert "92 solutions of n = 8, complete" in solved.stderr
    assert (tally.count, tally.digest, tally.open_parts) == (92, digest(board), {})
    calls = log.read_text().splitlines()
    assert set(calls) == {str(part) for part in parts}
    assert len(calls) < 2 * len(parts)


def noted(path: Path) -> list[int]:
    lines = path.read_text().split("\n")[1:-1] if path.exists() else []
    return [json.loads(line)["number"] for line in lines]


def test_the_fastest_count_on_a_cluster_notes_each_part_once_though_a_worker_is_killed(
    cluster: Grid, tmp_path: Path
) -> None:
    pytest.importorskip("numba")
    cluster.wait(2)
    path = tmp_path / "ck"
    command = [sys.executable, ROOT / "compare.py", "count", "17", "--checkpoint", path]
    process = subprocess.Popen(
        [*command, "--cluster", cluster.address], stdout=-1, stderr=-1, text=True
    )
    while len(noted(path)) < 5 and process.poll() is None:
        time.sleep(0.01)
    assert 5 <= len(noted(path)) < 180, process.communicate()
    cluster.workers[-1].kill()
    stdout, stderr = process.communicate(timeout=120)
    assert (stdout, process.returncode) == ("95815104\n", 0)
    assert "half_boards: 95,815,104 solutions of n = 17, complete, as published" in stderr
    assert sorted(noted(path)) == list(range(191))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:185]))
    here = subprocess.run(command, capture_output=True, text=True)
    assert here.stdout == "95815104\n"
    path.write_text("".join(lines[:185]))
    there = subprocess.run([*command, "--cluster", cluster.address], capture_output=True, text=True)
    assert there.stdout == "95815104\n"
    assert "resuming: 184 of 191 parts were done before" in there.stderr


@dataclass
class Told(Pool):
    """Gives these answers, one after the other, whatever the jobs are."""

    told: list[NumberAnswer]

    def __post_init__(self) -> None:
        super().__init__(ThreadPoolExecutor(1), 1)

    def submit(self, job: object) -> Future[Any]:
        future: Future[Any] = Future()
        if self.told:
            future.set_result(self.told.pop(0))
        return future


def test_parts_of_another_division_and_parts_that_come_twice_are_refused() -> None:
    approach, board = resolve_approach("half_boards"), Board(12)
    here = division_of(approach)
    first, again, other = Part(1, 3, 7, 0), Part(1, 3, 7, 1), Part(1, 4, 7, 2)

    def counted(*told: NumberAnswer) -> list[Part]:
        return list(counted_on(Told([*told]), approach, board, (), None))

    good = [NumberAnswer(part, here) for part in (first, again, Part(1, 3, 8, 2))]
    assert [(part.done, part.solutions) for part in counted(*good)] == [(1, 7), (2, 7), (3, 8)]
    with pytest.raises(PartsError, match=r"part 1 of 3 was not asked for"):
        counted(*good[:2], good[1])
    with pytest.raises(PartsError, match=r"part 2 of 4 was not asked for"):
        counted(*good[:2], NumberAnswer(other, here))
    stranger = {**here, "half_boards.py": "0123456789ab"}
    with pytest.raises(PartsError, match=r"another half_boards.py, 0123456789ab and not"):
        counted(good[0], NumberAnswer(again, stranger))
    with pytest.raises(PartsError, match=r"another numba, 0\.1 and not"):
        counted(NumberAnswer(first, {**here, "numba": "0.1"}))


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.workers.cluster.CONNECT_S", 1)
    with pytest.raises(ValueError, match=r"tcp://127.0.0.1:1: no Dask scheduler"):
        ClusterPool("tcp://127.0.0.1:1")
