"""The tutorial notebook runs from top to bottom, and what it shows is right."""

from __future__ import annotations

import re
from typing import Any

import pytest

from docs import notebook as kept

# what these show beside times differs with the machine: who is fastest, by how much
VARY = ("splits = ", "for statement in statements(")


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The notebook with its outputs, run in a folder of its own."""
    return kept.executed(kept.read(), tmp_path_factory.mktemp("notebook"))


def output(notebook: Any, source: str, kind: str = "text/plain") -> str:
    """Return what the one cell with `source` in it shows."""
    (cell,) = [c for c in notebook.cells if c.cell_type == "code" and source in c.source]
    parts = [out.get("text") or out.get("data", {}).get(kind, "") for out in cell.outputs]
    return "".join(map(str, parts))


def code_of(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell: Any) -> list[str]:
    """Return what a cell shows as text, times and spaces as one sign each."""
    texts = [out.get("text") or out.get("data", {}).get("text/plain", "") for out in cell.outputs]
    return [re.sub(r"\s+", " ", re.sub(r"\d+\.\d+(e-?\d+)?", "#", text)) for text in texts]


def test_the_tutorial_is_kept_with_small_outputs() -> None:
    code = code_of(kept.read())
    assert [cell.execution_count for cell in code] == [*range(1, len(code) + 1)]
    assert all(cell.outputs for cell in code)
    pictures = [
        out.data["image/svg+xml"]
        for cell in code
        for out in cell.outputs
        if "image/svg+xml" in out.get("data", {})
    ]
    assert [picture[:5] for picture in pictures] == ["<svg "] * 3, "two charts and a board"
    assert sum(map(len, pictures)) < 100_000
    assert kept.TUTORIAL.stat().st_size < 150_000


def test_the_outputs_kept_are_those_of_a_run(executed: Any) -> None:
    """If what a cell shows has changed: `python -m docs.notebook`."""
    pairs = list(zip(code_of(kept.read()), code_of(executed), strict=True))
    for one, other in pairs:
        assert one.source == other.source
        if not any(start in one.source for start in VARY):
            assert shown(one) == shown(other), "`python -m docs.notebook` keeps the new ones"
    assert shown(pairs[0][0]) == ["Results(20 cells, 4 boards: 4 agree)"]


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
