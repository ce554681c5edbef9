"""A record that is read again: what is missing is measured, what is no record is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from harness.campaign.measure import check_resumable, earlier_events, measure
from harness.campaign.plan import Plan, step_key
from harness.isolation.runner import Limits
from harness.record.events import Campaign, Observation, Run
from harness.record.file import FILE_NAME, read_events
from harness.record.lines import RecordError, RecordWriter, read_lines
from tests import records
from tests.records import measured
from tests.test_harness import plan_of, runs


def test_resuming_measures_only_what_is_missing(tmp_path: Path) -> None:
    plan = plan_of("bitmasks", "boolean_flags")
    whole, _ = measured(plan, tmp_path / "whole.jsonl")
    steps = [event for event in whole if event["kind"] in ("run", "observation")]
    file = tmp_path / FILE_NAME
    kept = [whole[0], *random.Random(1).sample(steps, 7)]
    file.write_text("".join(json.dumps(event) + "\n" for event in kept) + '{"kind": "run", "appr')
    events, finished = measured(plan, file, earlier_events(file))
    assert finished
    on_disk = list(read_lines(file))
    assert on_disk[: len(kept)] == kept
    made = [step_key(e) for e in read_events(file) if isinstance(e, (Run, Observation))]
    assert sorted(made, key=str) == sorted((step.key for step in plan.steps()), key=str)
    assert len({e["id"] for e in on_disk if e["kind"] == "campaign"}) == 1
    again, _ = measured(plan, file, earlier_events(file))
    assert len(runs(again)) == len(runs(events))


def test_resuming_under_other_conditions_is_refused() -> None:
    plan = plan_of("bitmasks")
    facts, _ = measure(plan_of("bitmasks", sizes=(4,), repetitions=1))
    check_resumable(plan, facts.campaign)
    slower = Plan(plan.approaches, plan.boards, limits=Limits(time_limit_s=20.0))
    with pytest.raises(ValueError, match=r"measured with time_limit_s 10.0, not 20.0"):
        check_resumable(slower, facts.campaign)


def test_a_record_that_is_none_is_refused_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    with pytest.raises(ValueError, match="does not exist"):
        earlier_events(file)
    file.write_text('{"kind": "campaign"}\nnonsense\n')
    with pytest.raises(RecordError, match="line 2 is no JSON"):
        list(read_events(file))
    file.write_text('{"kind": "run"}\n')
    with pytest.raises(ValueError, match="does not begin with a campaign"):
        earlier_events(file)


def test_a_torn_line_is_cut_before_the_next_is_written(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    file.write_text('{"kind": "campaign"}\n{"kind": "ru')
    assert list(read_events(file)) == [Campaign()]
    writer = RecordWriter(file)
    writer.append({"kind": "end"})
    writer.close()
    assert file.read_text() == '{"kind": "campaign"}\n{"kind": "end"}\n'


def test_an_interrupted_run_that_was_made_again_does_not_count() -> None:
    lines = [
        records.campaign(approaches=["bitmasks"], repetitions=2),
        records.run("bitmasks", 6, repetition=0),
        records.stopped("bitmasks", 6, "interrupted", repetition=1),
    ]
    (cell,) = records.results(lines).cells
    assert (cell.status, len(cell.runs)) == ("interrupted", 2)
    (cell,) = records.results([*lines, records.run("bitmasks", 6, repetition=1)]).cells
    assert (cell.status, len(cell.runs)) == ("complete", 2)
