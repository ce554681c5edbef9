"""The board to click on in a notebook: `classroom(board)` shows it, and Python has its value.

    from classroom.notebook import classroom

    shown = classroom(Board(8))
    shown            # the last line of a cell: click, ask for a hint
    shown.board      # the board as it stands now
    shown.observe(print, "board")

It is drawn by the classroom's own scripts, in a tree of its own, so that the notebook's style and
the board's do not meet; what is said of the board is asked of Python here. Needs the extra
`notebook` (anywidget, which every front end for notebooks can show).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from classroom import boards, solver
from explain import render
from queens import Board

HERE = Path(__file__).parent
PAGE = HERE / "page"
NO_ANSWER: dict[str, Any] = {"text": "", "squares": [], "steps": []}


def classroom(board: Board | None = None) -> BoardWidget:
    """Return the board as a widget; without one it is the empty board of six.

    Raises ValueError for a board too small or too large to click on.
    """
    return BoardWidget(board=board or Board(6))


class BoardWidget(anywidget.AnyWidget):
    """A board of size 4 to 12 whose squares can be clicked on. `board` can be read and set."""

    board = traitlets.Instance(Board)
    squares = traitlets.Dict().tag(sync=True)
    """What the browser holds: n, placed, blocked, and the numbers of the regions if there are."""
    looked = traitlets.Dict().tag(sync=True)
    left = traitlets.Dict().tag(sync=True)
    told = traitlets.Dict(NO_ANSWER).tag(sync=True)
    hints = traitlets.List(list(boards.HINTS)).tag(sync=True)

    def __init__(self, **values: Any) -> None:
        # put together here, not at import, so that a file that is missing is said where it is used
        self._esm = script()
        super().__init__(**values)
        self.on_msg(self._asked)

    @traitlets.validate("board")
    def _may_be_shown(self, proposal: Mapping[str, Any]) -> Board:
        board: Board = proposal["value"]
        if board.n not in boards.SIZES:
            smallest, largest = boards.SIZES[0], boards.SIZES[-1]
            raise ValueError(f"the board must have n from {smallest} to {largest}, got {board.n}")
        return board

    @traitlets.observe("board")
    def _answer(self, change: Mapping[str, Any]) -> None:
        board: Board = change["new"]
        self.told = NO_ANSWER
        self.looked = boards.look(board)
        self.left = boards.left(board)
        self.squares = {
            "n": board.n,
            "placed": [list(square) for square in board.placed],
            "blocked": [list(square) for square in board.blocked],
            "regions": board.regions,
        }

    @traitlets.observe("squares")
    def _changed(self, change: Mapping[str, Any]) -> None:
        new = change["new"]
        placed, blocked = (map(tuple, new[name]) for name in ("placed", "blocked"))
        self.board = Board(self.board.n, placed, blocked, self.board.rule)

    def _asked(self, _: object, ask: Mapping[str, Any], buffers: object) -> None:
        if ask["ask"] == "hint":
            found = boards.hint(self.board, ask["name"])
            squares = [list(found["square"])] if found["square"] else []
            self.told = {"text": found["text"], "squares": squares, "steps": []}
        else:
            found = solver.conflict(self.board)
            squares = [list(square) for square in found.get("squares") or ()]
            self.told = {"text": found["text"], "squares": squares, "steps": found["steps"]}


def script() -> str:
    """Return the module that draws the widget, with its style: one text, nothing to load."""
    words = (render.FOLDER / "words.js").read_text(encoding="utf-8")
    grid = (PAGE / "board.js").read_text(encoding="utf-8")
    grid = re.sub(r"^import .*\n", "", grid, flags=re.M).replace("export ", "")
    (crown,) = re.findall(
        r"<symbol.*?</symbol>", (PAGE / "index.html").read_text(encoding="utf-8"), flags=re.S
    )
    own = (HERE / "notebook.js").read_text(encoding="utf-8")
    own = own.replace('"$style"', json.dumps(_style())).replace('"$crown"', json.dumps(crown))
    return "\n".join([words, grid, own])


def _style() -> str:
    """Return the page's style as it applies in a tree of the widget's own."""
    parts = [render.FOLDER / "page.css", PAGE / "classroom.css"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in parts)
    return re.sub(r":root((\[[^]]*\])|(:not\(\[[^]]*\]\)))?", _host, text)


def _host(found: re.Match[str]) -> str:
    return f":host({found[1]})" if found[1] else ":host"
