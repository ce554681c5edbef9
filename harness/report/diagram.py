"""The sizes of a decision diagram, which stand beside the nodes of the searches.

An approach that compiles a board visits no tree, so it has no nodes to compare; what it builds
instead is as large as its own figures say. They stand in rows under names of their own.
"""

from __future__ import annotations

from collections.abc import Iterable

from harness.judge.cells import Cell
from queens import Board

SIZES = ("diagram_nodes", "subproblems")
"""Counters that say how large a diagram is, and how much was looked at to build it."""


def diagram_rows(cells: Iterable[Cell]) -> dict[str, dict[Board, int]]:
    """Return each size's counts by board, under the name of its row: `zdd, diagram nodes`."""
    rows: dict[str, dict[Board, int]] = {}
    for cell in cells:
        for name, count in _sizes(cell).items():
            rows.setdefault(f"{cell.key.approach}, {_words(name)}", {})[cell.board] = count
    return rows


def diagram_notes(cells: Iterable[Cell]) -> list[str]:
    """Return a sentence for each approach with such rows: what they count, as its file says."""
    notes = []
    for cell in {cell.key.approach: cell for cell in cells if _sizes(cell)}.values():
        said = [
            f"its {_words(name)} are {about}"
            for name in _sizes(cell)
            if (about := cell.about.counters.get(name))
        ]
        notes.append("; ".join([f"{cell.key.approach} has no search tree", *said]) + ".")
    return notes


def _sizes(cell: Cell) -> dict[str, int]:
    if not cell.is_complete or cell.is_audited_wrong:
        return {}
    counters = cell.worst_run.counters
    return {name: counters[name] for name in SIZES if type(counters.get(name)) is int}


def _words(name: str) -> str:
    return name.replace("_", " ")
