"""Every wrong approach gets its verdict, and none takes the rest of the table down."""

from __future__ import annotations

import shutil
import uuid
from pathlib import Path
from typing import Any

import pytest

from harness.campaign.measure import named_approaches
from harness.campaign.plan import Plan
from harness.isolation.runner import Limits
from harness.judge.facts import Facts
from harness.record.lines import Fields
from queens import Board
from tests import brute_force
from tests.processes import gone_within
from tests.records import events as events_of
from tests.records import faults, measured, verdicts

FAULTY = Path(__file__).parent / "faulty"
QUICK = Limits(time_limit_s=5.0)


def run_faulty(
    name: str,
    *sizes: int,
    limits: Limits = QUICK,
    task: str = "all",
    repetitions: int = 1,
    beside: tuple[str, ...] = ("bitmasks",),
    folder: Path = FAULTY,
) -> list[Fields]:
    """Return the events of a campaign of the faulty approach beside right ones."""
    plan = Plan(
        approaches=named_approaches([*beside, folder / f"{name}.py"]),
        boards=[Board(n) for n in sizes],
        task=task,
        repetitions=repetitions,
        limits=limits,
    )
    events, finished = measured(plan)
    assert finished
    if beside:
        right = [e for e in events if e["kind"] == "run" and e["approach"] == beside[0]]
        assert len(right) == len(sizes) * repetitions, "the rest of the table still comes"
        ends = [(run["status"], run["audit"], run["reason"], run["wall_s"]) for run in right]
        assert [end[:2] for end in ends] == [("complete", "ok")] * len(right), ends
    return events


def copied(name: str, folder: Path) -> Path:
    """Return a copy of a faulty approach, by whose path its processes are found."""
    return Path(shutil.copy(FAULTY / f"{name}.py", folder))


def runs_of(events: list[Fields], name: str) -> list[Fields]:
    return [e for e in events if e["kind"] == "run" and e["approach"] == name]


def delivered(events: list[Fields], name: str, figure: str = "delivered_count") -> list[Any]:
    return [run[figure] for run in runs_of(events, name)]


def difference(events: list[Fields], name: str, n: int) -> Fields:
    found = [
        e for e in events if e["kind"] == "difference" and e["approach"] == name and e["n"] == n
    ]
    assert len(found) == 1
    return found[0]


def counts(event: Fields) -> dict[str, int]:
    return {sort: event[sort]["count"] for sort in ("invalid", "repeated", "missing", "extra")}


def test_short_up_diagonals_pass_at_5_6_7_and_are_caught_at_4_and_8() -> None:
    events = run_faulty("short_up_diagonals", 4, 5, 6, 7, 8)
    assert delivered(events, "short_up_diagonals") == [4, 10, 4, 40, 94]
    assert delivered(events, "short_up_diagonals", "invalid_count") == [2, 0, 0, 0, 2]
    assert [v.word for v in verdicts(events)] == ["disagree", "agree", "agree", "agree", "disagree"]
    assert faults(events)[4] == [("short_up_diagonals", "invalid", 2, 94)]
    found = difference(events, "short_up_diagonals", 8)
    assert counts(found) == {"invalid": 2, "repeated": 0, "missing": 0, "extra": 0}
    assert all("share an up diagonal" in e["reason"] for e in found["invalid"]["examples"])
    assert Facts(events_of(events)).is_wrong


def test_a_sign_error_gives_invalid_and_missing_boards() -> None:
    events = run_faulty("sign_error", 4, 5, 6, 8)
    assert delivered(events, "sign_error") == [4, 4, 0, 32]
    assert {verdict.word for verdict in verdicts(events)} == {"disagree"}
    assert counts(difference(events, "sign_error", 4))["invalid"] == 4
    assert counts(difference(events, "sign_error", 4))["missing"] == 2
    assert counts(difference(events, "sign_error", 6))["missing"] == 4


def test_mirrored_middle_column_gives_duplicates() -> None:
    events = run_faulty("mirrored_middle", 5, 7, 9)
    assert delivered(events, "mirrored_middle") == [12, 46, 406]
    assert delivered(events, "mirrored_middle", "distinct_count") == [10, 40, 352]
    assert delivered(events, "mirrored_middle", "audit") == ["duplicate"] * 3
    assert faults(events) == [
        [("mirrored_middle", "repeated", 12, 10)],
        [("mirrored_middle", "repeated", 46, 40)],
        [("mirrored_middle", "repeated", 406, 352)],
    ]
    assert counts(difference(events, "mirrored_middle", 9))["repeated"] == 54


