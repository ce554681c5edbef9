"""Nothing that axe-core knows of keeps a reader from using the pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.axe import violations
from tests.explain_page import eight, visit, write_page


@pytest.fixture(scope="module")
def eight_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_page(tmp_path_factory.mktemp("explain"), eight())


def test_a_picture_without_words_is_found(page: Page) -> None:
    page.set_content("<!doctype html><html lang=en><title>t</title><main><h1>t</h1><img></main>")
    assert [line.split()[0] for line in violations(page)] == ["image-alt"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("shown", ["six_page", "eight_page"])
def test_the_explain_page(
    page: Page, shown: str, scheme: str, request: pytest.FixtureRequest
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # a literal in the stubs
    visit(page, request.getfixturevalue(shown))
    assert violations(page) == []
    page.locator("#scrub").fill("20")
    page.set_viewport_size({"width": 360, "height": 740})
    assert violations(page) == []
