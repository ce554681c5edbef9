"""The README's picture of the classroom, held to what the page shows now.

    python -m tests.classroom_picture

takes it anew.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from classroom import site
from classroom.serve import server
from queens.registry import ROOT
from tests.browser import ARGUMENTS

PICTURE = ROOT / "docs" / "images" / "classroom.png"
BYTES_AT_MOST = 150_000
BOARD = "n=6&placed=0:1&blocked=2:2"
SIZE = {"width": 1000, "height": 600}


def take(page: Page, address: str) -> bytes:
    """Return the picture: a hint on a square, and how many solutions go through each."""
    page.set_viewport_size(SIZE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(f"{address}#{BOARD}")
    expect(page.locator("#python")).to_have_text("Python is ready", timeout=60_000)
    page.locator('[data-part="play"]').click()
    expect(page.locator("#count")).to_have_text("1")
    page.locator("#propagator").select_option("group_support")
    page.locator("#hint").click()
    expect(page.locator("#hint-said")).to_contain_text("(2, 4) is pruned")
    if page.locator("#through").get_attribute("aria-pressed") == "false":
        page.locator("#through").click()
    page.locator("h1").hover()
    return page.screenshot()


if __name__ == "__main__":
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        site.write(Path(folder))
        running = server(Path(folder))
        threading.Thread(target=running.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGUMENTS
        )
        PICTURE.write_bytes(take(browser.new_page(), f"http://127.0.0.1:{running.server_port}/"))
        print(f"wrote {PICTURE.relative_to(ROOT)} ({PICTURE.stat().st_size / 1000:,.0f} kB)")
        running.shutdown()
