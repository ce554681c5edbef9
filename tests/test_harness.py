"""The harness's own promises: limits, records that survive, resuming, interrupting, order."""

from __future__ import annotations

import os
from pathlib import Path

import psutil
import pytest

from handwritten import min_conflicts
from harness.campaign.measure import named_approaches
from harness.campaign.plan import Plan
from harness.isolation.runner import Limits, Runner
from harness.record.file import FILE_NAME
from harness.record.lines import Fields, read_lines
from queens import Board
from queens.registry import user_approach
from tests.records import faults, measured, verdicts

FAULTY = Path(__file__).parent / "faulty"
QUICK = Limits(time_limit_s=10.0)


def plan_of(*names: str | Path, sizes: tuple[int, ...] = (4, 5, 6), repetitions: int = 2) -> Plan:
    boards = [Board(n) for n in sizes]
    return Plan(named_approaches(names), boards, repetitions=repetitions, limits=QUICK)


def runs(events: list[Fields]) -> list[Fields]:
    return [event for event in events if event["kind"] == "run"]


def test_every_step_is_made_once_in_rounds_and_the_order_is_that_of_the_seed() -> None:
    plan = plan_of("bitmasks", "boolean_flags", "cp_sat", sizes=(4, 5, 6, 7), repetitions=3)
    steps = plan.steps()
    assert len({step.key for step in steps}) == len(steps) == 3 * 4 * 4
    rounds = [steps[start : start + 12] for start in range(0, 48, 12)]
    assert [{step.repetition for step in one} for one in rounds[:3]] == [{0}, {1}, {2}]
    assert {step.kind for step in rounds[3]} == {"observation"}
    assert all([s.board.n for s in one] == sorted(s.board.n for s in one) for one in rounds)
    assert steps == plan.steps()
    names = [tuple(step.approach.name for step in one) for one in rounds]
    assert len(set(names)) == 4, "each round draws its order anew"


def test_a_record_holds_the_fields_it_promises(tmp_path: Path) -> None:
    events, finished = measured(plan_of("bitmasks", "cp_sat", sizes=(6,)), tmp_path / FILE_NAME)
    assert finished
    assert list(read_lines(tmp_path / FILE_NAME)) == events
    assert [e["kind"] for e in events] == [
        "campaign", "run", "run", "run", "run", "observation", "observation", "end",
    ]  # fmt: skip
    promised = """approach family n placed blocked task repetition warmup order_index
        status audit reason exit_code signal error delivered_count distinct_count invalid_count
        solution_count solutions_digest import_s warmup_s build_s first_solution_s solve_s
        audit_s wall_s cpu_s peak_rss_bytes start_rss_bytes counters solver solver_version
        started_at"""
    for run in runs(events):
        assert set(promised.split()) <= set(run)
        assert (run["status"], run["audit"], run["solution_count"]) == ("complete", "ok", 4)
        assert 0 < run["first_solution_s"] <= run["solve_s"] <= run["wall_s"]
        assert run["import_s"] > 0
        assert run["warmup_s"] > 0
        assert 0 < run["start_rss_bytes"] <= run["peak_rss_bytes"] < 500 * 2**20
    by_name = {run["approach"]: run for run in runs(events)}
    assert by_name["bitmasks"]["build_s"] is None
    assert by_name["cp_sat"]["build_s"] > 0
    assert set(by_name["cp_sat"]["counters"]) == {"branches", "conflicts", "restarts"}
    assert by_name["cp_sat"]["solver"] == "ortools"
    assert len({run["solutions_digest"] for run in runs(events)}) == 1
    campaign = events[0]
    assert campaign["environment"]["cores"] == psutil.cpu_count()
    assert campaign["environment"]["versions"]["ortools"].startswith("9.")
    assert (campaign["schema_version"], campaign["repetitions"]) == (1, 2)
    observed = {e["approach"]: e for e in events if e["kind"] == "observation"}
    assert (observed["bitmasks"]["nodes"], observed["bitmasks"]["second_call"]) == (153, "same")
    assert (observed["cp_sat"]["nodes"], observed["cp_sat"]["second_call"]) == (None, "same")


def test_warm_up_runs_come_first_and_are_marked() -> None:
    approaches = named_approaches(["bitmasks"])
    events, _ = measured(Plan(approaches, [Board(6)], repetitions=2, warmup_runs=1))
    assert [run["warmup"] for run in runs(events)] == [True, False, False]


