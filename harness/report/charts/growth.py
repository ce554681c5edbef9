"""The chart of growth: times as measured, and what is predicted for the next two sizes."""

from __future__ import annotations

import altair as alt

from harness.report.charts.parts import (
    FADED,
    AnyChart,
    Cells,
    NoFigures,
    Row,
    data,
    lines_and_points,
    logarithmic,
    look,
    shown_rows,
    sizes,
    tips,
)
from harness.statistics.growth import growth, measured_times


def draw_growth(cells: Cells) -> AnyChart:
    """Return the chart. Raises NoFigures where no approach has sizes enough."""
    plain = [row for row in cells.complete if not row["placed"] and not row["blocked"]]
    measured, predicted = [], []
    for name in cells.names:
        own = [row for row in plain if row["approach"] == name]
        taken = [row for row in own if measured_times([(row["n"], row["solve_s"])])]
        if foreseen := _predicted(name, taken):
            predicted += foreseen
            measured += shown_rows(taken, seconds="solve_s")
    if not predicted:
        raise NoFigures("no approach completed five sizes of a millisecond or more on one machine")
    everything = [*measured, *predicted]
    values = [row[end] for row in predicted for end in ("low", "high")]
    x, style = sizes(everything), look(cells.names, everything)
    scaled = logarithmic([*values, *(row["seconds"] for row in measured)])
    y = alt.Y("seconds:Q", title="seconds, measured and predicted", **scaled)
    base = data(predicted).encode(x, style[0], opacity=FADED)
    intervals = base.mark_rule().encode(alt.Y("low:Q"), alt.Y2("high:Q"))
    hollow = base.mark_point(size=70).encode(y, style[1], tooltip=tips(predicted))
    return alt.LayerChart(
        layer=[intervals, hollow, *lines_and_points(data(measured), style, x, y, tips(measured))]
    )


def _predicted(name: str, taken: list[Row]) -> list[Row]:
    """Return the rows of the next two sizes.

    There are none where one n stands for several boards, or where several machines were used.
    """
    if len({row["n"] for row in taken}) < len(taken) or len({row["machine"] for row in taken}) > 1:
        return []
    grown = growth([(row["n"], row["solve_s"]) for row in taken])
    return [
        {"approach": name, "n": n, "board": f"n = {n}, predicted", "seconds": one.value}
        | {"low": one.low, "high": one.high}
        for n, one in (grown.predicted if grown else {}).items()
    ]
