"""A real browser for the tests of the pages: Debian's chromium, driven by Playwright.

The fixture `page` is a blank Playwright page in a context of its own; `watch` is what it
overheard. Ending a test checks both: nothing on the console, no request but to files.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 30_000  # a busy machine draws late; what never comes fails after it
expect.set_options(timeout=PATIENCE_MS)
LOCAL = ("file:", "data:", "blob:", "about:")


@dataclass
class Watch:
    """What a page complained of on its console, and what it asked of the network."""

    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Begin to write down what `page` says and asks."""
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                self.complaints.append(message.text)
                if message.type in ("error", "warning")
                else None
            ),
        )
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith(LOCAL) else self.requests.append(request.url)
            ),
        )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; skipped where chromium is not installed."""
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("not installed: chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def watch() -> Watch:
    """What the page of this test overheard."""
    return Watch()


@pytest.fixture
def page(browser: Browser, watch: Watch) -> Iterator[Page]:
    """A blank page of 1440 x 900 that must stay quiet and at home."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    blank = context.new_page()
    watch.listen(blank)
    yield blank
    context.close()
    assert watch.complaints == []
    assert watch.requests == []
