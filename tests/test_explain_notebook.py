"""A notebook with a real kernel: boards, answers and explanations draw themselves in its cells."""

from __future__ import annotations

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

CELLS = (
    "from queens import Board, draw\nfrom explain import explain\nBoard(4, placed=[(0, 1)])",
    "draw((1, 3, 0, 2))",
    "explain(4, ['boolean_flags', 'alldifferent'])",
)


def test_cells_show_pictures_and_the_page() -> None:
    import nbformat

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    root = str(Path(__file__).parent.parent)
    client = nbclient.NotebookClient(notebook, timeout=60, resources={"metadata": {"path": root}})
    client.execute()
    board, solution, page = (cell.outputs[0].data for cell in notebook.cells)
    assert "<title>Board, n = 4, placed 0:1</title>" in board["image/svg+xml"]
    assert "<title>Solution, n = 4: columns 1 3 0 2</title>" in solution["image/svg+xml"]
    assert page["text/html"].startswith("<iframe srcdoc=")
    assert "Propagation made visible: n = 4, all solutions" in page["text/html"]
