"""Parts on many workers: exact, audited, nothing lost when one dies, nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.deliver.parts import (
    PartAnswer,
    PartJob,
    PartsError,
    Tally,
    Task,
    Work,
    audit_parts,
    fitting_depth,
    solve_part,
)
from harness.workers.errors import WorkersLost
from harness.workers.local import LocalPool
from harness.workers.pool import Job, Pool, answers, at_work
from queens import Board
from queens.registry import ROOT
from tests import brute_force
from tests.digests import digest
from tests.processes import busy_children
from tests.strategies import boards

WATCHED = "tests.watched_bitmasks"


def jobs(module: str, task: Task, depth: int, parts: list[Board]) -> list[PartJob]:
    return [PartJob(Work(module, task, depth), part) for part in parts]


def solve(pool: Pool, board: Board, module: str, task: Task, depth: int) -> Tally:
    parts = list(board.split(depth))
    tally = Tally(board, parts, depth)
    for answer in answers(pool, jobs(module, task, depth, parts)):
        tally.add(answer)
    return tally


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with at_work(LocalPool(2)) as local:
        yield local


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 7, 8, 9])
def test_the_joined_parts_are_the_set(pool: Pool, depth: int) -> None:
    tally = solve(pool, Board(7), "handwritten.bitmasks", "stream", depth)
    assert not tally.open_parts
    assert (tally.count, tally.digest) == (40, digest(Board(7)))


@pytest.mark.parametrize(
    ("module", "board"),
    [
        ("models.cp_sat", Board(6)),
        ("handwritten.boolean_flags", Board(8, [(0, 3), (5, 1)])),
        ("handwritten.boolean_flags", Board(8, [(3, 4)], [(0, 0), (1, 1), (7, 7)])),
        ("handwritten.bitmasks", Board(8, [(0, 0), (1, 1)])),
        ("handwritten.bitmasks", Board(3)),
        ("handwritten.bitmasks", Board(0)),
    ],
)
def test_any_approach_and_board(pool: Pool, module: str, board: Board) -> None:
    tally = solve(pool, board, module, "stream", 2)
    assert not tally.open_parts
    assert tally.count == len(brute_force.solutions(board))
    assert tally.digest == digest(board)


def test_counting_parts_adds_up_and_claims_no_digest(pool: Pool) -> None:
    tally = solve(pool, Board(8), "handwritten.bitmasks", "count", 2)
    assert (tally.count, tally.digest, tally.open_parts) == (92, None, {})


def test_streamed_solutions_come_in_the_order_of_the_parts(pool: Pool) -> None:
    parts = list(Board(8).split(2))
    ordered = answers(pool, jobs("handwritten.bitmasks", "stream", 2, parts), in_order=True)
    streamed = [tuple(row) for answer in ordered for row in answer.columns.tolist()]
    assert streamed == sorted(brute_force.all_solutions(8))


@settings(max_examples=150)
@given(boards(6), st.integers(0, 4))
def test_every_split_passes_the_audit_and_every_loss_fails_it(board: Board, depth: int) -> None:
    parts = list(board.split(depth))
    audit_parts(board, parts, depth)
    for index in range(len(parts)):
        with pytest.raises(PartsError, match="missing"):
            audit_parts(board, parts[:index] + parts[index + 1 :], depth)
    if parts:
        with pytest.raises(PartsError, match="twice"):
            audit_parts(board, [*parts, parts[0]], depth)


def test_parts_of_another_board_fail_the_audit() -> None:
    for other in (Board(5), Board(6, [(4, 4)]), Board(6, [], [(0, 0)])):
        with pytest.raises(PartsError, match=r"not a part of|missing"):
            audit_parts(Board(6), list(other.split(1)), 1)
    with pytest.raises(PartsError, match="first 2 rows"):
        audit_parts(Board(6), list(Board(6).split(1)), 2)


def test_an_answer_is_taken_once() -> None:
    parts = list(Board(6).split(1))
    tally = Tally(Board(6), parts, 1)
    answer = solve_part(Work("handwritten.bitmasks", "stream", 1), parts[1])
    tally.add(answer)
    with pytest.raises(PartsError, match="answered twice"):
        tally.add(answer)
    assert (tally.count, tally.done_count, len(tally.open_parts)) == (1, 1, 5)


@pytest.mark.parametrize(
    "fault",
    [
        "def solve_all(b, s): s((1, 3, 0, 2)); s((1, 3, 0, 2))",
        "def solve_all(b, s): s((0, 1, 2, 3))",
        "def solve_all(b, s): s((2, 0, 3, 1))",
    ],
)
def test_a_part_answered_wrongly_is_caught_where_it_was_found(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wrong_in_parts.py").write_text(fault)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "wrong_in_parts", raising=False)
    with pytest.raises(PartsError, match=r"1 invalid board and 0|0 invalid boards and 1"):
        solve_part(Work("wrong_in_parts", "count", 1), Board(4, [(0, 1)]))


def test_what_a_part_raises_comes_out(pool: Pool) -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        solve(pool, Board(4), "no_such_module", "count", 1)


def test_enough_parts_for_the_workers() -> None:
    assert [fitting_depth(Board(12), workers) for workers in (1, 2, 7, 100)] == [2, 2, 3, 4]
    assert fitting_depth(Board(1), 4) == 1
    assert fitting_depth(Board(0), 4) == 0


def test_a_worker_that_dies_is_replaced_and_its_parts_are_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    death, log = tmp_path / "death", tmp_path / "log"
    death.touch()
    monkeypatch.setenv("WATCHED_DEATH", str(death))
    monkeypatch.setenv("WATCHED_LOG", str(log))
    with at_work(LocalPool(2)) as local:
        tally = solve(local, Board(7), WATCHED, "count", 1)
    assert not death.exists()
    assert len(log.read_text().splitlines()) > 7
    assert (tally.count, tally.digest, tally.open_parts) == (40, digest(Board(7)), {})


def test_a_part_that_kills_every_worker_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "killer.py").write_text(
        "import os\ndef solve_all(board, on_solution):\n    os.kill(os.getpid(), 9)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with (
        pytest.raises(WorkersLost, match=r"died 3 times .* n = 4, placed 0:"),
        at_work(LocalPool(1)) as local,
    ):
        solve(local, Board(4), "killer", "count", 1)


def test_any_executor_will_do() -> None:
    with at_work(Pool(ThreadPoolExecutor(2), 2)) as threads:
        tally = solve(threads, Board(8), "handwritten.bitmasks", "stream", 2)
    assert (tally.count, tally.digest) == (92, digest(Board(8)))


class FirstComesLast(Pool):
    """Answers all parts at once but the first, which takes a while."""

    def __init__(self) -> None:
        super().__init__(ThreadPoolExecutor(1), 2)
        self.is_first = True

    def submit(self, job: Job[PartAnswer]) -> Future[PartAnswer]:
        future: Future[PartAnswer] = Future()
        answer = job()
        if self.is_first:
            threading.Timer(0.3, future.set_result, (answer,)).start()
        else:
            future.set_result(answer)
        self.is_first = False
        return future


def test_the_order_of_a_stream_does_not_depend_on_who_is_first() -> None:
    parts = list(Board(6).split(1))
    work = jobs("handwritten.bitmasks", "count", 1, parts)
    streamed = answers(FirstComesLast(), work, in_order=True)
    assert [answer.prefix[0][1] for answer in streamed] == [0, 1, 2, 3, 4, 5]
    counted = answers(FirstComesLast(), work)
    assert [answer.prefix[0][1] for answer in counted] == [1, 2, 3, 4, 5, 0]


ENDLESS = """
import sys
from harness.deliver.parts import PartJob, Work
from harness.workers.local import LocalPool
from harness.workers.pool import answers, at_work
from queens import Board
if __name__ == "__main__":
    with at_work(LocalPool(2)) as pool:
        parts = list(Board(20).split(1))
        jobs = [PartJob(Work("handwritten.bitmasks", "count", 1), part) for part in parts]
        futures = [pool.submit(job) for job in jobs]
        print("begun", flush=True)
        for answer in answers(pool, jobs):
            print(answer)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_no_worker_outlives_its_parent(end: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen(
        [sys.executable, script], env=environment, stdout=-1, stderr=-1, start_new_session=True
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"begun\n"
    family = busy_children(parent.pid, 2)
    os.killpg(parent.pid, end) if end == signal.SIGINT else parent.kill()
    parent.communicate(timeout=20)
    _gone, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []
