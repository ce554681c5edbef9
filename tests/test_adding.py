"""Adding an approach is one file and one line: done here in a copy, where all tests still pass."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.judge.comparisons import counts_nodes_alike
from harness.judge.facts import Facts
from harness.record.events import Campaign
from harness.record.file import FILE_NAME, read_events
from harness.report.page.definitions import definitions

ROOT = Path(__file__).resolve().parent.parent
NAME = "added_search"
FILE = '''"""Forward checking, the row below the queen once more: a search added in a test.

Right and complete as `forward_checking` is.

Source: none, it is no good idea.
"""

from __future__ import annotations

from handwritten.propagation import Domains, search
from queens import Board, Counters, OnSolution, Trace


def propagate(domains: Domains, rows: list[int]) -> None:
    """Prune what the queens of `rows` attack."""
    for row in rows:
        domains.prune_attacked(row)
        domains.prune_attacked(row, range(row + 1, min(row + 2, domains.n)))


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    return search(board, propagate, on_solution, trace)
'''
ABOVE = '    _written("arc_consistency", family="propagation"),\n'
LINE = ABOVE.replace("arc_consistency", NAME)
LOOK_AT_ALL = ("contract", "house", "propagation", "readme", "report", "cli_values")
# what was added, and the lists that must hold it; not what stands for the other approaches
CHOSEN = f"{NAME} or handwritten or registered or cli_values or (readme and not run)"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with one file and one line more."""
    copy = tmp_path_factory.mktemp("copy") / "project"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "*_cache", ".hyp*"))
    (copy / "handwritten" / f"{NAME}.py").write_text(FILE, encoding="utf-8")
    registry = copy / "queens" / "registry.py"
    source = registry.read_text(encoding="utf-8")
    assert source.count(ABOVE) == 1
    registry.write_text(source.replace(ABOVE, ABOVE + LINE), encoding="utf-8")
    return copy


def python(copy: Path, *arguments: str) -> str:
    command = [sys.executable, *arguments]
    run = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=200)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_the_tests_that_look_at_every_approach_pass(copy: Path) -> None:
    files = [f"tests/test_{name}.py" for name in LOOK_AT_ALL]
    said = python(copy, "-m", "pytest", "-p", "no:cacheprovider", *files, "-k", CHOSEN)
    assert int(said.split(" passed")[0].split()[-1]) > 15


def test_its_record_says_what_it_counts_and_whose_search_it_shares(copy: Path) -> None:
    python(copy, "compare.py", "run", "-n", "4", "-r", "1", "-a", NAME, "-o", "out")
    (campaign, *_) = read_events(copy / "out" / FILE_NAME)
    assert isinstance(campaign, Campaign)
    (about,) = campaign.about
    assert (about.approach, about.search) == (NAME, "handwritten.propagation")
    assert list(about.counters) == ["failures"]
    (cell,) = Facts(read_events(copy / "out" / FILE_NAME)).cells
    assert counts_nodes_alike(cell)
    assert [one.meaning for one in definitions([cell]) if one.name == "failures"] == [
        about.counters["failures"]
    ]
