"""Statistics that keep their promise: intervals by simulation, cautions by example."""

from __future__ import annotations

import io
import math
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from harness.judge.statistics import cautions_for, machine_warnings, ratio, summarise
from harness.record.events import Environment
from harness.report.terminal import print_results
from harness.statistics.median import CONFIDENCE, coverages, rank_for, ranks_for
from tests import records

times = st.floats(1e-6, 1e3)


def draw(kind: str, runs: int, source: random.Random) -> list[float]:
    """Draw runs whose true median is 1."""
    if kind == "normal":
        return [source.gauss(1, 0.1) for _ in range(runs)]
    return [source.lognormvariate(0, 0.8) for _ in range(runs)]


def test_a_summary_says_what_the_values_are() -> None:
    summary = summarise([3.0, 1.0, 2.0, 10.0])
    assert (summary.median, summary.minimum, summary.maximum, summary.runs) == (2.5, 1.0, 10.0, 4)
    assert summary.spread == pytest.approx((4.75 - 1.75) / 2.5)
    assert (summary.low, summary.high) == (None, None)


@pytest.mark.parametrize(
    ("complete", "censored", "figures"),
    [
        (9, 0, (5.0, 2.0, 8.0, 0.8)),
        (10, 2, (6.5, 3.0, 10.0, 5.5 / 6.5)),
        (9, 9, (math.inf, 5.0, math.inf, None)),
    ],
)
def test_a_run_that_was_stopped_counts_as_longer_than_any(
    complete: int, censored: int, figures: tuple[float | None, ...]
) -> None:
    summary = summarise([float(value) for value in range(1, complete + 1)], censored)
    assert (summary.median, summary.low, summary.high, summary.spread) == figures
    assert (summary.runs, summary.censored) == (complete + censored, censored)


@pytest.mark.parametrize(
    ("complete", "limits", "median", "text"),
    [(4, 1, 0.003, "3.00 ms"), (4, 2, 0.0035, "3.50 ms"), (2, 2, None, "timeout")],
)
def test_a_cell_has_a_median_if_more_than_half_of_its_runs_completed(
    complete: int, limits: int, median: float | None, text: str
) -> None:
    lines = [records.campaign(approaches=["min_conflicts"], task="one")]
    for index in range(complete):
        solve_s = 0.001 * (index + 1)
        lines.append(records.run("min_conflicts", 8, task="one", found=True, solve_s=solve_s))
    lines += [records.stopped("min_conflicts", 8, "timeout", task="one") for _ in range(limits)]
    results = records.results(lines)
    (row,) = results.rows
    assert row["solve_s"] == (None if median is None else pytest.approx(median))
    assert (row["status"], row["runs"], row["complete_runs"]) == (
        "timeout",
        complete + limits,
        complete,
    )
    assert row["solve_s_maximum"] is None, "longer than the limit, by how much is not known"
    console = Console(file=io.StringIO(), width=80)
    print_results(console, results)
    assert isinstance(console.file, io.StringIO)
    line = next(one for one in console.file.getvalue().splitlines() if "min_conflicts" in one)
    assert text in line


@pytest.mark.parametrize(
    ("runs", "interval"),
    # the tables of Hahn and Meeker: 6 to 8 runs take the extremes, 9 to 11 the next, ...
    [(1, None), (5, None), (6, (1, 6)), (8, (1, 8)), (9, (2, 8)), (12, (3, 10)), (25, (8, 18))],
)
def test_the_interval_takes_the_innermost_order_statistics_that_keep_95_percent(
    runs: int, interval: tuple[int, int] | None
) -> None:
    summary = summarise([float(value) for value in range(1, runs + 1)])
    assert (summary.low, summary.high) == (interval or (None, None))


@pytest.mark.parametrize("kind", ["normal", "lognormal"])
@pytest.mark.parametrize("runs", [6, 9, 13, 25])
def test_the_interval_of_the_median_covers_as_promised(kind: str, runs: int) -> None:
    source = random.Random(20250705)
    trials, held = 3000, 0
    for _ in range(trials):
        summary = summarise(draw(kind, runs, source))
        assert summary.low is not None and summary.high is not None
        held += summary.low <= 1 <= summary.high
    # three standard deviations of a share of 0.95 in 3,000 trials
    assert held / trials >= 0.95 - 0.012


@pytest.mark.parametrize("kind", ["normal", "lognormal"])
@pytest.mark.parametrize("runs", [(7, 7), (6, 12), (15, 15)])
def test_the_interval_of_a_ratio_covers_as_promised(kind: str, runs: tuple[int, int]) -> None:
    source = random.Random(7)
    trials, held = 3000, 0
    for _ in range(trials):
        first = [3 * value for value in draw(kind, runs[0], source)]
        # the other side of another shape: nothing is assumed of the two together
        result = ratio(first, draw("lognormal", runs[1], source))
        assert result.low is not None and result.high is not None
        held += result.low <= 3 <= result.high
    assert held / trials >= 0.95 - 0.012


