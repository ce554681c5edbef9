"""Boards in the classroom, in a real browser: played, watched, measured, and nothing leaves."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, Page, expect

from explain.record import to_json
from explain.recorder import record
from queens import Board
from tests.classroom_page import label, opened, told, visit


def test_the_board_answers_while_queens_are_placed(site_page: Page, site_address: str) -> None:
    visit(site_page, site_address, "n=8")
    expect(site_page.locator("#count")).to_have_text("92")
    label(site_page, 3).click()
    expect(site_page.locator("#count")).to_have_text("18")
    words = "(1, 2): blocked from the start: same up diagonal as the queen placed on (0, 3)"
    expect(label(site_page, 10)).to_have_attribute("aria-label", words)
    label(site_page, 10).click()
    wrong = "(1, 2): a queen, attacked: same up diagonal as the queen on (0, 3)"
    expect(label(site_page, 10)).to_have_attribute("aria-label", wrong)
    expect(site_page.locator("#count")).to_have_text("0")
    site_page.locator("#conflict").click()
    expect(site_page.locator("#conflict-said")).to_have_text(
        "The queens on (0, 3) and (1, 2) leave no solution; without any one of them there is one."
    )


def test_the_board_is_used_by_keys(site_page: Page, site_address: str) -> None:
    visit(site_page, site_address, "n=4")
    expect(site_page.locator("#count")).to_have_text("2")
    label(site_page, 0).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        site_page.keyboard.press(key)
    expect(label(site_page, 6)).to_have_attribute("aria-label", "(1, 2): a queen")
    expect(site_page.locator("#count")).to_have_text("0")


def test_a_hint_names_a_square_and_its_reason(site_page: Page, site_address: str) -> None:
    visit(site_page, site_address, "n=6&placed=0:1&blocked=2:2")
    site_page.locator("#propagator").select_option("group_support")
    site_page.locator("#hint").click()
    said = "(2, 4) is pruned: every column still open in row 1 is attacked from here."
    expect(site_page.locator("#hint-said")).to_have_text(said)
    site_page.locator("#follow").click()
    expect(label(site_page, 16)).to_have_attribute("aria-label", "(2, 4): blocked")


def test_a_link_opens_the_same_board_elsewhere(
    site_page: Page, browser: Browser, site_address: str
) -> None:
    visit(site_page, site_address, "n=5")
    site_page.locator("#rule").select_option("regions")
    site_page.locator("#tool").select_option("paint")
    label(site_page, 6).click()
    expect(label(site_page, 6)).to_have_attribute("aria-label", re.compile("region A"))
    link = site_page.locator("#link").get_attribute("href")
    with opened(browser) as other:
        other.goto(link)
        expect(label(other, 6)).to_have_attribute("aria-label", re.compile(r"^\(1, 1\), region A"))
        assert other.locator("#size").input_value() == "5"


def test_a_board_is_loaded_from_text(site_page: Page, site_address: str) -> None:
    visit(site_page, site_address, "n=5")
    site_page.locator("#text").fill(". Q . .\n. . . .\n. . . #\n. . . .\n")
    site_page.locator("#load").click()
    expect(label(site_page, 11)).to_have_attribute("aria-label", "(2, 3): blocked")
    expect(site_page.locator("#count")).to_have_text("1")


def test_a_puzzle_is_drawn_that_needs_no_guess(site_page: Page, site_address: str) -> None:
    visit(site_page, site_address, "n=6")
    site_page.locator("#draw").click()
    expect(site_page.locator("#draw-said")).to_contain_text("one solution, and no guess is needed")
    expect(site_page.locator("#count")).to_have_text("1")
    expect(label(site_page, 0)).to_have_attribute("aria-label", re.compile(r"region [A-F]"))
    visit(site_page, site_address, "n=9")
    site_page.locator("#draw").click()
    expect(site_page.locator("#draw-said")).to_have_text("a puzzle has n from 5 to 8 here, got 9")


def test_the_solver_is_played_and_a_mistake_is_explained(
    site_page: Page, site_address: str
) -> None:
    visit(site_page, site_address, "n=6")
    site_page.locator('[data-part="solver"]').click()
    score = site_page.locator("#solver-score")
    expect(score).to_contain_text("nodes of first_fail to its first solution22")
    site_page.locator('#solver-frame [data-square="0"]').click()
    site_page.locator("#yes").click()
    expect(site_page.locator("#solver-said")).to_have_text(
        "No. No solution is left. No propagator sees it at once."
    )
    site_page.locator("#solver-why").click()
    expect(site_page.locator("#solver-steps li").first).to_have_text(
        "No propagator sees it. Row 1 has 4 squares left."
    )
    site_page.locator("#solver-back").click()
    site_page.locator("#solver-ask").uncheck()
    for square in (1, 9, 17, 18, 26, 34):
        site_page.locator(f'#solver-frame [data-square="{square}"]').click()
        expect(site_page.locator("#solver-said")).not_to_have_text("…")
    expect(site_page.locator("#solver-said")).to_have_text(
        "Solved. You needed 8 nodes, first_fail 22: you win."
    )
    expect(score).to_contain_text("games won, drawn, lost1, 0, 0")


def test_two_searches_are_watched_on_this_board(site_page: Page, site_address: str) -> None:
    visit(site_page, site_address, "n=5&placed=0:1")
    site_page.locator('[data-part="watch"]').click()
    site_page.locator("#run").click()
    said = "First say which of the two will need fewer nodes."
    expect(site_page.locator("#watch-said")).to_have_text(said)
    site_page.locator("#bet").select_option("right")
    site_page.locator("#guess").uncheck()
    site_page.locator("#run").click()
    inside = site_page.frame_locator("iframe")
    expect(inside.locator(".board-words")).to_have_text("n = 5, placed 0:1, all solutions")
    told_nodes = "You were right: boolean_flags 12 nodes, alldifferent 11."
    expect(site_page.locator("#watch-said")).to_contain_text(told_nodes)
    inside.locator("#to-end").click()
    expect(inside.locator("#right .sentence")).to_contain_text("is taken back")
    shown = json.loads(inside.locator("#data").text_content())
    here = to_json(record(Board(5, [(0, 1)]), ["boolean_flags", "alldifferent"]))
    assert told(shown["boards"][0]["record"]) == told(json.loads(json.dumps(here)))


def test_what_is_predicted_is_counted_and_kept(site_page: Page, site_address: str) -> None:
    visit(site_page, site_address, "n=4")
    site_page.locator('[data-part="watch"]').click()
    site_page.locator("#bet").select_option("right")
    site_page.locator("#guess").check()
    site_page.locator("#run").click()
    inside = site_page.frame_locator("iframe")
    expect(inside.locator("#predict")).to_have_attribute("aria-pressed", "true")
    before = site_page.locator("#predicted").text_content()
    inside.locator("#play").click()
    inside.locator(".check").first.click()
    expect(site_page.locator("#predicted")).not_to_have_text(before)
    kept = site_page.locator("#predicted").text_content()
    again = site_page.context.new_page()
    again.goto(site_address)
    expect(again.locator("#predicted")).to_have_text(kept)
    again.close()


def test_measuring_fills_a_table_with_the_audits_verdict(
    site_page: Page, site_address: str
) -> None:
    visit(site_page, site_address, "n=4&placed=0:1")
    site_page.locator('[data-part="measure"]').click()
    site_page.locator("#fewest").select_option("bitmasks")
    site_page.locator("#begin").click()
    expect(site_page.locator("#measure-said")).to_have_text(
        "n = 4, placed 0:1: all agree. You were right: boolean_flags, bitmasks, "
        "first_fail, alldifferent needed the fewest nodes on n = 4, placed 0:1."
    )
    expect(site_page.locator("#lines path")).to_have_count(4)
    words = re.compile(r"^Nodes of boolean_flags, bitmasks, first_fail, alldifferent on n = 4")
    expect(site_page.locator("#lines")).to_have_attribute("aria-label", words)
    site_page.locator("#charted").select_option("time")
    expect(site_page.locator("#lines")).to_have_attribute("aria-label", re.compile("^Times of"))
    cells = site_page.locator("#rows tr").first.locator("td, th").all_inner_texts()
    assert [*cells[:4], cells[5]] == ["n = 4, placed 0:1", "boolean_flags", "1", "5", "ok"]
