"""`solve` and `count` as a user runs them, in processes of their own."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from queens import Board, canonical, is_solution, orbit_size
from queens.registry import ROOT
from tests import brute_force
from tests.command_line import COMPARE, compare

# with standard output buffered, whatever is set where the tests run
AS_USERS_HAVE_IT = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
EIGHT = sorted(brute_force.all_solutions(8))


def strings(solutions: list[tuple[int, ...]]) -> str:
    return "".join("".join(map(str, queens)) + "\n" for queens in solutions)


@pytest.mark.parametrize("approach", ["bitmasks", "cp_sat"])
def test_all_solutions_are_printed(approach: str) -> None:
    done = compare("solve", "8", "-a", approach, "--format", "strings")
    assert done.returncode == 0
    assert "".join(sorted(done.stdout.splitlines(keepends=True))) == strings(EIGHT)
    assert done.stderr.startswith(f"{approach}: 92 solutions of n = 8, complete")


def test_boards_are_the_default_and_the_approach_is_said() -> None:
    done = compare("solve", "4")
    assert done.stdout == (
        ". Q . .\n. . . Q\nQ . . .\n. . Q .\n\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n\n"
    )
    assert done.stderr.startswith("bitmasks: 2 solutions of n = 4, complete")


def test_json_lines_and_csv_can_be_read() -> None:
    lines = compare("solve", "8", "--format", "jsonl").stdout.splitlines()
    assert [tuple(json.loads(line)) for line in lines] == EIGHT
    header, *rows = csv.reader(compare("solve", "8", "--format", "csv").stdout.splitlines())
    assert header == [f"row_{row}" for row in range(8)]
    assert [tuple(map(int, row)) for row in rows] == EIGHT
    assert compare("solve", "3", "--format", "csv").stdout == "row_0,row_1,row_2\n"


def test_fundamental_solutions_with_their_orbits() -> None:
    done = compare("solve", "8", "--unique", "--format", "jsonl")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert {tuple(one["queens"]) for one in found} == {canonical(queens) for queens in EIGHT}
    assert all(one["orbit_size"] == orbit_size(tuple(one["queens"])) for one in found)
    assert len(found) == 12
    assert "12 fundamental solutions of n = 8 (92 in all), complete" in done.stderr


def test_the_first_and_the_limit() -> None:
    first = compare("solve", "8", "--first", "-a", "boolean_flags", "--format", "strings")
    assert (first.stdout, first.returncode) == (strings(EIGHT[:1]), 0)
    assert first.stderr.startswith("boolean_flags: a solution of n = 8, in ")
    cut = compare("solve", "8", "--limit", "5", "--format", "strings")
    assert (cut.stdout, cut.returncode) == (strings(EIGHT[:5]), 0)
    assert "at least 5 solutions of n = 8, stopped" in cut.stderr
    exactly = compare("solve", "8", "--limit", "92", "--format", "strings")
    assert "at least 92 solutions" in exactly.stderr
    beyond = compare("solve", "8", "--limit", "93", "--format", "strings")
    assert "92 solutions of n = 8, complete" in beyond.stderr
    none = compare("solve", "3", "--first")
    assert (none.stdout, none.returncode) == ("", 0)
    assert none.stderr.startswith("bitmasks: 0 solutions of n = 3, complete")


def test_the_first_solution_of_a_large_board() -> None:
    done = compare("solve", "200", "--first", "--format", "columns")
    assert is_solution(Board(200), tuple(map(int, done.stdout.split())))


def test_placed_and_blocked_squares() -> None:
    done = compare("solve", "8", "--placed", "0:3", "--blocked", "1:5,2:7", "--format", "strings")
    board = Board(8, [(0, 3)], [(1, 5), (2, 7)])
    assert done.stdout == strings(sorted(brute_force.solutions(board)))
    assert "of n = 8, placed 0:3, blocked 1:5,2:7, complete" in done.stderr
    assert compare("count", "8", "--placed", "0:3").stdout == "18\n"
    assert compare("count", "8", "--placed", "0:0,1:1").stdout == "0\n"


def test_workers_print_the_same_in_the_same_order() -> None:
    done = compare("solve", "8", "--workers", "2", "--depth", "1", "--format", "strings")
    assert done.stdout == strings(EIGHT)
    assert "92 solutions of n = 8, complete" in done.stderr
    assert "digest " in done.stderr
    assert compare("count", "9", "-a", "boolean_flags", "--workers", "2").stdout == "352\n"


def test_a_file_is_written_and_a_dash_is_standard_output(tmp_path: Path) -> None:
    path = tmp_path / "eight.csv"
    done = compare("solve", "8", "-o", path)
    assert (done.stdout, done.returncode) == ("", 0)
    assert len(path.read_text().splitlines()) == 93
    assert done.stderr.rstrip().endswith(f"in {path}")
    assert compare("solve", "8", "-o", "-", "--format", "strings").stdout == strings(EIGHT)


def test_a_count_is_the_number_alone_and_compared_with_the_published_one() -> None:
    done = compare("count", "10")
    assert (done.stdout, done.returncode) == ("724\n", 0)
    assert "half_board: 724 solutions of n = 10, complete, as published" in done.stderr
    assert compare("count", "12", "-a", "half_board").stdout == "14200\n"  # it takes no parts
    by_solving = compare("count", "8", "-a", "cp_sat")
    assert by_solving.stdout == "92\n"
    assert "digest " in by_solving.stderr


WRONG = """
import sys
import queens.known
from queens import QUEENS
published = queens.known.COUNTS[QUEENS]
queens.known.COUNTS[QUEENS] = (*published[:8], 93, *published[9:])
sys.path.insert(0, sys.argv.pop(1))
import compare
sys.exit(compare.main())
"""


@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_number_that_is_not_the_published_one_is_an_error(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WRONG, ROOT, command, "8"], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert "92 solutions" in done.stderr
    assert "the published count is 93" in done.stderr


def test_a_count_that_is_out_of_time_is_at_least_what_was_counted() -> None:
    done = compare("count", "17", "-a", "bitmasks", "--time-limit", "2s", "--depth", "3",
                   "--workers", "1")  # fmt: skip
    assert (done.stdout, done.returncode) == ("", 3)
    assert "bitmasks: at least " in done.stderr
    assert "stopped after 2 s" in done.stderr


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("solve", "eight"), "n must be a whole number, got 'eight'"),
        (("solve", "-5"), "n must be at least 1, got -5"),
        (("count", "0"), "n must be at least 1, got 0"),
        (("count", "8", "-a", "bitmaks"), "did you mean bitmasks"),
        (("solve", "8", "--placed", "9:1"), "placed square (9, 1) is off the board"),
        (("solve", "8", "--blocked", "1"), "--blocked must be ROW:COLUMN"),
        (("solve", "8", "--limit", "0"), "--limit must be at least 1, got 0"),
        (("solve", "8", "--limit", "x"), "--limit must be a whole number, got 'x'"),
        (("solve", "8", "--format", "json"), "--format must be one of"),
        (("solve", "8", "--format", "xml"), "--format must be one of boards, strings"),
        (("solve", "40", "--format", "strings"), "use --format columns"),
        (("solve", "8", "-o", "x.xls"), "-o x.xls must end in one of"),
        (("solve", "8", "-o", "no/such/x.csv"), "no/such/x.csv cannot be written: No such file"),
        (("solve", "8", "--frist"), "there is no option --frist: did you mean --first?"),
        (("count", "--frist"), "there is no option --frist"),
        (("solve", "8", "9"), "unexpected argument '9': one board size is expected"),
        (("solve", "8", "--workers", "0"), "--workers must be at least 1, got 0"),
        (("solve", "8", "--depth", "2"), "add --workers W"),
        (("solve", "8", "--first", "--limit", "2"), "--first cannot be combined with --limit"),
        (("solve", "8", "--seed", "1"), "bitmasks is not randomised"),
        (
            ("solve", "8", "--seed", "1", "--workers", "2"),
            "--seed cannot be combined with --workers",
        ),
        (("solve", "8", "--checkpoint", "ck"), "there is no option --checkpoint"),
        (
            ("count", "8", "--time-limit", "soon"),
            "--time-limit must be a duration, as 500ms, 10s, 5m or 2h; got 'soon'",
        ),
        (
            ("count", "8", "--workers", "2", "--cluster", "a:1"),
            "--workers cannot be combined with --cluster",
        ),
        (("solve", "8", "-a", "python_constraint_min_conflicts"), "use --first"),
        (("count", "8", "-a", "python_constraint_min_conflicts"), "cannot count"),
    ],
)
def test_a_usage_error_is_one_line(command: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = compare(*command, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_closed_pipe_ends_quietly() -> None:
    for approach in ("bitmasks", "cp_sat"):
        solver = subprocess.Popen(
            [sys.executable, COMPARE, "solve", "14", "-a", approach],
            stdout=-1, stderr=-1, env=AS_USERS_HAVE_IT,
        )  # fmt: skip
        assert solver.stdout is not None
        assert solver.stderr is not None
        assert solver.stdout.readline().startswith((b"Q", b"."))
        solver.stdout.close()
        assert solver.stderr.read() == b""
        assert solver.wait(60) == 141


def test_solutions_stream_while_the_search_goes_on() -> None:
    solver = subprocess.Popen(
        [sys.executable, COMPARE, "solve", "20", "--format", "columns"],
        stdout=-1, stderr=-1, env=AS_USERS_HAVE_IT,
    )  # fmt: skip
    assert solver.stdout is not None
    first = tuple(map(int, solver.stdout.readline().split()))
    assert is_solution(Board(20), first)
    assert solver.poll() is None
    solver.kill()
    solver.communicate()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said() -> None:
    with Path("/dev/full").open("w") as full:
        for command in ("solve", "count"):
            printed = subprocess.run(
                [sys.executable, COMPARE, command, "4"],
                stdout=full, stderr=-1, text=True, env=AS_USERS_HAVE_IT,
            )  # fmt: skip
            assert printed.returncode == 1
            assert printed.stderr == "error: standard output: No space left on device\n"
    saved = compare("solve", "8", "-o", "/dev/full")
    assert (saved.returncode, saved.stderr) == (1, "error: /dev/full: No space left on device\n")


LOADED = """
import sys
import compare
try:
    compare.main()
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize("arguments", [("--help",), ("list",), ("solve", "8", "-a", "bitmasks")])
def test_nothing_is_loaded_that_is_not_used(arguments: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, cwd=ROOT
    )
    loaded = set(done.stderr.split())
    assert "typer" in loaded
    heavy = {"ortools", "numba", "pandas", "numpy", "pyarrow", "pydantic", "altair", "distributed"}
    assert heavy & loaded == set()
