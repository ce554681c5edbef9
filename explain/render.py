"""The page: one HTML file that holds a record and draws it, with no need of anything else.

The templates and scripts are the files in page/, put into one. A record is data: it stands
in the page as JSON, and the scripts put it on the screen as text and never as markup.
"""

from __future__ import annotations

import html
import json
from dataclasses import asdict
from pathlib import Path
from string import Template
from typing import Any

from explain import counts, lines, words
from explain.lesson import lesson
from explain.record import REFUTATION, Record, Search, to_json
from explain.tree import Tree, never_entered

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
    f"This solver {words.TWO_WAY} Its tree is matched to the others by the queens that stand; a "
    f"failure or solution that follows a refutation is a leaf with no queen of its own."
)


def render(record: Record) -> str:
    """Return the page as HTML."""
    data = json.dumps(page_data(record), separators=(",", ":")).replace("<", "\\u003c")
    scripts = [(FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    board_words = f"{record.board}, {task_words(record)}"
    template = Template((FOLDER / "page.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=html.escape(f"Propagation made visible: {board_words}"),
        board_words=html.escape(board_words),
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
        "blocked": lines.blocked(record.board),
        "lines": [asdict(line) for line in lines.LINES.values()],
        "legend": lines.legend(),
        "words": words.STEPS,
        "counters": [
            {"kind": kind, "name": name, "meaning": words.COUNTERS[name]}
            for kind, name in counts.COUNTED.items()
        ],
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
