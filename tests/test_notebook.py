"""The tutorial notebook runs from top to bottom, and what it shows is right."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
TUTORIAL = ROOT / "notebooks" / "tutorial.ipynb"


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The notebook with its outputs, run in a folder of its own."""
    notebook = nbformat.read(TUTORIAL, as_version=4)  # type: ignore[no-untyped-call]  # no types
    folder = str(tmp_path_factory.mktemp("notebook"))
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": folder}})
    client.execute(env=os.environ | {"PYTHONPATH": path})
    return notebook


def output(notebook: Any, source: str, kind: str = "text/plain") -> str:
    """Return what the one cell with `source` in it shows."""
    (cell,) = [c for c in notebook.cells if c.cell_type == "code" and source in c.source]
    parts = [out.get("text") or out.get("data", {}).get(kind, "") for out in cell.outputs]
    return "".join(map(str, parts))


def test_the_tutorial_is_kept_without_outputs() -> None:
    notebook = nbformat.read(TUTORIAL, as_version=4)  # type: ignore[no-untyped-call]  # no types
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) > 8
    assert [cell for cell in code if cell.outputs or cell.execution_count] == []


def test_the_tutorial_runs_and_shows_what_it_says(executed: Any) -> None:
    assert "✓ agree" in output(executed, "results = compare(", "text/html")
    assert output(executed, "results.verdict").count("agree") == 4
    assert "552" in output(executed, "results.table[[")
    assert "plain_check" in output(executed, "splits = ")
    said = output(executed, "for statement in statements(")
    assert "every board: n = 4 to 7" in said
    assert "forward_checking" in said
    assert output(executed, "for queens in solutions(").strip() == "(0, 4, 7, 5, 2, 6, 1, 3)"
    said = output(executed, "for result in found.boards")
    assert "The same list is handed over each time" in said
    assert "report.html report.md table.csv" in output(executed, "written = write_report")
    assert len(output(executed, "explain(4", "text/html")) > 10_000
