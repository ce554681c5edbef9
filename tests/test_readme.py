"""The README keeps its word: its tables are its records', and a fresh run agrees with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.campaign.measure import measure, named_approaches
from harness.campaign.plan import Plan
from harness.record.file import FILE_NAME, Event, read_events
from harness.report.readme_tables import MARKED, filled
from queens import Board
from queens.registry import APPROACHES, missing_packages

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
RECORDS = sorted({match[1] for match in MARKED.finditer(README)})

FRESH_UP_TO_N = 8


def record(name: str) -> list[Event]:
    return list(read_events(ROOT / name / FILE_NAME))


def facts(events: list[Event]) -> dict[tuple[str, int], dict[str, object]]:
    """Return what is no matter of speed: each cell's counts, digest and nodes."""
    found: dict[tuple[str, int], dict[str, object]] = {}
    for event in events:
        if event["kind"] in ("run", "observation") and event["n"] <= FRESH_UP_TO_N:
            cell = found.setdefault((event["approach"], event["n"]), {})
            names = ("solution_count", "distinct_count", "solutions_digest", "nodes")
            cell.update({name: event[name] for name in names if name in event})
    return found


def test_the_tables_are_those_of_their_records() -> None:
    assert RECORDS == ["results/all", "results/default", "results/hard", "results/one"]
    assert filled(README, ROOT) == README


def test_a_fresh_run_has_the_counts_digests_and_nodes_of_the_record() -> None:
    saved = facts(record("results/all"))
    sizes = sorted({n for _, n in saved})
    assert sizes[-1] == FRESH_UP_TO_N
    named = list(dict.fromkeys(name for name, _ in saved))
    installed = {approach.name for approach in APPROACHES if not missing_packages(approach)}
    approaches = named_approaches([name for name in named if name in installed])
    events, _ = measure(Plan(approaches, [Board(n) for n in sizes], repetitions=1))
    fresh = facts(events)
    assert fresh == {cell: saved[cell] for cell in fresh}
    assert len(fresh) == len(approaches) * len(sizes)


def test_every_approach_stands_in_the_record_and_in_the_table_of_ideas() -> None:
    able = {event["approach"] for event in record("results/all") if event["kind"] == "run"}
    able |= {left["approach"] for left in record("results/all")[0]["left_out"]}
    assert able == {approach.name for approach in APPROACHES}
    ideas = README.partition("## Where the ideas")[2].partition("## How")[0]
    mentioned = re.findall(r"`([\w*]+)`", ideas)
    for approach in APPROACHES:
        assert any(re.fullmatch(word.replace("*", ".*"), approach.name) for word in mentioned)


@pytest.mark.parametrize("name", RECORDS)
def test_every_verdict_of_the_records_is_agree(name: str) -> None:
    from harness.judge.verdict import verdicts

    found = verdicts(record(name))
    assert {verdict.word for verdict in found} == {"agree"}
    assert [verdict.crashes for verdict in found] == [[]] * len(found)


def test_the_search_of_ten_lines_is_right(tmp_path: Path) -> None:
    source = (
        README.partition("## Write your own")[2].partition("```python\n")[2].partition("```")[0]
    )
    mine = tmp_path / "mine.py"
    mine.write_text(source, encoding="utf-8")
    approaches = named_approaches([mine, "bitmasks"])
    events, _ = measure(Plan(approaches, [Board(6), Board(7)], repetitions=1))
    runs = [event for event in events if event["kind"] == "run"]
    assert [run["audit"] for run in runs] == ["ok"] * 4
    assert {run["n"]: run["solution_count"] for run in runs} == {6: 4, 7: 40}
