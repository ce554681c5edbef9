"""The page: one HTML file that holds a record and draws it, with no need of anything else.

The templates and scripts are the files in page/, put into one. A record is data: it stands
in the page as JSON, and the scripts put it on the screen as text and never as markup.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from explain import words
from explain.lesson import lesson
from explain.record import REFUTATION, Record, Search, to_json
from explain.tree import Tree, never_entered
from queens import Board, shared_line

FOLDER = Path(__file__).with_name("page")
SCRIPTS = (
    "replay",
    "words",
    "board",
    "tree",
    "chart",
    "predict",
    "pane",
    "lesson",
    "address",
    "player",
)

TWO_WAY = (
    "This solver branches in two: this column, or not this column. Its tree is matched to the "
    "others by the queens that stand; a failure or solution that follows a refutation is a "
    "leaf with no queen of its own."
)


def render(record: Record) -> str:
    """Return the page as HTML."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined
    )
    data = json.dumps(page_data(record), separators=(",", ":")).replace("<", "\\u003c")
    scripts = [(FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    board_words = f"{record.board}, {task_words(record)}"
    return environment.get_template("page.html").render(
        title=f"Propagation made visible: {board_words}",
        board_words=board_words,
        style=(FOLDER / "page.css").read_text(encoding="utf-8"),
        script="\n".join(scripts),
        data=data,
    )


def task_words(record: Record) -> str:
    """Return what the searches were asked for."""
    is_first = all(search.task == "one" for search in record.searches)
    return "first solution" if is_first else "all solutions"


def page_data(record: Record) -> dict[str, Any]:
    """Return the record and what the page shows of it that needs the searches compared."""
    trees = {search.approach: Tree(record.board, search) for search in record.searches}
    return {
        "record": to_json(record),
        "start": [list(record.board.columns(row)) for row in range(record.board.n)],
        "barred": barred(record.board),
        "views": {
            search.approach: {
                "causes": [words.cause(cause) for cause in search.causes],
                "note": _note(search),
                "tree": _tree_data(trees[search.approach]),
                "never": {
                    other: never_entered(trees[search.approach], tree)
                    for other, tree in trees.items()
                    if other != search.approach
                },
            }
            for search in record.searches
        },
        "lesson": [stop.data() for stop in lesson(record)],
    }


def barred(board: Board) -> list[list[str | None]]:
    """Return, row by row, why a square is barred from the start, or None where it is open."""

    def reason(row: int, column: int) -> str | None:
        if column in board.columns(row):
            return None
        if (row, column) in board.blocked:
            return "blocked"
        for queen in board.placed:
            if queen[0] == row:
                return f"row {row} has its queen placed on {words.square(queen)}"
            if line := shared_line(queen, (row, column)):
                return f"same {words.LINES[line]} as the queen placed on {words.square(queen)}"
        raise AssertionError(f"nothing bars ({row}, {column})")

    return [[reason(row, column) for column in range(board.n)] for row in range(board.n)]


def _note(search: Search) -> str:
    return TWO_WAY if any(step[0] == REFUTATION for step in search.steps) else ""


def _tree_data(tree: Tree) -> dict[str, list[Any]]:
    """Return the nodes as columns, which are shorter than as rows."""
    nodes = tree.nodes
    return {
        "parent": [node.parent for node in nodes],
        "square": [node.square for node in nodes],
        "entered": [node.entered for node in nodes],
        "left": [node.left for node in nodes],
        "end": [node.end for node in nodes],
        "extra": [index for index, node in enumerate(nodes) if node.is_extra],
        "hidden": [[index, *node.hidden] for index, node in enumerate(nodes) if node.hidden],
    }
