"""Python in the browser answers as it does here: the same records, the same words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from explain.record import to_json
from explain.recorder import record
from harness.campaign.autograder import check
from harness.isolation.runner import Limits
from harness.judge.grading import DEFAULT
from queens import Board
from queens.registry import ROOT, user_approach
from tests.classroom_page import opened, told

FAULTY = ("sign_error", "mirrored_middle", "reused_buffer", "stops_early")


@pytest.fixture(scope="module")
def ask(
    browser: Browser, site_address: str
) -> Iterator[Callable[[list[dict[str, Any]]], list[Any]]]:
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
        page.goto(site_address)
        yield lambda asks: page.evaluate(script, asks)


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
