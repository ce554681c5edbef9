"""The classroom in a real browser, over loopback: Python runs there, and nothing leaves."""

from __future__ import annotations

import io
import json
import re
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from classroom import codemirror, site
from classroom.npm import NoPackage
from classroom.serve import server
from explain.record import to_json
from explain.recorder import record
from harness.campaign.autograder import check
from harness.isolation.runner import Limits
from harness.judge.grading import DEFAULT
from queens import Board
from queens.registry import ROOT, user_approach
from tests import classroom_picture
from tests.axe import violations
from tests.browser import LOCAL, Watch
from tests.test_explain_picture import difference

LOADED_MS = 60_000
ENDLESS = "def solve_all(board, on_solution):\n    while True:\n        pass\n"
PARTS = ("play", "solver", "watch", "measure", "write")
FAULTY = ("sign_error", "mirrored_middle", "reused_buffer", "stops_early")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
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


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as where:
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


@pytest.fixture(scope="module")
def shared(browser: Browser, address: str) -> Iterator[Page]:
    """One page for the tests, since Python takes seconds to load."""
    with opened(browser) as page:
        page.goto(address)
        is_ready(page)
        yield page


@pytest.fixture(scope="module")
def ask(browser: Browser, address: str) -> Iterator[Callable[[list[dict[str, Any]]], list[Any]]]:
    """Asks the page's Python many things at once."""
    script = """async (asks) => {
        const { python } = await import("./app.js");
        return Promise.all(asks.map(async (ask) => {
            const parts = [];
            const answer = await python.ask(ask.ask, ask, (part) => parts.push(part));
            return { answer, parts };
        }));
    }"""
    # only so can a test run a script of its own in the page
    with opened(browser, bypass_csp=True) as page:
        page.goto(address)
        yield lambda asks: page.evaluate(script, asks)


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


def wrong_square(page: Page, square: int) -> Any:
    return page.locator(f'#wrong-board [data-square="{square}"]')


