"""Parts on the workers of a Dask cluster: exact, though a worker is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from harness.deliver.parts import (
    Tally,
    Work,
)
from harness.deliver.pools import ClusterPool, answers, at_work
from queens import Board
from queens.registry import ROOT
from tests.command_line import compare
from tests.digests import digest

WATCHED = "tests.watched_bitmasks"


@contextmanager
def cluster(
    tmp_path: Path, environment: dict[str, str]
) -> Iterator[tuple[str, list[psutil.Popen]]]:
    """Yield the address of a scheduler on loopback and its two workers."""
    pytest.importorskip("distributed")
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": env}
    file = tmp_path / "scheduler.json"
    started = []

    def start(module: str, *options: str) -> psutil.Popen:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *options]
        process = psutil.Popen([*command, "--no-dashboard"], cwd=tmp_path, **quiet)
        started.append(process)
        return process

    try:
        start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        worker = ("dask_worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny")
        workers = [start(*worker) for _ in range(2)]
        yield _address_when_ready(file, len(workers)), workers
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def _address_when_ready(file: Path, workers: int) -> str:
    import distributed

    deadline = time.monotonic() + 60
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    with distributed.Client(scheduler_file=str(file), set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=60)
        return str(client.scheduler.address)


def test_a_cluster_counts_exactly_though_a_worker_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    board, depth = Board(8), 2
    parts = list(board.split(depth))
    with cluster(tmp_path, {"WATCHED_LOG": str(log), "WATCHED_SLEEP_S": "0.05"}) as (
        address,
        workers,
    ):
        tally = Tally(board, parts, depth)
        with at_work(ClusterPool(address)) as pool:
            assert pool.slots == 2
            for answer in answers(pool, Work(WATCHED, "count", depth), parts):
                tally.add(answer)
                if tally.done_count == 5:
                    workers[0].kill()
        counted = compare("count", "8", "-a", "boolean_flags", "--cluster", address)
        solved = compare("solve", "8", "--cluster", address, "--format", "strings")
    assert (counted.stdout, counted.returncode) == ("92\n", 0)
    assert len(set(solved.stdout.splitlines())) == 92
    assert "92 solutions of n = 8, complete" in solved.stderr
    assert (tally.count, tally.digest, tally.open_parts) == (92, digest(board), {})
    calls = log.read_text().splitlines()
    assert set(calls) == {str(part) for part in parts}
    assert len(calls) < 2 * len(parts)


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("harness.deliver.pools.CONNECT_S", 1)
    with pytest.raises(ValueError, match=r"tcp://127.0.0.1:1: no Dask scheduler"):
        ClusterPool("tcp://127.0.0.1:1")
