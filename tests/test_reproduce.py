"""A recorded campaign run anew: what must agree, what differs, and what a record may not do."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands.app import main
from commands.shared.values import printable
from harness.campaign.again import changed_sources, plan_again
from harness.campaign.measure import named_approaches
from harness.campaign.plan import Plan
from harness.campaign.reproduced import Differing, NewVerdict, reproduction
from harness.judge.facts import Facts
from harness.record.file import FILE_NAME, read_record
from harness.record.lines import Fields, RecordError, read_lines
from harness.record.source import source_hash
from queens import Board
from queens.registry import ROOT
from tests import records

Captured = pytest.CaptureFixture[str]

MINE = """
from helper import FIRST
from handwritten.bitmasks import solve_all as search

def solve_all(board, on_solution, trace=None):
    return search(board, on_solution)
"""
MARK = "import pathlib; pathlib.Path({!r}).touch()"


def compare(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> int:
    """Return the exit code of `compare.py ARGUMENTS`, run in this process."""
    monkeypatch.setattr("sys.argv", ["compare.py", *map(str, arguments)])
    try:
        return main()
    except SystemExit as ended:
        return int(str(ended.code))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of two searches of the registry, one randomised, and a file of the user's."""
    place = tmp_path_factory.mktemp("recorded")
    (place / "mine.py").write_text(MINE)
    (place / "helper.py").write_text("FIRST = 1\n")
    with pytest.MonkeyPatch.context() as patch:
        names = ("-a", f"forward_checking,hill_climbing,{place / 'mine.py'}")
        settings = (
            "-n",
            "4,6",
            "-r",
            "2",
            "--seed",
            "7",
            "--task",
            "one",
            "--memory-limit",
            "1GiB",
        )
        assert compare(patch, "run", *names, *settings, "-o", place / "out") == 0
    return place


def lines_of(recorded: Path) -> list[Fields]:
    return list(read_lines(recorded / "out" / FILE_NAME))


def changed(lines: list[Fields], change: Callable[[Fields], None], kind: str) -> list[Fields]:
    """Return a copy of the lines, `change` applied to those of a kind."""
    copied: list[Fields] = json.loads(json.dumps(lines))
    for one in copied:
        if one["kind"] == kind:
            change(one)
    return copied


def test_a_record_is_reproduced_cell_by_cell(
    recorded: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    again = ("-o", tmp_path / "new", "-a", recorded / "mine.py")
    assert compare(monkeypatch, "reproduce", recorded / "out", *again) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "Environment:\n  as recorded\nCounts, digests, nodes and counters of 6 cells:\n"
        "  all equal\nTimes against the recorded:\n"
    )
    assert said.endswith("Reproduced: every count, verdict, node and counter is as recorded.\n")
    assert "  mine: " in said
    old, new = read_record(recorded / "out"), read_record(tmp_path / "new")
    before, after = Facts(old), Facts(new)
    names = ("task", "seed", "repetitions", "warmup_runs", "boards")
    for name in (*names, "approaches", "about"):
        assert getattr(before.campaign, name) == getattr(after.campaign, name)
    assert after.campaign.argv[1] == "reproduce"
    seeds = [(e.seed, e.approach) for e in old if hasattr(e, "order_index")]  # of runs
    assert [(e.seed, e.approach) for e in new if hasattr(e, "order_index")] == seeds
    assert compare(monkeypatch, "reproduce", recorded / "out", *again) == 2
    assert "exists: name another folder" in capsys.readouterr().err


