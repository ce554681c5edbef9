"""Approaches with other releases of what they need: how they are named, made and recorded."""

from __future__ import annotations

import importlib.util
import json
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from harness.campaign.measure import named_approaches
from harness.campaign.plan import Plan
from harness.isolation.runner import Limits, Runner
from harness.report.releases import release_sentences
from queens import Board
from queens.names import resolve_approach, resolve_approaches
from queens.registry import Approach
from tests.command_line import compare
from tests.records import campaign, results, run

SAYS_ITS_VERSION = """
from importlib.metadata import version

def count_all(board):
    return int(version("python-constraint2").replace(".", ""))
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The user's cache folder, empty at first."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def record(cache: Path) -> list[dict[str, Any]]:
    """A campaign with two releases that work, one that lacks a method, and one that is not."""
    names = ("python_constraint@2.7.3", "python_constraint@2.8.0")
    failing = ("python_constraint_recursive@2.8.0", "python_constraint@0.1")
    given = ("-a", ",".join([*names, *failing]), "-n", "5", "-r", "1", "-o", cache / "out")
    done = compare("run", *given, XDG_CACHE_HOME=str(cache))
    assert "python-constraint2 2.7.3, python-constraint2 2.8.0" in done.stderr
    assert "missing: there is no such version of python-constraint2" in done.stdout
    assert done.returncode == 1, done.stderr  # one crashed
    lines = (cache / "out" / "runs.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_each_release_is_run_and_recorded_by_its_name(record: list[dict[str, Any]]) -> None:
    runs = {one["approach"]: one for one in record if one["kind"] == "run"}
    assert {name: (one["status"], one["solution_count"]) for name, one in runs.items()} == {
        "python_constraint@2.7.3": ("complete", 10),
        "python_constraint@2.8.0": ("complete", 10),
        "python_constraint_recursive@2.8.0": ("crashed", None),
        "python_constraint@0.1": ("not_installed", None),
    }
    assert [runs[name]["solver_version"] for name in runs if name[-1] in "38"] == [
        name.partition("@")[2] for name in runs if name[-1] in "38"
    ]
    about = {one["approach"]: one["versions"] for one in record[0]["about"]}
    assert about["python_constraint@2.7.3"]["python-constraint2"] == "2.7.3"
    assert about["python_constraint@0.1"] == {}
    assert "python-constraint2" not in record[0]["environment"]["versions"]


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize("version", ["2.7.3", "2.8.0"])
def test_a_worker_imports_the_release_and_nothing_of_here(
    version: str, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("UV", "/nowhere")  # the environment is there: uv is not called
    monkeypatch.setenv("PYTHONPATH", sysconfig.get_path("purelib"))
    file = tmp_path / "says.py"
    file.write_text(SAYS_ITS_VERSION, encoding="utf-8")
    needs = ("python-constraint2",)
    approach = Approach("says", "user", needs=needs, file=file, release=(needs[0], version))
    with Runner() as runner:
        fields = runner.run(approach, Board(4), "count", Limits())
    assert fields["solution_count"] == int(version.replace(".", "")), fields


def test_releases_stand_behind_their_approach_as_named() -> None:
    text = "bitmasks,cp_sat@9.15.6755,cp_sat@9.14.6206,cp_sat,cpmpy_cp_sat@ortools=9.14.6206"
    found = resolve_approaches(text)
    assert [one.name for one in found] == [
        "cp_sat",
        "cp_sat@9.15.6755",
        "cp_sat@9.14.6206",
        "cpmpy_cp_sat@ortools=9.14.6206",
        "bitmasks",
    ]
    assert [one.release for one in found[1:4]] == [
        ("ortools", "9.15.6755"),
        ("ortools", "9.14.6206"),
        ("ortools", "9.14.6206"),
    ]
    assert {one.module for one in found[:3]} == {"models.cp_sat"}


def test_all_releases_draw_the_same_numbers() -> None:
    found = resolve_approaches("python_constraint_min_conflicts,python_constraint_min_conflicts@2")
    plan = Plan(found, [Board(8)])
    assert len({plan.seed_of(one, Board(8), 2) for one in found}) == 1


@pytest.mark.parametrize(
    ("word", "named"),
    [
        ("cp_sat@", "a version of ortools is expected after @"),
        ("cp_sat@latest", "got 'latest'"),
        ("cp_sat@>=9", "got '>=9'"),
        ("cp_sat@9 @ file:///x", "got '9 @ file:///x'"),
        ("cp_sat@numpy=2", "cp_sat needs ortools, not numpy"),
        ("bitmasks@1.0", "bitmasks needs no distribution"),
        ("models@9.15", "the name of one approach is expected before @"),
        ("cp_satt@9.15", "did you mean cp_sat"),
    ],
)
def test_what_names_no_release_is_refused(word: str, named: str) -> None:
    with pytest.raises(ValueError, match=named) as raised:
        resolve_approaches(word)
    assert str(raised.value).startswith(f"{word}: ") or word.startswith("bitmasks")


def test_commands_that_search_in_this_process_take_what_is_installed() -> None:
    with pytest.raises(ValueError, match="alone takes other versions"):
        resolve_approach("cp_sat@9.14.6206")
    done = compare("explain", "4", "-a", "compiled_bitmasks@0.61.2")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "compiled_bitmasks@0.61.2: `compare.py run` alone" in done.stderr


def test_without_uv_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("UV", raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match="pip install uv"):
        named_approaches(["cp_sat@9.14.6206"])
    assert [one.name for one in named_approaches(["cp_sat"])] == ["cp_sat"]


def timed(name: str, n: int, factor: float, repetitions: int = 12) -> list[dict[str, Any]]:
    """Return runs of a release whose times and processor times are `factor` times those of 1."""
    times = [factor * 0.02 * (1 + index / 1000) for index in range(repetitions)]
    return [
        run(name, n, family="models", repetition=index, order_index=index, solve_s=one, cpu_s=one)
        for index, one in enumerate(times)
    ]


def test_a_release_is_compared_with_the_one_before_it_cell_by_cell() -> None:
    lines = [
        *(one for n, factor in ((8, 1.5), (9, 1.0)) for one in timed("cp_sat@9.10.1", n, factor)),
        *(one for n in (8, 9) for one in timed("cp_sat@9.9.2", n, 1.0)),
        *(one for n in (8, 9) for one in timed("cp_sat", n, 9.0)),
    ]
    (said,) = release_sentences(results([campaign(), *lines]).cells)
    assert said.startswith("cp_sat, 9.10.1 against 9.9.2: slower on n = 8, 1.50 times as long")
    assert said.endswith("No change beyond 10 % shown on n = 9.")


def test_three_runs_do_not_compare_releases() -> None:
    lines = [*timed("cp_sat@9.1", 8, 1.0, 3), *timed("cp_sat@9.2", 8, 9.0, 3)]
    (said,) = release_sentences(results([campaign(), *lines]).cells)
    assert said.startswith("cp_sat, 9.2 against 9.1: too few runs to decide")


def test_a_release_that_repeats_or_loses_solutions_is_at_fault_and_has_no_time() -> None:
    wrong = {"audit": "duplicate", "delivered_count": 95, "solution_count": 95}
    lost = {"delivered_count": 91, "distinct_count": 91, "solution_count": 91}
    lines = [
        *timed("cp_sat@9.1", 8, 1.0),
        *({**one, **wrong} for one in timed("cp_sat@9.2", 8, 0.5)),
        *({**one, **lost, "solutions_digest": "0" * 32} for one in timed("cp_sat@9.3", 8, 0.5)),
    ]
    found = results([campaign(), *lines])
    assert found.verdicts[0].faulty == ["cp_sat@9.2", "cp_sat@9.3"]
    assert not [one for one in release_sentences(found.cells) if "faster" in one and "9.2" in one]
