"""Boards with other rules: their records hold, their page draws them, the stops are true."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given, settings
from playwright.sync_api import Page, expect

from explain.lesson import lesson
from explain.lesson.puzzle import GUESSING, PUZZLE, REASONING, puzzle_stops
from explain.reading import from_json, read
from explain.record import Kind, RecordError, State, to_json, write
from explain.recorder import record
from explain.show import RULED, explain
from queens import RULES, Board, HallSet, NoSupport, draw, text_board
from queens.forms.files import read_boards
from queens.forms.regions import COLOURS, letters
from tests.explain_page import cell, eight, six, visit, write_page
from tests.replay import Replay, replay
from tests.rules import ruled_boards, solutions

TORUS, SUPER = Board(5, rule=RULES["torus"]), Board(6, rule=RULES["superqueens"])
SVG = "{http://www.w3.org/2000/svg}"


@settings(max_examples=60)
@given(ruled_boards(5))
def test_a_record_of_any_rule_is_true_and_read_back(board: Board) -> None:
    judge = solutions(board)
    whole = record(board, RULED)
    assert from_json(json.loads(json.dumps(to_json(whole)))) == whole
    for search in whole.searches:
        replay(search, Replay(board, judge))
        assert {step[2:] for step in search.steps if step[0] == Kind.SOLUTION} == judge


def test_a_record_of_queens_says_nothing_of_rules() -> None:
    data = to_json(record(Board(5), ["alldifferent", "pair_consistency"]))
    assert data["board"].keys() == {"n", "placed", "blocked"}
    assert not [cause for one in data["searches"] for cause in one["causes"] if "of" in cause]


@pytest.mark.parametrize(
    "cause",
    [
        {"kind": "attack", "queen": [0, 0], "line": "up"},
        {"kind": "attack", "queen": [0, 0], "line": "knight's step"},
        {"kind": "hall_set", "line": "region", "rows": [0], "values": [6]},
        {"kind": "hall_set", "line": "column", "rows": [6], "values": [0], "of": "region"},
        {"kind": "no_support", "row": 0, "of": "colour"},
    ],
)
def test_a_cause_must_be_of_the_boards_own_lines(cause: dict) -> None:
    data = json.loads(json.dumps(to_json(record(PUZZLE, RULED))))
    data["searches"][1]["causes"][0] = cause
    with pytest.raises(RecordError, match="is off the board"):
        from_json(data)


def test_a_ruled_record_is_written_and_read(tmp_path: Path) -> None:
    path = explain(PUZZLE).save(tmp_path / "puzzle.json")
    assert read(path).board == PUZZLE
    write(record(TORUS, RULED), path)
    assert read(path) == record(TORUS, RULED)


def test_regions_are_drawn_with_borders_and_letters() -> None:
    picture = ElementTree.fromstring(draw((0, 2, 4, 1, 5, 3), PUZZLE).svg())
    assert [text.text for text in picture.iter(f"{SVG}text")] == [*"ABCDEF"]
    fills = [path.get("fill") for path in picture.iter(f"{SVG}path")]
    assert set(fills).issuperset(COLOURS[:6])
    drawn = text_board((), PUZZLE)
    assert re.findall("[A-F]", drawn) == [*"ABCDEF"]
    assert read_boards(drawn).boards == (PUZZLE,)


def test_regions_have_letters_beyond_z() -> None:
    names = [letters(number) for number in (0, 25, 26, 51, 52, 701, -1)]
    assert names == ["A", "Z", "AA", "AZ", "BA", "ZZ", "-1"]


def test_the_lessons_puzzle_is_solved_without_a_guess() -> None:
    stop = lesson(six())[5]
    assert stop.record is not None
    assert stop.record.board == PUZZLE
    guessing, reasoning = (stop.record[name] for name in (GUESSING, REASONING))
    (solution,) = solutions(PUZZLE)
    for search, end in ((guessing, stop.left_position), (reasoning, stop.right_position)):
        state = State(PUZZLE)
        for index, step in enumerate(search.steps[:end]):
            state.apply(index, step)
        assert state.queens() == dict(enumerate(solution))
    before = [step[0] for step in guessing.steps[: stop.left_position]]
    assert stop.facts["placed"] == before.count(Kind.DECISION)
    assert stop.facts["taken_back"] == before.count(Kind.BACKTRACK) > 6
    pruned = [step[0] for step in reasoning.steps[: stop.right_position]]
    assert Kind.DECISION not in pruned
    # a square leaves once: what is left is one in each row
    assert stop.facts["pruned"] == pruned.count(Kind.PRUNED) == 6 * 6 - 6
    for figure in stop.facts.values():
        assert f" {figure} " in stop.text


def test_a_puzzle_has_stops_of_its_own() -> None:
    titles = {stop.title: stop for stop in puzzle_stops(record(PUZZLE, RULED))}
    assert len(titles) == 3
    kinds = [type(stop.facts.get("cause")) for stop in titles.values()]
    assert kinds == [type(None), HallSet, NoSupport]
    for stop in list(titles.values())[1:]:
        step = record(PUZZLE, RULED)[REASONING].steps[stop.right_position - 1]
        assert (step[0], step[2:4]) == (Kind.PRUNED, stop.facts["square"])
        assert str(stop.facts["square"]) in stop.text
    assert puzzle_stops(record(PUZZLE, ["boolean_flags"])) == []
    cut = puzzle_stops(record(PUZZLE, RULED, depth=1))
    assert "A puzzle without a guess" not in [stop.title for stop in cut]


def test_the_lesson_goes_to_the_puzzle_and_back(page: Page, six_page: str) -> None:
    visit(page, six_page)
    page.locator("#stops a").nth(5).click()
    expect(page.locator(".board-words")).to_contain_text("regions")
    expect(page.locator("#stop-text p")).to_contain_text("needs no guess")
    assert page.locator("#right .cell.queen").count() == 6
    assert page.locator("#left .walls text").count() == 6
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(300)  # the address is written a moment after
    assert "board=1" in page.evaluate("location.hash")
    place = page.evaluate("location.hash.slice(1)")
    page.locator("#stops a").nth(0).click()
    expect(page.locator(".board-words")).to_have_text("n = 6, all solutions")
    assert page.locator("#left .walls text").count() == 0
    visit(page, six_page, place)
    expect(page.locator(".board-words")).to_contain_text("regions")
    assert page.locator(".pane").count() == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_puzzle_is_drawn_without_need_of_colour(page: Page, tmp_path: Path, theme: str) -> None:
    page.emulate_media(color_scheme=theme)
    visit(page, write_page(tmp_path, eight()))
    assert "".join(page.locator("#left .walls text").all_text_contents()) == "ABCDEFGH"
    assert cell(page, "left", 1, 3, n=8) == "row 1, column 3, region D: open"
    grounds = page.locator("#left .cell").evaluate_all(
        "cells => cells.map(cell => getComputedStyle(cell).backgroundColor)"
    )
    regions = [number for row in eight().board.regions or () for number in row]
    assert len(set(zip(grounds, regions, strict=True))) == len(set(grounds)) == 8


def pruned_by(page: Page, tmp_path: Path, board: Board, line: str) -> list[str]:
    """Show the first square that the line's attack prunes; return the tags drawn over the board."""
    shown = record(board, RULED)
    search = shown[GUESSING]
    end = next(
        index + 1
        for index, step in enumerate(search.steps)
        if step[0] == Kind.PRUNED and search.cause(step).line == line
    )
    url = write_page(tmp_path, shown)
    visit(page, url, f"step={end}&left={GUESSING}&right={REASONING}&free=1&other=0")
    drawn: list[str] = page.locator("#left .rays > :not(.halo)").evaluate_all(
        "shapes => shapes.map(shape => `${shape.tagName} ${shape.getAttribute('class')}`)"
    )
    return drawn


def test_attacks_are_drawn_as_the_rule_has_them(page: Page, tmp_path: Path) -> None:
    torus = pruned_by(page, tmp_path, TORUS, "up")
    assert torus == ["line ray up"] * 5  # a piece in each row, across the edge
    assert pruned_by(page, tmp_path, SUPER, "knight's step") == ["line ray step"]
    assert pruned_by(page, tmp_path, PUZZLE, "king's step") == ["line ray step"]
    numbers = [number for row in PUZZLE.regions or () for number in row]
    assert pruned_by(page, tmp_path, PUZZLE, "region") == ["rect framed region"] * numbers.count(0)
