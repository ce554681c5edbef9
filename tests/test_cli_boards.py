"""Rules, boards and answers from files, through the command line as users meet it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from harness.boards.puzzles import puzzle
from queens import text_board
from tests import brute_force
from tests.command_line import COMPARE, compare

EIGHT = sorted(map(list, brute_force.all_solutions(8)))


@pytest.mark.parametrize(
    ("rule", "n", "count"),
    [
        ("rooks", "5", "120"),
        ("torus", "7", "28"),
        ("torus", "6", "0"),
        ("superqueens", "10", "4"),
        ("semiqueens", "6", "83"),
        ("kings", "6", "90"),
        ("queens", "8", "92"),
    ],
)
def test_count_by_rule(rule: str, n: str, count: str) -> None:
    done = compare("count", n, "--rule", rule)
    assert (done.returncode, done.stdout) == (0, f"{count}\n"), done.stderr


def test_a_board_from_a_file_and_from_a_pipe(tmp_path: Path) -> None:
    drawing = "_ Q _ _\n_ _ _ _\n_ _ _ _\n_ _ _ _\n"
    file = tmp_path / "board.txt"
    file.write_text(drawing)
    by_file = compare("solve", "--board", file, "--format", "strings")
    piped = subprocess.run(
        [sys.executable, COMPARE, "solve", "--board", "-", "--format", "strings"],
        input=drawing,
        capture_output=True,
        text=True,
        check=False,
    )
    assert by_file.stdout == piped.stdout == "1302\n"
    assert "Q a queen" in by_file.stderr
    assert compare("count", "--board", file).stdout == "1\n"


def test_a_puzzle_has_one_answer_and_its_board_without_regions_has_more(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    made = compare("puzzle", "-n", "7", "--seed", "2", "-o", file)
    assert made.returncode == 0, made.stderr
    assert file.read_text() == text_board((), puzzle(7, 2)) + "\n"
    unique = compare("solve", "--board", file, "--unique-answer", "--format", "strings")
    assert unique.returncode == 0, unique.stderr
    assert len(unique.stdout.splitlines()) == 1
    assert "exactly one solution" in unique.stderr
    several = compare("solve", "7", "--rule", "kings", "--unique-answer", "--format", "strings")
    assert several.returncode == 1
    assert len(set(several.stdout.splitlines())) == 2
    assert compare("solve", "3", "--unique-answer").returncode == 1


@pytest.mark.parametrize("form", ["drawing", "letters", "json"])
def test_every_form_of_a_puzzle_is_read_back(tmp_path: Path, form: str) -> None:
    file = tmp_path / "puzzle"
    assert compare("puzzle", "-n", "6", "--format", form, "-o", file).returncode == 0
    counted = compare("count", "--board", file)
    assert counted.stdout == "1\n", counted.stderr


def test_a_puzzle_without_guessing(tmp_path: Path) -> None:
    done = compare("puzzle", "-n", "6", "--seed", "1", "--no-guessing")
    assert done.returncode == 0, done.stderr
    assert "by propagation alone" in done.stderr


def test_run_takes_rules_and_files(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("\n\n".join(text_board((), puzzle(6, seed)) for seed in (1, 2)) + "\n")
    out = tmp_path / "out"
    done = compare("run", "--board", file, "-a", "attack_sets,cp_sat", "-r", "1", "-o", out)
    assert done.returncode == 0, done.stderr + done.stdout
    events = [json.loads(line) for line in (out / "runs.jsonl").read_text().splitlines()]
    runs = [event for event in events if event["kind"] == "run"]
    assert {run["rule"]["name"] for run in runs} == {"regions"}
    assert [run["solution_count"] for run in runs] == [1] * 4
    by_rule = compare("run", "-n", "5", "--rule", "torus", "-a", "attack_sets,cp_sat", "-r", "1")
    assert by_rule.returncode == 0, by_rule.stdout
    assert "agree" in by_rule.stdout


MINE = """
def solve_all(board, on_solution):
    def place(queens):
        row = len(queens)
        if row == board.n:
            on_solution(queens)
        for column in board.columns(row) if row < board.n else []:
            if not any(board.attacks(queen, (row, column)) for queen in enumerate(queens)):
                place([*queens, column])

    place([])