def test_what_differs_is_named_and_ends_with_1(
    recorded: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = records.measured(_small_plan())[0]
    (failures,) = {one["counters"]["failures"] for one in lines if one["kind"] == "run"}

    def lie(event: Fields) -> None:
        event.update(solution_count=5, distinct_count=5, counters={"failures": 77})

    lines = changed(lines, lie, "run")
    lines[0]["environment"] |= {"python": "CPython 2.7\x1b[31m", "commit": None}
    lying = records.write(tmp_path / "lying", lines)
    done = compare(monkeypatch, "reproduce", lying, "-o", tmp_path / "new", "--json")
    found = json.loads(capsys.readouterr().out)
    assert (done, found["reproduced"]) == (1, False)
    figures = {one["figure"]: (one["old"], one["new"]) for one in found["changes"]}
    assert figures == {"solutions": (5, 4), "counter failures": (77, failures)}
    assert [(one["old"], one["new"]) for one in found["verdicts"]] == [("disagree", "agree")]
    assert [one["name"] for one in found["environment"]] == ["python"]


def _small_plan() -> Plan:
    return Plan(named_approaches(["forward_checking"]), [Board(6)], repetitions=1)


def test_what_a_terminal_would_act_on_is_not_printed() -> None:
    assert printable("was 3\x1b[31m, is 4 µs\n") == "was 3?[31m, is 4 µs?"


def test_a_campaign_that_was_interrupted_is_no_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    old = records.write(tmp_path / "old", records.golden(1))
    none = (Facts([]), False)
    monkeypatch.setattr("commands.records.reproduce.carry_out", lambda plan, file: none)
    assert compare(monkeypatch, "reproduce", old, "-o", tmp_path / "new") == 130
    said = capsys.readouterr()
    assert (said.out, "--resume continues it" in said.err) == ("", True)


def test_counters_that_vary_between_runs_are_not_compared() -> None:
    def lines(*values: int) -> list[Fields]:
        runs = [records.run("a", 6, counters={"steps": one, "fixed": 1}) for one in values]
        return [records.campaign(), *runs]

    def found(old: list[Fields], new: list[Fields]) -> tuple[list[str], list[tuple[str, str]]]:
        one = reproduction(records.results(old), records.results(new), 0.1)
        return [change.figure for change in one.changes], one.varying

    assert found(lines(3, 3), lines(4, 4)) == (["counter steps"], [])
    assert found(lines(3, 4), lines(5, 5)) == ([], [("a", "counter steps")])
    by_seed = [records.run("a", 6, seed=one, counters={"steps": one}) for one in (1, 2)]
    assert found([records.campaign(), *by_seed], [records.campaign(), *by_seed]) == ([], [])
    other = [by_seed[0], records.run("a", 6, seed=2, counters={"steps": 9})]
    assert found([records.campaign(), *by_seed], [records.campaign(), *other]) == (
        ["counter steps"], [],
    )  # fmt: skip


def test_verdicts_observations_and_versions_are_compared() -> None:
    old = records.golden(1)
    new = changed(old, lambda event: event.update(pruned=4), "observation")
    old = changed(old, lambda event: event.update(pruned=3), "observation")
    new = changed(new, lambda event: event.update(invalid_count=1, audit="invalid"), "run")
    new[0]["environment"] |= {"versions": {"ortools": "9.16", "numpy": "2.2.0"}, "cores": 4}
    found = reproduction(records.results(old), records.results(new), 0.1)
    assert {one.figure for one in found.changes} == {"audit", "pruned"}
    assert found.verdicts[0] == NewVerdict(Board(4), "all", "agree", "disagree")
    assert found.environment == [
        Differing("cores", 2, 4), Differing("ortools", "9.15.6755", "9.16"),
    ]  # fmt: skip


def test_what_a_limit_stopped_has_nothing_to_be_reproduced() -> None:
    old = records.golden(1)  # cp_sat, n = 9: timeout

    def stop(event: Fields, status: str) -> None:
        if (event["approach"], event["n"]) == ("cp_sat", 9):
            event.update(status=status)

    new = changed(old, lambda event: stop(event, "memory"), "run")
    found = reproduction(records.results(old), records.results(new), 0.1)
    assert [(one.figure, one.old, one.new) for one in found.limits] == [
        ("status", "timeout", "memory")
    ]
    assert (found.is_alike, found.changes) == (True, [])
    crashed = changed(old, lambda event: stop(event, "crashed"), "run")
    assert not reproduction(records.results(old), records.results(crashed), 0.1).is_alike
    before = changed(old, lambda event: stop(event, "complete"), "run")
    found = reproduction(records.results(before), records.results(old), 0.1)
    assert [(one.figure, one.new) for one in found.changes] == [("status", "timeout")]


def test_seeds_are_those_of_the_record_however_they_were_derived() -> None:
    lines = [records.campaign(task="one", approaches=["hill_climbing"], boards=[{"n": 6}])]
    lines += [records.run("hill_climbing", 6, task="one", seed=42)]
    plan = plan_again(records.results(lines), [], [], None)
    (hill_climbing,) = plan.approaches
    assert plan.seed_of(hill_climbing, Board(6), 0) == 42
    assert plan.seed_of(hill_climbing, Board(6), 1) not in (0, 42)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"approaches": ["mine"]}, "there is no approach 'mine' here: .* add -a with its path"),
        ({"approaches": ["EVIL"]}, "there is no approach '.*evil.py' here"),
        ({"approaches": ["all"]}, "there is no approach 'all' here"),
        ({"approaches": ["a\x1b[2J@1"]}, r"there is no approach 'a\\x1b\[2J@1' here"),
        ({"approaches": ["cp_sat@git+https://x"]}, "a version of ortools is expected after @"),
        ({"approaches": ["boolean_flags"], "task": "count"}, "boolean_flags has no count_all"),
        ({"approaches": []}, "names no approaches or no boards"),
        ({"boards": [{"n": 10_000_001}]}, "a board of n = 10000001: at most 10000000"),
        ({"repetitions": None}, "the record lacks repetitions"),
        ({"repetitions": 10**9}, "asks for 30,000,000,030 runs: at most 1,000,000"),
        ({"repetitions": 0}, "has repetitions 0: at least 1"),
        ({"jobs": -1}, "has jobs -1: at least 1"),
        ({"seed": 10**400}, "has seed 10000000000000000000...: at most 9223372036854775807"),
        ({"task": "rm -rf"}, "has task 'rm -rf': one of all, count, one"),
        ({"time_limit_s": -1}, "has time_limit_s -1: more than 0"),
        ({"memory_limit_bytes": 0}, "has memory_limit_bytes 0: more than 0"),
    ],
)
def test_what_makes_no_sense_in_a_record_is_refused(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    evil = tmp_path / "evil.py"
    evil.write_text(f"{MARK.format(str(tmp_path / 'ran'))}\ndef solve_all(b, s): ...")
    if changes.get("approaches") == ["EVIL"]:
        changes = {"approaches": [str(evil)]}
    lines = [records.campaign(**changes)]
    with pytest.raises(ValueError, match=said):
        plan_again(records.results(lines), [], [], None)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"repetitions": "3"}, "repetitions: a whole number is expected, got '3'"),
        ({"jobs": True}, "jobs: a whole number is expected, got True"),
        ({"time_limit_s": "soon"}, "time_limit_s: a number is expected"),
        ({"environment": {"versions": 3}}, "environment: versions: an object is expected"),
        ({"environment": 3}, "line 1 is no event"),
    ],
)
def test_values_of_another_type_are_no_event(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    place = records.write(tmp_path, [records.campaign(**changes)])
    with pytest.raises(RecordError, match=said):
        read_record(place)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"kind": "run", "solve_s": NaN}', "solve_s: a number is expected, got nan"),
        ('{"kind": "run", "solve_s": 1e999}', "solve_s: a number is expected, got inf"),
        ("[" * 100_000, "line 1 is no JSON"),
    ],
)
def test_odd_numbers_and_depths_are_one_line(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / FILE_NAME).write_text(line + "\n")
    with pytest.raises(RecordError, match=said):
        read_record(tmp_path)


