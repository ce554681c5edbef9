"""The classroom in the tests' browser, over loopback: one site and one page for all tests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from classroom import site
from classroom.npm import NoPackage
from classroom.serve import server
from tests.browser import LOCAL, Watch

LOADED_MS = 60_000
PARTS = ("play", "solver", "watch", "measure", "write")


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("site")
    try:
        site.write(where)
    except NoPackage as reason:
        pytest.skip(str(reason))
    return where


@contextmanager
def served(folder: Path) -> Iterator[str]:
    running = server(folder)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{running.server_port}/"
    finally:
        running.shutdown()
        running.server_close()


@pytest.fixture(scope="session")
def site_address(site_folder: Path) -> Iterator[str]:
    with served(site_folder) as where:
        yield where


@contextmanager
def opened(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page that must stay quiet, and at home."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, **options)
    context.set_default_timeout(LOADED_MS)
    watch, page = Watch(), context.new_page()
    watch.listen(page)
    yield page
    context.close()
    strays = [one for one in watch.requests if not one.startswith(("http://127.0.0.1:", *LOCAL))]
    assert (watch.complaints, strays) == ([], [])


@pytest.fixture(scope="session")
def site_page(browser: Browser, site_address: str) -> Iterator[Page]:
    """One page for the tests, since Python takes seconds to load."""
    with opened(browser) as page:
        page.goto(site_address)
        is_ready(page)
        yield page


def is_ready(page: Page) -> None:
    expect(page.locator("#python")).to_have_text("Python is ready", timeout=LOADED_MS)


def visit(page: Page, address: str, place: str) -> None:
    page.goto(f"{address}#{place}")
    page.locator('[data-part="play"]').click()


def label(page: Page, square: int) -> Any:
    return page.locator(f'#frame [data-square="{square}"]')


def write_source(page: Page, text: str) -> None:
    """Put a text in the place of what the editor holds."""
    put = """(node, text) => {
        node.CodeMirror.execCommand("selectAll");
        node.CodeMirror.replaceSelection(text);
        node.CodeMirror.focus();
    }"""
    page.locator("#write .CodeMirror").evaluate(put, text)
    expect(page.locator("#source")).to_have_value(text)


def told(shown: dict[str, Any]) -> list[Any]:
    """Return all of a record but the frames around the line at work.

    From Python 3.12 on a comprehension has no frame of its own.
    """
    searches = []
    for search in shown["searches"]:
        lines = [place[:1] for place in search["places"]]
        steps = [[step[0], lines[step[1]], *step[2:]] for step in search["steps"]]
        searches.append({**search, "steps": steps, "places": None})
    return [shown["board"], searches]
