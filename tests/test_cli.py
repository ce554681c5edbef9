"""The command line as a user runs it, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from harness.record.file import FILE_NAME
from harness.record.lines import read_lines
from queens.registry import APPROACHES
from tests.command_line import ROOT, compare

FAULTY = Path(__file__).parent / "faulty"


def test_a_comparison_ends_with_the_record_that_is_promised(tmp_path: Path) -> None:
    done = compare("run", "-n", "8", "-o", tmp_path)
    assert done.returncode == 0, done.stderr
    runs = [e for e in read_lines(tmp_path / FILE_NAME) if e["kind"] == "run"]
    assert len(runs) == 6 * 3
    assert {run["approach"] for run in runs} == {
        "cp_sat", "cp_sat_search", "original_cp", "python_constraint", "boolean_flags", "bitmasks",
    }  # fmt: skip
    for run in runs:
        assert run["status"] == "complete"
        assert run["solution_count"] == run["distinct_count"] == 92
    assert len({run["solutions_digest"] for run in runs}) == 1
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    assert f"compare.py report {tmp_path}" in done.stderr
    assert "All 6 approaches found the same solutions on every board." in done.stdout
    assert "2,057" in done.stdout


def test_a_run_loads_nothing_that_only_the_report_needs(tmp_path: Path) -> None:
    code = (
        "import sys, compare; compare.main(); "
        "print({'altair', 'vl_convert', 'pandas', 'jinja2'} & set(sys.modules), file=sys.stderr)"
    )
    arguments = ["run", "-n", "4", "-a", "bitmasks", "-r", "1", "-o", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=ROOT
    )
    assert done.stderr.endswith("set()\n"), done.stderr


def test_the_table_fits_80_columns_and_is_plain_on_a_pipe() -> None:
    done = compare("run", "-n", "1-10", "-a", "bitmasks,boolean_flags", "-r", "1")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout + done.stderr
    assert "724" in done.stdout


def test_a_wrong_approach_of_ones_own_is_named_with_its_boards() -> None:
    done = compare("run", "-n", "6", "-a", "bitmasks", "-r", "1",
                   "--approach", FAULTY / "faults_cancel.py")  # fmt: skip
    assert done.returncode == 1
    assert "faults_cancel missed 1 solution of 4" in done.stdout
    assert "[4, 2, 0, 5, 3, 1]" in done.stdout
    assert "4/3" in done.stdout
    assert "disagree" in done.stdout


def test_strict_exits_with_3_for_what_is_incomplete() -> None:
    arguments = ("run", "-n", "14", "-a", "bitmasks", "-r", "1", "--time-limit", "300ms")
    done = compare(*arguments)
    assert (done.returncode, "unverified" in done.stdout) == (0, True)
    assert "≥ " in done.stdout
    assert "limit 0.3 s" in done.stdout
    assert compare(*arguments, "--strict").returncode == 3


def test_placed_and_blocked_squares() -> None:
    done = compare("run", "-n", "8", "-a", "bitmasks,cp_sat", "-r", "1", "--placed", "0:3,3:5")
    assert done.returncode == 0
    assert "n = 8*: n = 8, placed 0:3,3:5" in done.stdout
    row = next(line for line in done.stdout.splitlines() if line.strip().startswith("solutions"))
    assert row.split() == ["solutions", "1"]


def test_dry_run_says_what_would_be_run_and_runs_nothing(tmp_path: Path) -> None:
    done = compare("run", "-n", "4-6", "-a", "bitmasks", "-o", tmp_path / "new", "--dry-run")
    assert done.returncode == 0
    assert "9 timed runs and 3 others, each of at most 10 s" in done.stdout
    assert not (tmp_path / "new").exists()


def test_a_folder_with_a_record_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("")
    done = compare("run", "-n", "4", "-a", "bitmasks", "-o", tmp_path)
    assert done.returncode == 2
    assert "exists: add --resume" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "-n", "0"], "n must be at least 1, got 0"),
        (["run", "-n", "x"], "n must be a whole number, got 'x'"),
        (["run", "-n", "9-4"], "write 4-9"),
        (["run", "-a", "bitmask"], "bitmasks"),
        (["run", "--time-limit", "soon"], "--time-limit must be a duration"),
        (
            ["run", "--memory-limit", "2"],
            "--memory-limit must be a size with its unit, as 2GiB or 512MiB; got '2'",
        ),
        (["run", "--task", "some"], "--task must be one of all, count, one; got 'some'"),
        (["run", "--resume"], "add -o DIR"),
        (["run", "-r", "0"], "--repetitions must be at least 1, got 0"),
        (["run", "--limit", "0"], "--limit must be at least 1, got 0"),
        (["run", "--seed", "x"], "--seed must be a whole number, got 'x'"),
        (["run", "-n", "4", "--placed", "0"], "--placed must be ROW:COLUMN"),
        (["run", "-w", "some"], "--warmup must be a whole number, got 'some'"),
        (["run", "-n", "4", "--placed", "0:9"], "placed square (0, 9) is off the board"),
        (["run", "-n", "4", "--placed", "0:1,0:2"], "placed names row 0 twice"),
        (["run", "--approach", "no_such_file.py"], "no_such_file.py cannot be read"),
        (["run", "--task", "count", "-a", "boolean_flags"], "none of boolean_flags has count_all"),
        (["run", "--no-such-option"], "--no-such-option"),
        (["no-such-command"], "no-such-command"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_code_2(arguments: list[str], said: str) -> None:
    done = compare(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_list_names_every_approach_and_what_it_can_do() -> None:
    done = compare("list", "--json")
    rows = {row["name"]: row for row in json.loads(done.stdout)}
    assert list(rows) == [approach.name for approach in APPROACHES]
    assert rows["bitmasks"]["tasks"] == ["all", "count", "one"]
    assert rows["bitmasks"]["installed"] is True
    assert rows["cp_sat"]["needs"]["ortools"].startswith("9.")
    listed = compare("list")
    assert listed.returncode == 0
    assert all(name in listed.stdout for name in rows)
    assert max(map(len, listed.stdout.splitlines())) <= 80


def test_version_and_help() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert compare("--version").stdout.strip() == f"queens-compare {project['version']}"
    assert "run" in compare("--help").stdout