def test_a_time_limit_ends_a_run_with_at_least_what_was_delivered() -> None:
    approaches = named_approaches(["bitmasks", "cp_sat"])
    plan = Plan(approaches, [Board(14)], repetitions=1, limits=Limits(time_limit_s=1.0))
    events, _ = measured(plan)
    for run in runs(events):
        assert run["status"] == "timeout"
        assert 0 < run["delivered_count"] == run["distinct_count"] < 365_596
        assert (run["audit"], run["invalid_count"], run["solution_count"]) == ("ok", 0, None)
        assert run["solve_s"] < 10, "slack for a busy machine"
    (verdict,) = verdicts(events)
    assert (verdict.word, verdict.complete) == ("unverified", [])


def test_a_cell_that_timed_out_is_not_repeated_and_larger_boards_are_not_tried() -> None:
    approaches = named_approaches([FAULTY / "never_ends.py", "bitmasks"])
    boards = [Board(4), Board(5), Board(6)]
    plan = Plan(approaches, boards, repetitions=2, limits=Limits(time_limit_s=0.3))
    events, _ = measured(plan)
    tried = [run["n"] for run in runs(events) if run["approach"] == "never_ends"]
    assert tried == [4]
    skipped = {e["n"]: e["reason"] for e in events if e["kind"] == "skipped"}
    assert skipped == {4: "timed out before", 5: "timed out at n = 4", 6: "timed out at n = 4"}
    assert len([run for run in runs(events) if run["approach"] == "bitmasks"]) == 6


def test_each_repetition_of_a_randomised_approach_has_a_seed_of_its_own() -> None:
    approaches = named_approaches(["min_conflicts", "bitmasks"])
    plan = Plan(approaches, [Board(7), Board(8)], task="one", repetitions=4)
    events, _ = measured(plan)
    seeds: dict[str, list[int | None]] = {"min_conflicts": [], "bitmasks": []}
    for run in runs(events):
        seeds[run["approach"]].append(run["seed"])
    assert seeds["bitmasks"] == [None] * 8
    assert len(set(seeds["min_conflicts"])) == 8
    run = next(run for run in runs(events) if run["approach"] == "min_conflicts")
    assert run["answer"] == list(min_conflicts.solve_one(Board(run["n"]), seed=run["seed"]) or ())
    observed = {e["n"]: e["seed"] for e in events if e["kind"] == "observation" and e["seed"]}
    first = {r["n"]: r["seed"] for r in runs(events) if r["seed"] and r["repetition"] == 0}
    assert observed == first
    again, _ = measured(plan)
    assert [run["seed"] for run in runs(again)] == [run["seed"] for run in runs(events)]


def test_a_randomised_approach_is_tried_again_after_a_run_at_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "unlucky.py"
    file.write_text(
        "import time\n\ndef solve_one(board, seed=0):\n"
        "    while board.n == 5 or seed % 2 == 0:\n        time.sleep(0.01)\n"
        "    return (1, 3, 0, 2)\n",
        encoding="utf-8",
    )
    boards = [Board(4), Board(5), Board(6)]
    limits = Limits(time_limit_s=0.2)
    plan = Plan(named_approaches([file]), boards, "one", repetitions=5, limits=limits)
    events, _ = measured(plan)
    ends = [run["status"] for run in runs(events) if run["n"] == 4]
    assert ends == [
        "timeout" if run["seed"] % 2 == 0 else "complete" for run in runs(events) if run["n"] == 4
    ]
    assert len(ends) == 5 and len(set(ends)) == 2, "the seeds of this name are mixed"
    assert len([run for run in runs(events) if run["n"] == 5]) == 3
    assert {e["n"]: e["reason"] for e in events if e["kind"] == "skipped"} == {
        5: "timed out before",
        6: "timed out at n = 5",
    }


def test_an_approach_that_cannot_do_the_task_is_left_out() -> None:
    plan = plan_of("bitmasks", "boolean_flags", sizes=(6,))
    plan = Plan(plan.approaches, plan.boards, task="count", repetitions=1)
    events, _ = measured(plan)
    assert events[0]["left_out"] == [{"approach": "boolean_flags", "reason": "has no count_all"}]
    assert [(run["approach"], run["solution_count"]) for run in runs(events)] == [("bitmasks", 4)]


def test_a_guard_that_is_killed_is_a_crash_and_the_next_run_goes_on() -> None:
    (bitmasks,) = named_approaches(["bitmasks"])
    with Runner() as runner:
        assert runner.run(bitmasks, Board(6), "all", QUICK)["status"] == "complete"
        children = psutil.Process(os.getpid()).children()
        (guard,) = [child for child in children if "harness.isolation.guard" in child.cmdline()]
        workers = guard.children(recursive=True)
        guard.kill()
        died = runner.run(bitmasks, Board(6), "all", QUICK)
        assert (died["status"], died["reason"]) == ("crashed", "the guard process was killed")
        assert psutil.wait_procs(workers, timeout=5)[1] == []
        assert runner.run(bitmasks, Board(6), "all", QUICK)["status"] == "complete"


