"""`-r auto`: how many runs a cell gets, and that the interval it ends with keeps its promise."""

from __future__ import annotations

import io
import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import median

import pytest
from rich.console import Console

from commands.app import main
from harness import compare
from harness.campaign.again import plan_again
from harness.campaign.campaign import OnStep, UnderWay, run_campaign
from harness.campaign.measure import check_resumable, measure, named_approaches
from harness.campaign.plan import Plan, Step
from harness.campaign.repeating import Repeating, repeated
from harness.judge.facts import Facts
from harness.judge.statistics import ratio, summarise_stopped
from harness.record.alone import Alone
from harness.record.events import Campaign, Event, Run, Skipped, fields_of, of_kind
from harness.record.lines import Fields
from harness.record.merge import merged
from harness.record.settled import Settled
from harness.report.repetitions import repetition_sentences
from harness.report.statements import statements
from harness.report.terminal import print_results
from harness.statistics.median import rank_for, sequential_rank, sequential_ranks, together
from queens import Board
from tests import records

MOST = 64
MEDIAN = 1 + 0.2 * math.log(2)


def skewed(source: random.Random) -> float:
    """Draw a time as programs have them: none is much shorter than usual, some are longer."""
    return 1 + 0.2 * source.expovariate(1)


def plan_of(*names: str, sizes: tuple[int, ...] = (4,), budget_s: float = 30.0) -> Plan:
    boards = [Board(n) for n in sizes]
    return Plan(named_approaches(names), boards, **repeated("auto", budget_s))


class MadeUp:
    """Makes steps of which `fields` says what came, and is interrupted after so many."""

    order = "made up"

    def __init__(self, fields: Callable[[Step], Fields], steps: int | None = None) -> None:
        self.fields = fields
        self.left = steps

    def __call__(self, campaign: UnderWay, on_step: OnStep) -> None:
        for step in campaign.pending_here():
            if campaign.is_skipped(step):
                continue
            if self.left == 0:
                raise KeyboardInterrupt
            self.left = self.left and self.left - 1
            campaign.take(step, self.fields(step))


def taking(solve_s: float, wall_s: float = 0.001) -> Fields:
    return {"status": "complete", "solve_s": solve_s, "wall_s": wall_s, "solution_count": 2}


def ended(step: Step) -> Fields:
    """Return a run that is steady, noisy, slow, stopped or refused, by its approach."""
    name, spread = step.approach.name, step.repetition % 7
    if name == "cp_sat":
        return {"status": "timeout"}
    if name == "original_cp":
        return {"status": "unsupported", "reason": "not so"}
    return {
        "bitmasks": taking(1 + 0.01 * spread),
        "boolean_flags": taking(1 + 0.1 * spread),
        "forward_checking": taking(5.0, wall_s=5.1),
        "dancing_links": taking(1 + 0.1 * spread, wall_s=1.0),
    }[name]


def campaign_of(plan: Plan, earlier: list[Event], drive: MadeUp) -> list[Event]:
    events = list(earlier)
    run_campaign(plan, events.append, earlier, drive=drive)
    return events


def runs_of(events: list[Event]) -> dict[str, int]:
    return dict(Counter(run.approach for run in of_kind(events, Run)))


def test_the_intervals_after_every_number_of_runs_hold_together() -> None:
    ranks = sequential_ranks(12, 0.95)
    held = 0
    for signs in product((0, 1), repeat=12):
        below = [sum(signs[:runs]) for runs in range(13)]
        held += all(ranks[n] <= below[n] <= n - ranks[n] for n in range(13) if ranks[n])
    assert together(ranks) == held / 2**12 >= 0.95


def test_a_rank_is_that_of_a_higher_level_the_more_often_it_is_looked_at() -> None:
    assert [sequential_rank(runs, MOST) for runs in (7, 8, 12, 64, 65)] == [None, 1, 2, 22, None]
    assert (rank_for(64), rank_for(12)) == (24, 3), "looked at once"
    assert sequential_rank(64, 10**9) is None, "a record may name any number"


def test_what_is_stated_with_95_percent_holds_in_95_of_100() -> None:
    """The stop of a campaign, and the same without the correction, which falls short."""
    source, cells = random.Random(13), 500
    held = uncorrected = 0
    for _ in range(cells):
        times = [skewed(source) for _ in range(MOST)]
        repeating = Repeating(plan_of("bitmasks"), [])
        made = 0
        while not repeating.is_settled("bitmasks", Board(4)):
            run = Run("bitmasks", board=Board(4), status="complete", solve_s=times[made])
            made += 1
            repeating.note(run)
        summary = summarise_stopped(times[:made], MOST)
        assert summary.low is not None and summary.high is not None
        held += summary.low <= MEDIAN <= summary.high
        low, high = _stopped_by_luck(times)
        uncorrected += low <= MEDIAN <= high
    assert held >= 0.95 * cells
    assert uncorrected < 0.93 * cells, "more than two standard deviations below 95 %"


