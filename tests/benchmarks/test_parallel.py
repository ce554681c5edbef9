"""What a second worker gives: the same set of solutions, how much sooner.

    uv run pytest tests/benchmarks/test_parallel.py -s

Claim: at least 1.8 times faster with two workers than with one, for cp_sat_tuned at n = 12 and
bitmasks at n = 13. Timed is the work on the parts; the workers stand and have imported the
approach, which takes one as long as two. What two processes that share nothing gain here
is printed first: no program can gain more.
"""

from __future__ import annotations

import os
import statistics
import time
from concurrent.futures import Future

import pytest

from harness.deliver.parts import PartAnswer, PartJob, Tally, Work, fitting_depth
from harness.workers.local import LocalPool
from harness.workers.pool import answers, at_work
from queens import Board, known_count
from queens.registry import APPROACHES, Approach, missing_packages

ROUNDS = 5
CELLS = [("cp_sat_tuned", 12), ("bitmasks", 13)]


def spin(rounds: int) -> int:
    return sum(number * number % 7 for number in range(rounds))


def warm(pool: LocalPool, module: str) -> None:
    """Return when every worker has solved a part, so has imported the approach."""
    seen: set[int] = set()
    while len(seen) < pool.slots:
        work = Work(module, "stream", 1)
        jobs = [PartJob(work, part) for part in Board(6).split(1)]
        futures: list[Future[PartAnswer]] = [pool.submit(job) for job in jobs]
        pids = [pool.executor.submit(os.getpid) for _ in futures]
        seen |= {pid.result() for pid in pids}
        for future in futures:
            future.result()


def solve(pool: LocalPool, approach: Approach, board: Board, depth: int) -> tuple[float, Tally]:
    parts = list(board.split(depth))
    tally = Tally(board, parts, depth)
    begun = time.perf_counter()
    work = Work(approach.module, "stream", depth)
    for answer in answers(pool, [PartJob(work, part) for part in parts], in_order=True):
        tally.add(answer)
    return time.perf_counter() - begun, tally


def test_what_the_machine_gives() -> None:
    with at_work(LocalPool(2)) as pool:
        warm(pool, "handwritten.bitmasks")
        ratios = []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            for _ in range(2):
                pool.executor.submit(spin, 5_000_000).result()
            alone_s = time.perf_counter() - begun
            begun = time.perf_counter()
            for future in [pool.executor.submit(spin, 5_000_000) for _ in range(2)]:
                future.result()
            ratios.append(alone_s / (time.perf_counter() - begun))
    print(f"\ntwo loops side by side: {statistics.median(ratios):.2f} times one after the other")


@pytest.mark.parametrize(("name", "n"), CELLS)
def test_two_workers(name: str, n: int) -> None:
    found = [approach for approach in APPROACHES if approach.name == name]
    if not found or missing_packages(found[0]):
        pytest.skip(f"{name} is not installed")
    approach, board = found[0], Board(n)
    depth = fitting_depth(board, 2)
    times: dict[int, list[float]] = {1: [], 2: []}
    digests = set()
    with at_work(LocalPool(1)) as one, at_work(LocalPool(2)) as two:
        warm(one, approach.module)
        warm(two, approach.module)
        for _ in range(ROUNDS):
            for pool in (one, two):
                elapsed_s, tally = solve(pool, approach, board, depth)
                assert (tally.count, tally.open_parts) == (known_count(board), {})
                times[pool.slots].append(elapsed_s)
                digests.add(tally.digest)
    assert len(digests) == 1
    medians = {workers: statistics.median(seconds) for workers, seconds in times.items()}
    print(
        f"\n{name}, n = {n}, split by {depth} rows: {medians[1]:.2f} s with one worker, "
        f"{medians[2]:.2f} s with two: {medians[1] / medians[2]:.2f} times faster, the same digest"
    )
