"""Going through a search on the page: keys, play, panes in step and free, links, the lesson."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from explain.lesson import lesson
from explain.record import Kind, State
from explain.recorder import record
from explain.show import OPENING
from explain.tree import Tree, never_entered
from queens import Board
from tests.explain_page import moment, six, step_of, visit, write_page


def test_buttons_and_keys_step(page: Page, six_page: str) -> None:
    visit(page, six_page)
    end = int(page.locator("#scrub").get_attribute("max"))
    page.click("#step")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert moment(page) == 3
    page.click("#back")
    assert moment(page) == 2
    page.keyboard.press("End")
    assert moment(page) == end
    page.keyboard.press("ArrowRight")
    assert moment(page) == end
    page.keyboard.press("Home")
    assert moment(page) == 0
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#left .sentence")).to_have_text("A queen is placed on (1,\u00a02).")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#left .sentence")).to_have_text("A queen is placed on (0,\u00a00).")
    page.keyboard.press("s")
    assert "A solution: columns 1 3 5 0 2 4." in page.locator(".sentence").all_inner_texts()
    page.keyboard.press("Home")
    page.keyboard.press("n")
    assert "Row 3 has no column left: a failure." in page.locator(".sentence").all_inner_texts()


def test_scrubbing(page: Page, six_page: str) -> None:
    visit(page, six_page)
    page.locator("#scrub").fill("500")
    assert moment(page) == 500
    expect(page.locator("#position")).to_have_text(re.compile("^500 / "))
    page.locator("#scrub").focus()
    page.keyboard.press("ArrowRight")
    assert moment(page) == 501
    assert page.locator("#scrub").get_attribute("aria-valuetext").startswith("step 501 of ")


def test_play_and_pause(page: Page, six_page: str) -> None:
    visit(page, six_page)
    page.select_option("#speed", "120")
    page.click("#play")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("#position")).to_have_text(re.compile(r"^([2-9]\d|\d{3,}) / "))
    page.locator("body").press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    stopped = moment(page)
    page.wait_for_timeout(150)
    assert moment(page) == stopped
    page.locator("#scrub").fill(str(int(page.locator("#scrub").get_attribute("max")) - 5))
    page.click("#play")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    assert moment(page) == int(page.locator("#scrub").get_attribute("max"))


def test_in_step_a_search_waits_where_it_knows_more(page: Page, six_page: str) -> None:
    """While backtracking is below a placement that Régin's search never enters, that one waits."""
    plain, strong = (Tree(Board(6), six()[name]) for name in OPENING)
    root = never_entered(plain, strong)[0]
    node = plain.nodes[root]
    inside = set()
    visit(page, six_page, "step=0")
    for time in range(40, 120, 2):
        page.locator("#scrub").fill(str(time))
        if node.entered < step_of(page, "left") <= node.left:
            inside.add(step_of(page, "right"))
    assert len(inside) == 1
    parent = strong.find(plain.decisions(node.parent))
    last = six()["alldifferent"].steps[inside.pop() - 1]
    assert last[0] == Kind.FAILURE
    assert strong.nodes[parent].end == "failure"


def test_in_step_both_decide_the_same_at_once(page: Page, six_page: str) -> None:
    visit(page, six_page)
    for _ in range(12):
        page.keyboard.press("ArrowDown")
        left, right = (page.locator(f"#{s} .sentence").inner_text() for s in ("left", "right"))
        if right.startswith("A queen is placed"):
            assert left == right
            stacks = [
                page.locator(f"#{side} .stack").inner_text().split() for side in ("left", "right")
            ]
            assert stacks[0] == stacks[1]


def test_free_panes_move_alone(page: Page, six_page: str) -> None:
    visit(page, six_page, "step=30")
    right = step_of(page, "right")
    page.click("#tie")
    page.keyboard.press("1")
    left = step_of(page, "left")
    page.keyboard.press("ArrowRight")
    assert (step_of(page, "left"), step_of(page, "right")) == (left + 1, right)
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    assert (step_of(page, "left"), step_of(page, "right")) == (left + 1, right + 1)
    expect(page.locator("#right")).to_have_class(re.compile("active"))


def test_a_link_opens_at_its_step(page: Page, six_page: str) -> None:
    visit(page, six_page, "step=321&left=forward_checking&right=original_cp")
    assert moment(page) == 321
    assert page.locator("#left .which").input_value() == "forward_checking"
    assert page.locator("#right .which").input_value() == "original_cp"
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#step=322&"))
    address = page.url
    before = [page.locator(f"#{side} .board").inner_html() for side in ("left", "right")]
    visit(page, address.split("#")[0], address.split("#")[1])
    assert [page.locator(f"#{s} .board").inner_html() for s in ("left", "right")] == before
    visit(page, six_page, "step=99999999&left=nothing")
    assert moment(page) == int(page.locator("#scrub").get_attribute("max"))


def test_each_stop_of_the_lesson_opens_where_it_says(page: Page, six_page: str) -> None:
    stops = lesson(six())
    visit(page, six_page)
    assert page.locator("#stops a").count() == len(stops) == 10
    for number, stop in enumerate(stops, start=1):
        page.click(f"#stops li:nth-child({number}) a")
        expect(page.locator("#stop-text p")).to_have_text(stop.text)
        assert page.locator("#left .which").input_value() == stop.left
        assert page.locator("#right .which").input_value() == stop.right
        assert step_of(page, "left") == stop.left_position
        assert step_of(page, "right") == stop.right_position
        expect(page).to_have_url(re.compile(f"#stop={number}$"))
    visit(page, six_page, "stop=3")
    expect(page.locator("#stop-text p")).to_have_text(stops[2].text)
    page.keyboard.press("l")
    expect(page.locator("#stop-text p")).to_have_text(stops[3].text)


@pytest.mark.parametrize("placed", [((0, 2),), ((3, 1),)])
def test_in_step_with_a_search_that_decides_no_row_that_is_fixed(
    page: Page, tmp_path: Path, placed: tuple
) -> None:
    """Every decision of the solver is made while backtracking makes the same in the same place."""
    board = Board(7, placed, blocked=[(5, 5)])
    both = record(board, ["boolean_flags", "original_cp"])
    visit(page, write_page(tmp_path, both))
    plain, solver = (search.steps for search in both.searches)
    made = []
    while moment(page) < int(page.locator("#scrub").get_attribute("max")):
        page.keyboard.press("ArrowDown")
        left, right = step_of(page, "left"), step_of(page, "right")
        if right not in made and solver[right - 1][0] == Kind.DECISION:
            made.append(right)
            assert plain[left - 1][0] == Kind.DECISION
            assert plain[left - 1][2:] == solver[right - 1][2:]
            states = [State(board), State(board)]
            for state, steps, end in zip(states, (plain, solver), (left, right - 1), strict=True):
                for index, step in enumerate(steps[:end]):
                    state.apply(index, step)
            stand = set(states[1].queens().items()) | {solver[right - 1][2:]}
            assert set(states[0].decisions) <= stand
    assert len(made) == sum(step[0] == Kind.DECISION for step in solver)