def _stopped_by_luck(times: list[float]) -> tuple[float, float]:
    """Return the first interval for a single look that is within 5 %, or the last."""
    low = high = math.nan
    for runs in range(6, len(times) + 1):
        ordered, rank = sorted(times[:runs]), rank_for(runs)
        assert rank
        low, high, middle = ordered[rank - 1], ordered[-rank], median(ordered)
        if max(high - middle, middle - low) <= 0.05 * middle:
            break
    return low, high


def test_a_cell_gets_runs_until_it_is_known_or_its_time_is_spent() -> None:
    plan = plan_of("bitmasks", "boolean_flags", "forward_checking", "dancing_links")
    plan = Plan(
        [*plan.approaches, *named_approaches(["cp_sat", "original_cp"])],
        plan.boards,
        **repeated("auto", 30.0),
    )
    events = campaign_of(plan, [], MadeUp(ended))
    assert runs_of(events) == {
        "bitmasks": 8,
        "boolean_flags": 64,
        "forward_checking": 3,
        "dancing_links": 30,
        "cp_sat": 1,
        "original_cp": 3,
    }
    settled = {one.approach: one for one in of_kind(events, Settled)}
    assert {name: (one.runs, one.why) for name, one in settled.items()} == {
        "bitmasks": (8, "precise"),
        "boolean_flags": (64, "most"),
        "forward_checking": (3, "budget"),
        "dancing_links": (30, "budget"),
        "original_cp": (3, "none complete"),
    }
    assert settled["bitmasks"].within == pytest.approx(0.035 / 1.025)
    assert settled["forward_checking"].within is None
    assert [one.reason for one in of_kind(events, Skipped)] == ["timed out before"]
    (said,) = repetition_sentences(Facts(events))
    assert said.startswith("-r auto: the medians of 1 of 4 cells are known within 5 % after 8 runs")
    for ending in (
        "boolean_flags (n = 4: within 7.7 % after 64 runs)",
        "forward_checking (n = 4: 3 runs, no interval: 8 take longer than 30 s)",
        "dancing_links (n = 4: within 16 % after 30 runs, the 30 s spent)",
    ):
        assert ending in said


def test_a_report_has_the_corrected_interval_and_says_how_many_runs_it_took() -> None:
    facts = Facts(campaign_of(plan_of("bitmasks", "boolean_flags"), [], MadeUp(ended)))
    noisy = next(row for row in facts.rows if row["approach"] == "boolean_flags")
    ordered = sorted(1 + 0.1 * (number % 7) for number in range(MOST))
    assert (noisy["solve_s_low95"], noisy["solve_s_high95"]) == (ordered[21], ordered[-22])
    assert repetition_sentences(facts)[0] in [one.text for one in statements(facts)]
    console = Console(file=io.StringIO(), width=80)
    print_results(console, facts)
    assert isinstance(console.file, io.StringIO)
    assert "medians of 8 to 64 runs" in console.file.getvalue()


def test_a_cell_that_is_settled_is_not_run_alone_any_more() -> None:
    plan = replace(plan_of("bitmasks", "boolean_flags", sizes=(7,), budget_s=0.3), jobs=2)
    facts, finished = measure(plan)
    assert finished
    runs = {one.approach: one.runs for one in of_kind(facts.events, Settled)}
    assert set(runs) == {"bitmasks", "boolean_flags"}
    alone = of_kind(facts.events, Alone)
    assert alone
    assert [one for one in alone if one.repetition >= runs[one.approach] - 1] == []


@pytest.mark.parametrize("steps", [1, 15, 40])
def test_a_campaign_that_is_resumed_ends_as_one_that_is_not(steps: int) -> None:
    plan = plan_of("bitmasks", "boolean_flags", "dancing_links")
    whole = campaign_of(plan, [], MadeUp(ended))
    first = campaign_of(plan, [], MadeUp(ended, steps))
    assert len(of_kind(first, Run)) == steps
    # as if the last line had not been written any more
    first = [one for one in first if not isinstance(one, Settled)]
    resumed = campaign_of(plan, first, MadeUp(ended))
    assert runs_of(resumed) == runs_of(whole)
    by_name = Counter(one.approach for one in of_kind(resumed, Settled))
    assert by_name == {"bitmasks": 1, "boolean_flags": 1, "dancing_links": 1}


