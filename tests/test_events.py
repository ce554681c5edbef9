"""Events and their lines: nothing is lost, old records are read, every field is described."""

from __future__ import annotations

import dataclasses
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs import fill
from harness.judge.facts import Facts
from harness.judge.findings import TEXTS, Fault
from harness.record.difference import Difference, Examples, Slip
from harness.record.events import (
    KINDS,
    About,
    Environment,
    Event,
    LeftOut,
    Run,
    event_of,
    fields_of,
)
from harness.record.fields import board_fields, board_of
from harness.record.file import FILE_NAME, read_record
from harness.record.lines import RecordError, read_lines
from queens import Board
from tests import records
from tests.strategies import boards

ROOT = Path(__file__).resolve().parent.parent
OLD = [*sorted(ROOT.glob("results/*/runs.jsonl")), ROOT / "tests/golden/runs.jsonl"]

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
numbers = st.integers(0, 2**53)
json_values = st.recursive(
    st.none() | st.booleans() | numbers | texts, lambda inner: st.lists(inner, max_size=3)
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "str": texts,
    "int": numbers,
    "float": st.floats(0, 1e9),
    "bool": st.booleans(),
    "Any": json_values,
    "list[str]": st.lists(texts, max_size=3),
    "list[Any]": st.lists(json_values.filter(lambda value: value is not None), max_size=3),
    "list[Board]": st.lists(boards(4), max_size=2),
    "dict[str, str]": st.dictionaries(texts, texts, max_size=2),
    "dict[str, Any]": st.dictionaries(texts, numbers, max_size=2),
    "dict[str, str | None]": st.dictionaries(texts, st.none() | texts, max_size=2),
    "Board": boards(5),
}
INNER: dict[str, type] = {
    "About": About,
    "Environment": Environment,
    "Examples": Examples,
    "LeftOut": LeftOut,
    "Slip": Slip,
}


def drawn(kind: type) -> st.SearchStrategy[Any]:
    """Return a strategy for a class of the record, whatever fields it has."""
    return st.builds(kind, **{one.name: values(str(one.type)) for one in dataclasses.fields(kind)})


def values(declared: str) -> st.SearchStrategy[Any]:
    if declared in VALUES:
        return VALUES[declared]
    if declared.endswith(" | None"):
        return st.none() | values(declared.removesuffix(" | None"))
    if declared.startswith("list["):
        return st.lists(values(declared[5:-1]), max_size=2)
    return drawn(INNER[declared])


@given(st.one_of([drawn(kind) for kind in KINDS]))
def test_an_event_comes_back_from_its_line_as_it_was(event: Event) -> None:
    line = json.dumps(fields_of(event), allow_nan=False)
    assert event_of(json.loads(line)) == event


@given(boards(6))
def test_a_board_comes_back_as_it_was(board: Board) -> None:
    assert board_of(json.loads(json.dumps(board_fields(board)))) == board


@pytest.mark.parametrize("kind", KINDS)
def test_missing_and_null_fields_have_their_defaults_and_unknown_ones_are_ignored(
    kind: type[Event],
) -> None:
    nothing = {name: None for name in fields_of(kind()) if name != "kind"}
    assert event_of({"kind": kind.kind}) == kind()
    assert event_of({"kind": kind.kind, **nothing, "of_schema_2": 1}) == kind()


def test_a_kind_that_is_not_known_is_ignored() -> None:
    assert event_of({"kind": "weather", "n": 8}) is None
    assert event_of({}) is None


def of_the_same_names(new: Any, old: Any) -> Any:
    """Return what `new` has under the names in `old`, which knew fewer."""
    if isinstance(old, dict):
        return {name: of_the_same_names(new[name], value) for name, value in old.items()}
    if isinstance(old, list) and len(old) == len(new):
        return [of_the_same_names(*pair) for pair in zip(new, old, strict=True)]
    return new


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.parent.name)
def test_an_old_record_is_read_whole(file: Path) -> None:
    lines, events = list(read_lines(file)), read_record(file)
    assert len(lines) == len(events)
    for line, event in zip(lines, events, strict=True):
        assert of_the_same_names(fields_of(event), line) == line


