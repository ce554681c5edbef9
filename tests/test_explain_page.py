"""The page in a real browser shows what the record holds, by mouse, keyboard, touch and link."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from explain import words
from explain.counts import COLUMNS, tally
from explain.lesson import lesson
from explain.record import KINDS, Kind, State
from explain.recorder import record
from explain.show import OPENING
from explain.tree import Tree, never_entered
from queens import Board
from queens.registry import ROOT
from tests.explain_page import cell, counters, six, step_of, visit, write_page


@pytest.mark.parametrize("name", [*OPENING, "bounds_consistency", "original_cp"])
def test_the_board_shows_the_state_the_record_has_at_each_step(
    page: Page, six_page: str, name: str
) -> None:
    search = six()[name]
    positions = sorted({*range(0, 40, 3), *range(40, len(search.steps), 97), len(search.steps)})
    visit(page, six_page, f"step=0&left={name}&right=bitmasks&free=1&other=0")
    for position in positions:
        state = State(Board(6))
        for index, step in enumerate(search.steps[:position]):
            state.apply(index, step)
        page.locator("#scrub").fill(str(position))
        assert step_of(page, "left") == position
        shown = page.locator("#left .cell").evaluate_all(
            "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        for square, label in enumerate(shown):
            row, column = divmod(square, 6)
            said = re.sub(r"^row \d, column \d: ", "", label)
            if (row, column) in state.decisions:
                assert said.startswith("a queen, placed at step")
            elif (row, column) in state.ruled_out:
                step = search.steps[state.ruled_out[row, column]]
                words = {Kind.PRUNED: "pruned", Kind.REJECTION: "refused"}.get(step[0], "refuted")
                assert said.startswith(f"{words} at step {state.ruled_out[row, column] + 1}: ")
            else:
                assert said.startswith(("a queen: row", "open", "not tried now"))
                assert (column in state.domains[row]) == (not said.startswith("not tried"))
        assert page.locator("#left .stack button").all_inner_texts() == [
            f"({row}, {column})" for row, column in state.decisions
        ]


def test_the_domains_beside_the_board_are_the_records(page: Page, six_page: str) -> None:
    search = six()["alldifferent"]
    state = State(Board(6))
    end = next(index for index, step in enumerate(search.steps) if step[0] == Kind.FAILURE)
    for index, step in enumerate(search.steps[:end]):
        state.apply(index, step)
    visit(page, six_page, f"step={end}&left=alldifferent&right=bitmasks&free=1&other=0")
    shown = page.locator("#left .domain").evaluate_all(
        "items => items.map(item => item.getAttribute('aria-label'))"
    )
    assert shown == [
        f"row {row}: {', '.join(map(str, sorted(domain))) or 'none'}"
        for row, domain in enumerate(state.domains)
    ]


def test_counters_and_chart_end_at_the_counts_of_the_record(page: Page, six_page: str) -> None:
    visit(page, six_page)
    page.keyboard.press("End")
    for side, name in zip(("left", "right"), OPENING, strict=True):
        total = tally(six()[name]).total
        assert counters(page, side) == {name: [total[name], total[name]] for name in COLUMNS}
    rows = [row.inner_text().split() for row in page.locator("#chart tbody tr").all()]
    by_depth = [tally(six()[name]).by_depth for name in OPENING]
    for depth, row in enumerate(rows):
        left, right = (counts[depth]["nodes"] for counts in by_depth)
        assert "".join(row) == f"{depth}{left}/{left}{right}/{right}"


def test_the_page_tells_a_step_in_the_words_of_the_terminal(
    page: Page, six_page: str, tmp_path: Path
) -> None:
    """Some steps of each kind, a failure in a row not said and hidden nodes among them."""
    names = ("boolean_flags", "original_cp")
    cut = record(Board(6), names, depth=2)
    whole = [six()[name] for name in (*names, "alldifferent", "bitmasks")]
    learns = record(Board(6), ["nogood_learning"])
    (tmp_path / "learns").mkdir()
    told = set()
    for url, searches in (
        (six_page, whole),
        (write_page(tmp_path, cut), cut.searches),
        (write_page(tmp_path / "learns", learns), learns.searches),
    ):
        for search in searches:
            visit(page, url, f"step=0&left={search.approach}&free=1&other=0")
            met: Counter[int] = Counter()
            for position, step in enumerate(search.steps, start=1):
                met[step[0]] += 1
                if met[step[0]] in (1, 7):
                    page.locator("#scrub").fill(str(position))
                    sentence = page.locator("#left .sentence").inner_text()
                    said = f"{sentence[0].lower()}{sentence[1:]}".replace("\u00a0", " ")
                    assert said.removesuffix(".") == words.step(Board(6), search, step)
                    told.add(KINDS[step[0]])
    assert told == {*KINDS}


def hovering(page: Page, side: str, row: int, column: int) -> str:
    page.hover(f'#{side} [data-square="{row * 6 + column}"]')
    return page.locator(f"#{side} .tip").inner_text().replace("\u00a0", " ")


def test_a_pruned_square_tells_its_reason(page: Page, six_page: str) -> None:
    search = six()["alldifferent"]
    index, step = next(
        (i, s) for i, s in enumerate(search.steps) if s[0] == Kind.PRUNED and s[2] == 3
    )
    visit(page, six_page, f"step={index + 5}&left=alldifferent&right=bitmasks&free=1&other=0")
    queen = search.cause(step).queen
    reason = f"({step[2]}, {step[3]}) pruned at step {index + 1}: same column as the queen on "
    assert hovering(page, "left", step[2], step[3]) == f"{reason}({queen[0]}, {queen[1]})."
    assert page.locator("#left .ray").count() == 2
    page.mouse.move(5, 5)
    expect(page.locator("#left .tip")).to_be_hidden()


def test_reasons_by_keyboard_lead_to_their_step(page: Page, six_page: str) -> None:
    visit(page, six_page, "stop=2")
    facts = lesson(six())[1].facts
    row, column = facts["square"]
    page.locator("#right .cell").first.focus()
    for _ in range(row):
        page.keyboard.press("ArrowDown")
    for _ in range(column):
        page.keyboard.press("ArrowRight")
    tip = page.locator("#right .tip")
    expect(tip).to_contain_text("rows 2 and 4 need columns 1 and 3")
    assert page.locator("#right .hall-square").count() == 4
    step = int(re.search(r"at step (\d+)", tip.inner_text())[1])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert step_of(page, "right") == step
    page.locator("#right .cell").first.focus()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_reasons_by_touch(browser: Browser, six_page: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    phone = context.new_page()
    visit(phone, six_page, "stop=2")
    row, column = lesson(six())[1].facts["square"]
    phone.tap(f'#right [data-square="{row * 6 + column}"]')
    expect(phone.locator("#right .tip")).to_contain_text("rows 2 and 4 need columns 1 and 3")
    phone.tap("#right .tip .link")
    expect(phone.locator("#right .tip")).to_be_hidden()
    context.close()


def test_the_tree_is_the_records(page: Page, six_page: str) -> None:
    visit(page, six_page)
    plain, strong = (Tree(Board(6), six()[name]) for name in OPENING)
    assert page.locator("#left .node").count() == len(plain) == 153
    assert page.locator("#right .node").count() == len(strong)
    roots = never_entered(plain, strong)
    assert page.locator("#left .shade").count() == len(roots)
    assert page.locator("#right .shade").count() == 0
    never = sum(len(plain.below(root)) for root in roots)
    expect(page.locator("#left .tree-words")).to_have_text(
        f"153 nodes; alldifferent never enters {never} of them (shaded)"
    )
    page.keyboard.press("End")
    for kind in ("solution", "failure"):
        expected = sum(node.end == kind for node in plain.nodes)
        assert page.locator(f"#left .node.{kind}.past").count() == expected


def test_a_click_in_the_tree_jumps_there(page: Page, six_page: str) -> None:
    visit(page, six_page)
    tree = Tree(Board(6), six()["alldifferent"])
    node = next(i for i, one in enumerate(tree.nodes) if one.end == "solution")
    box = page.locator(f'#right .node[data-node="{node}"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert step_of(page, "right") == tree.nodes[node].entered + 1
    squares = " ".join(f"({row}, {column})" for row, column in tree.decisions(node))
    label = page.locator("#right .tree").get_attribute("aria-label")
    assert label == f"Search tree, at {squares}, a solution"
    left = page.locator("#left .stack").inner_text().split("\n")
    assert " ".join(left) == squares


def test_arrows_walk_over_the_tree(page: Page, six_page: str) -> None:
    visit(page, six_page)
    tree = Tree(Board(6), six()["boolean_flags"])
    page.locator("#left .tree").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert step_of(page, "left") == tree.nodes[3].entered + 1
    page.keyboard.press("ArrowUp")
    assert step_of(page, "left") == tree.nodes[tree.nodes[3].parent].entered + 1


def test_the_line_being_executed_is_marked(page: Page, six_page: str) -> None:
    visit(page, six_page, "step=1&left=boolean_flags&right=original_cp&free=1&other=9")
    current = page.locator("#left .line[aria-current]")
    test = "if column_taken[column] or up_taken[up] or down_taken[down]:"
    source = (ROOT / "handwritten" / "boolean_flags.py").read_text().splitlines()
    number = [line.strip() for line in source].index(test) + 1
    assert " ".join(current.inner_text().split()) == f"{number} {test}"
    expect(current).to_be_visible()
    assert "while solver.NextSolution():" in page.locator("#right .line.current").inner_text()
    page.locator("#scrub").fill("2")
    assert "column_taken[column] = up_taken[up]" in page.locator("#left .current").inner_text()
    calls = page.locator("#left .calls button").all_inner_texts()
    assert calls == ["solve_all", "place"]


def test_predict_tells_right_from_wrong_with_reasons(page: Page, six_page: str) -> None:
    visit(page, six_page, "step=0")
    page.click("#predict")
    page.keyboard.press("ArrowDown")
    question = page.locator("#right .question")
    expect(question).to_contain_text("With a queen on (0,\u00a00), which squares will be pruned?")
    pruned = [(row, column) for row in range(1, 6) for column in (0, row)]
    for row, column in [*pruned[:4], (1, 3)]:
        page.click(f'#right [data-square="{row * 6 + column}"]')
    page.click('#right [data-square="20"]')
    page.click('#right [data-square="20"]')  # a second click takes a guess back
    page.click('#right [data-square="3"]')  # not open: no guess
    page.click("#right .check")
    expect(question).to_contain_text("4 right, 6 missed, 1 wrong.")
    expect(question).to_contain_text("✗ stays: (1,\u00a03), nothing rules it out")
    expect(question).to_contain_text(
        "○ missed: (3,\u00a03) (4,\u00a04) (5,\u00a05), same down diagonal as the queen on (0,"
    )
    assert page.locator("#right .cell.right").count() == 4
    assert page.locator("#right .cell.missed").count() == 6
    assert cell(page, "right", 1, 3).endswith(", it stays")
    page.click("#right .go-on")
    expect(question).to_be_hidden()
    assert cell(page, "right", 3, 3).startswith("row 3, column 3: pruned at step")
    page.keyboard.press("ArrowDown")
    expect(question).to_contain_text("With a queen on (1,\u00a02)")
    page.click("#predict")
    expect(question).to_be_hidden()


def test_predict_stops_play(page: Page, six_page: str) -> None:
    visit(page, six_page)
    page.keyboard.press("p")
    page.select_option("#speed", "120")
    page.click("#play")
    expect(page.locator("#right .question")).to_be_visible()
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")


def test_any_recorded_search_can_be_chosen(page: Page, six_page: str) -> None:
    visit(page, six_page, "step=200")
    names = page.locator("#left .which option").all_inner_texts()
    assert names == [search.approach for search in six().searches]
    for name in names:
        page.select_option("#right .which", name)
        expect(page.locator("#right .description")).to_have_text(six()[name].description)
        assert page.locator("#right .node:not(.extra)").count() >= len(Tree(Board(6), six()[name]))
    page.select_option("#right .which", "original_cp")
    expect(page.locator("#right .search-note")).to_contain_text("branches in two")
    expect(page.locator("#left .search-note")).to_be_hidden()
