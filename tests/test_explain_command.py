"""`compare.py explain`: what it writes, what it says, and slips."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from commands.app import LENIENT
from commands.explain import explain as command
from explain import explain
from explain.reading import read
from explain.show import OPENING, REST
from queens import Board
from tests.test_explain_views import figures

app = typer.Typer()
app.command(context_settings=LENIENT)(command)
runner = CliRunner()


def run(*arguments: str) -> tuple[int, str, str]:
    result = runner.invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def test_the_command_writes_one_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, said, _ = run("4")
    assert (code, said.split()[:2]) == (0, ["wrote", "explain-4.html"])
    page = Path("explain-4.html").read_text()
    assert page.startswith("<!doctype html>")
    for name in OPENING + REST:
        assert f'"approach":"{name}"' in page
    assert page.index('"approach":"boolean_flags"') < page.index('"approach":"alldifferent"')


def test_the_command_keeps_the_order_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    arguments = ("-a", "original_cp,bitmasks", "--first", "--placed", "0:2", "--blocked", "5:5")
    assert run("6", *arguments, "-o", str(path))[0] == 0
    kept = read(path)
    assert [search.approach for search in kept.searches] == ["original_cp", "bitmasks"]
    assert {search.task for search in kept.searches} == {"one"}
    assert kept.board == Board(6, [(0, 2)], [(5, 5)])
    page = tmp_path / "drawn.html"
    assert run("--read", str(path), "-o", str(page))[0] == 0
    assert "n = 6, placed 0:2, blocked 5:5, first solution" in page.read_text()


def test_the_command_tells_and_counts() -> None:
    code, told, _ = run("4", "--text", "-a", "linear_scan", "--first")
    assert code == 0
    assert told == explain(4, ["linear_scan"], first=True).text() + "\n"
    code, shown, _ = run("5", "--table")
    assert code == 0
    assert figures(shown, "boolean_flags")[0] == 54
    assert len(run("5", "--table", "--depth", "1")[1]) < len(shown)
    code, told, _ = run("5", "--text", "-a", "bitmasks", "--depth", "1")
    assert "not shown below this node: nodes 10, failures 1, solutions 2" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-5"], "n must be at least 1, got -5"),
        (["6", "--frist"], "there is no option --frist: did you mean --first?"),
        (["6", "7"], "unexpected argument '7'"),
        (["0"], "n must be at least 1, got 0"),
        (["six"], "n must be a whole number, got 'six'"),
        (["mine.py"], "got 'mine.py'; a search of your own is -a mine.py"),
        (["README.md"], "got 'README.md'; a board's file is --board README.md"),
        ([], "n is missing"),
        (["6", "-a", "alldiferent"], "did you mean alldifferent"),
        (["6", "-a", "boolean_flags,,bitmasks"], "approaches must be separated by single commas"),
        (["6", "-a", "cp_sat"], "cp_sat cannot be observed"),
        (["20", "-a", "boolean_flags"], "boolean_flags has more than 60,000 steps"),
        (["6", "--depth", "-1"], "--depth must be at least 0, got -1"),
        (["6", "--depth", "two"], "--depth must be a whole number, got 'two'"),
        (["6", "--placed", "0-3"], "--placed must be ROW:COLUMN, both from 0, as 0:3; got '0-3'"),
        (["6", "--blocked", "6:0"], "blocked square (6, 0) is off the board"),
        (["6", "--text", "--table"], "--text cannot be combined with --table"),
        (["6", "-o", "no/such/page.html"], "no/such/page.html cannot be written: No such file"),
        (["--read", "none.json"], "none.json cannot be read: No such file"),
        (["6", "--read", "none.json"], "--read cannot be combined with a board"),
    ],
)
def test_a_slip_is_one_line_and_exit_code_2(arguments: list[str], message: str) -> None:
    code, said, complaint = run(*arguments)
    assert code == 2
    assert said == ""
    assert message in complaint
    assert complaint.startswith("error: ")
    assert complaint.count("\n") == 1


def test_the_command_imports_nothing_heavy_until_it_runs() -> None:
    script = (
        "import sys, commands.explain; "
        "print([name for name in ('ortools', 'jinja2', 'jsonschema', 'numpy', 'rich.table') "
        "if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (result.stdout, result.stderr) == ("[]\n", "")