def test_a_file_of_the_users_is_run_only_if_it_is_given(
    recorded: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert compare(monkeypatch, "reproduce", recorded / "out", "-o", tmp_path / "new") == 2
    said = capsys.readouterr().err
    assert said == "error: 'mine' was a file of the user's: add -a with its path\n"
    assert not (tmp_path / "new").exists()
    other = tmp_path / "other.py"
    shutil.copy(recorded / "mine.py", other)
    facts = Facts(read_record(recorded / "out"))
    with pytest.raises(ValueError, match=r"other.py is not in the record: leave it out"):
        plan_again(facts, [recorded / "mine.py", other], [], None)
    (tmp_path / "forward_checking.py").write_text(MINE)
    with pytest.raises(ValueError, match="forward_checking in the record is of 'handwritten'"):
        plan_again(facts, [tmp_path / "forward_checking.py"], [], None)


def test_resuming_takes_no_path_from_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    evil = tmp_path / "evil.py"
    evil.write_text(f"{MARK.format(str(tmp_path / 'ran'))}\ndef solve_all(b, s): ...")
    lines = [records.campaign(approaches=[str(evil)], boards=[{"n": 4}])]
    place = records.write(tmp_path / "out", lines)
    assert compare(monkeypatch, "run", "-o", place, "--resume") == 2
    assert "there is no approach" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()


def test_a_source_that_has_changed_is_said(
    recorded: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("mine.py", "helper.py"):
        shutil.copy(recorded / name, tmp_path)
    before = source_hash(recorded / "mine.py")
    assert source_hash(tmp_path / "mine.py") == before, "wherever it lies"
    (tmp_path / "helper.py").write_text("FIRST = 2\n")
    assert source_hash(tmp_path / "mine.py") != before
    given = ("-o", tmp_path / "new", "-a", tmp_path / "mine.py")
    assert compare(monkeypatch, "reproduce", recorded / "out", *given) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: the source of mine has changed since: ")
    assert len(said.splitlines()) == 1
    assert compare(monkeypatch, "reproduce", recorded / "out", *given, "--any-source") == 0
    assert "  source of mine: changed since\n" in capsys.readouterr().out


def test_a_hash_is_of_the_file_and_what_it_imports_of_the_project() -> None:
    names = ("cp_sat", "cp_sat_search", "cp_sat_boolean")
    hashes = {source_hash(ROOT / "models" / f"{name}.py") for name in names}
    assert {len(one) for one in hashes} == {16}
    assert len(hashes) == 3
    old = records.results([records.campaign(about=[{"approach": "bitmasks"}])])
    assert changed_sources(old.campaign, []) == []


def test_hashes_take_little_of_a_record(recorded: Path) -> None:
    campaign, *others = lines_of(recorded)
    hashes = [one.pop("source") for one in campaign["about"]]
    assert [len(one) for one in hashes] == [16, 16, 16]
    before = sum(len(json.dumps(line)) + 1 for line in (campaign, *others))
    assert (recorded / "out" / FILE_NAME).stat().st_size < 1.02 * before
