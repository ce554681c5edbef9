"""Sets of boards: shares, contributions and profiles by brute force, and the report of them."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.report.sets.table import COLUMNS, set_csv, set_latex, set_rows, set_statements
from harness.statistics.portfolio import (
    marginal_contributions,
    par2,
    profiles,
    shapley_values,
    shares,
    virtual_best,
)
from tests import records

LIMIT_S = 10.0
NAMES = "abcd"
seconds = st.one_of(st.none(), st.floats(0.001, LIMIT_S))
many_times = st.integers(1, 4).flatmap(
    lambda boards: st.fixed_dictionaries(
        {name: st.lists(seconds, min_size=boards, max_size=boards) for name in NAMES}
    )
)
Drawn = dict[str, list[float | None]]
SMALL: Drawn = {"a": [1.0, 4.0, None], "b": [2.0, 2.0, None], "c": [None, 2.0, 8.0]}


def saved(times: Drawn, names: tuple[str, ...]) -> float:
    """Return what the virtual best of these approaches saves of PAR2, none of them nothing."""
    return 2 * LIMIT_S - par2(virtual_best(times, names), LIMIT_S) if names else 0.0


def test_figures_worked_out_by_hand() -> None:
    assert par2(SMALL["a"], LIMIT_S) == (1 + 4 + 20) / 3
    assert virtual_best(SMALL) == [1.0, 2.0, 8.0]
    assert shares(SMALL) == pytest.approx({"a": 1 / 3, "b": 0.5 / 3, "c": 1.5 / 3})
    # without a the first board takes 2 s, without c the third is not solved
    contributions = marginal_contributions(SMALL, LIMIT_S)
    assert contributions == pytest.approx({"a": 1 / 3, "b": 0, "c": 12 / 3})
    assert profiles(SMALL) == {
        "a": [(1.0, 1 / 3), (2.0, 2 / 3)],
        "b": [(1.0, 1 / 3), (2.0, 2 / 3)],
        "c": [(1.0, 2 / 3)],
    }


@given(many_times)
@settings(max_examples=60)
def test_shapley_values_are_the_mean_over_all_orders(times: Drawn) -> None:
    joined = dict.fromkeys(NAMES, 0.0)
    orders = list(itertools.permutations(NAMES))
    for order in orders:
        for place, name in enumerate(order):
            joined[name] += saved(times, order[: place + 1]) - saved(times, order[:place])
    values = shapley_values(times, LIMIT_S)
    assert values == pytest.approx({name: joined[name] / len(orders) for name in NAMES}, abs=1e-9)
    assert sum(values.values()) == pytest.approx(saved(times, tuple(NAMES)), abs=1e-9)


@given(many_times)
@settings(max_examples=60)
def test_contributions_are_what_is_lost_without(times: Drawn) -> None:
    whole = saved(times, tuple(NAMES))
    lost = {
        name: whole - saved(times, tuple(one for one in NAMES if one != name)) for name in NAMES
    }
    assert marginal_contributions(times, LIMIT_S) == pytest.approx(lost, abs=1e-9)


@given(many_times)
@settings(max_examples=60)
def test_shares_add_up_to_one(times: Drawn) -> None:
    is_solved = any(one is not None for own in times.values() for one in own)
    assert sum(shares(times).values()) == pytest.approx(float(is_solved))


@given(many_times)
@settings(max_examples=60)
def test_profiles_rise_to_the_share_that_is_solved(times: Drawn) -> None:
    best = virtual_best(times)
    for name, steps in profiles(times).items():
        factors, heights = [one for one, _ in steps], [one for _, one in steps]
        assert factors == sorted(set(factors)), "one step a factor, in order"
        assert heights == sorted(heights)
        solved = sum(one is not None for one in times[name])
        assert (heights[-1] if heights else 0) == pytest.approx(solved / len(best))
        for factor, height in steps:
            within = sum(
                one is not None and shortest is not None and one <= factor * shortest * (1 + 1e-12)
                for one, shortest in zip(times[name], best, strict=True)
            )
            assert height == pytest.approx(within / len(best))


def test_the_report_says_what_each_is_worth() -> None:
    results = records.results(records.golden())
    rows = {row["approach"]: row for row in set_rows(results)}
    assert next(iter(rows)) == "bitmasks"
    assert list(rows)[-1] == "virtual best"
    assert (rows["cp_sat"]["solved"], rows["virtual best"]["solved"]) == ("5 of 6", "6 of 6")
    lines = set_csv(results).splitlines()
    assert lines[0] == "task,approach,solved,boards,par2_s,par2_ratio,share,marginal_s,shapley"
    figures = [line.split(",") for line in lines[1:]]
    assert math.fsum(float(one[6]) for one in figures[:-1]) == pytest.approx(1)
    assert math.fsum(float(one[8]) for one in figures[:-1]) == pytest.approx(1)
    assert set_latex(results).count("\nvirtual best &") == 1
    (said,) = set_statements(results)
    assert said.text.startswith("On 6 boards, the best single approach by PAR2 is bitmasks (")


def test_the_profiles_are_drawn_from_all_boards() -> None:
    results = records.results(records.golden())
    (rows,) = results.chart("profile").to_dict()["datasets"].values()
    highest = {row["approach"]: row["share"] for row in rows}
    assert highest["cp_sat"] == pytest.approx(5 / 6, abs=1e-4), "the limit at n = 9"
    assert highest["bitmasks"] == 1


def test_one_board_is_no_set() -> None:
    one = [line for line in records.golden() if line.get("n", 8) == 8]
    assert set_rows(records.results(one)) == []
    assert COLUMNS[0] in set_latex(records.results(one)), "the head of an empty table"
