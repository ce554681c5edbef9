"""The board to click on in a notebook, with Python at work here and its squares in a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from queens import RULES, Board, regions

notebook = pytest.importorskip("classroom.notebook", reason="not installed: anywidget")

SYNCED = ("squares", "looked", "left", "told", "hints")
# what a notebook's front end is to a widget, its messages being calls
MODEL = """async ([source, state]) => {
    const handlers = {};
    const take = (text) => {
        Object.assign(state, JSON.parse(text));
        Object.values(handlers).forEach((handler) => handler());
    };
    const model = {
        get: (name) => state[name],
        set: (name, value) => { state[name] = value; },
        save_changes: async () => take(await python_state({ squares: state.squares })),
        send: async (message) => take(await python_message(message)),
        on: (name, handler) => { handlers[name] = handler; },
        off: (name) => { delete handlers[name]; },
    };
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    window.leave = widget.render({ model, el: document.getElementById("place") });
    window.handlers = handlers;
}"""


def show(page: Page, board: Board) -> Any:
    """Show the board, and return its widget."""
    widget = notebook.classroom(board)

    def told() -> str:
        return json.dumps({name: getattr(widget, name) for name in SYNCED})

    def state(changed: dict[str, Any]) -> str:
        widget.set_state(changed)
        return told()

    def message(content: dict[str, Any]) -> str:
        widget._handle_custom_msg(content, [])
        return told()

    page.expose_function("python_state", state)
    page.expose_function("python_message", message)
    page.set_content("<!doctype html><title>a notebook</title><main id='place'></main>")
    page.evaluate(MODEL, [widget.get_state()["_esm"], json.loads(told())])
    return widget


def test_a_click_changes_the_value_in_python_and_the_board_answers(page: Page) -> None:
    widget = show(page, Board(6))
    heard: list[Board] = []
    widget.observe(lambda change: heard.append(change["new"]), "board")
    expect(page.get_by_text("Solutions left: 4")).to_be_visible()
    page.locator('[data-square="1"]').click()
    expect(page.get_by_text("Solutions left: 1")).to_be_visible()
    assert heard == [widget.board] == [Board(6, [(0, 1)])]
    page.get_by_label("A click").select_option("blocks a square")
    page.locator('[data-square="14"]').click()
    expect(page.locator('[data-square="14"]')).to_have_attribute("aria-label", "(2, 2): blocked")
    assert widget.board == Board(6, [(0, 1)], [(2, 2)])
    page.get_by_label("A hint from").select_option("group_support")
    page.get_by_role("button", name="Give a hint").click()
    pruned = "(2, 4) is pruned: every column still open in row 1 is attacked from here."
    expect(page.get_by_text(pruned)).to_be_visible()
    page.get_by_role("button", name="How many through each square").click()
    expect(page.locator('[data-square="9"]')).to_have_text("1")


def test_queens_that_leave_no_solution_are_named_and_a_board_can_be_set(page: Page) -> None:
    widget = show(page, Board(6, [(0, 0), (5, 1)]))
    page.get_by_role("button", name="Which queens are to blame?").click()
    expect(page.locator(".blamed")).to_have_count(len(widget.told["squares"]))
    assert widget.told["squares"] == [[0, 0]]
    widget.board = Board(5, rule=RULES["torus"])
    assert widget.left["count"] == 10
    assert widget.squares["placed"] == []
    page.evaluate("leave()")
    assert page.evaluate("Object.keys(handlers).length") == 0


def test_regions_keep_their_rule_and_a_board_too_large_is_refused() -> None:
    grid = [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
    widget = notebook.classroom(Board(4, rule=regions(grid)))
    widget.set_state({"squares": {**widget.squares, "placed": [[0, 1]]}})
    assert widget.board == Board(4, [(0, 1)], rule=regions(grid))
    with pytest.raises(ValueError, match=r"^the board must have n from 4 to 12, got 13$"):
        notebook.classroom(Board(13))
