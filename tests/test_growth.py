"""Growth compared with the truth: records of known law and exponent, intervals by simulation."""

from __future__ import annotations

import math
import random

import pytest

from harness.report.charts.parts import NoFigures
from harness.report.growth_table import growth_csv, growth_latex, growth_rows, growth_statements
from harness.statistics.growth import LAWS, Point, crossing, crossings, growth
from harness.statistics.student import deviations_for
from tests import records

TRIALS = 100
EXPONENTIAL, FACTORIAL = LAWS
SLOPES = {EXPONENTIAL: (0.8, 2.0), FACTORIAL: (0.3, 0.6)}


def drawn(law: str, slope: float, sizes: range, noise: float, source: random.Random) -> list[Point]:
    """Return times of a known law, each with a relative error."""
    start = LAWS[law](sizes[0])
    return [
        (n, math.exp(-6 + slope * (LAWS[law](n) - start) + source.gauss(0, noise))) for n in sizes
    ]


@pytest.mark.parametrize(
    ("confidence", "freedom", "deviations"),
    # the tables of Student's distribution
    [(0.95, 1, 12.706), (0.95, 2, 4.303), (0.95, 7, 2.365), (0.99, 10, 3.169), (0.9, 30, 1.697)],
)
def test_the_quantiles_are_students(confidence: float, freedom: int, deviations: float) -> None:
    assert deviations_for(confidence, freedom) == pytest.approx(deviations, abs=5e-4)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("count", [5, 6, 9])
@pytest.mark.parametrize("noise", [0.01, 0.05, 0.15])
def test_intervals_cover_the_known_factor_and_the_next_size(
    law: str, count: int, noise: float
) -> None:
    source = random.Random(f"{law} {count} {noise}")
    factors = sizes = 0
    for _ in range(3 * TRIALS):
        slope = source.uniform(*SLOPES[law])
        points = drawn(law, slope, range(14 - count, 14), noise, source)
        true_points = drawn(law, slope, range(14 - count, 15), 0.0, source)
        true_factor = true_points[-1][1] / true_points[-2][1]
        grown = growth(points)
        assert grown is not None
        factors += grown.factor.covers(true_factor)
        sizes += grown.predicted[14].covers(true_points[-1][1] * math.exp(source.gauss(0, noise)))
    assert (factors >= 0.93 * 3 * TRIALS, sizes >= 0.93 * 3 * TRIALS) == (True, True), (
        factors,
        sizes,
    )


@pytest.mark.parametrize("law", LAWS)
def test_an_exact_law_is_found_and_continued(law: str) -> None:
    grown = growth(drawn(law, 0.5, range(6, 13), 0.0, random.Random(1)))
    assert grown is not None
    steps = [LAWS[law](n) - LAWS[law](n - 1) for n in (13, 14)]
    assert grown.law == law
    assert grown.factor.value == pytest.approx(math.exp(0.5 * steps[0]))
    assert list(grown.predicted) == [13, 14]
    assert grown.predicted[14].value == pytest.approx(grown.largest * math.exp(0.5 * sum(steps)))
    assert grown.held


def test_a_largest_size_that_breaks_the_law_is_outside() -> None:
    points = drawn(EXPONENTIAL, 1.2, range(6, 13), 0.02, random.Random(2))
    broken = [*points[:-1], (points[-1][0], 5 * points[-1][1])]
    held = [one.held for one in (growth(points), growth(broken), growth(points[:5])) if one]
    assert held == [True, False, None], "five sizes are too few to leave one out"
    assert growth(points[:4]) is None


def test_a_crossing_is_found_where_it_is() -> None:
    source, held, trials = random.Random(3), 0, 100
    for _ in range(trials):
        # the second starts 8 times as long and takes half the factor: they meet at n = 6 + 3
        first = drawn(EXPONENTIAL, 1.4, range(6, 14), 0.05, source)
        second = [
            (n, 8 * v) for n, v in drawn(EXPONENTIAL, 1.4 - math.log(2), range(6, 14), 0.05, source)
        ]
        met = crossing(first, second)
        assert met is not None
        where, first_is_larger = met
        assert not first_is_larger
        held += where.covers(9)
    assert held >= 93


