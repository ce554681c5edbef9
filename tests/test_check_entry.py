"""How a file is entered by `check`: its own function, what it returns, a task that is not all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.campaign.autograder import check
from harness.isolation.runner import Limits
from harness.judge.entry import Entry, entry_of
from harness.judge.grading import FileCheck
from queens import Board
from queens.registry import Approach
from tests.command_line import compare
from tests.test_own_files import FREE, SEARCH

LEETCODE = """
class Solution:
    def solveNQueens(self, n):
        found = []

        def place(queens):
            row = len(queens)
            if row == n:
                found.append(["." * q + "Q" + "." * (n - q - 1) for q in queens])
                return
            for c in range(n):
                if not any(q == c or abs(q - c) == row - r for r, q in enumerate(queens)):
                    place(queens + [c])

        place([])
        return found
"""
GENERATOR = """
def queens(n, above=()):
    row = len(above)
    if row == n:
        yield FORM
        return
    for c in range(n):
        if not any(q == c or abs(q - c) == row - r for r, q in enumerate(above)):
            yield from queens(n, (*above, c))
"""
COUNT = GENERATOR.replace("FORM", "above") + "def total(n):\n    return len(list(queens(n)))\n"
COUNT_ALL = """
def count_all(board):
    return sum(
        all(one[r] == c for r, c in board.placed) and all(one[r] != c for r, c in board.blocked)
        for one in queens(board.n)
    )
"""
ONE = """
def solve_one(board):
    for queens in queens_of(board.n):
        if all(queens[r] == c for r, c in board.placed):
            if all(queens[r] != c for r, c in board.blocked):
                return queens
    return None
""" + GENERATOR.replace("FORM", "above").replace("queens(n", "queens_of(n")


def grade(
    tmp_path: Path, text: str, function: str | None = None, returns: str | None = None
) -> FileCheck:
    """Return what `check` finds in a file with this text on small boards."""
    own = tmp_path / "mine.py"
    own.write_text(text)
    approach = Approach("mine", "user", file=own)
    boards = [Board(1), Board(3), Board(4), Board(6), Board(5, blocked=[(0, 0)])]
    return check(approach, boards, Limits(5.0), entry=entry_of(own, function, returns))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LEETCODE, ("solveNQueens", "rows")),
        (LEETCODE, ("Solution.solveNQueens", "rows")),
        (GENERATOR.replace("FORM", "above"), ("queens", "columns")),
        (
            GENERATOR.replace("FORM", "list(above)"),
            ("queens", "columns"),
        ),
        (
            GENERATOR.replace("FORM", "[[int(c == q) for c in range(n)] for q in above]"),
            ("queens", "matrix"),
        ),
        (
            GENERATOR.replace("FORM", "set(enumerate(above))"),
            ("queens", "squares"),
        ),
        (
            GENERATOR.replace("FORM", '"\\n".join("_ " * q + "Q" for q in above)'),
            ("total", "count"),
        ),
        (COUNT, ("total", "count")),
        (ONE, ()),
        (GENERATOR.replace("FORM", "above") + COUNT_ALL, ()),
    ],
)
def test_a_right_file_is_right_however_it_hands_over(
    tmp_path: Path, text: str, words: tuple[str, ...]
) -> None:
    if "total" in words and "def total" not in text:
        text += "\ndef total(n):\n    return queens(n)\n"
    assert grade(tmp_path, text, *words).verdict == "right"


@pytest.mark.parametrize(
    ("text", "words", "verdict", "slip"),
    [
        (
            LEETCODE.replace("range(n)", "range(n - 1)"),
            ("solveNQueens", "rows"),
            "missing",
            "a_column_untried",
        ),
        (
            GENERATOR.replace("FORM", "tuple(q + 1 for q in above)"),
            ("queens", "columns"),
            "invalid",
            "counts_from_one",
        ),
        (
            COUNT.replace("abs(q - c) == row - r", "q - c == row - r"),
            ("total", "count"),
            "count",
            "down_untested",
        ),
        (ONE.replace("return None", "return (0, 0)"), (), "invalid", None),
        (ONE.replace("queens_of(board.n)", "()"), (), "missing", None),
    ],
)
def test_a_slip_is_named_however_a_file_hands_over(
    tmp_path: Path, text: str, words: tuple[str, ...], verdict: str, slip: str | None
) -> None:
    found = grade(tmp_path, text, *words)
    assert found.verdict == verdict
    assert slip is None or (found.naming and slip in found.naming.name)


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        (
            "\ndef solve_all(n):\n    return []\n",
            (),
            ":2: solve_all(n) is called as",
        ),
        ("def solve_all(n, f):\n    pass\n", (), "the size is board.n"),
        ("def solve_all(a, b, c):\n    pass\n", (), ":1: solve_all(a, b, c) is called as"),
        (LEETCODE, ("--function", "solveNQueens"), "--returns columns, rows, matrix"),
        (LEETCODE, ("--function", "solve"), "it has Solution.solveNQueens"),
        (LEETCODE, ("--returns", "rows"), "no function solve_all"),
        (LEETCODE, ("--function", "solveNQueens", "--returns", "x"), "got 'x'"),
    ],
)
def test_what_differs_is_said_with_its_line_before_anything_runs(
    tmp_path: Path, text: str, words: tuple[str, ...], said: str
) -> None:
    own = tmp_path / "mine.py"
    own.write_text(text)
    done = compare("check", own, *words)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert said in done.stderr


def test_a_function_of_two_arguments_is_called_as_the_contract_says(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("def go(board, hand_over, quick=True):\n    pass\n")
    assert entry_of(own, "go") == Entry("all", "go", "board", None)


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ("return list(found)", "returned", "a list of 2"),
        ("return iter(found)", "returned", "iterator"),
        ("print(*found, sep=chr(10))", "printed", "2 lines"),
    ],
)
def test_what_came_back_instead_is_looked_at(
    tmp_path: Path, body: str, kind: str, said: str
) -> None:
    text = SEARCH.replace("on_solution(tuple(queens))", "found.append(tuple(queens))")
    text = text.replace("    queens = []", "    queens, found = [], []")
    own = tmp_path / "mine.py"
    own.write_text(f"{FREE}{text}    {body}\n")
    done = compare("check", own, "-n", "4", "--json")
    findings = json.loads(done.stdout)["boards"][0]["findings"]
    (found,) = [one for one in findings if one["kind"] == kind]
    assert said in found["text"]


def test_an_error_names_the_users_line(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text(
        "def solve_all(board, on_solution):\n    board.columns(0)\n    board.columnz(0)\n"
    )
    done = compare("check", own, "-n", "4")
    assert "(mine.py:3)" in done.stdout


def test_a_function_of_a_size_is_checked_beyond_nine_and_its_right_file_is_right(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(LEETCODE)
    done = compare("check", file, "--function", "solveNQueens", "--returns", "rows")
    assert (done.returncode, done.stderr) == (0, "")
    assert "n = 10: 724 solutions" in done.stdout
    assert "not tried" not in done.stdout
    assert done.stdout.endswith("All right on n = 1 to 10.\n")
