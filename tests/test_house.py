"""The rooms of the house, which of them may import which, and what keeps a room livable."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOPS = (
    "commands",
    "harness",
    "explain",
    "classroom",
    "models",
    "handwritten",
    "queens",
    "experiments",
)

APPROACHES = {"models", "handwritten"}
MAY_IMPORT = {
    "queens": set(),
    "queens.forms": set(),
    "experiments.slips": set(),
    "experiments": {
        "experiments.slips",
        "queens",
        "models",
        "handwritten",
        "harness.record",
        "harness.judge",
        "harness.slips",
        "harness.campaign",
        "harness.proof",
        "harness.estimate",
        "harness.isolation",
        "harness.statistics",
    },
    "models": {"queens"},
    "handwritten": {"queens"},
    "explain": {"queens", "explain.lesson"},
    "explain.lesson": {"queens", "explain"},
    "classroom": {
        "queens",
        "explain",
        "harness.boards",
        "harness.judge",
        "harness.slips",
        "harness.record",
    },
    "harness.record": {"queens"},
    "harness.proof": {"queens", "harness.record"},
    "harness.estimate": {"queens", "harness.isolation"},
    "harness.slips": {"queens"},
    "harness.statistics": set(),
    "harness.boards": set(),
    "harness.judge": {"queens", "harness.record", "harness.slips", "harness.statistics"},
    "harness.isolation": {
        "queens",
        "harness.record",
        "harness.judge",
        "harness.isolation.processes",
    },
    "harness.isolation.processes": set(),
    "harness.workers": {"queens", "harness.isolation.processes"},
    "harness.campaign": {
        "queens",
        "harness.boards",
        "harness.record",
        "harness.proof",
        "harness.judge",
        "harness.slips",
        "harness.isolation",
        "harness.workers",
    },
    "harness.report": {
        "queens",
        "harness.record",
        "harness.judge",
        "harness.statistics",
        "harness.report.charts",
        "harness.report.page",
        "harness.report.sets",
    },
    "harness.report.sets": {"queens", "harness.judge", "harness.statistics", "harness.report"},
    "harness.report.charts": {"queens", "harness.judge", "harness.statistics", "harness.report"},
    "harness.report.page": {
        "queens",
        "harness.record",
        "harness.judge",
        "harness.report",
        "harness.report.charts",
        "harness.report.sets",
    },
    "harness.deliver": {
        "queens",
        "harness.record",
        "harness.judge",
        "harness.estimate",
        "harness.workers",
    },
    "commands.shared": {
        "queens",
        "harness.record",
        "harness.proof",
        "harness.estimate",
        "harness.deliver",
        "harness.campaign",
        "harness.isolation",
        "harness.judge",
        "harness.workers",
    },
    "commands.records": {
        "queens",
        "commands.shared",
        "harness.campaign",
        "harness.deliver",
        "harness.record",
        "harness.judge",
        "harness.statistics",
        "harness.report",
    },
    "commands": {
        "queens",
        "commands.shared",
        "explain",
        "classroom",
        "harness",
        "harness.boards",
        "harness.record",
        "harness.proof",
        "harness.estimate",
        "harness.judge",
        "harness.isolation",
        "harness.campaign",
        "harness.report",
        "harness.deliver",
        "harness.workers",
        "harness.slips",
        "harness.statistics",
    },
}
EVERYONE = {"queens", "queens.forms"}  # the problem and the contract, which all may import
# single files that may enter a room which the rest of their room may not
ONLY_FROM = {
    ("harness.isolation", "harness.judge"): {"harness.judge.audit", "harness.judge.validity"},
    ("harness.deliver", "harness.judge"): {"harness.judge.audit"},
    ("harness.deliver", "harness.estimate"): {"harness.estimate.solutions"},
}
FILES_AT_MOST = 15
LINES_AT_MOST = 300


def files(top: str) -> list[Path]:
    return sorted((ROOT / top).rglob("*.py"))


def module(file: Path) -> str:
    name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def room(name: str) -> str:
    """Return the room of a module: the folder that it lies in."""
    parts = name.split(".")
    is_folder = (ROOT / Path(*parts)).is_dir()
    return ".".join(parts if is_folder else parts[:-1] or parts)


MODULES = {module(file): file for top in TOPS for file in files(top)}


def imported(file: Path) -> set[str]:
    """Return the project's modules that the file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= whole & MODULES.keys() or {node.module}
    return {name for name in found if name.split(".")[0] in TOPS}


@cache
def arrows() -> list[tuple[str, str]]:
    return [(name, other) for name, file in MODULES.items() for other in imported(file)]


@pytest.mark.parametrize("name", sorted(MAY_IMPORT))
def test_a_room_imports_what_it_may(name: str) -> None:
    strays = [
        f"{one} -> {other}"
        for one, other in arrows()
        if room(one) == name and room(other) not in {name, *EVERYONE, *MAY_IMPORT[name]}
    ]
    assert strays == []


@pytest.mark.parametrize(("name", "other_room"), sorted(ONLY_FROM))
def test_some_rooms_are_entered_by_one_door(name: str, other_room: str) -> None:
    used = {other for one, other in arrows() if room(one) == name and room(other) == other_room}
    assert used - ONLY_FROM[name, other_room] == set()
    assert used


def test_every_module_is_in_a_room() -> None:
    front = {"harness", "harness.library"}
    assert {room(name) for name in MODULES} - {*MAY_IMPORT} == {"harness"}
    assert {name for name in MODULES if room(name) == "harness"} == front
    assert imported(ROOT / "compare.py") == {"commands.app"}


def test_there_is_no_circle_of_imports() -> None:
    found = arrows()
    ahead = {name: {other for one, other in found if one == name} for name in MODULES}
    # a package's front door names what is behind it; who imports a module goes through no door
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join([*path[path.index(name) :], name])
        if name not in done and name in ahead:
            for other in ahead[name]:
                visit(other, (*path, name))
            done.add(name)

    for name in MODULES:
        visit(name, ())


@pytest.mark.parametrize("name", sorted({*MAY_IMPORT} - APPROACHES))
def test_a_room_is_not_crowded(name: str) -> None:
    inside = [one for one in MODULES if room(one) == name]
    assert len(inside) <= FILES_AT_MOST + 1  # and its __init__


def test_no_file_is_long() -> None:
    lines = {name: len(file.read_text().splitlines()) for name, file in MODULES.items()}
    assert {name: count for name, count in lines.items() if count > LINES_AT_MOST} == {}
