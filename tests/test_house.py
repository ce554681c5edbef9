"""Who may import whom: compare.py -> harness, explain -> queens <- models, handwritten."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"queens", "models", "handwritten", "harness", "explain"}

MAY_IMPORT = {
    "queens": {"queens"},
    "models": {"queens", "models"},
    "handwritten": {"queens", "handwritten"},
    "harness": {"queens", "harness"},
    "explain": {"queens", "explain"},
}


def imported(file: Path) -> set[str]:
    """Return the project's packages that the file imports by name, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found & PACKAGES


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_a_package_imports_what_it_may(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert len(files) > 5
    found = {file.name: imported(file) - MAY_IMPORT[package] for file in files}
    assert {name: strays for name, strays in found.items() if strays} == {}


def test_the_command_line_imports_the_harness_and_the_explainer() -> None:
    assert imported(ROOT / "compare.py") == {"harness", "explain"}