def test_a_reused_buffer_gives_duplicates_and_missing() -> None:
    events = run_faulty("reused_buffer", 6)
    assert delivered(events, "reused_buffer") == [4]
    assert delivered(events, "reused_buffer", "distinct_count") == [1]
    expected = {"invalid": 0, "repeated": 3, "missing": 3, "extra": 0}
    assert counts(difference(events, "reused_buffer", 6)) == expected


def test_state_kept_between_calls_is_found_by_the_second_call() -> None:
    events = run_faulty("kept_state", 5)
    assert delivered(events, "kept_state") == [10], "the warm-up was on another board"
    (observed,) = [
        e for e in events if e["kind"] == "observation" and e["approach"] == "kept_state"
    ]
    assert (observed["second_call"], observed["second_delivered_count"]) == ("different", 20)
    (verdict,) = verdicts(events)
    assert verdict.word == "disagree"
    assert verdict.faulty == ["kept_state"]


def test_a_free_helper_variable_shows_delivered_and_distinct() -> None:
    events = run_faulty("free_variable", 8)
    (run,) = runs_of(events, "free_variable")
    assert run["delivered_count"] >= 96
    assert (run["distinct_count"], run["audit"]) == (92, "duplicate")
    assert verdicts(events)[0].word == "disagree"


def test_cp_sat_with_eight_workers_never_passes_as_complete_and_right() -> None:
    events = run_faulty("eight_workers", 8, repetitions=3)
    for run in runs_of(events, "eight_workers"):
        right = run["distinct_count"] == run["delivered_count"] == 92
        assert not (run["status"] == "complete" and run["audit"] == "ok" and right)
    (verdict,) = verdicts(events)
    assert (verdict.word, verdict.faulty) == ("disagree", ["eight_workers"])


def test_the_right_number_of_wrong_boards_is_invalid() -> None:
    events = run_faulty("one_wrong_board", 6)
    assert delivered(events, "one_wrong_board") == [4]
    assert delivered(events, "one_wrong_board", "audit") == ["invalid"]
    found = difference(events, "one_wrong_board", 6)
    assert counts(found) == {"invalid": 1, "repeated": 0, "missing": 1, "extra": 0}


def test_two_faults_that_cancel_are_both_named() -> None:
    events = run_faulty("faults_cancel", 6)
    assert delivered(events, "faults_cancel") == [4]
    assert faults(events) == [
        [("faults_cancel", "repeated", 4, 3), ("faults_cancel", "missing", 3, 4)]
    ]
    found = difference(events, "faults_cancel", 6)
    assert counts(found) == {"invalid": 0, "repeated": 1, "missing": 1, "extra": 0}
    assert found["repeated"]["examples"] == [[1, 3, 5, 0, 2, 4]]
    assert found["missing"]["examples"] == [[4, 2, 0, 5, 3, 1]]


def test_stopping_early_misses_boards_even_where_no_count_is_known() -> None:
    board = Board(7, blocked=[(3, 0)])
    solutions = brute_force.solutions(board)
    last = [queens for queens in solutions if queens[0] == 6]
    approaches = named_approaches([FAULTY / "stops_early.py", "bitmasks"])
    events, _ = measured(Plan(approaches, [board], repetitions=1))
    (verdict,) = verdicts(events)
    assert (verdict.known_count, verdict.solution_count) == (None, len(solutions))
    found_count = len(solutions) - len(last)
    assert faults(events) == [[("stops_early", "missing", found_count, len(solutions))]]
    assert not verdict.faults[0].due_is_known
    found = difference(events, "stops_early", 7)
    assert found["missing"]["count"] == len(last)
    assert set(map(tuple, found["missing"]["examples"])) <= set(last)


def test_nonsense_is_said_and_not_crashed_on() -> None:
    events = run_faulty("hands_over_nonsense", 4)
    (run,) = runs_of(events, "hands_over_nonsense")
    assert (run["status"], run["delivered_count"], run["invalid_count"]) == ("complete", 7, 7)
    reasons = [e["reason"] for e in difference(events, run["approach"], 4)["invalid"]["examples"]]
    assert reasons[0] == "it is no sequence of columns: None"


def test_holding_the_stop_back_does_not_make_a_cut_run_complete() -> None:
    events = run_faulty("holds_the_stop_back", 6, limits=Limits(5.0, None, 3), beside=())
    (run,) = runs_of(events, "holds_the_stop_back")
    assert (run["status"], run["delivered_count"], run["solution_count"]) == ("cut", 3, None)


