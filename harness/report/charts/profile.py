"""The chart of performance profiles: how many boards are solved within a factor of the best."""

from __future__ import annotations

import altair as alt

from harness.report.charts.many import thinned
from harness.report.charts.parts import (
    FADED,
    PICKED,
    AnyChart,
    Cells,
    NoFigures,
    data,
    logarithmic,
    look,
)
from harness.report.numbers import ratio_figure
from harness.statistics.portfolio import profiles


def draw_profile(cells: Cells) -> AnyChart:
    """Return the chart. Raises NoFigures for fewer than two approaches or two boards."""
    boards = list(dict.fromkeys(row["board"] for row in cells.rows))
    if len(boards) < 2 or len(cells.names) < 2 or not cells.complete:
        raise NoFigures("two approaches and two boards are needed")
    solved = {
        (row["approach"], row["board"]): row["solve_s"]
        for row in cells.complete
        if not row["faults"]
    }
    times = {name: [solved.get((name, board)) for board in boards] for name in cells.names}
    steps = profiles(times)
    farthest = max((factor for own in steps.values() for factor, _ in own), default=1.0)
    rows = []
    for name, own in steps.items():
        # from the first solved to the end of the axis: what is not solved by then never is
        ends = [(1.0, 0.0), *thinned(own), (farthest, own[-1][1] if own else 0.0)]
        rows += [
            {"approach": name, "factor": float(ratio_figure(factor)), "share": round(share, 4)}
            for factor, share in ends
        ]
    style = look(cells.names, rows)
    x = alt.X(
        "factor:Q",
        title="times the fastest approach of the board",
        **logarithmic([1.0, farthest]),
    )
    y = alt.Y(
        "share:Q",
        title="share of all boards",
        axis=alt.Axis(format="%"),
        scale=alt.Scale(domain=[0, 1]),
    )
    lines: alt.Chart = (
        data(rows)
        .mark_line(interpolate="step-after", strokeWidth=2)
        .encode(x, y, style[0], opacity=FADED, tooltip=["approach:N", "factor:Q", "share:Q"])
        .properties(name="points")
        .add_params(PICKED)
    )
    return lines
