"""How the page looks and what it takes: themes, widths, names, motion, odd records, size."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from explain.reading import from_json
from explain.record import to_json
from explain.recorder import record
from explain.render import render
from explain.show import OPENING, Explanation, explain
from queens import Board
from tests.browser import Watch
from tests.explain_page import cell, counters, six, visit, write_page

CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgba = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((v) => v / 255).map((v) =>
      v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.textContent.trim() || !node.checkVisibility() || node.closest('script')) continue;
    const one = light(rgba(getComputedStyle(node).color).slice(0, 3));
    const other = light(ground(node));
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) poor.push(`${text.textContent.trim()} ${ratio.toFixed(2)}`);
  }
  return poor;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_in_both_themes(page: Page, six_page: str, theme: str) -> None:
    page.emulate_media(color_scheme=theme)
    for place in ("stop=2", "step=60", "step=376&left=boolean_flags&right=original_cp"):
        visit(page, six_page, place)
        assert page.evaluate(CONTRAST) == []
    page.click("#keys-button")
    assert page.evaluate(CONTRAST) == []
    page.keyboard.press("Escape")
    page.click("#predict")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(CONTRAST) == []


def test_the_theme_can_be_changed(page: Page, six_page: str) -> None:
    page.emulate_media(color_scheme="light")
    visit(page, six_page)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.click("#theme-button")
    dark = page.evaluate(ground)
    assert (light, dark) == ("rgb(245, 244, 240)", "rgb(18, 20, 24)")
    page.keyboard.press("t")
    assert page.evaluate(ground) == light
    page.emulate_media(color_scheme="dark")
    visit(page, six_page)
    assert page.evaluate(ground) == dark


@pytest.mark.parametrize("width", [360, 420, 640, 768, 1024, 1280, 1440])
def test_nothing_sticks_out_at_any_width(page: Page, six_page: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for place in ("stop=1", "step=60", "step=300&left=bounds_consistency&right=forward_checking"):
        visit(page, six_page, place)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        outside = page.evaluate(
            """() => [...document.querySelectorAll('button, select, input, .cell')]
                .filter((node) => node.checkVisibility() && !node.closest('.tip, .code, .tree'))
                .filter((node) => { const box = node.getBoundingClientRect();
                    return box.left < -0.5 || box.right > innerWidth + 0.5 || box.width < 16; })
                .map((node) => node.outerHTML.slice(0, 80))"""
        )
        assert outside == []


def test_every_control_has_a_name(page: Page, six_page: str) -> None:
    visit(page, six_page, "stop=1")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, [role], [tabindex]')]
            .filter((node) => !(node.getAttribute('aria-label') || node.textContent.trim()
                || document.querySelector(`#${node.getAttribute('aria-labelledby')}`)
                || ['row', 'grid', 'tooltip'].includes(node.getAttribute('role'))))
            .map((node) => node.outerHTML.slice(0, 90))"""
    )
    assert nameless == []
    assert page.get_by_role("grid", name="Board of boolean_flags").count() == 1