@pytest.mark.parametrize(
    "line",
    [
        {"kind": "run", "n": 4, "placed": [[9, 9]]},
        {"kind": "run", "n": "eight"},
        {"kind": "run", "n": 4, "placed": [1, 2]},
        {"kind": "campaign", "boards": 8},
        {"kind": "campaign", "left_out": ["bitmasks"]},
    ],
)
def test_a_line_that_makes_no_sense_is_named(tmp_path: Path, line: dict[str, Any]) -> None:
    file = records.write(tmp_path, [records.campaign(), line]) / FILE_NAME
    with pytest.raises(RecordError, match=r"runs\.jsonl line 2 is no event: "):
        read_record(file)


def test_the_page_of_the_record_is_current() -> None:
    """If a field is new: `python -m docs.fill`."""
    assert (ROOT / "docs" / "record.md").read_text(encoding="utf-8") == fill.record_page()


def test_every_field_is_described() -> None:
    for kind in (*KINDS, *INNER.values()):
        for one in dataclasses.fields(kind):
            assert len(one.metadata["about"]) > 2, (kind, one.name)


def test_a_record_of_boards_with_many_squares_is_read_quickly(tmp_path: Path) -> None:
    blocked = [[row, column] for row in range(200) for column in range(195)]
    lines = [records.run("a", 8) | {"n": 200, "blocked": blocked} for _ in range(30)]
    file = records.write(tmp_path, lines) / FILE_NAME
    begun = time.process_time()
    facts = Facts(read_record(file))
    assert (len(facts.rows), len(facts.verdicts)) == (1, 1)
    assert time.process_time() - begun < 5, "about 1 s"
    assert str(facts.cells[0].board).startswith("n = 200, 39000 blocked #")


def test_each_kind_of_fault_has_its_words_and_names_its_approach() -> None:
    for kind in TEXTS:
        assert Fault("mine", kind, 3, 4, reason="it fell over").text.startswith("mine ")


def test_a_fault_keeps_its_figures() -> None:
    missed = records.run("mine", 8, solution_count=90, distinct_count=90, delivered_count=90)
    unlike = records.run("other", 8, audit="unchecked", solution_count=93, distinct_count=None)
    unlike |= {"delivered_count": None, "task": "count"}
    denied = records.run("mine", 8, task="one", found=False)
    lines = [records.run("right", 8), missed, unlike, denied]
    assert records.faults(lines) == [
        [("mine", "missing", 90, 92)],
        [("other", "count", 93, 92)],
        [("mine", "denies_solution", None, None)],
    ]


def test_a_name_that_begins_like_another_has_its_own_faults_only() -> None:
    crashed = records.stopped("bits two", 8, "crashed")
    table = records.results([records.run("bits", 8), crashed]).rows
    faults = {row["approach"]: row["faults"] for row in table}
    assert faults == {"bits": None, "bits two": "bits two crashed: killed by signal 11"}


def test_wrong_and_incomplete_are_told_apart() -> None:
    right = records.run("right", 8)

    def ends(*lines: dict[str, Any]) -> tuple[bool, bool]:
        facts = Facts(records.events([right, *lines]))
        return facts.is_wrong, facts.is_incomplete

    assert ends() == (False, False)
    assert ends(records.stopped("slow", 8, "timeout")) == (False, True)
    assert ends(records.stopped("bad", 8, "crashed")) == (True, True)
    assert ends(records.run("bad", 8, invalid_count=1)) == (True, False)
    assert ends({"kind": "skipped", "approach": "a", "n": 9}) == (False, True)


def test_differences_join_the_facts_without_changing_a_verdict() -> None:
    facts = Facts(records.events([records.run("right", 8)]))
    before = facts.verdicts
    facts.add(Difference("right", Board(8), missing=Examples(1, [[0]])))
    assert facts.verdicts is before
    assert [event.missing.count for event in facts.differences] == [1]
    assert Run() not in facts.events
