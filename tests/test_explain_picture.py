"""The pictures of the explain page in the docs, held to what the page shows now.

    python -m tests.test_explain_picture

takes them anew. Beside each picture stand its words, which a change of the page changes first.
"""

from __future__ import annotations

import base64
import shutil
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from queens.registry import ROOT
from tests.browser import ARGUMENTS
from tests.explain_page import eight, six, visit, write_page

IMAGES = ROOT / "docs" / "images"
PICTURES = {"explain": (six, "stop=2"), "puzzle": (eight, "stop=2")}
"""The record of each picture, and the place on its page."""
SIZE = {"width": 1280, "height": 872}
BYTES_AT_MOST = 200_000

SHOWN = """() => {
  const parts = '#stops, #stop-text p, .which, .description, .now, .counters, .cell.queen, '
    + '.cell.ruled-out, .tree-words';
  const words = (node) => node.value || node.getAttribute('aria-label') || node.innerText;
  return [...document.querySelectorAll(parts)]
    .map((node) => words(node).replace(/\\s+/g, ' ')).join('\\n');
}"""
DIFFERENCE = """async ([one, other]) => {
  const grey = async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(160, 109).getContext('2d');
    canvas.filter = 'grayscale(1)';
    canvas.drawImage(image, 0, 0, 160, 109);
    return canvas.getImageData(0, 0, 160, 109).data.filter((_, place) => place % 4 === 0);
  };
  const [a, b] = [await grey(one), await grey(other)];
  return a.reduce((sum, value, place) => sum + Math.abs(value - b[place]), 0) / a.length;
}"""


def take(page: Page, url: str, place: str) -> tuple[bytes, str]:
    """Return the picture of the page at a stop of the lesson, and the words in it."""
    page.set_viewport_size(SIZE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    visit(page, url, place)
    return page.screenshot(), page.evaluate(SHOWN) + "\n"


def difference(page: Page, one: bytes, other: bytes) -> float:
    """Return how far two pictures are apart: 0 the same, 255 black and white."""
    page.goto("about:blank")
    pictures = [base64.b64encode(picture).decode() for picture in (one, other)]
    found: float = page.evaluate(DIFFERENCE, pictures)
    return found


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_current(page: Page, tmp_path: Path, name: str) -> None:
    shown, place = PICTURES[name]
    url = write_page(tmp_path, shown())
    picture, words = take(page, url, place)
    kept = IMAGES / f"{name}.png"
    told = kept.with_suffix(".txt").read_text(encoding="utf-8")
    assert told == words, "python -m tests.test_explain_picture"
    assert kept.stat().st_size < BYTES_AT_MOST
    # fonts differ from machine to machine; the next stop is further apart
    assert difference(page, kept.read_bytes(), picture) < 5
    other, other_words = take(page, url, "stop=3" if name == "explain" else "stop=1")
    assert difference(page, kept.read_bytes(), other) > 5
    assert other_words != words


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGUMENTS
        )
        for name, (shown, place) in PICTURES.items():
            taken, said = take(browser.new_page(), write_page(Path(folder), shown()), place)
            (IMAGES / f"{name}.png").write_bytes(taken)
            (IMAGES / f"{name}.txt").write_text(said, encoding="utf-8")
            print(f"wrote docs/images/{name}.png ({len(taken) / 1000:,.0f} kB)")
