"""A class: many files side by side, a line each, whatever one of them does."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tests.command_line import ROOT, compare

FAULTY = ROOT / "tests" / "faulty"


def test_a_class_has_a_line_for_each_file_and_one_that_hangs_takes_its_own_limit(
    tmp_path: Path,
) -> None:
    hangs = tmp_path / "hangs.py"
    hangs.write_text("def solve_all(board, on_solution):\n    while True:\n        pass\n")
    files = [
        ROOT / "handwritten" / "boolean_flags.py",
        hangs,
        FAULTY / "killed.py",
        FAULTY / "reused_buffer.py",
    ]
    done = compare("check", *files, "-n", "5", "--time-limit", "1s", "-o", tmp_path / "grades.csv")
    assert done.returncode == 1
    with (tmp_path / "grades.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    assert [(Path(row["file"]).name, row["verdict"], row["slip"]) for row in rows] == [
        ("boolean_flags.py", "right", ""),
        ("hangs.py", "timeout", ""),
        ("killed.py", "crashed", ""),
        ("reused_buffer.py", "repeated", "buffer_reused"),
    ]
    assert float(rows[1]["time_s"]) < 10
    assert [line.split()[1] for line in done.stdout.splitlines()] == [file.name for file in files]


def test_json_of_many_files_is_a_list(tmp_path: Path) -> None:
    file = ROOT / "handwritten" / "bitmasks.py"
    done = compare("check", file, file, "-n", "4", "--json")
    found = json.loads(done.stdout)
    assert [(one["verdict"], one["slip"], one["solutions_checked"]) for one in found] == [
        ("right", None, 2)
    ] * 2


def test_a_default_board_is_beyond_ten(tmp_path: Path) -> None:
    """Columns kept as one digit are right up to n = 10."""
    own = tmp_path / "digits.py"
    own.write_text(
        "from handwritten import bitmasks\n\n\n"
        "def solve_all(board, on_solution):\n"
        "    bitmasks.solve_all(board, lambda q: on_solution([c % 10 for c in q]))\n"
    )
    found = json.loads(compare("check", own, "--json").stdout)
    assert [board["n"] for board in found["boards"] if not board["passed"]] == [11]
    assert found["slip"] == "columns_as_digits"


def test_arrays_of_the_first_size_are_told_from_a_crash(tmp_path: Path) -> None:
    own = tmp_path / "arrays.py"
    own.write_text(
        "from handwritten import bitmasks\n\nwork = []\n\n\n"
        "def solve_all(board, on_solution):\n"
        "    if not work:\n        work.extend([0] * board.n)\n"
        "    if board.n:\n        work[board.n - 1]\n"
        "    bitmasks.solve_all(board, on_solution)\n"
    )
    found = json.loads(compare("check", own, "-n", "4-6", "--json").stdout)
    assert (found["verdict"], found["slip"]) == ("state_kept", "arrays_of_the_first_size")
