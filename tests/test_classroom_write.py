"""Searches of one's own in the classroom: written, judged, ended, watched."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from classroom import codemirror, site
from tests.classroom_page import LOADED_MS, opened, served, visit, write_source

ENDLESS = "def solve_all(board, on_solution):\n    while True:\n        pass\n"


def wrong_square(page: Page, square: int) -> Any:
    return page.locator(f'#wrong-board [data-square="{square}"]')


def test_an_endless_search_is_ended_and_python_comes_back(site_page: Page) -> None:
    site_page.locator('[data-part="write"]').click()
    write_source(site_page, ENDLESS)
    site_page.locator("#limit").select_option("2")
    site_page.locator("#check").click()
    ended = "It was ended: the search does not come back."
    expect(site_page.locator("#verdict")).to_have_text(ended, timeout=LOADED_MS)
    expect(site_page.locator("#boards")).to_contain_text("It did not return: time limit 2 s")
    site_page.locator("#again").click()
    site_page.locator("#expected").select_option("invalid")
    site_page.locator("#check").click()
    told_slip = re.compile(r"^As you expected\. Up diagonals")
    expect(site_page.locator("#verdict")).to_have_text(told_slip, timeout=LOADED_MS)
    expect(site_page.locator("#drawn")).to_have_text("n = 2")
    attacked = "(0, 1): a queen, attacked: same up diagonal as the queen on (1, 0)"
    expect(wrong_square(site_page, 1)).to_have_attribute("aria-label", attacked)


def test_a_search_of_ones_own_is_watched_beside_forward_checking(
    site_page: Page, site_address: str
) -> None:
    visit(site_page, site_address, "n=4")
    site_page.locator('[data-part="write"]').click()
    site_page.locator("#exercise").select_option(label="1. The linear scan")
    site_page.locator("#watch-mine").click()
    inside = site_page.frame_locator("iframe")
    expect(inside.locator("#left select")).to_have_value("mine")
    expect(inside.locator("#right select")).to_have_value("forward_checking")
    told_nodes = re.compile(r"n = 4, all solutions\. mine \d+ nodes, forward_checking 17\.")
    expect(site_page.locator("#watch-said")).to_have_text(told_nodes)


def test_the_first_wrong_pruning_is_shown_on_the_board(site_page: Page) -> None:
    site_page.locator('[data-part="write"]').click()
    site_page.locator("#exercise").select_option(label="8. A Hall set")
    source = site_page.locator("#source").input_value()
    write_source(site_page, source.replace("pass", "domains[rows[0]] -= columns"))
    site_page.locator("#check").click()
    expect(site_page.locator("#boards")).to_contain_text("is pruned in line 10, and a solution has")
    name = site_page.locator("#drawn").text_content()
    assert name.startswith("hidden board")
    expect(site_page.locator("#wrong-board .blamed")).to_have_count(1)
    expect(site_page.locator("#wrong-board .blamed .crown")).to_have_count(1)
    site_page.locator("#topics button").get_by_text("Ask me: Hall set").click()
    expect(site_page.locator("#question-said")).to_contain_text("Some rows use up as many columns")
    site_page.locator("#question-board .cell[aria-label$=': open']").first.click()
    expect(site_page.locator("#question-said")).to_contain_text("is pruned:")
    with site_page.expect_download() as saved:
        site_page.locator("#export").click()
    kept = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert kept["exercises"]["hall_set"] == {"tries": 1, "passed": None}
    assert kept["topics"]["Hall set"]["missed"] >= 1
    site_page.locator("#again").click()


def test_the_page_does_without_the_editor_too(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site_folder: Path
) -> None:
    monkeypatch.setattr(codemirror, "folder", lambda: None)
    site.write(tmp_path, site_folder / "pyodide")
    with served(tmp_path) as where, opened(browser) as page:
        page.goto(where)
        page.locator('[data-part="write"]').click()
        page.locator("#source").fill("for row in range(4):")
        page.locator("#source").press("Enter")
        expect(page.locator("#source")).to_have_value("for row in range(4):\n    ")
        page.reload()
        expect(page.locator("#source")).to_have_value("for row in range(4):\n    ")


def test_tab_indents_and_escape_lets_it_leave(site_page: Page) -> None:
    site_page.locator('[data-part="write"]').click()
    write_source(site_page, "x")
    site_page.keyboard.press("Home")
    site_page.keyboard.press("Tab")
    expect(site_page.locator("#source")).to_have_value("    x")
    site_page.keyboard.press("Escape")
    site_page.keyboard.press("Tab")
    expect(site_page.locator("#expected")).to_be_focused()
    expect(site_page.locator("#source")).to_have_value("    x")
    site_page.locator("#again").click()
