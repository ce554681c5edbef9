"""The classroom as a site: small, looked at, read by everybody, and there without a network."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from queens.registry import ROOT
from tests import classroom_picture
from tests.axe import violations
from tests.classroom_page import PARTS, is_ready, opened, served, visit
from tests.test_explain_picture import difference


def test_the_site_is_small_and_holds_the_projects_own_files(site_folder: Path) -> None:
    assert sum(path.stat().st_size for path in site_folder.rglob("*") if path.is_file()) < 20e6
    packed = zipfile.ZipFile(io.BytesIO((site_folder / "project.zip").read_bytes()))
    names = set(packed.namelist())
    assert {"queens/board.py", "handwritten/alldifferent.py", "classroom/answers.py"} <= names
    assert {name for name in names if packed.read(name) != (ROOT / name).read_bytes()} == set()


def test_the_picture_in_the_readme_is_current(
    site_page: Page, page: Page, site_address: str
) -> None:
    kept = classroom_picture.PICTURE.read_bytes()
    assert len(kept) < classroom_picture.BYTES_AT_MOST
    taken = classroom_picture.take(site_page, site_address)
    site_page.set_viewport_size({"width": 1440, "height": 900})
    # fonts differ from machine to machine; the page of before the puzzles was 4 apart
    assert difference(page, kept, taken) < 3, "python -m tests.classroom_picture"


def test_every_control_has_a_name(site_page: Page) -> None:
    for part in PARTS:
        site_page.locator(f'[data-part="{part}"]').click()
        tree = site_page.locator("body").aria_snapshot()
        kinds = "button|combobox|textbox|checkbox|gridcell|link|grid|progressbar"
        assert re.findall(rf"- (?:{kinds})(?: \[[^\n]*)?:?$", tree, re.MULTILINE) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(site_page: Page, site_address: str, scheme: Any) -> None:
    site_page.emulate_media(color_scheme=scheme)
    visit(site_page, site_address, "n=5&placed=0:1&blocked=2:3")
    expect(site_page.locator("#count")).to_have_text("2")
    for width in (1280, 360):
        site_page.set_viewport_size({"width": width, "height": 800})
        for part in PARTS:
            site_page.locator(f'[data-part="{part}"]').click()
            assert violations(site_page) == [], (width, part)
    site_page.set_viewport_size({"width": 1440, "height": 900})
    site_page.emulate_media(color_scheme=None)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_is_wider_than_a_telephone(
    browser: Browser, site_address: str, scheme: Any
) -> None:
    with opened(browser, bypass_csp=True, color_scheme=scheme) as page:
        page.goto(site_address)
        for width in (360, 768, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            for part in PARTS:
                page.locator(f'[data-part="{part}"]').click()
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"dark": "rgb(18, 20, 24)", "light": "rgb(245, 244, 240)"}[scheme]


def test_the_page_opens_again_when_the_server_is_gone(browser: Browser, site_folder: Path) -> None:
    with opened(browser) as page:
        with served(site_folder) as where:
            page.goto(where)
            is_ready(page)
            page.locator("html[data-kept]").wait_for(state="attached")
        page.reload()
        is_ready(page)
        expect(page.locator("#count")).to_have_text("4")
