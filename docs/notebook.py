"""Runs the tutorial notebook and keeps its outputs in it, for who reads it without running it.

    python -m docs.notebook

Charts are kept as pictures (SVG), which viewers show that run no scripts. The page of `explain`
is left out: it has more bytes than all else, and is there when its cell is run.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from queens.registry import ROOT

TUTORIAL = ROOT / "notebooks" / "tutorial.ipynb"
BYTES_AT_MOST = 60_000
"""Of one form of one output; larger ones are left out."""
PICTURES = 'import altair\n_ = altair.renderers.enable("svg")'


def read() -> Any:
    """Return the notebook as it is kept."""
    return nbformat.read(TUTORIAL, as_version=4)  # type: ignore[no-untyped-call]  # has no types


def executed(notebook: Any, folder: Path) -> Any:
    """Return the notebook with the outputs it has when it is run in `folder`."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(folder)}})
    client.execute(env=os.environ | {"PYTHONPATH": path})
    return notebook


def with_outputs(notebook: Any) -> Any:
    """Return the notebook run, with what is to be kept of its outputs."""
    first = nbformat.v4.new_code_cell(PICTURES)  # type: ignore[no-untyped-call]  # has no types
    notebook.cells.insert(0, first)
    with tempfile.TemporaryDirectory() as folder:
        executed(notebook, Path(folder))
    del notebook.cells[0]
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, start=1):
        cell.execution_count = number
        cell.metadata = {}  # when it was run
        for output in cell.outputs:
            _keep(output, number)
    return notebook


def _keep(output: Any, number: int) -> None:
    """Leave out of an output what is large, and number it as its cell."""
    if "execution_count" in output:
        output.execution_count = number
    if "data" in output:
        output.data = {
            form: content for form, content in output.data.items() if len(content) < BYTES_AT_MOST
        }


def main() -> None:
    """Run the notebook of this checkout and write it with its outputs."""
    nbformat.write(with_outputs(read()), TUTORIAL)  # type: ignore[no-untyped-call]  # has no types


if __name__ == "__main__":
    main()
