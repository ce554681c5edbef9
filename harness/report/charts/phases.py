"""The chart of where the time goes: import, warm-up, building, search."""

from __future__ import annotations

import altair as alt

from harness.report.charts.parts import (
    AnyChart,
    Cells,
    NoFigures,
    Row,
    data,
    faded,
    legend,
    picking,
)
from harness.report.numbers import figure

PHASES = {"import": "#999999", "warm-up": "#e69f00", "build": "#56b4e9", "search": "#0072b2"}


def draw_phases(cells: Cells) -> AnyChart:
    """Return the chart. Raises NoFigures where no run completed."""
    boards = [row["board"] for row in cells.complete]
    if not boards:
        raise NoFigures("no run completed")
    # the largest board among those that the most approaches completed
    board = max(cells.complete, key=lambda row: (boards.count(row["board"]), row["n"]))["board"]
    measured = [row for row in cells.complete if row["board"] == board]
    picked = picking("phase")
    colours = alt.Scale(domain=list(PHASES), range=list(PHASES.values()))
    bars: alt.Chart = (
        data([phase for row in measured for phase in _phase_rows(row)])
        .mark_bar()
        .encode(
            x=alt.X("seconds:Q", title="seconds (medians)", axis=alt.Axis(tickCount=8)),
            y=alt.Y("approach:N", sort=cells.names, title=None, axis=alt.Axis(labelLimit=190)),
            color=alt.Color("phase:N", scale=colours, legend=legend("phase", columns=4)),
            order="position:Q",
            opacity=faded(picked),
            tooltip=["approach:N", "phase:N", "seconds:Q"],
        )
        .properties(
            name="bars",
            title=alt.TitleParams(board, anchor="start", fontWeight="normal"),
            height=max(120, 30 * len(measured)),
        )
        .add_params(picked)
    )
    return bars


def _phase_rows(row: Row) -> list[Row]:
    build_s = row["build_s"] or 0.0
    # solve_s includes building, which was timed by one more call
    search_s = max(row["solve_s"] - build_s, 0.0)
    seconds = (row["import_s"] or 0.0, row["warmup_s"] or 0.0, build_s, search_s)
    return [
        {"approach": row["approach"], "phase": phase, "position": position}
        | {"seconds": float(figure(value))}
        for position, (phase, value) in enumerate(zip(PHASES, seconds, strict=True))
    ]