def test_nothing_moves_by_itself_where_motion_is_unwanted(page: Page, six_page: str) -> None:
    running = "document.getAnimations().length"
    page.emulate_media(reduced_motion="reduce")
    visit(page, six_page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(running) == 0
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(running) > 0


def test_a_record_is_data_and_never_markup(page: Page, tmp_path: Path) -> None:
    """A record from elsewhere may say anything in its texts; the page shows it as it is."""
    evil = "</script><script>document.title='taken'</script><img src=x onerror=alert(1)>"
    data = json.loads(json.dumps(to_json(record(Board(4), ["alldifferent", "bitmasks"]))))
    search = data["searches"][0]
    search["approach"] = evil[:99]
    search["description"] = evil
    search["propagators"] = [evil[:100] for _ in search["propagators"]]
    search["listings"][0]["path"] = evil[:100]
    search["listings"][0]["lines"][0] = evil
    search["causes"][0] = {"kind": "reported", "by": evil[:100]}
    visit(page, write_page(tmp_path, from_json(data)), "step=8")
    expect(page.locator("#left .description")).to_have_text(evil)
    assert page.locator("#left .file").first.inner_text() == evil[:100]
    assert page.title() == "Propagation made visible: n = 4, all solutions"
    assert page.locator("img").count() == 0
    page.keyboard.press("End")


def test_a_board_with_placed_and_blocked_squares(page: Page, tmp_path: Path) -> None:
    board = Board(6, placed=[(0, 1)], blocked=[(5, 5)])
    visit(page, write_page(tmp_path, record(board, OPENING)))
    assert cell(page, "left", 5, 5).endswith("column 5: a blocked square")
    assert cell(page, "left", 3, 4).endswith(
        "blocked from the start: same down diagonal as the queen placed on (0, 1)"
    )
    assert cell(page, "left", 0, 1).endswith("a queen: row 0 has no other column left")
    page.keyboard.press("End")
    expect(page.locator("#left .counters")).to_contain_text("solutions1 / 1")
    assert page.locator("#lesson").is_hidden()


def test_a_page_of_one_search(page: Page, tmp_path: Path) -> None:
    visit(page, write_page(tmp_path, record(Board(5), ["bitmasks"], first_only=True)))
    page.keyboard.press("End")
    assert page.locator(".pane").count() == 1
    expect(page.locator("#left .sentence")).to_have_text("A solution: columns 0 2 4 1 3.")
    assert page.locator("#tie").is_hidden()


def test_what_is_hidden_is_said(page: Page, tmp_path: Path) -> None:
    visit(page, write_page(tmp_path, record(Board(6), ["boolean_flags"], depth=1)))
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#left .sentence")).to_have_text(
        re.compile(r"^Not shown below this node: nodes \d+, failures \d+, solutions 0\.$")
    )


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_the_smallest_boards(page: Page, tmp_path: Path, n: int) -> None:
    visit(page, write_page(tmp_path, record(Board(n), OPENING)))
    page.keyboard.press("End")
    solutions = {0: 1, 1: 1, 2: 0, 3: 0}[n]
    for side in ("left", "right"):
        assert counters(page, side)["solutions"] == [solutions, solutions]


def test_all_of_n_8_in_two_panes_is_small_and_quick(page: Page, tmp_path: Path) -> None:
    path = explain(8).save(tmp_path / "eight.html")
    assert path.stat().st_size < 2_000_000
    visit(page, path.as_uri())
    page.keyboard.press("End")
    assert counters(page, "left")["nodes"] == [2057, 2057]
    assert counters(page, "left")["solutions"] == counters(page, "right")["solutions"] == [92, 92]
    wide = "document.querySelector('#left .tree').scrollWidth"
    assert page.evaluate(wide) > 5_000
    page.click("#left .zoom")
    assert page.evaluate(wide) < 720
    assert page.locator("#left .node").count() == 2057


def test_a_notebook_cell_shows_the_page(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "notebook.html"
    cell_html = explain(4)._repr_html_()
    path.write_text(f"<!doctype html><title>n</title><body>{cell_html}</body>", encoding="utf-8")
    page.goto(path.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("#to-end").click()
    expect(frame.locator("#left .counters")).to_contain_text("solutions2 / 2")
    assert Explanation(six()).html() == render(six())


def test_no_address_stands_in_the_page() -> None:
    assert not re.findall(r"(?:https?:)?//[a-z][\w.-]+\.[a-z]{2,}", render(six())) or set(
        re.findall(r"https?://[\w./]+", render(six()))
    ) == {"http://www.w3.org/2000/svg"}


def test_the_watch_is_on(page: Page, six_page: str, watch: Watch) -> None:
    visit(page, six_page)
    assert (watch.complaints, watch.requests) == ([], [])
    assert page.evaluate("fetch('http://queens.invalid/').then(() => 1, () => 0)") == 0
    assert any("Content Security Policy" in complaint for complaint in watch.complaints)
    watch.complaints.clear()
    watch.requests.clear()