"""


def test_check_takes_rules_and_files(tmp_path: Path) -> None:
    mine, plain = tmp_path / "mine.py", tmp_path / "plain.py"
    mine.write_text(MINE)
    plain.write_text(MINE.replace("board.attacks(queen, (row, column))", "queen[1] == column"))
    board = tmp_path / "puzzle.txt"
    board.write_text(text_board((), puzzle(5, 1)) + "\n")
    for arguments in (["--rule", "torus", "-n", "1-6"], ["--board", board]):
        assert compare("check", mine, *arguments).returncode == 0
        assert compare("check", plain, *arguments).returncode == 1
    assert compare("check", plain, "--rule", "rooks", "-n", "1-5").returncode == 0


def answers(tmp_path: Path, name: str, rows: list[list[int]], base: int = 0) -> Path:
    file = tmp_path / name
    lines = (" ".join(str(column + base) for column in row) for row in rows)
    file.write_text("\n".join(lines) + "\n")
    return file


def test_audit_of_a_right_list(tmp_path: Path) -> None:
    for base in (0, 1):
        done = compare("audit", answers(tmp_path, "all.txt", EIGHT, base))
        assert done.returncode == 0, done.stdout
        assert f"columns from {base}" in done.stderr
    saved = tmp_path / "all.npy"
    compare("solve", "8", "-o", saved)
    again = compare("audit", saved)
    digest = [line for line in done.stdout.splitlines() if line.startswith("digest")]
    assert digest == [line for line in again.stdout.splitlines() if line.startswith("digest")]


def test_audit_of_a_list_with_one_wrong_one_twice_and_two_missing(tmp_path: Path) -> None:
    rows = [list(row) for row in EIGHT]
    rows[5][0] = rows[5][1]
    rows[9] = rows[3]
    done = compare("audit", answers(tmp_path, "wrong.txt", rows, 1))
    assert done.returncode == 1
    assert "1 invalid" in done.stdout
    assert "answer 6: " in done.stdout
    assert "rows 0 and 1 share a column" in done.stdout
    assert "answer 10: " in done.stdout
    assert "the same as answer 4" in done.stdout
    assert "2 missing" in done.stdout
    assert " ".join(map(str, EIGHT[5])) in done.stdout


def test_audit_of_the_fundamental_ones_and_of_a_board(tmp_path: Path) -> None:
    file = tmp_path / "unique.jsonl"
    compare("solve", "8", "--unique", "-o", file)
    assert compare("audit", file, "--unique").returncode == 0
    assert "80 missing" in compare("audit", file).stdout
    board = tmp_path / "board.txt"
    board.write_text("...Q....\n" + "........\n" * 7)
    some = answers(tmp_path, "some.txt", [row for row in EIGHT if row[0] == 3])
    assert compare("audit", some, "--board", board).returncode == 0
    assert compare("audit", answers(tmp_path, "all.txt", EIGHT), "--board", board).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solve", "8", "--rule", "chess"], "--rule must be one of queens"),
        (["solve", "8", "--board", "{file}"], "--board cannot be combined with n"),
        (["solve", "--board", "{missing}"], "cannot be read"),
        (["count", "--board", "{broken}"], "line 2: 2 squares where 3 are expected"),
        (["explain", "--board", "{two}"], "one board is expected, the file has 2"),
        (["run", "--board", "{binary}"], "is not text"),
        (["solve", "--board", "{regions}", "--rule", "torus"], "has the rule regions"),
        (["audit", "{missing}"], "cannot be read"),
        (["audit", "{empty}"], "holds no answers"),
        (["audit", "{file}", "--base", "2"], "--base must be one of 0, 1"),
        (["puzzle", "-n", "3"], "a puzzle has n from 4"),
        (["count"], "n is missing"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    tmp_path: Path, arguments: list[str], says: str
) -> None:
    files = {
        "file": "Q...\n....\n....\n....\n",
        "broken": "Q..\n..\n",
        "two": "Q.\n..\n\n.Q\n..\n",
        "regions": "AABB\nAABB\nCCDD\nCCDD\n",
        "empty": "",
    }
    places = {name: tmp_path / name for name in (*files, "missing", "binary")}
    for name, text in files.items():
        places[name].write_text(text)
    places["binary"].write_bytes(b"\xff\xfe\x00")
    done = compare(*[argument.format(**places) for argument in arguments])
    assert done.returncode == 2, done.stdout
    errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    assert says in errors[0]
    assert "Traceback" not in done.stderr


def test_a_large_board_from_a_file_is_named_and_never_printed(tmp_path: Path) -> None:
    lines = ["#" * column + "." * 5 + "#" * (195 - column) for column in range(196)]
    file = tmp_path / "large.txt"
    file.write_text("\n".join([*lines, *lines[:4]]) + "\n")
    done = compare("count", "--board", file, "-a", "first_fail", "--time-limit", "5s")
    assert len(done.stderr) < 600, done.stderr[:600]
    assert "39000 blocked #" in done.stderr