def test_the_site_is_small_and_holds_the_projects_own_files(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 20e6
    packed = zipfile.ZipFile(io.BytesIO((folder / "project.zip").read_bytes()))
    names = set(packed.namelist())
    assert {"queens/board.py", "handwritten/alldifferent.py", "classroom/answers.py"} <= names
    assert {name for name in names if packed.read(name) != (ROOT / name).read_bytes()} == set()


def test_the_board_answers_while_queens_are_placed(shared: Page, address: str) -> None:
    visit(shared, address, "n=8")
    expect(shared.locator("#count")).to_have_text("92")
    label(shared, 3).click()
    expect(shared.locator("#count")).to_have_text("18")
    words = "(1, 2): blocked from the start: same up diagonal as the queen placed on (0, 3)"
    expect(label(shared, 10)).to_have_attribute("aria-label", words)
    label(shared, 10).click()
    wrong = "(1, 2): a queen, attacked: same up diagonal as the queen on (0, 3)"
    expect(label(shared, 10)).to_have_attribute("aria-label", wrong)
    expect(shared.locator("#count")).to_have_text("0")
    shared.locator("#conflict").click()
    expect(shared.locator("#conflict-said")).to_have_text(
        "The queens on (0, 3) and (1, 2) leave no solution; without any one of them there is one."
    )


def test_the_board_is_used_by_keys(shared: Page, address: str) -> None:
    visit(shared, address, "n=4")
    expect(shared.locator("#count")).to_have_text("2")
    label(shared, 0).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        shared.keyboard.press(key)
    expect(label(shared, 6)).to_have_attribute("aria-label", "(1, 2): a queen")
    expect(shared.locator("#count")).to_have_text("0")


def test_a_hint_names_a_square_and_its_reason(shared: Page, address: str) -> None:
    visit(shared, address, "n=6&placed=0:1&blocked=2:2")
    shared.locator("#propagator").select_option("group_support")
    shared.locator("#hint").click()
    said = "(2, 4) is pruned: every column still open in row 1 is attacked from here."
    expect(shared.locator("#hint-said")).to_have_text(said)
    shared.locator("#follow").click()
    expect(label(shared, 16)).to_have_attribute("aria-label", "(2, 4): blocked")


def test_the_picture_in_the_readme_is_current(shared: Page, page: Page, address: str) -> None:
    kept = classroom_picture.PICTURE.read_bytes()
    assert len(kept) < classroom_picture.BYTES_AT_MOST
    taken = classroom_picture.take(shared, address)
    shared.set_viewport_size({"width": 1440, "height": 900})
    # fonts differ from machine to machine; the page of before the puzzles was 4 apart
    assert difference(page, kept, taken) < 3, "python -m tests.classroom_picture"


def test_a_link_opens_the_same_board_elsewhere(
    shared: Page, browser: Browser, address: str
) -> None:
    visit(shared, address, "n=5")
    shared.locator("#rule").select_option("regions")
    shared.locator("#tool").select_option("paint")
    label(shared, 6).click()
    expect(label(shared, 6)).to_have_attribute("aria-label", re.compile("region A"))
    link = shared.locator("#link").get_attribute("href")
    with opened(browser) as other:
        other.goto(link)
        expect(label(other, 6)).to_have_attribute("aria-label", re.compile(r"^\(1, 1\), region A"))
        assert other.locator("#size").input_value() == "5"


def test_a_board_is_loaded_from_text(shared: Page, address: str) -> None:
    visit(shared, address, "n=5")
    shared.locator("#text").fill(". Q . .\n. . . .\n. . . #\n. . . .\n")
    shared.locator("#load").click()
    expect(label(shared, 11)).to_have_attribute("aria-label", "(2, 3): blocked")
    expect(shared.locator("#count")).to_have_text("1")


def test_a_puzzle_is_drawn_that_needs_no_guess(shared: Page, address: str) -> None:
    visit(shared, address, "n=6")
    shared.locator("#draw").click()
    expect(shared.locator("#draw-said")).to_contain_text("one solution, and no guess is needed")
    expect(shared.locator("#count")).to_have_text("1")
    expect(label(shared, 0)).to_have_attribute("aria-label", re.compile(r"region [A-F]"))
    visit(shared, address, "n=9")
    shared.locator("#draw").click()
    expect(shared.locator("#draw-said")).to_have_text("a puzzle has n from 5 to 8 here, got 9")


def test_the_solver_is_played_and_a_mistake_is_explained(shared: Page, address: str) -> None:
    visit(shared, address, "n=6")
    shared.locator('[data-part="solver"]').click()
    score = shared.locator("#solver-score")
    expect(score).to_contain_text("nodes of first_fail to its first solution22")
    shared.locator('#solver-frame [data-square="0"]').click()
    shared.locator("#yes").click()
    expect(shared.locator("#solver-said")).to_have_text(
        "No. No solution is left. No propagator sees it at once."
    )
    shared.locator("#solver-why").click()
    expect(shared.locator("#solver-steps li").first).to_have_text(
        "No propagator sees it. Row 1 has 4 squares left."
    )
    shared.locator("#solver-back").click()
    shared.locator("#solver-ask").uncheck()
    for square in (1, 9, 17, 18, 26, 34):
        shared.locator(f'#solver-frame [data-square="{square}"]').click()
        expect(shared.locator("#solver-said")).not_to_have_text("…")
    expect(shared.locator("#solver-said")).to_have_text(
        "Solved. You needed 8 nodes, first_fail 22: you win."
    )
    expect(score).to_contain_text("games won, drawn, lost1, 0, 0")


def test_two_searches_are_watched_on_this_board(shared: Page, address: str) -> None:
    visit(shared, address, "n=5&placed=0:1")
    shared.locator('[data-part="watch"]').click()
    shared.locator("#run").click()
    said = "First say which of the two will need fewer nodes."
    expect(shared.locator("#watch-said")).to_have_text(said)
    shared.locator("#bet").select_option("right")
    shared.locator("#guess").uncheck()
    shared.locator("#run").click()
    inside = shared.frame_locator("iframe")
    expect(inside.locator(".board-words")).to_have_text("n = 5, placed 0:1, all solutions")
    told_nodes = "You were right: boolean_flags 12 nodes, alldifferent 11."
    expect(shared.locator("#watch-said")).to_contain_text(told_nodes)
    inside.locator("#to-end").click()
    expect(inside.locator("#right .sentence")).to_contain_text("is taken back")
    shown = json.loads(inside.locator("#data").text_content())
    here = to_json(record(Board(5, [(0, 1)]), ["boolean_flags", "alldifferent"]))
    assert told(shown["boards"][0]["record"]) == told(json.loads(json.dumps(here)))


def test_what_is_predicted_is_counted_and_kept(shared: Page, address: str) -> None:
    visit(shared, address, "n=4")
    shared.locator('[data-part="watch"]').click()
    shared.locator("#bet").select_option("right")
    shared.locator("#guess").check()
    shared.locator("#run").click()
    inside = shared.frame_locator("iframe")
    expect(inside.locator("#predict")).to_have_attribute("aria-pressed", "true")
    before = shared.locator("#predicted").text_content()
    inside.locator("#play").click()
    inside.locator(".check").first.click()
    expect(shared.locator("#predicted")).not_to_have_text(before)
    kept = shared.locator("#predicted").text_content()
    again = shared.context.new_page()
    again.goto(address)
    expect(again.locator("#predicted")).to_have_text(kept)
    again.close()


def test_measuring_fills_a_table_with_the_audits_verdict(shared: Page, address: str) -> None:
    visit(shared, address, "n=4&placed=0:1")
    shared.locator('[data-part="measure"]').click()
    shared.locator("#fewest").select_option("bitmasks")
    shared.locator("#begin").click()
    expect(shared.locator("#measure-said")).to_have_text(
        "n = 4, placed 0:1: all agree. You were right: boolean_flags, bitmasks, "
        "first_fail, alldifferent needed the fewest nodes on n = 4, placed 0:1."
    )
    expect(shared.locator("#lines path")).to_have_count(4)
    words = re.compile(r"^Nodes of boolean_flags, bitmasks, first_fail, alldifferent on n = 4")
    expect(shared.locator("#lines")).to_have_attribute("aria-label", words)
    shared.locator("#charted").select_option("time")
    expect(shared.locator("#lines")).to_have_attribute("aria-label", re.compile("^Times of"))
    cells = shared.locator("#rows tr").first.locator("td, th").all_inner_texts()
    assert [*cells[:4], cells[5]] == ["n = 4, placed 0:1", "boolean_flags", "1", "5", "ok"]


def test_an_endless_search_is_ended_and_python_comes_back(shared: Page) -> None:
    shared.locator('[data-part="write"]').click()
    write_source(shared, ENDLESS)
    shared.locator("#limit").select_option("2")
    shared.locator("#check").click()
    ended = "It was ended: the search does not come back."
    expect(shared.locator("#verdict")).to_have_text(ended, timeout=LOADED_MS)
    expect(shared.locator("#boards")).to_contain_text("It did not return: time limit 2 s")
    shared.locator("#again").click()
    shared.locator("#expected").select_option("invalid")
    shared.locator("#check").click()
    told_slip = re.compile(r"^As you expected\. Up diagonals")
    expect(shared.locator("#verdict")).to_have_text(told_slip, timeout=LOADED_MS)
    expect(shared.locator("#drawn")).to_have_text("n = 2")
    attacked = "(0, 1): a queen, attacked: same up diagonal as the queen on (1, 0)"
    expect(wrong_square(shared, 1)).to_have_attribute("aria-label", attacked)


def test_a_search_of_ones_own_is_watched_beside_forward_checking(
    shared: Page, address: str
) -> None:
    visit(shared, address, "n=4")
    shared.locator('[data-part="write"]').click()
    shared.locator("#exercise").select_option(label="1. The linear scan")
    shared.locator("#watch-mine").click()
    inside = shared.frame_locator("iframe")
    expect(inside.locator("#left select")).to_have_value("mine")
    expect(inside.locator("#right select")).to_have_value("forward_checking")
    told_nodes = re.compile(r"n = 4, all solutions\. mine \d+ nodes, forward_checking 17\.")
    expect(shared.locator("#watch-said")).to_have_text(told_nodes)


def test_the_first_wrong_pruning_is_shown_on_the_board(shared: Page) -> None:
    shared.locator('[data-part="write"]').click()
    shared.locator("#exercise").select_option(label="8. A Hall set")
    source = shared.locator("#source").input_value()
    write_source(shared, source.replace("pass", "domains[rows[0]] -= columns"))
    shared.locator("#check").click()
    expect(shared.locator("#boards")).to_contain_text("is pruned in line 10, and a solution has")
    name = shared.locator("#drawn").text_content()
    assert name.startswith("hidden board")
    expect(shared.locator("#wrong-board .blamed")).to_have_count(1)
    expect(shared.locator("#wrong-board .blamed .crown")).to_have_count(1)
    shared.locator("#topics button").get_by_text("Ask me: Hall set").click()
    expect(shared.locator("#question-said")).to_contain_text("Some rows use up as many columns")
    shared.locator("#question-board .cell[aria-label$=': open']").first.click()
    expect(shared.locator("#question-said")).to_contain_text("is pruned:")
    with shared.expect_download() as saved:
        shared.locator("#export").click()
    kept = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert kept["exercises"]["hall_set"] == {"tries": 1, "passed": None}
    assert kept["topics"]["Hall set"]["missed"] >= 1
    shared.locator("#again").click()


def test_every_control_has_a_name(shared: Page) -> None:
    for part in PARTS:
        shared.locator(f'[data-part="{part}"]').click()
        tree = shared.locator("body").aria_snapshot()
        kinds = "button|combobox|textbox|checkbox|gridcell|link|grid|progressbar"
        assert re.findall(rf"- (?:{kinds})(?: \[[^\n]*)?:?$", tree, re.MULTILINE) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(shared: Page, address: str, scheme: Any) -> None:
    shared.emulate_media(color_scheme=scheme)
    visit(shared, address, "n=5&placed=0:1&blocked=2:3")
    expect(shared.locator("#count")).to_have_text("2")
    for width in (1280, 360):
        shared.set_viewport_size({"width": width, "height": 800})
        for part in PARTS:
            shared.locator(f'[data-part="{part}"]').click()
            assert violations(shared) == [], (width, part)
    shared.set_viewport_size({"width": 1440, "height": 900})
    shared.emulate_media(color_scheme=None)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_is_wider_than_a_telephone(browser: Browser, address: str, scheme: Any) -> None:
    with opened(browser, bypass_csp=True, color_scheme=scheme) as page:
        page.goto(address)
        for width in (360, 768, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            for part in PARTS:
                page.locator(f'[data-part="{part}"]').click()
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"dark": "rgb(18, 20, 24)", "light": "rgb(245, 244, 240)"}[scheme]


def test_fifty_drawn_boards_have_the_same_records_as_here(ask: Any) -> None:
    chance = Random(12)
    asks, here = [], []
    for number in range(50):
        n = 4 + number % 2
        every = [(row, column) for row in range(n) for column in range(n)]
        board = Board(n, chance.sample(every, number % 2), chance.sample(every, number % 4))
        names = chance.sample(["linear_scan", "first_fail", "alldifferent", "group_support"], 2)
        data = {"n": n, "placed": board.placed, "blocked": board.blocked, "rule": "queens"}
        asks.append({"ask": "watch", "board": data, "names": names})
        here.append(json.loads(json.dumps(to_json(record(board, names)))))
    found = [one["answer"]["boards"][0]["record"] for one in ask(asks)]
    assert [*map(told, found)] == [*map(told, here)]


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


def test_slips_get_the_words_of_check(ask: Any) -> None:
    files = [ROOT / "tests" / "faulty" / f"{name}.py" for name in FAULTY]
    sources = [file.read_text(encoding="utf-8") for file in files]
    asks = [
        {"ask": "grade", "source": one, "check": {"judge": "search", "with_squares": False}}
        for one in sources
    ]
    for file, found in zip(files, ask(asks), strict=True):
        graded = check(user_approach(file), DEFAULT, Limits(time_limit_s=20))
        boards = [part["board"] for part in found["parts"] if "board" in part]
        shown = [[one["text"] for one in board["findings"]] for board in boards]
        assert shown == [[one.text for one in board.findings] for board in graded.boards]
        assert found["answer"]["slip"] == (graded.slip_text or "")


def test_the_page_opens_again_when_the_server_is_gone(browser: Browser, folder: Path) -> None:
    with opened(browser) as page:
        with served(folder) as where:
            page.goto(where)
            is_ready(page)
            page.locator("html[data-kept]").wait_for(state="attached")
        page.reload()
        is_ready(page)
        expect(page.locator("#count")).to_have_text("4")


def test_the_page_does_without_the_editor_too(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(codemirror, "folder", lambda: None)
    site.write(tmp_path, folder / "pyodide")
    with served(tmp_path) as where, opened(browser) as page:
        page.goto(where)
        page.locator('[data-part="write"]').click()
        page.locator("#source").fill("for row in range(4):")
        page.locator("#source").press("Enter")
        expect(page.locator("#source")).to_have_value("for row in range(4):\n    ")
        page.reload()
        expect(page.locator("#source")).to_have_value("for row in range(4):\n    ")


def test_tab_indents_and_escape_lets_it_leave(shared: Page) -> None:
    shared.locator('[data-part="write"]').click()
    write_source(shared, "x")
    shared.keyboard.press("Home")
    shared.keyboard.press("Tab")
    expect(shared.locator("#source")).to_have_value("    x")
    shared.keyboard.press("Escape")
    shared.keyboard.press("Tab")
    expect(shared.locator("#expected")).to_be_focused()
    expect(shared.locator("#source")).to_have_value("    x")
    shared.locator("#again").click()