def test_peak_memory_is_that_of_the_run_alone(tmp_path: Path) -> None:
    own = tmp_path / "hoards.py"
    own.write_text(
        '"""Takes 200 MiB on boards larger than 4, none on smaller ones."""\n'
        "def solve_all(board, on_solution):\n"
        "    hoard = b'q' * (200 * 2**20) if board.n > 6 else b''\n"
        "    return {'bytes': len(hoard)}\n"
    )
    approaches = named_approaches([own])
    events, _ = measured(Plan(approaches, [Board(7), Board(5)], repetitions=1))
    peaks = {run["n"]: run["peak_rss_bytes"] - run["start_rss_bytes"] for run in runs(events)}
    assert peaks[5] < 50 * 2**20
    assert 190 * 2**20 < peaks[7] < 300 * 2**20


def test_a_second_call_that_does_not_end_is_no_crash(tmp_path: Path) -> None:
    own = tmp_path / "slower.py"
    own.write_text(
        '"""Answers once, and then never again."""\n'
        "calls = []\n"
        "def solve_all(board, on_solution):\n"
        "    calls.append(board.n)\n"
        "    while calls.count(board.n) > 1: pass\n"
    )
    limits = Limits(time_limit_s=1.0)
    events, _ = measured(Plan(named_approaches([own]), [Board(3)], repetitions=1, limits=limits))
    (observed,) = [event for event in events if event["kind"] == "observation"]
    assert (observed["status"], observed["second_call"]) == ("complete", None)
    assert observed["reason"] == "the second call did not end in time"


def test_an_approach_with_threads_is_not_forked(tmp_path: Path) -> None:
    own = tmp_path / "threaded.py"
    own.write_text(
        '"""Keeps a thread that answers; a forked child would wait for it forever."""\n'
        "import queue, threading\n"
        "asked, answers = queue.Queue(), queue.Queue()\n"
        "def serve():\n"
        "    while True: answers.put(asked.get() * 2)\n"
        "threading.Thread(target=serve, daemon=True).start()\n"
        "def solve_all(board, on_solution):\n"
        "    asked.put(board.n)\n"
        "    return {'twice': answers.get(timeout=5)}\n"
    )
    events, _ = measured(Plan(named_approaches([own]), [Board(3), Board(2)], repetitions=2))
    assert [run["status"] for run in runs(events)] == ["complete"] * 4
    assert [run["counters"]["twice"] for run in runs(events)] == [4, 6, 4, 6]


def test_a_users_file_that_needs_a_missing_package_is_not_installed(tmp_path: Path) -> None:
    own = tmp_path / "needs.py"
    own.write_text("import no_such_package\ndef solve_all(board, on_solution):\n    return {}\n")
    events, _ = measured(Plan(named_approaches([own]), [Board(4)], repetitions=1))
    (run,) = runs(events)
    assert run["status"] == "not_installed"
    assert "No module named 'no_such_package'" in run["reason"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def solve_all(:", "is not Python"),
        ("x = 1\n", "has none of solve_all, count_all, solve_one"),
    ],
)
def test_a_users_file_that_is_no_approach_is_refused(
    tmp_path: Path, source: str, message: str
) -> None:
    own = tmp_path / "mine.py"
    own.write_text(source)
    with pytest.raises(ValueError, match=message):
        named_approaches([own])


def test_a_users_file_is_an_approach_like_the_others(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("def solve_all(board, on_solution):\n    return {}\n")
    mine, registered = user_approach(own), named_approaches(["bitmasks"])[0]
    assert (mine.name, mine.folder, mine.path) == ("mine", "user", own)
    # its warm-up may never end; a registered solver may have much to compile
    limits = Limits(time_limit_s=2.0, import_limit_s=60.0)
    assert (limits.warm_up_s(mine), limits.warm_up_s(registered)) == (2.0, 60.0)
    assert Limits(time_limit_s=None).warm_up_s(mine) == 5.0


def test_count_and_one_have_their_own_verdicts(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "def count_all(board):\n    return 93\ndef solve_one(board):\n    return None\n"
    )
    for task, fault in [
        ("count", ("wrong", "count", 93, 92)),
        ("one", ("wrong", "denies_solution", None, None)),
    ]:
        approaches = named_approaches(["bitmasks", wrong])
        events, _ = measured(Plan(approaches, [Board(8)], task=task, repetitions=1))
        (verdict,) = verdicts(events)
        assert (verdict.word, faults(events)) == ("disagree", [[fault]])
    right, _ = measured(Plan(approaches[:1], [Board(3), Board(4)], task="one", repetitions=1))
    assert [(run["found"], run["answer"]) for run in runs(right)] == [
        (False, None),
        (True, [1, 3, 0, 2]),
    ]
    assert [verdict.word for verdict in verdicts(right)] == ["agree", "agree"]
