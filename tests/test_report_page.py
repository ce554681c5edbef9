"""The page in a real browser: charts drawn, toggles work, quiet, at home, at every width."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from harness.report import write_report
from harness.report.charts.kinds import CHARTS
from tests import records

LARGE = [*(f"approach_number_{number:02}" for number in range(24)), "a_name_that_is_very_long" * 2]


@pytest.fixture(scope="module")
def golden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = records.write(tmp_path_factory.mktemp("golden"), records.golden())
    write_report(folder)
    return folder / "report.html"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of many approaches on many boards, one of them wrong."""
    events = [records.campaign(approaches=LARGE)]
    for n in range(4, 18):
        for place, name in enumerate(LARGE):
            run = records.run(name, n, solve_s=1e-5 * (place + 1) * 3 ** (n - 4), order_index=place)
            events.append(run | {"placed": [[0, 1], [1, 3]]} if n == 17 else run)
    events.append(records.run("wrong", 8, audit="invalid", invalid_count=1))
    events.append(
        {
            "kind": "difference",
            **{"approach": "wrong", "n": 8, "placed": [], "blocked": [], "task": "all"},
            **{"missing": None, "repeated": None, "extra": None, "reference": LARGE[0]},
            "invalid": {
                "count": 1,
                "examples": [{"queens": [0, 1, 2, 3, 4, 5, 6, 7], "reason": "a down diagonal"}],
            },
        }
    )
    folder = records.write(tmp_path_factory.mktemp("large"), events)
    write_report(folder)
    return folder / "report.html"


def open_page(page: Page, path: Path, width: int = 1440) -> None:
    """Open the page and wait until all its charts are drawn."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(path.as_uri())
    everything = "document.querySelectorAll('[data-chart]:not([data-drawn])').length === 0"
    page.wait_for_function(everything)


def chart(page: Page, name: str) -> Locator:
    return page.locator(f"[data-chart={name}]")


def opacities(page: Page, name: str) -> list[float]:
    """Return the opacity of each point of a chart."""
    points = chart(page, name).locator(".mark-symbol.role-mark path")
    said = points.evaluate_all("marks => marks.map(mark => mark.getAttribute('opacity') ?? '1')")
    return sorted(map(float, said))


def test_every_chart_is_drawn(page: Page, golden: Path) -> None:
    open_page(page, golden)
    for kind in CHARTS:
        box = chart(page, kind.name).locator("svg.marks").bounding_box()
        assert box is not None
        assert box["width"] > 400 and box["height"] > 100
    # five approaches, six boards, one of which hit the limit and is a triangle
    points = chart(page, "time").locator(".mark-symbol.role-mark path")
    assert points.count() == 29 + 1


def test_a_click_in_the_legend_picks_and_another_lets_go(page: Page, golden: Path) -> None:
    open_page(page, golden)
    everything = opacities(page, "cactus")
    assert set(everything) == {1.0}
    entry = chart(page, "cactus").locator(".role-legend-label text", has_text="bitmasks")
    entry.click()
    page.wait_for_timeout(200)
    picked = opacities(page, "cactus")
    assert picked.count(1.0) == 6
    assert set(picked) == {0.08, 1.0}
    entry.click()
    page.wait_for_timeout(200)
    assert opacities(page, "cactus") == everything


def test_a_tooltip_says_the_figures(page: Page, golden: Path) -> None:
    open_page(page, golden)
    chart(page, "nodes").locator(".mark-symbol.role-mark path").last.hover()
    tip = page.locator("#vg-tooltip-element")
    tip.wait_for()
    assert "bitmasks" in tip.inner_text()
    assert "7,885" in tip.inner_text() or "7885" in tip.inner_text()


def test_the_pair_of_the_scatter_can_be_chosen(page: Page, golden: Path) -> None:
    open_page(page, golden)
    scatter = chart(page, "scatter")
    before = scatter.locator("svg.marks").inner_html()
    scatter.locator("select").first.select_option("cp_sat")
    page.wait_for_timeout(200)
    assert scatter.locator("svg.marks").inner_html() != before
    assert "across: cp_sat" in (scatter.locator("svg.marks").text_content() or "")


def test_a_statement_leads_to_its_runs(page: Page, golden: Path) -> None:
    open_page(page, golden)
    statement = page.locator(".statements li").nth(1)
    statement.locator("summary").click()
    link = statement.locator("a").first
    run = link.inner_text()
    link.click()
    row = page.locator("#runs .marked")
    row.wait_for()
    assert row.locator("td").first.inner_text() == run
    assert "cp_sat" in row.inner_text() or "bitmasks" in row.inner_text()


@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.parametrize("record", ["golden", "large"])
def test_nothing_sticks_out_at_any_width(
    page: Page, record: str, width: int, request: pytest.FixtureRequest
) -> None:
    open_page(page, request.getfixturevalue(record), width)
    page.locator("#cells .tools input[type=checkbox]").check()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    tables = page.locator("table").evaluate_all(
        "tables => tables.filter(table => !table.closest('.scroll')).length"
    )
    assert tables == 0
    for kind in CHARTS:
        svg = chart(page, kind.name).locator("svg.marks")
        if svg.count():
            box = svg.bounding_box()
            assert box is not None and box["x"] + box["width"] <= width


def test_the_wrong_board_is_shown(page: Page, large: Path) -> None:
    open_page(page, large)
    assert page.locator("header .word").inner_text() == "✗ disagree"
    assert "n = 8" in page.locator("header .verdict").inner_text()
    example = page.locator(".example")
    assert "a down diagonal" in example.inner_text()
    assert example.locator("pre").inner_text().startswith("Q . . . . . . .\n. Q")


def test_print_hides_what_paper_cannot_do(page: Page, golden: Path) -> None:
    open_page(page, golden)
    page.emulate_media(media="print")
    for hidden in ("nav", "#data", ".statements details"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator("svg.marks").first.is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_the_charts_are_there_without_scripts(page: Page, golden: Path, tmp_path: Path) -> None:
    """The still images stand in the page itself."""
    html = golden.read_text(encoding="utf-8")
    still = tmp_path / "still.html"
    still.write_text(html[: html.index('<script type="application/json"')], encoding="utf-8")
    page.goto(still.as_uri())
    assert page.locator("[data-chart] svg").count() == len(CHARTS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_the_paper(page: Page, golden: Path, scheme: str) -> None:
    """Every colour of text has a contrast of at least 4.5 to 1 (WCAG AA)."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # a literal in the stubs
    open_page(page, golden)
    worst = page.evaluate(
        """() => {
          const channel = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
          const light = rgb => {
            const [r, g, b] = rgb.match(/[0-9.]+/g).map(Number).map(channel);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const paper = light(getComputedStyle(document.body).backgroundColor);
          const contrast = element => {
            const ink = light(getComputedStyle(element).color);
            return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
          };
          const texts = "h1, h2, p, li, td, th, a, small, caption, figcaption, dt, dd, .word, .tag";
          const own = [...document.querySelectorAll(texts)].filter(e => !e.closest(".chart"));
          return Math.min(...own.map(contrast));
        }"""
    )
    assert worst >= 4.5
