"""What nogoods change: the report's stop, its figures from records made by hand."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.console import Console

from harness.record.lines import Fields
from harness.report.page.render import markdown_report, page
from harness.report.sets.nogoods import NOTE, nogood_stops
from harness.report.terminal import print_results
from tests import records
from tests.records import observation, run, stopped

ABOUT = [
    {"approach": "learner", "families": ["learning"]},
    {"approach": "silent", "families": ["learning"]},
    {"approach": "own_learner", "families": ["learning"]},
    {"approach": "plain", "families": []},
    {"approach": "slower", "families": []},
    {"approach": "own", "families": []},
]
BLOCKED = [[[0, column]] for column in range(5)]


def cell(approach: str, place: int, cpu_s: float, **changes: Any) -> Fields:
    """Return a run of an approach on one of five boards of n = 6 with a square blocked."""
    family = "handwritten" if approach.startswith("own") else "models"
    return run(approach, 6, family=family, blocked=BLOCKED[place], cpu_s=cpu_s, **changes)


def record() -> list[Fields]:
    """Return a campaign on five boards; the last is solved by one, and one skips a search."""
    lines = [records.campaign(about=ABOUT, approaches=[one["approach"] for one in ABOUT])]
    for place, factor in enumerate((1.0, 2.0, 4.0, 8.0)):
        learned = {} if place == 0 else {"conflicts": 1000 * place, "restarts": place}
        lines += [
            cell("learner", place, 0.004 * factor, counters=learned),
            cell("silent", place, 0.010 * factor),
            cell("own_learner", place, 0.1 * (1 + place % 2) ** 4, counters={"failures": 7}),
            cell("plain", place, 0.001 * factor, counters={"failures": 4000, "branches": 9}),
            cell("slower", place, 0.5, counters={"failures": 1}),
            cell("own", place, 0.2),
            observation("own", 6, blocked=BLOCKED[place], nodes=90 + place, failures=60 + place),
        ]
    last = {"conflicts": 9000, "restarts": 9}
    lines.append(cell("learner", 4, 0.1, counters=last))
    for name in ("silent", "own_learner", "plain", "slower", "own"):
        found = {"delivered_count": 2, "distinct_count": 2}
        lines.append(stopped(name, 6, "timeout", blocked=BLOCKED[4], **found))
    return lines


def test_the_table_has_medians_in_which_a_board_not_solved_is_more_than_any() -> None:
    (stop,) = nogood_stops(records.results(record()))
    assert stop.title == "What nogoods change: all solutions of 5 boards with squares blocked"
    assert [list(row.values()) for row in stop.rows] == [
        ["learner", "yes", "5 of 5", "2,000", "2", "-", "16.0 ms"],
        ["silent", "yes", "4 of 5", "-", "-", "-", "40.0 ms"],
        ["own_learner", "yes", "4 of 5", "7", "-", "-", "1.60 s"],
        ["plain", "no", "4 of 5", "4,000", "-", "-", "4.00 ms"],
        ["own", "no", "4 of 5", "62", "-", "92", "200 ms"],
        ["slower", "no", "4 of 5", "1", "-", "-", "500 ms"],
    ]


def test_each_that_learns_stands_beside_the_best_of_its_folder() -> None:
    (stop,) = nogood_stops(records.results(record()))
    assert stop.sentences == [
        "On 4 boards that both solved, learner learned from a median of 1,500 conflicts where "
        "plain failed 4,000 times, and took 4.00 times as long as plain (95 % interval 4.00 to "
        "4.00); learner solved 5, plain 4.",
        "On 4 boards that both solved, silent does not say how many conflicts it had, and took "
        "10.0 times as long as plain (95 % interval 10.0 to 10.0).",
        "On 4 boards that both solved, own_learner learned from a median of 7 conflicts where "
        "own failed 62 times, and no difference in processor time from own is shown (95 % "
        "interval 0.157 to 25.5).",
    ]


def test_less_time_is_said_as_such_and_two_boards_are_too_few() -> None:
    lines = record()
    for line in lines:
        if line.get("approach") == "plain":
            line["cpu_s"] *= 20
    (stop,) = nogood_stops(records.results(lines))
    assert "was 5.00 times faster than plain (95 % interval 5.00 to 5.00)" in stop.sentences[0]
    few = [one for one in lines if "approach" not in one or one["blocked"] in BLOCKED[:2]]
    (stop,) = nogood_stops(records.results(few))
    assert "and fewer than 3 boards do not show how its time" in stop.sentences[0]


def test_one_that_solves_none_of_them_is_set_beside_its_folder_all_the_same() -> None:
    lines = record()
    silent = [at for at, line in enumerate(lines) if line.get("approach") == "silent"]
    for at in silent:
        place = {"family": "models", "blocked": lines[at]["blocked"]}
        lines[at] = stopped("silent", 6, "timeout", delivered_count=2, distinct_count=2, **place)
    # its first run was left out, so that the cell does not say its folder
    names = ("approach", "n", "placed", "blocked", "task")
    skipped = {"kind": "skipped", "reason": "the approach timed out on a smaller board"}
    lines[silent[0]] = skipped | {name: lines[silent[0]][name] for name in names}
    for line in lines:
        if line.get("approach") == "own":
            line["cpu_s"] = 1e-6
    (stop,) = nogood_stops(records.results(lines))
    assert stop.sentences[-1] == "No board was solved by both silent and plain."


@pytest.mark.parametrize(
    "changes", [{"blocked": [], "counters": {"conflicts": 5}}, {"counters": {}, "task": "one"}]
)
def test_no_stop_of_plain_boards_or_where_no_conflicts_are_known(changes: Fields) -> None:
    lines = [line | changes if "approach" in line else line for line in record()]
    assert nogood_stops(records.results(lines)) == []


def test_no_stop_of_a_lone_board() -> None:
    lines = [one for one in record() if "approach" not in one or one["blocked"] == BLOCKED[1]]
    assert nogood_stops(records.results(lines)) == []


def test_no_stop_where_all_learn_or_none_does() -> None:
    for names in (("learner", "silent"), ("plain", "own")):
        lines = [one for one in record() if one.get("approach", names[0]) in names]
        assert nogood_stops(records.results(lines)) == []


def test_terminal_page_and_markdown_say_the_same() -> None:
    results = records.results(record())
    (stop,) = nogood_stops(results)
    console = Console(file=io.StringIO(), width=80)
    print_results(console, results)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue(), page(results, []), markdown_report(results, [])
    for said in (stop.title, stop.sentences[0], NOTE):
        assert [said in text for text in shown] == [True] * 3
    for figures in ("5 of 5 2,000 2 - 16.0 ms", "4 of 5 62 - 92 200 ms"):
        cells = [re.sub(r"</?t[^>]*>|[|]| +", " ", text) for text in shown]
        assert [figures in " ".join(text.split()) for text in cells] == [True] * 3