def test_the_medians_of_a_randomised_approach_are_said_to_be_over_seeds() -> None:
    plan = Plan(named_approaches(["min_conflicts"]), [Board(8)], "one", **repeated("auto", 30.0))
    source = random.Random(1)
    facts = Facts(campaign_of(plan, [], MadeUp(lambda step: taking(source.expovariate(1)))))
    assert repetition_sentences(facts)[1:] == [
        "Each run of min_conflicts has another seed: the medians are over seeds."
    ]


def test_a_ratio_holds_whatever_stopped_either_side() -> None:
    side = [1 + 0.01 * number for number in range(9)]
    assert ratio(side[:8], side[:8], (MOST, MOST)).low is None
    found = ratio(side, [2 * one for one in side], (MOST, MOST))
    assert (found.low, found.high) == (pytest.approx(1 / 2.16), pytest.approx(1.08 / 2))
    mixed = ratio(side, [2 * one for one in side], (MOST, None))
    assert (mixed.tested, mixed.runs) == ((8, 9), (9, 9))
    assert mixed.p_value == ratio(side[:8], [2 * one for one in side]).p_value


def test_records_are_merged_and_made_again_as_they_were_measured(tmp_path: Path) -> None:
    plan = plan_of("bitmasks", "boolean_flags")
    lines = [fields_of(one) for one in campaign_of(plan, [], MadeUp(ended))]
    places = [records.write(tmp_path / name, lines) for name in ("a", "b")]
    joined = Facts(merged(places))
    assert (joined.campaign.repetitions, joined.campaign.precision) == (MOST, 0.05)
    assert {cell.key.approach: len(cell.runs) for cell in joined.cells} == {
        "bitmasks": 16,
        "boolean_flags": 128,
    }
    once = Facts(campaign_of(plan, [], MadeUp(ended)))
    noisy, noisy_before = (
        next(cell.solve for cell in one.cells if cell.key.approach == "boolean_flags")
        for one in (joined, once)
    )
    assert noisy and noisy_before, "beyond the most runs no interval is known: the first count"
    assert (noisy.low, noisy.high) == (noisy_before.low, noisy_before.high)
    again = plan_again(once, [], [], None)
    assert (again.precision, again.cell_budget_s, again.repetitions) == (0.05, 30.0, MOST)
    fixed = records.write(tmp_path / "c", [lines[0] | {"precision": None}, *lines[1:]])
    with pytest.raises(ValueError, match=r"measured with precision 0\.05"):
        merged([places[0], fixed])


def test_a_fixed_number_of_runs_and_auto_are_not_mixed_in_one_record() -> None:
    plan = plan_of("bitmasks")
    fixed = Plan(plan.approaches, plan.boards, repetitions=5)
    with pytest.raises(ValueError, match="measured with -r auto, not -r 5"):
        check_resumable(fixed, Campaign(**plan.settings))
    with pytest.raises(ValueError, match="measured with -r 5, not -r auto"):
        check_resumable(plan, Campaign(**fixed.settings))
    with pytest.raises(ValueError, match=r"with cell_budget_s 1\.0, not 30\.0"):
        check_resumable(plan, Campaign(**plan_of("bitmasks", budget_s=1.0).settings))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("-r often", "--repetitions must be a whole number or auto, got 'often'"),
        ("-r 0", "--repetitions must be at least 1, got 0"),
        ("-r auto -w often", "--warmup must be a whole number, got 'often'"),
        ("-r auto --cell-budget 0s", "--cell-budget must be above 0, got '0s'"),
        ("-r 3 --cell-budget 5s", "--cell-budget is for -r auto"),
    ],
)
def test_a_number_of_runs_that_is_none_is_refused_in_one_line(
    typed: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["compare.py", "run", "-n", "4", *typed.split()])
    with pytest.raises(SystemExit) as left:
        main()
    error = capsys.readouterr().err
    assert (left.value.code, error.count("\n")) == (2, 1)
    assert said in error


def test_the_library_takes_auto_too() -> None:
    results = compare([4], ["bitmasks"], repetitions="auto", cell_budget_s=0.05)
    (settled,) = of_kind(results.events, Settled)
    assert settled.runs == len(of_kind(results.events, Run)) >= 3
    assert results.campaign.cell_budget_s == 0.05
