"""The browser fixture itself: what it must not let pass."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser import Watch


def open_html(page: Page, folder: Path, html: str) -> None:
    path = folder / "page.html"
    path.write_text(f"<!doctype html><title>t</title>{html}", encoding="utf-8")
    page.goto(path.as_uri())


def test_a_quiet_page_is_opened(page: Page, watch: Watch, tmp_path: Path) -> None:
    open_html(page, tmp_path, "<p id=x></p><script>x.textContent = 6 * 7</script>")
    assert page.text_content("#x") == "42"
    assert (watch.complaints, watch.requests) == ([], [])


def test_errors_and_requests_are_overheard(page: Page, watch: Watch, tmp_path: Path) -> None:
    page.route("http://**", lambda route: route.abort())
    open_html(page, tmp_path, "<img src='http://queens.invalid/'><script>throw Error('x')</script>")
    page.wait_for_load_state("load")
    assert watch.requests == ["http://queens.invalid/"]
    assert sorted(watch.complaints)[-1] == "x"
    watch.complaints.clear()
    watch.requests.clear()