@pytest.mark.parametrize("approaches", [2, 8])
def test_no_crossing_is_claimed_where_the_curves_are_equal(approaches: int) -> None:
    source = random.Random(4)
    claimed = sum(
        bool(
            crossings(
                {
                    str(name): drawn(EXPONENTIAL, 1.4, range(6, 13), 0.1, source)
                    for name in range(approaches)
                }
            )
        )
        for _ in range(TRIALS)
    )
    assert claimed <= 1


def test_no_crossing_is_claimed_beyond_the_data() -> None:
    source = random.Random(5)
    first = drawn(EXPONENTIAL, 1.4, range(6, 13), 0.02, source)
    second = [(n, 8 * v) for n, v in drawn(EXPONENTIAL, 1.2, range(6, 13), 0.02, source)]
    assert crossing(first, second) is None, "they would meet at n = 16"


def test_times_of_several_machines_are_not_fitted_together() -> None:
    lines = [records.campaign(approaches=["slow", "quick"])]
    for n in range(5, 13):
        machine = "b" if n > 10 else "a"
        lines.append(records.run("slow", n, solve_s=0.002 * 2.0 ** (n - 5), machine=machine))
        lines.append(records.run("quick", n, solve_s=0.001 * 2.0 ** (n - 7), machine=machine))
        lines.append(records.observation("slow", n, nodes=10 * 3**n, machine=machine))
    mixed = records.results([line for line in lines if line.get("n") != 12])
    assert [(row["approach"], row["figure"]) for row in growth_rows(mixed)] == [("slow", "nodes")]
    assert [one.text for one in growth_statements(mixed)] == [
        "Measured on several machines, so that no times are fitted: slow, quick."
    ]
    with pytest.raises(NoFigures, match="on one machine"):
        mixed.chart("growth")
    # what is shorter than a millisecond is not fitted, wherever it was measured
    on_one = [line for line in lines if line.get("n", 8) not in (11, 12)]
    on_one += [records.run("quick", 4, solve_s=0.0001, machine="b")]
    fitted = {(row["approach"], row["figure"]) for row in growth_rows(records.results(on_one))}
    assert fitted == {("slow", "time"), ("slow", "nodes")}


def test_the_report_says_how_times_and_nodes_grow() -> None:
    lines = [records.campaign(approaches=["slow", "quick"])]
    for name, start_s, factor in (("slow", 0.002, 2.0), ("quick", 0.016, 1.25)):
        for n in range(5, 13):
            time_s = start_s * factor ** (n - 5) * (1.02 if n % 2 else 1.0)
            lines.append(records.run(name, n, solve_s=time_s))
            lines.append(records.observation(name, n, nodes=10 * 3**n))
    results = records.results(lines)
    rows = {(row["approach"], row["figure"]): row for row in growth_rows(results)}
    assert rows.keys() == {(name, of) for name in ("slow", "quick") for of in ("time", "nodes")}
    assert rows["slow", "time"]["factor"].startswith("2.00 (1.9")
    assert rows["slow", "time"]["next size"].startswith("n = 13: 515 ms (")
    assert rows["slow", "nodes"]["next size"] == "n = 13: 15943230 (15943230 to 15943230)"
    assert rows["slow", "nodes"]["left out"] == "5314410, within 5314410 to 5314410"
    said = [one.text for one in growth_statements(results)]
    assert said[-1].startswith("Up to n = 9.4")
    assert said[-1].endswith("slow is faster than quick; beyond it, the other way round.")
    assert len(growth_csv(results).splitlines()) == 5
    assert growth_latex(results).count("slow &") == 2
    datasets = results.chart("growth").to_dict()["datasets"].values()
    assert {row["n"] for rows_of in datasets for row in rows_of} == set(range(5, 15))