@pytest.mark.parametrize("kind", ["normal", "lognormal"])
def test_of_equal_programs_few_differ_significantly(kind: str) -> None:
    source = random.Random(11)
    trials = 2000
    alarms = sum(
        ratio(draw(kind, 7, source), draw(kind, 7, source)).difference_shown for _ in range(trials)
    )
    assert alarms / trials <= 0.05 + 0.015


def test_a_ratio_without_enough_runs_has_no_interval() -> None:
    assert ratio([4.0] * 6, [2.0] * 6).low is None
    enough = ratio([4.0, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6], [2.0] * 7)
    assert (enough.ratio, enough.low, enough.high) == (4.3 / 2, 2.0, 2.3)
    assert enough.runs == (7, 7)


@given(st.lists(times, min_size=1, max_size=12))
def test_the_interval_encloses_the_median_and_lies_within_the_values(values: list[float]) -> None:
    summary = summarise(values)
    assert summary.minimum <= summary.median <= summary.maximum
    if summary.low is not None and summary.high is not None:
        assert summary.minimum <= summary.low <= summary.median <= summary.high <= summary.maximum
        assert coverages(summary.runs)[0] >= 0.95


def enclosing(runs: int, rank: int) -> float:
    """Return the coverage by its definition: what is not outside on either side."""
    return 1 - 2 * sum(math.comb(runs, below) for below in range(rank)) / 2**runs


@given(st.integers(1, 60), st.integers(1, 60))
def test_ranks_are_the_innermost_that_keep_the_promise(first: int, second: int) -> None:
    ours = {rank: enclosing(first, rank) for rank in range(1, first // 2 + 1)}
    others = {rank: enclosing(second, rank) for rank in range(1, second // 2 + 1)}
    assert list(ours.values()) == list(coverages(first))
    kept = [rank for rank, coverage in ours.items() if coverage >= CONFIDENCE]
    assert rank_for(first) == max(kept, default=None)
    pairs = [
        (rank, other)
        for rank, other in product(ours, others)
        if (first != second or rank == other) and ours[rank] * others[other] >= CONFIDENCE
    ]
    innermost = max(pairs, key=lambda pair: pair[0] / first + pair[1] / second, default=None)
    assert ranks_for(first, second) == innermost


@given(st.lists(times, min_size=7, max_size=9), st.lists(times, min_size=7, max_size=9))
def test_exchanging_the_sides_inverts_the_ratio(first: list[float], second: list[float]) -> None:
    there, back = ratio(first, second), ratio(second, first)
    assert there.ratio == pytest.approx(1 / back.ratio)
    assert there.low is not None and back.high is not None
    assert there.low == pytest.approx(1 / back.high)
    assert there.p_value == back.p_value


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        ([1.0, 2.0, 3.0], [40.0, 50.0, 60.0], True),
        ([1.0, 2.0, 45.0], [40.0, 50.0, 60.0], False),
        ([1.0], [1.9], False),
        ([1.0], [2.1], True),
    ],
)
def test_with_too_few_runs_for_a_test_all_of_one_side_must_be_slower(
    first: list[float], second: list[float], shown: bool
) -> None:
    assert ratio(first, second).p_value is None
    assert ratio(first, second).difference_shown == shown
    assert ratio(second, first).difference_shown == shown


@pytest.mark.parametrize("values", [[], [1.0, float("nan")], [float("inf")]])
def test_what_cannot_be_summarised_is_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="a summary needs"):
        summarise(values)


def test_there_is_no_ratio_to_nothing() -> None:
    with pytest.raises(ValueError, match=r"positive values, got 0\.0"):
        ratio([1.0], [0.0])


@pytest.mark.parametrize(
    ("values", "kinds"),
    [
        ([], []),
        ([1.0], ["one run"]),
        ([1.0, 1.01, 0.99, 1.0], []),
        ([1.0, 1.5, 0.6, 1.2], ["unstable"]),
        ([2.0, 1.0, 1.01, 1.0, 1.0], ["slow first"]),
        ([1.0, 1.01, 3.0, 1.0, 1.0], ["outlier"]),
        ([1.0, 1.01, 1.02, 1.03, 1.04], ["slowing"]),
        ([1.0, 1.01, 1.02, 1.03], []),
        ([0.0001, 0.0001], ["short"]),
        ([0.0, 0.0], ["short"]),
    ],
)
def test_cautions_name_what_is_wrong(values: list[float], kinds: list[str]) -> None:
    assert [caution.kind for caution in cautions_for(values)] == kinds


def test_cautions_give_the_figure() -> None:
    (slow,) = cautions_for([2.0, 1.0, 1.01, 1.0, 1.0])
    assert slow.text == "the first run took 2.0 times as long as the later"
    (unstable,) = cautions_for([1.0, 1.5, 0.6, 1.2])
    assert unstable.text == "the middle half of the runs spreads over 34% of the median"


def test_a_busy_machine_is_named() -> None:
    assert machine_warnings(Environment(load_1m=0.2, cores=2)) == []
    assert machine_warnings(Environment()) == []
    assert "load 3.1 on 2 cores" in machine_warnings(Environment(load_1m=3.1, cores=2))[0]
    assert "governor powersave" in machine_warnings(Environment(frequency_governor="powersave"))[0]