@pytest.mark.parametrize("limit", [91, 92])
def test_stopped_at_the_last_solution_is_cut_like_any_other(limit: int) -> None:
    plan = Plan(named_approaches(["bitmasks", "cp_sat"]), [Board(8)], repetitions=1)
    plan = Plan(plan.approaches, plan.boards, repetitions=1, limits=Limits(5.0, None, limit))
    events, _ = measured(plan)
    runs = [event for event in events if event["kind"] == "run"]
    assert [run["status"] for run in runs] == ["cut", "cut"]
    assert [run["delivered_count"] for run in runs] == [limit, limit]
    assert [run["solution_count"] for run in runs] == [None, None]
    assert verdicts(events)[0].word == "unverified"


@pytest.mark.parametrize("name", ["never_ends", "ignores_signals", "leaves_grandchild"])
def test_one_that_never_ends_times_out_and_leaves_no_process(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"{600 + uuid.uuid4().int % 10**9 / 10**9:.9f}"
    monkeypatch.setenv("QUEENS_TEST_SLEEP", mark)
    own = copied(name, tmp_path)
    events = run_faulty(name, 6, limits=Limits(time_limit_s=1.0), folder=tmp_path)
    (run,) = runs_of(events, name)
    assert run["status"] == "timeout"
    assert run["solution_count"] is None
    assert 1.0 <= run["wall_s"] < 15
    if name == "never_ends":
        assert (run["delivered_count"], run["audit"]) == (4, "ok")
    assert gone_within(mark, 2.0)
    assert gone_within(str(own), 2.0)


def test_a_process_that_the_approach_forked_is_not_the_run(tmp_path: Path) -> None:
    own = copied("forks_and_returns", tmp_path)
    events = run_faulty("forks_and_returns", 6, 7, repetitions=3, folder=tmp_path)
    for run in runs_of(events, "forks_and_returns"):
        assert (run["status"], run["audit"]) == ("complete", "ok")
        assert run["solution_count"] == {6: 4, 7: 40}[run["n"]]
    assert gone_within(str(own), 2.0)
    assert verdicts(events)[0].word == "agree"


def test_an_import_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = f"{600 + uuid.uuid4().int % 10**9 / 10**9:.9f}"
    monkeypatch.setenv("QUEENS_TEST_SLEEP", mark)
    events = run_faulty("hangs_on_import", 6, limits=Limits(5.0, import_limit_s=4.0))
    (run,) = runs_of(events, "hangs_on_import")
    assert (run["status"], run["reason"]) == ("timeout", "the import did not end within 4 s")
    assert gone_within(mark, 2.0)


def test_an_overrun_is_reported() -> None:
    events = run_faulty("sleeps", 8, limits=Limits(time_limit_s=0.5))
    (run,) = runs_of(events, "sleeps")
    assert run["status"] == "timeout"
    assert run["delivered_count"] == run["distinct_count"] == 1
    assert run["solution_count"] is None
    assert "time limit 0.5 s" in run["reason"]
    assert run["solve_s"] > 0.5


@pytest.mark.parametrize(
    ("name", "reason", "figures"),
    [
        ("exits", "the process ended without a word, exit code 0", {"exit_code": 0}),
        ("aborts", "killed by signal 6 (SIGABRT)", {"signal": 6}),
        ("killed", "killed by signal 9 (SIGKILL)", {"signal": 9}),
        ("prints_and_raises", "ValueError: no idea what to do with n = ", {"signal": None}),
        ("raises_on_import", "LookupError: this file cannot be imported", {"signal": None}),
    ],
)
def test_a_crash_has_its_reason(name: str, reason: str, figures: dict[str, Any]) -> None:
    events = run_faulty(name, 6, 7)
    runs = runs_of(events, name)
    assert [run["status"] for run in runs] == ["crashed", "crashed"]
    for run in runs:
        assert reason in run["reason"]
        assert {key: run[key] for key in figures} == figures
    assert [verdict.word for verdict in verdicts(events)] == ["agree", "agree"]
    assert Facts(events_of(events)).is_wrong


def test_running_out_of_memory_is_said() -> None:
    limits = Limits(time_limit_s=30.0, memory_limit_bytes=300 * 2**20)
    events = run_faulty("eats_memory", 6, limits=limits)
    (run,) = runs_of(events, "eats_memory")
    assert run["status"] == "memory"
    assert "the limit is 300 MiB" in run["reason"]
    assert run["peak_rss_bytes"] > 300 * 2**20


@pytest.mark.parametrize("n", [3, 6])
def test_a_local_search_that_gives_up_is_unknown_and_never_0(n: int) -> None:
    events = run_faulty("gives_up", n, task="one", beside=())
    (run,) = runs_of(events, "gives_up")
    assert (run["status"], run["found"], run["solution_count"]) == ("gave_up", None, None)
    assert run["reason"] == "no solution found in 100 restarts"
    (verdict,) = verdicts(events)
    assert (verdict.word, verdict.faults) == ("unverified", [])
