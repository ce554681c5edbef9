"""A checkpoint: nothing lost, nothing twice, nothing done again that was done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.deliver.checkpoint import Checkpoint, Job, saved_depth
from harness.deliver.parts import PartAnswer, PartsError, Tally
from harness.record.lines import RecordError
from queens import RULES, Board
from queens.registry import ROOT

BOARD = Board(7, [(6, 1)], [(0, 0)])
JOB = Job("bitmasks", BOARD, "count", 2)
ANSWER = PartAnswer(((0, 1), (1, 3)), 5, None, 0.25)


def write(path: Path, *answers: PartAnswer, job: Job = JOB) -> None:
    checkpoint = Checkpoint(path, job, {"ortools": "9.15"})
    for answer in answers:
        checkpoint.add(answer)
    checkpoint.close()


def reopen(path: Path, job: Job = JOB) -> Checkpoint:
    checkpoint = Checkpoint(path, job, {"ortools": "9.15"})
    checkpoint.close()
    return checkpoint


def test_what_is_done_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "ck"
    assert saved_depth(path) is None
    write(path, ANSWER)
    second = replace(ANSWER, prefix=((0, 1), (1, 4)), count=7, digest="0" * 31 + "f")
    write(path, second)
    assert reopen(path).done == [ANSWER, second]
    assert saved_depth(path) == 2
    header, *parts = map(json.loads, path.read_text().splitlines())
    assert header["kind"] == "checkpoint"
    assert header["versions"] == {"ortools": "9.15"}
    assert [part["count"] for part in parts] == [5, 7]


def test_cut_anywhere_it_keeps_the_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "ck"
    write(path, ANSWER, replace(ANSWER, prefix=((0, 1), (1, 4))))
    content = path.read_bytes()
    ends = [at for at, byte in enumerate(content) if byte == ord("\n")]
    for length in {*range(0, len(content), 7), *ends, *(end + 1 for end in ends)}:
        path.write_bytes(content[:length])
        assert len(reopen(path).done) == max(0, content[:length].count(b"\n") - 1)
        write(path, ANSWER)
        assert reopen(path).done[-1] == ANSWER


@pytest.mark.parametrize(
    ("field", "other", "says"),
    [
        ("approach", "cp_sat", "its approach is bitmasks, this one's is cp_sat"),
        ("board", Board(8, [(6, 1)], [(0, 0)]), "its n is 7, this one's is 8"),
        ("board", Board(7, (), [(0, 0)]), "its placed is 6:1, this one's is none"),
        ("board", Board(7, [(6, 1)], [(0, 0), (1, 1)]), "0:0, this one's is 0:0,1:1"),
        (
            "board",
            Board(7, [(6, 1)], [(0, 0)], RULES["torus"]),
            "its rule is None, this one's is torus",
        ),
        ("task", "stream", "its task is count, this one's is stream"),
        ("depth", 3, "its depth is 2, this one's is 3"),
    ],
)
def test_another_job_is_refused(field: str, other: Any, says: str, tmp_path: Path) -> None:
    path = tmp_path / "ck"
    write(path, ANSWER)
    before = path.read_bytes()
    with pytest.raises(RecordError) as caught:
        reopen(path, replace(JOB, **{field: other}))
    assert says in str(caught.value)
    assert path.read_bytes() == before
    assert reopen(path).done == [ANSWER]


@pytest.mark.parametrize("content", ["a note without an end of line", "{}\n", '{"kind": "run"}\n'])
def test_a_file_that_is_no_checkpoint_is_refused_and_unchanged(
    content: str, tmp_path: Path
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content)
    with pytest.raises(RecordError, match="not a checkpoint"):
        reopen(path)
    assert path.read_text() == content


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot be written: No such file"):
        reopen(tmp_path / "no" / "ck")


@pytest.mark.skipif(os.name != "posix", reason="needs flock")
def test_two_processes_cannot_share_one(tmp_path: Path) -> None:
    path = tmp_path / "ck"
    first = Checkpoint(path, JOB, {})
    with pytest.raises(RecordError, match="in use by another process"):
        Checkpoint(path, JOB, {})
    first.close()
    assert reopen(path).done == []


def test_a_part_that_stands_there_twice_is_not_counted_twice(tmp_path: Path) -> None:
    write(tmp_path / "ck", *[PartAnswer(((0, 2),), 1, None, 0.1)] * 2, job=replace(JOB, depth=1))
    done = reopen(tmp_path / "ck", replace(JOB, depth=1)).done
    tally = Tally(BOARD, list(BOARD.split(1)), 1)
    tally.add(done[0])
    with pytest.raises(PartsError, match="twice"):
        tally.add(done[1])


def test_other_versions_are_noted_and_no_reason_to_stop(tmp_path: Path) -> None:
    write(tmp_path / "ck", ANSWER)
    resumed = Checkpoint(tmp_path / "ck", JOB, {"ortools": "9.16"})
    resumed.close()
    assert resumed.note == "ortools was 9.15, is 9.16"
    assert resumed.done == [ANSWER]


# kill -9, as a user's machine does it: a process that solves slow parts, ended at any moment

COUNT = """
import sys
from pathlib import Path
from commands.shared.ending import end_process, exit_code_of
from harness.deliver.count import Counting
from harness.deliver.parts import Spread
from queens import Board
from queens.registry import Approach
if __name__ == "__main__":
    spread = Spread(2, depth=2, checkpoint=Path(sys.argv[1]))
    approach = Approach("watched_bitmasks", "tests")
    outcome = Counting(approach, Board(7), end_process, spread).run()
    print(outcome.count)
    sys.exit(exit_code_of(outcome))
