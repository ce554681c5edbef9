"""Two records compared: counts exactly, times by one decision."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands.shared.values import parse_share
from harness.judge.record_diff import difference
from harness.record.lines import Fields
from tests import records

ROOT = Path(__file__).parent.parent


def changed(events: list[Fields], change: Callable[[Fields], None], **where: Any) -> list[Fields]:
    """Return a copy of the events, `change` applied to those with these fields."""
    copied = copy.deepcopy(events)
    for event in copied:
        if all(event.get(name) == value for name, value in where.items()):
            change(event)
    return copied


def slowed(factor: float) -> Callable[[Fields], None]:
    def slow(event: Fields) -> None:
        event["solve_s"] *= factor
        event["cpu_s"] *= factor

    return slow


def slowed_by_the_clock(event: Fields) -> None:
    event["solve_s"] *= 1.5


def other_machine(event: Fields) -> None:
    event["environment"] = event["environment"] | {"cpu": "Another processor"}


def words(old: list[Fields], new: list[Fields], threshold: float = 0.1) -> dict[str, set[str]]:
    found = difference(records.results(old), records.results(new), threshold)
    said: dict[str, set[str]] = {}
    for one in found.times.cells:
        said.setdefault(one.word, set()).add(f"{one.cell.approach} {one.cell.board.n}")
    return said


def test_a_record_does_not_differ_from_itself() -> None:
    found = difference(records.results(records.golden()), records.results(records.golden()), 0.1)
    assert (found.changes, found.only_old, found.only_new) == ([], [], [])
    assert {one.word for one in found.times.cells} == {"no difference shown"}
    assert len(found.times.cells) == 6 * 5 - 1, "what hit the limit has no time"


def test_counts_and_digests_are_compared_exactly() -> None:
    old = records.golden()

    def lose_one(event: Fields) -> None:
        event.update(solution_count=91, distinct_count=91, solutions_digest="0" * 32)

    new = changed(old, lose_one, kind="run", approach="bitmasks", n=8)
    found = difference(records.results(old), records.results(new), 0.1)
    assert [(one.figure, one.old, one.new) for one in found.changes] == [
        ("solutions", 92, 91),
        ("digest", records.run("bitmasks", 8)["solutions_digest"], "0" * 32),
    ]


def test_nodes_and_status_are_compared_exactly() -> None:
    old = records.golden()
    new = changed(old, lambda event: event.update(nodes=1), kind="observation", approach="bitmasks")
    new = changed(new, lambda e: e.update(status="timeout"), kind="run", approach="cp_sat", n=8)
    found = difference(records.results(old), records.results(new), 0.1)
    assert {one.figure for one in found.changes} == {"nodes", "status"}
    assert sum(one.figure == "nodes" for one in found.changes) == 6


def test_a_time_has_changed_by_threshold_and_test_together() -> None:
    old = records.golden()
    slower = changed(old, slowed(1.5), kind="run", approach="bitmasks", n=9, status="complete")
    assert words(old, slower)["slower"] == {"bitmasks 9"}
    assert words(slower, old)["faster"] == {"bitmasks 9"}
    assert "slower" not in words(old, slower, threshold=0.6), "below the threshold"
    waiting = changed(old, slowed_by_the_clock, kind="run", approach="bitmasks", n=9)
    assert words(old, waiting)["slower by the clock alone"] == {"bitmasks 9"}, "the machine's doing"
    noisy = changed(old, slowed(1.5), kind="run", approach="bitmasks", n=9, repetition=3)
    assert "slower" not in words(old, noisy), "one slow run of seven is noise"


@pytest.mark.parametrize(
    ("repetitions", "factor", "decision"),
    [
        (1, 1.0, "not slower"),  # for no approach, over its six boards
        (1, 9.0, "too few runs"),
        (6, 9.0, "too few runs"),
        (7, 1.0, "not slower"),
        (7, 1.5, "slower"),
    ],
)
def test_one_decision_is_made_where_the_runs_suffice(
    repetitions: int, factor: float, decision: str
) -> None:
    old = records.golden(repetitions)
    new = changed(old, slowed(factor), kind="run", approach="bitmasks", n=9)
    found = difference(records.results(old), records.results(new), 0.1)
    assert (found.times.decision, found.times.runs_needed) == (decision, 7)


def test_what_is_not_beyond_doubt_says_how_many_more_runs_would_show_it() -> None:
    old = records.golden(7)

    def slow_but_once(event: Fields) -> None:
        slowed(1.5 if event["repetition"] else 0.9)(event)

    new = changed(old, slow_but_once, kind="run", approach="bitmasks", n=9)
    found = difference(records.results(old), records.results(new), 0.1)
    (doubtful,) = [one for one in found.times.cells if one.more_runs]
    assert (found.times.decision, doubtful.cell.approach, doubtful.cell.board.n) == (
        "cannot say", "bitmasks", 9,
    )  # fmt: skip
    # the processor times are all alike but for the one: 8 of 3432 choices are as extreme, which is
    # 2.83 deviations; wanted are 2.98 for one of 34 tests: 7 x (2.98 / 2.83)^2 = 7.8
    assert doubtful.p_slower == pytest.approx(34 * 8 / 3432)
    assert doubtful.more_runs == 8 - 7


def test_no_number_of_runs_is_named_that_nobody_takes() -> None:
    old = records.golden(7)

    def now_slow_now_fast(event: Fields) -> None:
        slowed(1.5 if event["repetition"] < 4 else 0.5)(event)

    new = changed(old, now_slow_now_fast, kind="run", approach="bitmasks", n=9)
    found = difference(records.results(old), records.results(new), 0.1)
    (cell,) = [
        one for one in found.times.cells if (one.cell.approach, one.cell.board.n) == ("bitmasks", 9)
    ]
    assert cell.judged.ratio == pytest.approx(1.5)
    # it is seen, but a rank sum so near the middle would take 112 more runs
    assert (cell.word, cell.more_runs) == ("no difference shown", None)


def with_reference(old: list[Fields], reference_s: float) -> list[Fields]:
    return changed(old, lambda event: event.update(reference_s=reference_s), kind="run")


@pytest.mark.parametrize(
    ("factor", "machine", "decision"),
    [
        (1.0, 1.0, "not slower"),
        (1.3, 1.0, "slower"),
        (1.3, 1.3, "cannot say"),  # the machine may have done it
        (1.0, 0.8, "cannot say"),  # a faster machine may hide it
        (2.0, 1.3, "slower"),  # by more than 1.1 x 1.3 x 1.3
    ],
)
def test_what_the_machine_may_have_done_is_not_held_against_the_code(
    factor: float, machine: float, decision: str
) -> None:
    old = with_reference(records.golden(), 100e-6)
    new = with_reference(changed(old, slowed(factor), kind="run"), machine * 100e-6)
    found = difference(records.results(old), records.results(new), 0.1).times
    assert (found.decision, found.machine) == (decision, pytest.approx(machine))


def test_boards_together_show_what_none_of_them_does() -> None:
    old = records.golden(3)
    new = changed(old, slowed(1.3), kind="run")
    found = difference(records.results(old), records.results(new), 0.1).times
    assert {one.word for one in found.cells} == {"no difference shown"}, "three runs"
    bitmasks = found.approaches[-1]
    assert (bitmasks.approach, bitmasks.cells, bitmasks.is_slower) == ("bitmasks", 6, True)
    assert bitmasks.ratio == pytest.approx(1.3, rel=1e-3)
    assert found.decision == "slower"


def test_what_another_process_costs_is_no_slowdown() -> None:
    old = changed(records.golden(), slowed(0.01), kind="run")  # 0.1 ms and more, cpu 0.4 ms

    def in_another_process(event: Fields) -> None:
        event["solve_s"] += 80e-6
        event["cpu_s"] += 80e-6

    new = changed(old, in_another_process, kind="run")
    assert difference(records.results(old), records.results(new), 0.1).times.slower == 0


def test_an_approach_whose_work_is_done_by_another_process_is_judged_by_the_clock() -> None:
    old = changed(records.golden(), lambda event: event.update(cpu_s=0.0002), kind="run")
    new = changed(old, slowed_by_the_clock, kind="run", approach="cp_sat", n=8)
    assert words(old, new)["slower"] == {"cp_sat 8"}


def test_times_of_different_machines_are_not_compared() -> None:
    old = records.golden()
    new = changed(changed(old, slowed(3.0), kind="run"), other_machine, kind="campaign")
    found = difference(records.results(old), records.results(new), 0.1)
    assert (found.same_machine, found.times.cells, found.changes) == (False, [], [])


def test_cells_of_one_record_alone_are_named() -> None:
    old = records.golden()
    new = [event for event in old if event.get("approach") != "bitmasks" or event["n"] != 9]
    found = difference(records.results(old), records.results(new), 0.1)
    assert [(key.approach, key.board.n) for key in found.only_old] == [("bitmasks", 9)]
    assert found.only_new == []


@pytest.mark.parametrize(("text", "share"), [("10%", 0.1), ("7.5", 0.075), ("0%", 0.0)])
def test_a_threshold_is_a_percentage(text: str, share: float) -> None:
    assert parse_share(text, "--threshold") == pytest.approx(share)


@pytest.mark.parametrize("text", ["ten", "-1%", "nan", "inf%"])
def test_a_threshold_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="--threshold must be"):
        parse_share(text, "--threshold")


def run_diff(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "compare.py", "diff", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_the_command_and_its_exit_codes(tmp_path: Path) -> None:
    events = records.golden()
    old = records.write(tmp_path / "old", events)
    slower = changed(events, slowed(1.5), kind="run", approach="bitmasks", n=9)
    slow = records.write(tmp_path / "slow", slower)
    assert run_diff(old, old, "--fail-on-slowdown", "10%").returncode == 0
    said = run_diff(old, slow)
    assert (said.returncode, said.stderr) == (0, "")
    assert "Slower:\n  bitmasks, n = 9: 1.50 times as long, 95% interval" in said.stdout
    assert (
        "processor time 1.50\nSlower: 1 of 29 cells and 5 approaches, corrected for their number.\n"
        in said.stdout
    )
    assert (
        "The machine: load 0.1, then 0.1, on 2 cores; frequency governor not known; a fixed "
        "search beside each run: not timed." in said.stdout
    )
    assert run_diff(old, slow, "--fail-on-slowdown", "10%").returncode == 4
    assert run_diff(old, slow, "--fail-on-slowdown", "60%").returncode == 0
    few = records.write(tmp_path / "few", records.golden(3)[:-1])
    fewer = changed(records.golden(3), slowed(1.5), kind="run", approach="bitmasks", n=9)
    said = run_diff(few, records.write(tmp_path / "fewer", fewer), "--fail-on-slowdown", "10%")
    assert (said.returncode, said.stderr) == (3, "")
    assert (
        "Too few runs to decide on bitmasks: take 7 of each cell in both records (run -r)."
        in said.stdout
    )


def test_with_too_few_runs_for_an_interval_its_ends_are_null(tmp_path: Path) -> None:
    events = [one for one in records.golden(2) if one.get("n", 8) == 8]
    folder = records.write(tmp_path, events)
    told = json.loads(run_diff(folder, folder, "--json").stdout)
    assert len(told["approaches"]) == 5
    for one in (*told["times"], *told["approaches"]):
        assert one["ratio"] == pytest.approx(1, abs=0.01)
        assert (one["low"], one["high"]) == (None, None)


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    events = records.golden(1)
    old = records.write(tmp_path / "old", events)
    wrong = changed(events, lambda e: e.update(solution_count=3), kind="run", n=8)
    done = run_diff(old, records.write(tmp_path / "wrong", wrong), "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["changes"][0] == {
        "approach": "cp_sat",
        "n": 8,
        "placed": [],
        "blocked": [],
        "task": "all",
        "figure": "solutions",
        "old": 92,
        "new": 3,
    }
    other = changed(events, other_machine, kind="campaign")
    said = run_diff(old, records.write(tmp_path / "other", other)).stdout
    assert said.startswith("Different machines, or runs at once: times are not compared")
    none = run_diff(old, tmp_path / "none")
    assert (none.returncode, len(none.stderr.splitlines())) == (2, 1)
