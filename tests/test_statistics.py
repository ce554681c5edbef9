"""Statistics that keep their promise: intervals by simulation, p-values by brute force."""

from __future__ import annotations

import io
import itertools
import math
import random
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from harness.judge.statistics import (
    cautions_for,
    corrected,
    coverage,
    machine_warnings,
    ratio,
    summarise,
)
from harness.record.events import Environment
from harness.report.terminal import print_results
from harness.statistics.rank_sum import (
    Pair,
    holm,
    least_p_value,
    longer_p_value,
    rank_sum_p_value,
    together_longer_p_value,
    together_ratio,
)
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
        assert coverage(summary.runs, 1) >= 0.95


@given(st.lists(times, min_size=7, max_size=9), st.lists(times, min_size=7, max_size=9))
def test_exchanging_the_sides_inverts_the_ratio(first: list[float], second: list[float]) -> None:
    there, back = ratio(first, second), ratio(second, first)
    assert there.ratio == pytest.approx(1 / back.ratio)
    assert there.low is not None and back.high is not None
    assert there.low == pytest.approx(1 / back.high)
    assert there.p_value == back.p_value


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 5).map(float), min_size=3, max_size=5),
    st.lists(st.integers(1, 5).map(float), min_size=5, max_size=5),
)
def test_the_p_value_is_the_share_of_permutations_as_extreme(
    first: list[float], second: list[float]
) -> None:
    values = first + second

    def mean_rank(value: float) -> float:
        return (
            sum(other < value for other in values) + sum(other <= value for other in values)
        ) / 2

    ranks = [mean_rank(value) for value in values]
    centre = len(first) * sum(ranks) / len(values)
    distance = abs(sum(ranks[: len(first)]) - centre)
    choices = list(itertools.combinations(ranks, len(first)))
    expected = sum(abs(sum(choice) - centre) >= distance - 1e-9 for choice in choices)
    assert rank_sum_p_value(first, second) == pytest.approx(expected / len(choices))