"""


class Solver:
    """Runs a script in processes that are killed, and reads the log of the parts they solved."""

    def __init__(self, tmp_path: Path, script: str) -> None:
        self.checkpoint, self.log = tmp_path / "ck", tmp_path / "log"
        self.script = tmp_path / "script.py"
        self.script.write_text(script)

    def start(self, sleep_s: float) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "WATCHED_LOG": str(self.log),
            "WATCHED_SLEEP_S": str(sleep_s),
        }
        command = [sys.executable, self.script, self.checkpoint]
        return subprocess.Popen(command, env=environment, stdout=-1, stderr=-1, text=True)

    def kill_after(self, parts: int) -> None:
        """Kill a run when so many parts in all are noted as done."""
        process = self.start(0.05)
        for _ in range(600):
            if len(self.done()) >= parts:
                break
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        process.kill()
        process.communicate()
        assert parts <= len(self.done()) < 30

    def done(self) -> list[str]:
        """Return the boards noted as done, as the log names them."""
        if not self.checkpoint.exists():
            return []
        lines = self.checkpoint.read_text().split("\n")[1:-1]
        return [str(Board(7, json.loads(line)["prefix"])) for line in lines]

    def solved(self) -> Counter[str]:
        return Counter(self.log.read_text().splitlines())


def test_a_killed_count_goes_on_and_does_only_what_was_not_done(tmp_path: Path) -> None:
    solver = Solver(tmp_path, COUNT)
    solver.kill_after(5)
    first = solver.done()
    solver.kill_after(len(first) + 4)
    solved_before = solver.solved()
    done_before = solver.done()
    last = solver.start(0)
    stdout, stderr = last.communicate(timeout=60)
    assert (stdout, last.returncode) == ("40\n", 0)
    assert f"resuming: {len(done_before)} of 30 parts" in stderr
    assert len(solver.done()) == len(set(solver.done())) == 30
    redone = solver.solved() - solved_before
    assert set(redone) == set(solver.done()) - set(done_before)
    assert set(redone.values()) == {1}
    assert all(solver.solved()[part] == 1 for part in first)


def noted(path: Path) -> dict[int, int]:
    lines = path.read_text().split("\n")[1:-1] if path.exists() else []
    return {part["number"]: part["count"] for part in map(json.loads, lines)}


def test_the_fastest_count_killed_and_begun_again_redoes_only_what_was_not_noted(
    tmp_path: Path,
) -> None:
    pytest.importorskip("numba")
    path = tmp_path / "ck"
    command = [sys.executable, ROOT / "compare.py", "count", "17", "--checkpoint", path]
    environment = {**os.environ, "NUMBA_NUM_THREADS": "1"}
    before: dict[int, int] = {}
    for more in (1, 5):
        process = subprocess.Popen(
            [*command, "--workers", "1"], stdout=-1, stderr=-1, env=environment
        )
        for _ in range(6000):
            if len(noted(path)) >= len(before) + more or process.poll() is not None:
                break
            time.sleep(0.01)
        process.kill()
        process.communicate()
        assert before.items() <= noted(path).items()
        before = noted(path)
    assert 6 <= len(before) < 191
    content = path.read_text()
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (done.stdout, done.returncode) == ("95815104\n", 0)
    assert f"resuming: {len(before)} of 191 parts" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("half_boards: 95,815,104 solutions of n = 17")
    assert path.read_text().startswith(content)
    lines = path.read_text().splitlines()[1:]
    assert sorted(json.loads(line)["number"] for line in lines) == list(range(191))
    again = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert again.stdout == "95815104\n"
    path.write_text(path.read_text() + lines[3] + "\n")
    twice = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert twice.returncode == 2
    assert "twice" in twice.stderr
