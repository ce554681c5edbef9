"""A hundred `solve -o FILE`, each killed at a random moment: what `recover` brings back.

    uv run python -m tests.benchmarks.killed_writes > experiments/killed_writes.csv

Each is killed (KILL, which no process can answer) up to `LAST_S` after its file was opened. The
search is `bitmasks` at n = 15, whose order is always the same: so what is recovered must be
the first solutions of that order, none missing, none twice, none torn.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from harness import solutions
from harness.deliver.sink import recover_file
from harness.judge.answer_files import read_answers
from queens import Board, Queens
from queens.registry import ROOT

N = 15
ENDINGS = ("npy", "csv", "jsonl", "txt", "parquet")
KILLS = 20
LAST_S = 1.0


def main() -> None:
    """Kill and recover; print a line for each kill."""
    moments = random.Random(14)
    print("ending,killed_after_s,recovered,bytes_left_out,are_the_first")
    for ending in ENDINGS:
        for _ in range(KILLS):
            after_s = round(moments.uniform(0, LAST_S), 3)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / f"all.{ending}"
                _solve_and_kill(path, after_s)
                found = recover_file(path.with_name(f"all.{ending}.partial"))
                answers = read_answers(found.path, 0, N).answers if found.solution_count else []
                are_first = all(
                    tuple(answer) == first
                    for answer, first in zip(answers, _in_order(len(answers)), strict=True)
                )
            is_right = are_first and len(answers) == found.solution_count
            print(ending, after_s, found.solution_count, found.lost_bytes, is_right, sep=",")


def _solve_and_kill(path: Path, after_s: float) -> None:
    command = ["compare.py", "solve", str(N), "-a", "bitmasks", "-o", str(path)]
    process = subprocess.Popen([sys.executable, *command], cwd=ROOT, stderr=subprocess.DEVNULL)
    partial = path.with_name(path.name + ".partial")
    while not partial.exists() or (path.suffix in (".npy", ".parquet") and not _size(partial)):
        time.sleep(0.001)
    time.sleep(after_s)
    process.kill()
    process.wait()


def _size(path: Path) -> int:
    return path.stat().st_size


def _in_order(count: int) -> Iterator[Queens]:
    return islice(solutions("bitmasks", Board(N)), count)


if __name__ == "__main__":
    main()