@given(st.lists(times, min_size=1, max_size=4), st.lists(times, min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_the_one_sided_p_value_is_the_share_of_permutations_as_long(
    first: list[float], second: list[float]
) -> None:
    pooled = [*first, *(1.5 * value for value in second)]
    ranks = [sum(o < v for o in pooled) + (sum(o == v for o in pooled) + 1) / 2 for v in pooled]
    choices = list(itertools.combinations(ranks, len(first)))
    extreme = sum(sum(choice) >= sum(ranks[: len(first)]) for choice in choices)
    assert longer_p_value(first, [1.5 * value for value in second]) == pytest.approx(
        extreme / len(choices)
    )


def test_several_samples_are_tested_together() -> None:
    source = random.Random(13)

    def draw_pair() -> Pair:
        first, second = ([source.lognormvariate(0, 0.1) for _ in range(4)] for _ in range(2))
        return [1.1 * value for value in first], second

    # every way to deal out the ranks within each of two pairs
    choices = [sum(choice) for choice in itertools.combinations(range(1, 9), 4)]
    ways = [one + other for one, other in itertools.product(choices, repeat=2)]
    for _ in range(20):
        pairs = [draw_pair(), draw_pair()]
        observed = sum(
            sorted([*first, *second]).index(value) + 1 for first, second in pairs for value in first
        )
        above = sum(total > observed for total in ways) / len(ways)
        exactly = ways.count(observed) / len(ways)
        # the normal approximation has no correction for whole numbers: half a step
        assert together_longer_p_value(pairs) == pytest.approx(above + exactly / 2, abs=0.01)


def test_no_p_value_is_smaller_than_complete_separation_is_worth() -> None:
    pairs: list[Pair] = [([2.0, 3.0], [1.0, 1.5])] * 3
    assert together_longer_p_value(pairs) == pytest.approx(least_p_value([(2, 2)] * 3)) == 1 / 6**3
    assert together_longer_p_value(pairs[:1]) == pytest.approx(1 / 6)
    assert together_longer_p_value([([1.0], [1.0])] * 2) == 1.0, "nothing but ties"


def test_the_interval_of_a_common_ratio_covers_it() -> None:
    source = random.Random(14)
    held = 0
    for _ in range(200):
        pairs: list[Pair] = []
        for scale in (0.001, 0.1, 3.0):
            before = [scale * source.lognormvariate(0, 0.1) for _ in range(4)]
            pairs.append(([1.2 * scale * source.lognormvariate(0, 0.1) for _ in range(4)], before))
        middle, low, high = together_ratio(pairs)
        assert low is not None and high is not None
        assert low <= middle <= high
        held += low <= 1.2 <= high
    assert held >= 0.92 * 200
    same, *_ = together_ratio([([3.0, 6.0, 9.0], [1.0, 2.0, 3.0])])
    assert same == pytest.approx(3, rel=1e-4)


@pytest.mark.parametrize(
    ("runs", "boards", "has_one"),
    # of so many runs a side, complete separation is worth 1/2, 1/6, 1/36, 1/216, 1/20, 1/70
    [(1, 1, False), (2, 1, False), (2, 2, False), (2, 3, True), (3, 1, False), (4, 1, True)],
)
def test_a_common_ratio_has_an_interval_where_the_runs_can_refute_a_factor(
    runs: int, boards: int, has_one: bool
) -> None:
    before = [1.0 + 0.1 * run for run in range(runs)]
    pairs: list[Pair] = [([3 * one for one in before], before)] * boards
    middle, low, high = together_ratio(pairs)
    assert middle == pytest.approx(3, rel=0.5)
    if not has_one:
        assert (low, high) == (None, None)
    else:
        assert low is not None and high is not None
        assert 3 / before[-1] - 0.01 <= low <= middle <= high <= 3 * before[-1] + 0.01


def test_holm_corrects_for_the_number_of_tests() -> None:
    # Holm's own step: the smallest times 4, the next times 3, ... and never below the one before
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([0.02]) == [0.02]
    assert holm([]) == []


def test_the_p_values_of_a_report_are_corrected_together() -> None:
    apart = ratio([5.0, 6.0, 7.0, 8.0, 9.0], [1.0, 2.0, 3.0, 4.0, 4.5])  # 2 / 252
    mixed = ratio([1.0, 2.0, 3.0, 4.0, 5.0], [1.5, 2.5, 3.5, 4.5, 0.5])
    single = ratio([3.0], [1.0])
    first, second, third = corrected([apart, mixed, single])
    assert first.p_corrected == pytest.approx(2 * 2 / 252)
    assert (first.difference_shown, second.difference_shown) == (True, False)
    assert (third.p_value, third.p_corrected) == (None, None)
    assert [one.tests for one in (first, second, third)] == [2, 2, 1]


def test_where_so_many_tests_cannot_reach_5_percent_all_of_one_side_must_be_slower() -> None:
    apart = ratio([5.0, 6.0, 7.0, 8.0, 9.0], [1.0, 2.0, 3.0, 4.0, 4.5])
    nearly = ratio([4.2, 6.0, 7.0, 8.0, 9.0], [1.0, 2.0, 3.0, 4.0, 4.5])
    assert nearly.difference_shown
    *_, one, other = corrected([apart] * 9 + [nearly])  # 10 x 2 / 252 is more than 5 %
    assert (one.p_value, one.p_corrected) == (pytest.approx(2 / 252), None)
    assert (one.difference_shown, other.difference_shown) == (True, False)
    # beside tests of many runs, whose p-values can be smaller, it comes last: times 1
    many = ratio([5.0 + place for place in range(12)], [1.0 + place / 3 for place in range(12)])
    *_, last = corrected([many] * 9 + [apart])
    assert last.p_corrected == pytest.approx(2 / 252)


times_of_cells = st.lists(
    st.tuples(*[st.lists(st.integers(1, 9).map(float), min_size=1, max_size=9)] * 2), max_size=12
)


@settings(max_examples=60, deadline=None)
@given(times_of_cells)
def test_corrected_p_values_keep_the_order_and_are_never_smaller(
    cells: list[tuple[list[float], list[float]]],
) -> None:
    before = [ratio(first, second) for first, second in cells]
    after = corrected(before)
    assert [one.p_value for one in after] == [one.p_value for one in before]
    assert all(one.tests == 1 and one.p_corrected == one.p_value for one in before)
    pairs = sorted(
        (one.p_value, one.p_corrected)
        for one in after
        if one.p_value is not None and one.p_corrected is not None
    )
    assert all(p_value <= p_corrected <= 1 for p_value, p_corrected in pairs)
    assert [larger for _, larger in pairs] == sorted(larger for _, larger in pairs)
    if len(pairs) == 1 and sum(one.p_value is not None for one in after) == 1:
        assert pairs[0][0] == pairs[0][1]


def test_a_p_value_is_given_only_where_it_can_be_reached() -> None:
    assert rank_sum_p_value([1, 2, 3], [4, 5, 6]) is None  # 2 / 20 at best
    assert rank_sum_p_value([1, 2, 3, 4], [5, 6, 7, 8]) == pytest.approx(2 / 70)
    assert rank_sum_p_value([1], [2]) is None


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


def test_the_normal_p_value_of_many_runs_is_close_to_the_exact_one() -> None:
    source = random.Random(3)
    first = [source.gauss(1.25, 1) for _ in range(20)]
    second = [source.gauss(0.5, 1) for _ in range(20)]
    exact = rank_sum_p_value(first, second)
    near = rank_sum_p_value([*first, statistics.median(first)], second)
    assert exact is not None and near is not None
    assert 0 < exact < 0.1
    assert near == pytest.approx(exact, rel=0.35)
    assert rank_sum_p_value([1.0] * 30, [1.0] * 30) == 1.0


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
