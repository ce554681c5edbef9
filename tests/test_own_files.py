"""A user's own file: every command takes it, and what lies beside it is its own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from queens import Board
from queens.loading import load
from queens.registry import user_approach
from tests.command_line import ROOT, compare

SEARCH = '''
def solve_all(board, on_solution):
    """Plain backtracking."""
    queens = []

    def place(row):
        if row == board.n:
            on_solution(tuple(queens))
            return
        for column in board.columns(row):
            if is_free(queens, row, column):
                queens.append(column)
                place(row + 1)
                queens.pop()

    place(0)
'''
FREE = """
def is_free(queens, row, column):
    return not any(q == column or abs(q - column) == row - r for r, q in enumerate(queens))
"""


def write(folder: Path, **files: str) -> Path:
    """Write modules into a folder; return the path of mine.py."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder / "mine.py"


@pytest.mark.parametrize("helper", ["queens", "harness", "numpy", "random", "json", "judge"])
def test_a_helper_of_any_name_is_the_files_own(tmp_path: Path, helper: str) -> None:
    own = write(tmp_path, mine=f"from {helper} import is_free\n{SEARCH}", **{helper: FREE})
    done = compare("check", own, "-n", "4-6", "--json")
    assert json.loads(done.stdout)["verdict"] == "right", done.stdout


def test_what_lies_beside_a_file_and_is_not_imported_breaks_nothing(tmp_path: Path) -> None:
    wrong = "raise RuntimeError\n"
    names = ("numbers", "numpy", "typing", "harness", "enum")
    own = write(tmp_path, mine=FREE + SEARCH, **dict.fromkeys(names, wrong))
    done = compare("check", own, "-n", "6")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_helper_that_hides_a_package_is_named(tmp_path: Path) -> None:
    own = write(tmp_path, mine=f"from queens import mirror\n{FREE}{SEARCH}", queens="")
    text = " ".join(compare("check", own, "-n", "4").stdout.split())
    assert "queens.py beside the file is imported as queens: rename queens.py (mine.py:1)" in text


def test_helpers_import_each_other_and_packages_their_parts(tmp_path: Path) -> None:
    package = tmp_path / "tools"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "inner.py").write_text("from json import is_free\nfrom . import other\n")
    (package / "other.py").write_text("import queens\n")
    text = "import tools.inner\nis_free = tools.inner.is_free\n" + SEARCH
    own = write(tmp_path, mine=text, json=FREE)
    found: list[tuple[int, ...]] = []
    load(user_approach(own)).solve_all(Board(4), found.append)
    assert found == [(1, 3, 0, 2), (2, 0, 3, 1)]


def test_a_file_called_like_the_project_imports_the_project(tmp_path: Path) -> None:
    own = tmp_path / "queens.py"
    own.write_text("from queens import Board\n" + FREE + SEARCH)
    assert compare("check", own, "-n", "4").returncode == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("solve", "4", "--format", "columns"), "1 3 0 2\n2 0 3 1\n"),
        (("count", "6"), "4\n"),
        (("count", "6", "--workers", "2"), "4\n"),
    ],
)
def test_commands_take_a_file(tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    own = write(tmp_path, mine=FREE + SEARCH)
    done = compare(*words, "-a", own)
    assert (done.returncode, done.stdout) == (0, expected), done.stderr


def test_run_takes_a_file_among_the_names(tmp_path: Path) -> None:
    own = write(tmp_path, mine=FREE + SEARCH)
    done = compare("run", "-n", "5", "-r", "1", "-a", f"bitmasks,{own}")
    assert "Both approaches found the same solutions on every board." in done.stdout


def test_explain_follows_a_search_by_the_columns_it_reads(tmp_path: Path) -> None:
    own = write(tmp_path, mine=FREE + SEARCH)
    done = compare("explain", "4", "-a", own, "--text")
    assert "17 nodes, 4 failures, 2 solutions, 60 checks" in done.stdout
    first = compare("explain", "4", "-a", own, "--text", "--first")
    assert "26 checks" in first.stdout
    page = compare("explain", "4", "-a", own, "-o", tmp_path / "page.html")
    assert page.returncode == 0
    assert "mine.py" in (tmp_path / "page.html").read_text()


def test_explain_says_what_a_search_lacks_that_it_cannot_follow(tmp_path: Path) -> None:
    own = write(tmp_path, mine=FREE + SEARCH.replace("board.columns(row)", "range(board.n)"))
    done = compare("explain", "4", "-a", own, "--text")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "board.columns(row)" in done.stderr and "trace" in done.stderr


def test_explain_shows_the_search_of_the_docs_that_reports(tmp_path: Path) -> None:
    (text,) = re.findall("```python\n(.*?)```", (ROOT / "docs" / "check.md").read_text(), re.S)
    done = compare("explain", "4", "-a", write(tmp_path, mine=text), "--text")
    assert "17 nodes, 4 failures, 2 solutions, 60 checks" in done.stdout


@pytest.mark.parametrize("words", [("solve", "5"), ("count", "5"), ("explain", "5", "--text")])
@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("raise LookupError('no')\n" + FREE + SEARCH, 1, "LookupError: no (mine.py:1)"),
        ("def solve_all(board, on_solution):\n    1 / 0\n", 1, "division by zero (mine.py:2)"),
        ("def solve_all(n):\n    return []\n", 2, "mine.py:1: solve_all(n) is called as"),
    ],
)
def test_an_error_in_a_file_is_one_line_that_names_its_line(
    tmp_path: Path, words: tuple[str, ...], text: str, code: int, said: str
) -> None:
    done = compare(*words, "-a", write(tmp_path, mine=text))
    assert (done.returncode, len(done.stderr.splitlines())) == (code, 1), done.stderr
    assert said in done.stderr
