"""How many solutions go through each open square, on the page, against the decision diagram."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from explain.record import Kind, Search, State
from explain.recorder import record
from handwritten.zdd import Diagram
from queens import Board, Square
from tests.explain_page import eight, six, visit, write_page

WITH = " with a queen here"


def left(board: Board, search: Search, position: int) -> tuple[State, Diagram]:
    """Return the state after so many steps, and the solutions that fit it."""
    state = State(board)
    for index, step in enumerate(search.steps[:position]):
        state.apply(index, step)
    refuted = [
        square
        for square, index in state.ruled_out.items()
        if search.steps[index][0] == Kind.REFUTATION
    ]
    placed = dict([*board.placed, *state.decisions]).items()
    return state, Diagram(Board(board.n, placed, [*board.blocked, *refuted], board.rule))


def shown(page: Page, n: int) -> dict[Square, int]:
    """Return the numbers on the left board; each is in the square's name too."""
    cells = page.locator("#left .cell").evaluate_all(
        "cells => cells.map(cell => [cell.textContent, cell.getAttribute('aria-label')])"
    )
    numbers = {divmod(place, n): int(text) for place, (text, _) in enumerate(cells) if text}
    for text, label in cells:
        solutions = "1 solution" if text == "1" else f"{text} solutions"
        assert label.endswith(f": open, {solutions}{WITH}") if text else WITH not in label
    assert all(text == "" or text.isdecimal() for text, _ in cells)
    return numbers


def compare(page: Page, url: str, board: Board, search: Search) -> set[int]:
    """Hold the page to the diagram at some steps; return the numbers of solutions left there."""
    visit(page, url, f"step=0&left={search.approach}&free=1&other=0")
    page.keyboard.press("c")
    met = set()
    total = Diagram(board).count
    last = len(search.steps)
    found = search.until_solution() if total else 0
    for position in sorted({*range(0, 30, 4), found, *range(30, last, max(last // 8, 1)), last}):
        page.locator("#scrub").fill(str(position))
        state, diagram = left(board, search, position)
        expect(page.locator("#left .left")).to_have_text(f"{diagram.count} of {total} left")
        through = diagram.by_square()
        numbers = shown(page, board.n)
        assert numbers == {square: through.get(square, 0) for square in numbers}
        # a square without a number is ruled out or has a queen
        for row in range(board.n):
            for column in state.domains[row] - {column for r, column in numbers if r == row}:
                alone = len(state.domains[row]) == 1
                assert alone or (row, column) in {*state.ruled_out, *state.decisions}
        met.add(diagram.count)
    return met


@pytest.mark.parametrize(
    ("name", "met"), [("boolean_flags", {0, 1, 4}), ("alldifferent", {0, 1, 4})]
)
def test_the_solutions_left_are_the_diagrams(
    page: Page, six_page: str, name: str, met: set[int]
) -> None:
    assert met <= compare(page, six_page, Board(6), six()[name])


def test_those_left_where_a_solver_branches_in_two(page: Page, tmp_path: Path) -> None:
    """What has been refuted is left out: fewer are left than the board has, with no queen placed"""
    both = record(Board(6, blocked=[(5, 5)]), ["original_cp", "nogood_learning"])
    url = write_page(tmp_path, both)
    for search in both.searches:
        assert len(compare(page, url, both.board, search)) > 2


def test_those_left_of_a_region_puzzle(page: Page, tmp_path: Path) -> None:
    url = write_page(tmp_path, eight())
    assert compare(page, url, eight().board, eight()["forward_checking"]) == {0, 1}


def test_the_switch_works_on_both_boards_by_mouse_and_keyboard(page: Page, six_page: str) -> None:
    visit(page, six_page)
    first = page.get_by_role("button", name="How many through each square").first
    assert page.locator(".cell span").count() == 0
    first.focus()
    page.keyboard.press("Enter")
    corner = [page.locator(f"#{side} .cell span").first for side in ("left", "right")]
    assert [number.inner_text() for number in corner] == ["0", "0"]
    assert page.locator("#right .through").get_attribute("aria-pressed") == "true"
    page.hover('#right [data-square="1"]')
    expect(page.locator("#right .tip")).to_have_text(f"(0,\u00a01) open, 1 solution{WITH}.")
    page.click("#right .through")
    assert page.locator(".cell span").count() == 0
    assert page.locator("#left .left").inner_text() == ""


@pytest.mark.parametrize(
    ("options", "has"), [({"first_only": True}, 0), ({"depth": 2}, 0), ({"depth": 6}, 1)]
)
def test_no_switch_where_the_page_does_not_hold_all_solutions(
    page: Page, tmp_path: Path, options: dict[str, int], has: int
) -> None:
    visit(page, write_page(tmp_path, record(Board(6), ["boolean_flags"], **options)))
    page.keyboard.press("c")
    assert page.locator(".through:visible").count() == has
    assert (page.locator(".cell span").count() > 0) == has
