"""The documents keep their word: tables are their records', commands and links are real."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer

from commands.app import LazyGroup, app
from commands.shared import exit_codes
from docs.fill import MARKED, filled, pages
from harness.campaign.measure import named_approaches
from harness.campaign.plan import Plan
from harness.record.file import FILE_NAME
from harness.record.lines import Fields, read_lines
from queens import RULES, Board
from queens.forms.files import read_boards
from queens.registry import APPROACHES, missing_packages
from tests.records import measured, verdicts

ROOT = Path(__file__).resolve().parent.parent
TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text("utf-8") for page in pages(ROOT)}
README = TEXTS["README.md"]
RECORDS = sorted({match[1] for text in TEXTS.values() for match in MARKED.finditer(text)})
DOCUMENTS = TEXTS | {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "experiments/README.md")
}

FRESH_UP_TO_N = 8


def record(name: str) -> list[Fields]:
    return list(read_lines(ROOT / name / FILE_NAME))


def facts(events: list[Fields]) -> dict[tuple[str, int], dict[str, object]]:
    """Return what is no matter of speed: each cell's counts, digest and nodes."""
    found: dict[tuple[str, int], dict[str, object]] = {}
    for event in events:
        if event["kind"] in ("run", "observation") and event["n"] <= FRESH_UP_TO_N:
            cell = found.setdefault((event["approach"], event["n"]), {})
            names = ("solution_count", "distinct_count", "solutions_digest", "nodes")
            cell.update({name: event[name] for name in names if name in event})
    return found


def blocks(text: str, language: str) -> list[str]:
    """Return the code blocks of a document that are in `language`."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", TEXTS)
def test_the_tables_are_those_of_their_records(name: str) -> None:
    assert filled(TEXTS[name], ROOT) == TEXTS[name]


def test_every_committed_record_has_its_table() -> None:
    assert (
        sorted(f"results/{path.parent.name}" for path in ROOT.glob("results/*/*.jsonl")) == RECORDS
    )


def test_a_fresh_run_has_the_counts_digests_and_nodes_of_the_record() -> None:
    saved = facts(record("results/all"))
    sizes = sorted({n for _, n in saved})
    assert sizes[-1] == FRESH_UP_TO_N
    named = list(dict.fromkeys(name for name, _ in saved))
    installed = {approach.name for approach in APPROACHES if not missing_packages(approach)}
    approaches = named_approaches([name for name in named if name in installed])
    events, _ = measured(Plan(approaches, [Board(n) for n in sizes], repetitions=1))
    fresh = facts(events)
    assert fresh == {cell: saved[cell] for cell in fresh}
    assert len(fresh) == len(approaches) * len(sizes)


@pytest.mark.parametrize("name", RECORDS)
def test_every_verdict_of_the_records_is_agree(name: str) -> None:
    found = verdicts(record(name))
    words = {verdict.word for verdict in found}
    # hard boards: that there is no solution may be the word of one approach alone
    assert words - {"unverified"} == {"agree"}
    assert "unverified" not in words or name == "results/excluded"
    assert [verdict.crashes for verdict in found] == [[]] * len(found)


def test_the_approaches_that_the_ideas_name_are_registered() -> None:
    table = TEXTS["docs/ideas.md"].partition("Some ideas are options")[0]
    named = re.findall(r"`([a-z_]+)`", table.partition("|---")[2])
    assert len(named) > 30
    assert set(named) <= {approach.name for approach in APPROACHES}


def test_the_search_of_ten_lines_is_right(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(blocks(TEXTS["docs/write-your-own.md"], "python")[0], encoding="utf-8")
    approaches = named_approaches([mine, "bitmasks"])
    events, _ = measured(Plan(approaches, [Board(6), Board(7)], repetitions=1))
    runs = [event for event in events if event["kind"] == "run"]
    assert [run["audit"] for run in runs] == ["ok"] * 4
    assert {run["n"]: run["solution_count"] for run in runs} == {6: 4, 7: 40}


def test_the_search_that_asks_the_board_takes_every_rule(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(blocks(TEXTS["docs/write-your-own.md"], "python")[1], encoding="utf-8")
    approaches = named_approaches([mine, "boolean_flags"])
    boards = [Board(6, rule=rule) for rule in RULES.values()]
    events, _ = measured(Plan(approaches, boards, repetitions=1))
    assert {verdict.word for verdict in verdicts(events)} == {"agree"}


def test_the_boards_of_the_page_on_rules_are_read_as_it_says() -> None:
    page = TEXTS["docs/rules.md"]
    shown = re.findall(r"<!-- board: (.*?) -->\n```text\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 6
    for meaning, text in shown:
        assert read_boards(text).meaning == meaning
    (record_form,) = blocks(page, "json")
    assert read_boards(record_form).boards[0].rule.name == "regions"


PERMUTATIONS = """
from ortools.sat.python import cp_model
model = cp_model.CpModel()
variables = [model.new_int_var(0, 4, f"x{i}") for i in range(5)]
model.add_all_different(variables)
"""


@pytest.mark.parametrize(
    "number, before, lines",
    [(0, "", 92), (1, PERMUTATIONS, 120)],
    ids=["compare and solutions", "enumerate_all"],
)
def test_the_library_is_used_as_the_readme_says(
    tmp_path: Path, number: int, before: str, lines: int
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", before + blocks(README, "python")[number]],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(set(done.stdout.splitlines())) == lines


def test_every_python_block_of_the_readme_is_run() -> None:
    assert len(blocks(README, "python")) == 2


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_commands_that_are_printed_are_understood(name: str) -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, LazyGroup)
    for line in "\n".join(blocks(DOCUMENTS[name], "sh")).splitlines():
        _, is_ours, arguments = line.partition("compare.py ")
        if is_ours:
            word, *rest = shlex.split(arguments, comments=True)
            command = group.get_command(group.make_context("compare.py", [word]), word)
            assert command is not None, line
            assert command.make_context(word, rest).args == [], line


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_to_files_and_headings_that_exist(name: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", DOCUMENTS[name]):
        path, _, heading = target.partition("#")
        file = (ROOT / name).parent / path
        assert file.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            # an anchor is the heading in small letters, without punctuation, a hyphen a space
            anchors = [re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in titles]
            assert heading in anchors, target


def test_files_that_are_named_exist() -> None:
    workflows = {path.name: path.read_text("utf-8") for path in ROOT.glob(".github/workflows/*")}
    assert len(workflows) == 2
    for name, text in (DOCUMENTS | workflows).items():
        if name == "CHANGELOG.md":  # names what is gone
            continue
        for path in re.findall(r"\b(?:tests|queens|harness|explain|commands)/[\w/-]+\.\w+", text):
            assert (ROOT / path).exists(), f"{name}: {path}"


def test_the_exit_codes_of_the_readme_are_those_of_the_program() -> None:
    table = README.partition("| exit code |")[2].partition("\n\n")[0]
    codes = [value for name, value in vars(exit_codes).items() if name.isupper()]
    assert sorted(map(int, re.findall(r"^\| (\d+) \|", table, re.MULTILINE))) == sorted(codes)


def test_the_version_is_the_same_wherever_it_stands() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"\nversion: {project['version']}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    latest = re.search(r"^## \[?(\d+\.\d+\.\d+)", DOCUMENTS["CHANGELOG.md"], re.MULTILINE)
    assert latest is not None
    assert latest[1] == project["version"]
