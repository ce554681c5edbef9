"""The rank-sum test and its corrections: p-values by brute force, intervals by simulation."""

from __future__ import annotations

import itertools
import random
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.judge.statistics import corrected, ratio
from harness.statistics.rank_sum import (
    Pair,
    holm,
    least_p_value,
    longer_p_value,
    rank_sum_p_value,
    together_longer_p_value,
    together_ratio,
)

times = st.floats(1e-6, 1e3)


@settings(max_examples=40)
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
@settings(max_examples=60)
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


@settings(max_examples=60)
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
