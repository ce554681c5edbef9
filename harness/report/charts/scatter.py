"""The chart of two approaches against each other, board by board."""

from __future__ import annotations

import altair as alt

from harness.report.charts.many import telling
from harness.report.charts.parts import (
    COLOURS,
    GREY,
    AnyChart,
    Cells,
    NoFigures,
    Row,
    data,
    logarithmic,
    note,
    shown_rows,
)


def draw_scatter(cells: Cells) -> AnyChart:
    """Return the chart. Raises NoFigures where there are no two approaches."""
    ran = {row["approach"] for row in (*cells.complete, *cells.stopped)}
    names = [name for name in cells.names if name in ran]
    if len(names) < 2 or not cells.complete:
        raise NoFigures("two approaches and a run that completed are needed")
    rows = shown_rows(cells.complete, seconds="solve_s")
    rows += [row | {"seconds": cells.limit_s} for row in shown_rows(cells.stopped)]
    rows = telling(rows)
    times = [row["seconds"] for row in rows]
    ends = [min(times) / 1.5, max(times) * 1.5]
    scaled = logarithmic(times) | {"scale": alt.Scale(type="log", domain=ends, nice=False)}
    x = alt.X("across_s:Q", title="across, seconds", **scaled)
    y = alt.Y("upwards_s:Q", title="upwards, seconds", **scaled)
    diagonal = data([{"across_s": end, "upwards_s": end} for end in ends]).encode(x, y)
    pairs = _pairs(rows).encode(x, y).add_params(*_choices(cells, names))
    return alt.LayerChart(
        layer=[diagonal.mark_line(color=GREY, strokeDash=[4, 4]), pairs, _pair_note()]
    )


def _choices(cells: Cells, names: list[str]) -> list[alt.Parameter]:
    """Return the two boxes, set to begin with to the approaches with the most boards solved."""
    solved = [row["approach"] for row in cells.complete]
    most = sorted(names, key=lambda name: -solved.count(name))[:2]
    return [
        alt.param(axis, value=name, bind=alt.binding_select(options=names, name=f"{axis}: "))
        for axis, name in zip(("across", "upwards"), sorted(most, key=names.index), strict=True)
    ]


def _pairs(rows: list[Row]) -> alt.Chart:
    seconds = [alt.Tooltip(f"{axis}_s:Q", title=f"{axis}, s") for axis in ("across", "upwards")]
    pairs: alt.Chart = (
        data(rows)
        .transform_pivot("approach", value="seconds", groupby=["board"])
        .transform_calculate(across_s="datum[across]", upwards_s="datum[upwards]")
        .transform_filter("isValid(datum.across_s) && isValid(datum.upwards_s)")
        .mark_point(filled=True, size=80, color=COLOURS[0], opacity=0.8)
        .encode(tooltip=["board:N", *seconds])
    )
    return pairs


def _pair_note() -> alt.Chart:
    words = (
        "['across: ' + across, 'upwards: ' + upwards, "
        "'below the dashed line ' + upwards + ' is faster']"
    )
    base = data([{}]).transform_calculate(words=words)
    return note(base, limit=alt.expr("width - 16")).encode(x=alt.value(8), y=alt.value(8))
