"""The charts of a report: alike whenever they are made, and nothing left out."""

from __future__ import annotations

from typing import Any

import pytest

from harness.report.charts.kinds import CHARTS, NoFigures
from harness.report.files import drawn_charts
from harness.report.results import Results
from tests import records


def layers(results: Results, name: str) -> list[dict[str, Any]]:
    """Return the rows of every layer of a chart."""
    drawn = results.chart(name).to_dict()
    used = {layer["data"]["name"]: None for layer in drawn.get("layer", [drawn])}
    return [row for data in used for row in drawn["datasets"][data]]


@pytest.mark.parametrize("name", [kind.name for kind in CHARTS])
def test_a_chart_is_the_same_whenever_it_is_made(name: str) -> None:
    results = records.results(records.golden())
    assert results.chart(name).to_json() == results.chart(name).to_json()


def test_an_approach_keeps_its_colour_and_shape_in_all_charts() -> None:
    results = records.results(records.golden())
    looks: dict[str, set[tuple[str, str]]] = {}
    for name in ("time", "rate", "nodes", "memory", "cactus"):
        (points,) = [
            layer
            for layer in results.chart(name).to_dict()["layer"]
            if "shape" in layer["encoding"]
        ]
        colour, shape = (points["encoding"][channel]["scale"] for channel in ("color", "shape"))
        assert colour["domain"] == shape["domain"]
        for look in zip(colour["domain"], colour["range"], shape["range"], strict=True):
            looks.setdefault(look[0], set()).add(look[1:])
    assert looks.keys() == set(records.CORE)
    assert all(len(seen) == 1 for seen in looks.values()), "the same in every chart"
    assert len(set().union(*looks.values())) == len(looks), "and no two alike"


@pytest.mark.parametrize(("ns", "kind"), [((4, 6, 10), None), ((1, 5, 20), "log")])
def test_sizes_far_apart_stand_on_a_logarithmic_axis(ns: tuple[int, ...], kind: str | None) -> None:
    results = records.results([records.run("a", n) for n in ns])
    x = results.chart("time").to_dict()["layer"][0]["encoding"]["x"]
    assert (x["scale"].get("type"), x["axis"]["values"]) == (kind, list(ns))


def test_runs_that_hit_the_limit_are_drawn_above_it() -> None:
    rows = layers(records.results(records.golden()), "time")
    (above,) = [row for row in rows if row.get("ended")]
    assert (above["approach"], above["n"], above["at_least"]) == ("cp_sat", 9, 200)
    assert above["seconds"] > 10
    assert max(row["seconds"] for row in rows if row.get("runs")) < 10
    assert {row["words"] for row in rows if "words" in row} == {"limit: 10 s"}


def test_the_time_chart_has_a_point_for_each_measured_cell() -> None:
    points = [row for row in layers(records.results(records.golden()), "time") if row.get("runs")]
    assert {(row["approach"], row["n"]) for row in points} == {
        (name, n) for name in records.CORE for n in range(4, 10)
    } - {("cp_sat", 9)}


def test_phases_add_up_to_the_time() -> None:
    results = records.results(records.golden())
    rows = [row for row in layers(results, "phases") if row["approach"] == "original_cp"]
    assert [row["phase"] for row in rows] == ["import", "warm-up", "build", "search"]
    (cell,) = [row for row in results.rows if (row["approach"], row["n"]) == ("original_cp", 8)]
    together = sum(row["seconds"] for row in rows)
    assert together == pytest.approx(cell["solve_s"] + 0.05 + 0.001, rel=1e-3)


def test_a_chart_with_nothing_to_draw_says_what_is_missing() -> None:
    results = records.results([records.campaign(), records.run("a", 3)])
    with pytest.raises(NoFigures, match="no approach that counts nodes alike was traced"):
        results.chart("nodes")
    with pytest.raises(NoFigures, match="no approach found a solution"):
        results.chart("rate")
    with pytest.raises(NoFigures, match="no approach counted the solutions"):
        records.results([records.run("a", 8, task="one", solution_count=None)]).chart("rate")
    with pytest.raises(ValueError, match="there is no chart 'pie'; there are time, rate"):
        results.chart("pie")
    missing = {drawn.name: drawn.missing for drawn in drawn_charts(results)}
    assert missing["nodes"] == "no approach that counts nodes alike was traced"
    assert missing["time"] is None
