"""What the report says in words: true to the runs, whatever they are."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from harness.record.lines import Fields
from harness.report.page.definitions import definitions
from harness.report.page.render import markdown_report, page
from harness.report.results import Results
from harness.report.statements import statements
from queens.registry import ROOT, read_page
from tests import records


def texts(results: Results) -> tuple[str, str]:
    """Return the page and the Markdown, without charts."""
    return page(results, []), markdown_report(results, [])


def drop(events: list[Fields], **where: Any) -> list[Fields]:
    return [e for e in events if any(e.get(name) != value for name, value in where.items())]


def test_a_deleted_line_changes_the_report() -> None:
    whole = texts(records.results(records.golden()))
    fewer = texts(records.results(drop(records.golden(), kind="run", approach="bitmasks", n=9)))
    none = drop(records.golden(), approach="bitmasks", n=9)
    without = texts(records.results(none))
    assert "bitmasks found the same 352 solutions" in whole[1]
    assert "bitmasks found the same 352 solutions" not in fewer[1]
    assert "| bitmasks | n = 9 | all | not run |" in fewer[1], "its observation keeps the row"
    assert "| bitmasks | n = 9 |" not in without[1]
    assert "boolean_flags found the same 352 solutions" in without[1]
    assert whole[0] != fewer[0] != without[0]


def test_a_changed_line_changes_the_report() -> None:
    events = records.golden()
    run = next(
        e for e in events if e["kind"] == "run" and (e["approach"], e["n"]) == ("bitmasks", 8)
    )
    run |= {"solution_count": 91, "distinct_count": 91, "delivered_count": 91}
    html, markdown = texts(records.results(events))
    assert "✗ **disagree.** Not all answers are right. The boards in question: n = 8." in markdown
    assert "bitmasks missed 1 solution of 92" in markdown
    assert "bitmasks missed 1 solution of 92" in html
    assert "found the same 92 solutions" not in sentences(events)


def sentences(events: list[Fields]) -> list[str]:
    return [statement.text for statement in statements(records.results(events))]


def timed(approach: str, n: int, *times_s: float, **changes: Any) -> list[Fields]:
    return [
        records.run(approach, n, solve_s=time_s, order_index=index, **changes)
        for index, time_s in enumerate(times_s)
    ]


def test_a_statement_gives_ratio_interval_and_the_runs_it_rests_on() -> None:
    slow = [4.0, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6]
    events = timed("slow", 8, *slow) + timed("fast", 8, *(2.0 for _ in slow))
    (_, faster, _) = statements(records.results(events))
    assert faster.text == (
        "fast found the same 92 solutions (n = 8) 2.15 times faster than slow "
        "(medians of 7 runs; 95% interval 2.00 to 2.30)."
    )
    assert faster.runs == (0, 1, 2, 3, 4, 5, 6)
    assert faster.rests_on == "runs 0 to 6"


@pytest.mark.parametrize(
    ("slow", "fast", "words"),
    [
        ([4.0], [1.0], "one run each: how far the times vary is not known"),
        ([1.5], [1.0], "no difference shown"),
        ([4.0, 4.1, 4.2], [1.0, 1.1, 1.2], "medians of 3 runs; too few for an interval"),
        ([1.0, 1.3, 1.4], [1.1, 1.2, 1.2], "no difference shown"),
        ([1.01, 1.2, 1.1, 1.3] * 2, [1.0, 1.2, 1.1, 1.3] * 2, "no difference shown"),
    ],
)
def test_a_difference_is_stated_where_the_runs_show_it(
    slow: list[float], fast: list[float], words: str
) -> None:
    assert words in sentences(timed("slow", 8, *slow) + timed("fast", 8, *fast))[1]


def test_nothing_is_stated_from_runs_cut_short_or_wrong() -> None:
    right = timed("fast", 8, 1.0)
    for other in (
        records.stopped("other", 8, "timeout"),
        records.run("other", 8, solve_s=4.0, audit="duplicate", delivered_count=93),
        records.run("other", 8, solve_s=4.0, distinct_count=91, solution_count=91),
    ):
        said = [text for text in sentences([*right, other]) if "other" in text]
        assert not any("times" in text for text in said)
    mixed = [*right, *timed("other", 8, 4.0), records.stopped("other", 8, "timeout")]
    assert not any("times faster" in text for text in sentences(mixed))


def test_a_time_ratio_is_split_into_nodes_and_cost() -> None:
    events = timed("plain_check", 8, 0.9, 1.0, 1.1) + timed("forward_checking", 8, 1.5, 1.6, 1.7)
    events += [
        records.observation("plain_check", 8, nodes=2100),
        records.observation("forward_checking", 8, nodes=1000),
    ]
    assert sentences(events)[2] == (
        "On n = 8, forward_checking visits 2.10 times fewer nodes than plain_check at 3.36 times "
        "the cost a node, so it takes 1.60 times as long (1000 and 2100 nodes, medians "
        "of 3 runs)."
    )


def test_a_split_says_where_no_difference_in_time_is_shown() -> None:
    events = timed("plain_check", 8, 1.0, 1.2, 1.4) + timed("forward_checking", 8, 1.1, 1.3, 1.5)
    events += [
        records.observation("plain_check", 8, nodes=2100),
        records.observation("forward_checking", 8, nodes=1000),
    ]
    assert "that they differ in time is not shown; too few runs for a test" in sentences(events)[2]


def test_the_score_counts_limits_as_such() -> None:
    scores = records.results(records.golden()).scores
    assert [score.approach for score in scores][-1] == "cp_sat"
    assert (scores[-1].solved, scores[-1].boards) == (5, 6)
    assert scores[-1].total_s == pytest.approx(10 + 0.0784, abs=0.01)


def test_figures_that_cannot_be_compared_are_marked() -> None:
    marks = {
        (one.approach, one.name): one.comparable
        for one in definitions(records.results(records.golden()).cells)
    }
    assert marks["bitmasks", "traced nodes"] and marks["forward_checking", "traced nodes"]
    assert not marks["original_cp", "traced nodes"]
    assert not marks["cp_sat", "branches"] and not marks["original_cp", "branches"]


TEACHING = (
    *("handwritten/zdd.py", "handwritten/nogood_learning.py", "models/z3_smt.py"),
    *("models/pumpkin.py", "models/mathopt_mip.py", "models/model_counter.py"),
    "models/swi_clpfd.py",
)


def test_the_report_says_what_each_approach_teaches() -> None:
    taught = {name: read_page(ROOT / name).teaches for name in TEACHING}
    assert all(taught.values())
    assert taught["models/mathopt_mip.py"] == "why integer programming does not enumerate."
    about = [
        {"approach": Path(name).stem, "description": f"What {name} is.", "teaches": sentence}
        for name, sentence in taught.items()
    ]
    left_out = [{"approach": "model_counter", "reason": "has no solve_all"}]
    results = records.results([records.campaign(about=about, left_out=left_out)])
    for text in (page(results, []), markdown_report(results, [])):
        said = unescape(re.sub(r"<.*?>", "", text)).replace("\\_", "_")
        for name, sentence in taught.items():
            assert f"What {name} is. What it teaches: {sentence}" in said
        assert f"{taught['models/model_counter.py']} Left out: has no solve_all." in said
