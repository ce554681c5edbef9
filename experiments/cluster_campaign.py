"""Does a campaign on a cluster find what one machine finds, though a worker dies and one is slow?

Starts a Dask scheduler and three workers on loopback. One worker is slowed down (niceness 19),
one is killed in the middle of the campaign and another one is started later. Then every count
and digest is compared with a campaign made here, one run at a time.

    uv run python -m experiments.cluster_campaign
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from harness.record.events import Observation, Run, of_kind
from harness.record.file import FILE_NAME, read_record
from queens.registry import ROOT

OPTIONS = ["-n", "4-10", "-a", "models,handwritten", "-r", "3", "--time-limit", "20s"]


def start(*command: str, slow: bool = False) -> subprocess.Popen[bytes]:
    """Start a program of Dask, without its dashboard."""
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{command[0]}", *command[1:], "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        preexec_fn=(lambda: os.nice(19) and None) if slow else None,
    )


def run(output: Path, *more: str) -> subprocess.Popen[bytes]:
    """Start the campaign."""
    command = [sys.executable, str(ROOT / "compare.py"), "run", *OPTIONS, "-o", str(output), *more]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def runs(output: Path) -> list[Run]:
    """Return the runs that are on disk."""
    file = output / FILE_NAME
    return of_kind(read_record(output), Run) if file.exists() and file.stat().st_size else []


def on_a_cluster(output: Path, folder: Path) -> None:
    """Run the campaign on three workers, one slow; kill one after 50 runs, then start another."""
    file = str(folder / "scheduler.json")
    scheduler = start(
        "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", file
    )
    one = ("dask_worker", "--scheduler-file", file, "--nthreads", "1", "--no-nanny")
    workers = [start(*one), start(*one), start(*one, slow=True)]
    try:
        while not Path(file).exists():
            time.sleep(0.1)
        time.sleep(10)
        campaign = run(output, "--cluster", address(file))
        while len(runs(output)) < 50:
            time.sleep(0.1)
        workers[0].kill()
        time.sleep(5)
        workers.append(start(*one))
        campaign.wait()
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def address(file: str) -> str:
    """Return the scheduler's address from its file."""
    return str(json.loads(Path(file).read_text(encoding="utf-8"))["address"])


def answers(output: Path) -> Counter[tuple[object, ...]]:
    """Return what was answered: each cell's counts, digests and nodes."""
    events = read_record(output)
    told = [
        (
            one.approach,
            one.board,
            one.repetition,
            one.status,
            one.solution_count,
            one.solutions_digest,
        )
        for one in of_kind(events, Run)
    ]
    seen = [(one.approach, one.board, one.nodes) for one in of_kind(events, Observation)]
    return Counter([*told, *seen])


def main() -> None:
    """Run both campaigns and print what differs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begun = time.monotonic()
        on_a_cluster(folder / "there", folder)
        there_s = time.monotonic() - begun
        run(folder / "here").wait()
        here_s = time.monotonic() - begun - there_s
        here, there = answers(folder / "here"), answers(folder / "there")
        print(
            f"{len(runs(folder / 'there'))} runs on the cluster in {there_s:.0f} s, "
            f"{len(runs(folder / 'here'))} here in {here_s:.0f} s"
        )
        for where, more in (("here", here - there), ("on the cluster", there - here)):
            for answer in more:
                print(f"only {where}: {answer}")
        print("equal" if here == there else "not equal")


if __name__ == "__main__":
    main()
