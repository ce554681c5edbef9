"""The autograder: every slip is found, named and explained; right answers are left alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.campaign.autograder import check
from harness.campaign.measure import named_approaches
from harness.campaign.plan import Plan
from harness.isolation.runner import Limits
from harness.judge.diagnosis import diagnose
from harness.judge.findings import unfinished
from harness.judge.grading import DEFAULT, WITH_SQUARES, BoardCheck
from harness.record.lines import Fields
from queens import Board, Queens
from queens.registry import user_approach
from tests import brute_force
from tests.records import measured

ROOT = Path(__file__).parent.parent
FAULTY = Path(__file__).parent / "faulty"
QUICK = Limits(time_limit_s=1.0)  # for what never ends
ENOUGH = Limits(time_limit_s=20.0)  # for what ends, on a busy machine too


def said(board: Board, delivered: list) -> dict[str, str]:
    """Return what is said of answers, by kind."""
    answers = [list(one) if isinstance(one, tuple) else one for one in delivered]
    return {f.kind: f.text for f in diagnose(board, answers, brute_force.solutions(board))}


def right(n: int) -> list[Queens]:
    return sorted(brute_force.all_solutions(n))


@given(st.integers(0, 7), st.randoms())
def test_nothing_is_said_of_right_answers_in_any_order(n: int, random: object) -> None:
    answers = right(n)
    random.shuffle(answers)  # type: ignore[attr-defined]
    assert said(Board(n), answers) == {}


@given(st.lists(st.permutations(range(5)).map(tuple), max_size=12))
def test_something_is_said_exactly_when_the_answers_are_not_the_solutions(answers: list) -> None:
    is_right = sorted(answers) == right(5)
    assert (said(Board(5), answers) == {}) == is_right


@pytest.mark.parametrize(
    ("n", "delivered", "kind", "words"),
    [
        (6, [], "missing", "Nothing was delivered, and there are 4 solutions"),
        (4, ["1302"], "invalid", "it is no sequence of columns: '1302'"),
        (4, [None], "invalid", "it is no sequence of columns: None"),
        (4, [[1, 3, 0]], "invalid", "it has 3 entries where 4 are due"),
        (4, [[2, 4, 1, 3]], "invalid", "row 1 has 4, which is no column from 0 to 3"),
        (4, [(0, 1, 2, 3)], "invalid", "the queens in rows 0 and 1 share a down diagonal"),
        (5, right(5)[:-1], "missing", "1 of 10 solutions is missing. For example (4, 2, 0, 3, 1)"),
        (6, right(6) * 3, "repeated", "12 delivered, 4 different"),
        (5, [*right(5), right(5)[0]], "repeated", "(0, 2, 4, 1, 3) came 2 times"),
        (5, [right(5)[0], *right(5)[:-1]], "missing", "That the number is right hides it"),
    ],
)
def test_what_is_wrong_is_shown_and_nothing_guessed(
    n: int, delivered: list, kind: str, words: str
) -> None:
    found = said(Board(n), delivered)
    assert kind in found
    assert words in found[kind]


def results(name: str, *sizes: int, limits: Limits = ENOUGH) -> list[BoardCheck]:
    boards = [Board(n) for n in sizes]
    return check(user_approach(FAULTY / f"{name}.py"), boards, limits).boards


def kinds(result: BoardCheck) -> set[str]:
    return {finding.kind for finding in result.findings}


@pytest.mark.parametrize(
    ("name", "n", "expected"),
    [
        ("short_up_diagonals", 7, set()),
        ("short_up_diagonals", 8, {"invalid"}),
        ("sign_error", 4, {"invalid", "missing"}),
        ("sign_error", 6, {"missing"}),
        ("mirrored_middle", 7, {"repeated"}),
        ("reused_buffer", 6, {"repeated", "missing"}),
        ("kept_state", 5, {"state_kept"}),
        ("free_variable", 8, {"repeated"}),
        ("one_wrong_board", 6, {"invalid", "missing"}),
        ("faults_cancel", 6, {"repeated", "missing"}),
        ("stops_early", 7, {"missing"}),
        ("never_ends", 5, {"timeout"}),
        ("ignores_signals", 5, {"timeout"}),
        ("leaves_grandchild", 5, {"timeout"}),
        ("exits", 5, {"crashed"}),
        ("aborts", 5, {"crashed"}),
        ("killed", 5, {"crashed"}),
        ("prints_and_raises", 5, {"crashed"}),
        ("raises_on_import", 5, {"crashed"}),
        ("hands_over_nonsense", 5, {"invalid", "missing"}),
    ],
)
def test_each_faulty_search_is_found_and_named(name: str, n: int, expected: set[str]) -> None:
    (result,) = results(name, n, limits=QUICK if "timeout" in expected else ENOUGH)
    assert kinds(result) == expected


def test_cp_sat_with_eight_workers_never_passes() -> None:
    (result,) = results("eight_workers", 8)
    assert kinds(result) == {"missing", "repeated"}


def test_a_search_that_takes_all_memory_is_named() -> None:
    approach = user_approach(FAULTY / "eats_memory.py")
    limits = Limits(time_limit_s=20.0, memory_limit_bytes=300 * 2**20)
    (result,) = check(approach, [Board(5)], limits).boards
    assert kinds(result) == {"memory"}


def test_a_search_that_does_not_return_is_told_if_it_had_everything() -> None:
    fields = {"status": "timeout", "reason": "time limit 2 s"}
    (enough,) = unfinished(fields, [list(queens) for queens in right(5)], right(5))
    assert enough.text.startswith("It did not return: time limit 2 s. Every solution was delivered")
    (short,) = unfinished(fields, [list(right(5)[0])], right(5))
    assert short.text == "It did not return: time limit 2 s."


def test_a_board_that_timed_out_is_the_last() -> None:
    assert [result.status for result in results("never_ends", 5, 6, limits=QUICK)] == ["timeout"]


NAMES = {
    "faults_cancel": ("repeated", None),
    "free_variable": ("repeated", "each_several_times"),
    "hands_over_nonsense": ("invalid", None),
    "kept_state": ("state_kept", "answers_kept"),
    "killed": ("crashed", None),
    "mirrored_middle": ("repeated", "middle_column_mirrored and squares_ignored"),
    "one_wrong_board": ("crashed", None),
    "prints_and_raises": ("crashed", None),
    "raises_on_import": ("crashed", None),
    "reused_buffer": ("repeated", "buffer_reused"),
    "short_up_diagonals": ("invalid", "shortest_diagonals_open"),
    "sign_error": ("invalid", "diagonal_sign"),
    "stops_early": ("missing", "last_column_of_first_row_untried and placed_ignored"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_faulty_file_gets_the_name_of_its_slip_or_none(name: str) -> None:
    result = check(user_approach(FAULTY / f"{name}.py"), DEFAULT, ENOUGH)
    assert (result.verdict, result.naming and result.naming.name) == NAMES[name]


def test_the_projects_own_search_passes_everything() -> None:
    approach = user_approach(ROOT / "handwritten" / "boolean_flags.py")
    found = check(approach, [*DEFAULT, *WITH_SQUARES], ENOUGH)
    assert (found.verdict, found.naming) == ("right", None)
    assert [result.expected_count for result in found.boards] == [
        *(1, 0, 0, 2, 10, 4, 40, 92, 352),
        len(brute_force.solutions(DEFAULT[9])),
        3,
        *(4, 1, 0, 0),
    ]


def run_check(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1"}
    command = [sys.executable, ROOT / "compare.py", "check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)


def test_the_command_explains_and_its_exit_code_grades() -> None:
    wrong = run_check(FAULTY / "mirrored_middle.py", "-n", "4-5")
    assert wrong.returncode == 1
    assert "✓ n = 4: 2 solutions" in wrong.stdout
    assert "✗ n = 5: 10 solutions" in wrong.stdout
    assert "middle column" in " ".join(wrong.stdout.split())
    passed = run_check(ROOT / "handwritten" / "bitmasks.py", "-n", "4-6")
    assert (passed.returncode, passed.stderr) == (0, "")
    assert passed.stdout.endswith("All right on n = 4 to 6.\n")


def test_the_command_speaks_json() -> None:
    done = run_check(FAULTY / "reused_buffer.py", "-n", "6", "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    (board,) = report["boards"]
    assert (report["passed"], board["n"], board["expected_count"]) == (False, 6, 4)
    assert [finding["kind"] for finding in board["findings"]] == ["repeated", "missing"]
    assert (report["slip"], report["line"]) == ("buffer_reused", 11)


def test_a_file_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("x = 1\n")
    for name, words in (("no.py", "cannot be read"), ("empty.py", "define solve_all")):
        done = run_check(tmp_path / name)
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1


def differences(path: Path, limits: Limits) -> list[Fields]:
    plan = Plan(
        approaches=named_approaches(["bitmasks", path]),
        boards=[Board(5)],
        repetitions=1,
        limits=limits,
    )
    events, _ = measured(plan)
    return [event for event in events if event["kind"] == "difference"]


def test_a_comparison_explains_the_slip_as_well() -> None:
    (event,) = differences(FAULTY / "mirrored_middle.py", ENOUGH)
    slip, finding = event["findings"]
    assert (slip["kind"], finding["kind"]) == (
        "middle_column_mirrored and squares_ignored",
        "repeated",
    )
    assert "middle column" in slip["text"]


def test_what_a_stopped_search_had_not_found_is_not_missing(tmp_path: Path) -> None:
    path = tmp_path / "repeats_and_hangs.py"
    path.write_text(
        "import time\n"
        "def solve_all(board, on_solution):\n"
        "    for _ in range(2):\n"
        "        on_solution((0, 2, 4, 1, 3))\n"
        "    time.sleep(60)\n"
    )
    (event,) = differences(path, Limits(time_limit_s=0.5))
    assert event["repeated"]["count"] == 1
    assert event["missing"]["count"] == 0
    assert [finding["kind"] for finding in event["findings"]] == ["repeated"]
