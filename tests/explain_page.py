"""What the tests of the page share: a page of n = 6, and what can be read off a page."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

from explain.record import Record
from explain.recorder import record
from explain.render import render
from explain.show import OPENING, REST, RULED
from harness.boards.puzzles import puzzle
from queens import Board


@cache
def six() -> Record:
    return record(Board(6), OPENING + REST)


@cache
def eight() -> Record:
    """A region puzzle and the two searches that its page shows."""
    return record(puzzle(8, 1), RULED)


@pytest.fixture(scope="session")
def six_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_page(tmp_path_factory.mktemp("explain"), six())


def write_page(folder: Path, shown: Record) -> str:
    path = folder / "page.html"
    path.write_text(render(shown), encoding="utf-8")
    return path.as_uri()


def visit(page: Page, url: str, place: str = "") -> None:
    page.goto("about:blank")
    page.goto(f"{url}#{place}" if place else url)


def moment(page: Page) -> int:
    return int(page.locator("#scrub").input_value())


def step_of(page: Page, side: str) -> int:
    words = page.locator(f"#{side} .at").inner_text()
    return int(words.split()[1].replace(",", ""))


def cell(page: Page, side: str, row: int, column: int, n: int = 6) -> str:
    return page.locator(f'#{side} [data-square="{row * n + column}"]').get_attribute("aria-label")


def counters(page: Page, side: str) -> dict[str, list[int]]:
    """Return the counters shown, each as what is done and what there is in all."""
    return {
        entry.get_attribute("data-counter"): [
            int(figure.replace(",", ""))
            for figure in entry.locator("dd").text_content().split(" / ")
        ]
        for entry in page.locator(f"#{side} .counters div").all()
    }
