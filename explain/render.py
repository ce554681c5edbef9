"""The page: one HTML file that holds a record and draws it, with no need of anything else.

The templates and scripts are the files in page/, put into one. A record is data: it stands
in the page as JSON, and the scripts put it on the screen as text and never as markup.
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

from explain import counts, lines, words
from explain.lesson import lesson
from explain.record import Kind, Record, Stop, to_json
from explain.tree import Tree, never_entered
from queens import Board, Line
from queens.forms.regions import COLOURS, labels, letters, walls

FOLDER = Path(__file__).with_name("page")

TWO_WAY = (
    f"This solver {words.TWO_WAY} Its tree is matched to the others by the queens that stand; a "
    f"failure or solution that follows a refutation is a leaf with no queen of its own."
)


def render(record: Record) -> str:
    """Return the page as HTML."""
    data = json.dumps(page_data(record), separators=(",", ":")).replace("<", "\\u003c")
    scripts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.js"))]
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
    """Return what the page holds: the record, those that stops of the lesson have, the lesson."""
    return data_of(record, lesson(record))


def data_of(record: Record, stops: Sequence[Stop]) -> dict[str, Any]:
    """Return the same with these stops as the lesson, or with none."""
    records = [record]
    for stop in stops:
        if stop.record is not None and not any(stop.record is one for one in records):
            records.append(stop.record)
    places = {id(one): place for place, one in enumerate(records)}
    return {
        "boards": [board_data(one) for one in records],
        "words": words.STEPS,
        "counters": [
            {"kind": kind, "name": name, "meaning": words.COUNTERS[name]}
            for kind, name in counts.COUNTED.items()
        ],
        "lesson": [stop.data() | {"board": places[id(stop.record or record)]} for stop in stops],
    }


def board_data(record: Record) -> dict[str, Any]:
    """Return a record and what the page shows of it that needs the searches compared."""
    board = record.board
    trees = {search.approach: Tree(board, search) for search in record.searches}
    return {
        "record": to_json(record),
        "words": f"{board}, {task_words(record)}",
        "start": [list(board.columns(row)) for row in range(board.n)],
        "blocked": lines.blocked(board),
        "lines": _lines_data(board),
        "regions": _regions_data(board),
        "legend": lines.legend(board),
        "views": {
            search.approach: {
                "causes": [words.cause(board, cause) for cause in search.causes],
                "jumps": [
                    words.jump(step[3], search.graphs[step[4]])
                    for step in search.steps
                    if step[0] == Kind.LEARNED
                ],
                "note": TWO_WAY if search.is_two_way else "",
                "tree": _tree_data(trees[search.approach]),
                "never": {
                    other: never_entered(trees[search.approach], tree)
                    for other, tree in trees.items()
                    if other != search.approach
                },
            }
            for search in record.searches
        },
    }


def _lines_data(board: Board) -> list[dict[str, Any]]:
    """Return how the page draws each line and step: its numbers, square by square, and its look."""
    data: list[dict[str, Any]] = [
        {
            "name": name,
            "look": one.look,
            "legend": "" if name == lines.ROW else f"{one.noun} of a queen",
            "drawn": _drawn(one.line),
            "slope": one.line.slope,
            "numbers": [number for row in range(board.n) for number in one.line.numbers(row)],
        }
        for name, one in lines.group_words(board).items()
    ]
    for name in lines.step_names(board):
        told = f"{lines.step_words(name)} a queen"
        data.append({"name": name, "look": "step", "drawn": "ray", "legend": told})
    return data


def _drawn(line: Line) -> str:
    """Return how an attack along the line is drawn."""
    if line.grid is not None:
        return "frame"
    return "ray" if line.is_linear else "pieces"


def _regions_data(board: Board) -> dict[str, Any] | None:
    if board.regions is None:
        return None
    numbers = [number for row in board.regions for number in row]
    return {
        "walls": walls(board.regions),
        "labels": [*labels(board.regions)],
        "colours": [number % len(COLOURS) for number in numbers],
        "names": [letters(number) for number in numbers],
    }


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
