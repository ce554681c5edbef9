"""The charts of a record, drawn from the rows of its table, for the page and for the files.

A chart draws cells, not raw runs: the median of a cell's complete runs, with the smallest
and the largest. A cell that did not complete has no time; it is drawn above the line of
the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import altair as alt

from harness.report.charts.growth import draw_growth
from harness.report.charts.many import CAPTION, are_many, draw_spread, draw_time_spread, thinned
from harness.report.charts.parts import (
    FADED,
    GREY,
    AnyChart,
    Cells,
    NoFigures,
    Row,
    data,
    lines_and_points,
    logarithmic,
    look,
    note,
    shown_rows,
    sizes,
    stacked_above,
    styled,
    tips,
    whole_numbers,
)
from harness.report.charts.phases import draw_phases
from harness.report.charts.profile import draw_profile
from harness.report.charts.scatter import draw_scatter
from harness.report.charts.seeds import draw_seeds
from harness.report.numbers import setting
from harness.report.seeds import Distribution

# the version that this Altair writes, in the form that vl-convert names it
VEGA_LITE = ".".join(alt.SCHEMA_VERSION.split(".")[:2])
TIME_TITLE = "search, seconds (median)"


@dataclass(frozen=True)
class ChartKind:
    """A chart by name: its title, what one should know to read it, and how it is drawn."""

    name: str
    title: str
    caption: str
    draw: Callable[[Cells], AnyChart]
    spreads: bool = False

    def caption_of(self, rows: Sequence[Row]) -> str:
        """Return what one should know to read the chart of these rows."""
        return f"{self.caption} {CAPTION}" if self.spreads and are_many(rows) else self.caption


def chart(
    name: str,
    rows: Sequence[Row],
    time_limit_s: float | None,
    task: str | None = None,
    distributions: Sequence[Distribution] = (),
) -> AnyChart:
    """Return the chart `name` of one task's rows and distributions, by default the first task's.

    Raises ValueError for a name that is none, and NoFigures where nothing can be drawn.
    """
    kinds = {kind.name: kind for kind in (*CHARTS, SEEDS)}
    if name not in kinds:
        raise ValueError(f"there is no chart {name!r}; there are {', '.join(kinds)}")
    chosen = task or next((row["task"] for row in rows), "all")
    of_task = [row for row in rows if row["task"] == chosen]
    over_seeds = [one for one in distributions if one.task == chosen]
    return styled(kinds[name].draw(Cells(of_task, time_limit_s, over_seeds)))


def _time(cells: Cells) -> AnyChart:
    spread = {"minimum": "solve_s_minimum", "maximum": "solve_s_maximum"}
    rows = shown_rows(
        cells.complete, seconds="solve_s", **spread, runs="runs", solutions="solution_count"
    )
    stopped = stacked_above(cells)
    everything = [*rows, *stopped]
    if not everything:
        raise NoFigures("no run was measured")
    if are_many(rows):
        return draw_time_spread(cells, rows, TIME_TITLE, look(cells.names, everything))
    x, style = sizes(everything), look(cells.names, everything)
    y = alt.Y("seconds:Q", title=TIME_TITLE, **logarithmic(row["seconds"] for row in everything))
    ranges = data(rows).mark_rule().encode(x, style[0], opacity=FADED)
    layers = [
        ranges.encode(alt.Y("minimum:Q", title=TIME_TITLE), alt.Y2("maximum:Q")),
        *lines_and_points(data(rows), style, x, y, tips(rows)),
    ]
    if stopped:
        words = f"limit: {setting(cells.limit_s, 's')}"
        limit = data([{"seconds": cells.limit_s, "words": words}]).encode(y)
        triangles = data(stopped).mark_point(shape="triangle-up", size=110, strokeWidth=2)
        layers += [
            limit.mark_rule(strokeDash=[6, 4], color=GREY),
            note(limit, dy=4).encode(x=alt.value(6)),
            triangles.encode(x, y, style[0], opacity=FADED, tooltip=tips(stopped, "seconds")),
        ]
    return alt.LayerChart(layer=layers)


def _rate(cells: Cells) -> AnyChart:
    found = [row for row in cells.complete if row["solutions_per_s"]]
    if not found:
        none_found = {row["solution_count"] for row in cells.complete} == {0}
        why = "no approach found a solution" if none_found else "no approach counted the solutions"
        raise NoFigures(why)
    rows = shown_rows(found, solutions_a_second="solutions_per_s")
    return _by_size(cells, rows, "solutions_a_second", "solutions a second")


def _nodes(cells: Cells) -> AnyChart:
    rows = shown_rows((row for row in cells.rows if row["nodes"]), nodes="nodes")
    if not rows:
        raise NoFigures("no approach that counts nodes alike was traced")
    return _by_size(cells, rows, "nodes", "nodes visited")


def _memory(cells: Cells) -> AnyChart:
    measured = [row for row in cells.rows if row["peak_rss_mib"]]
    if not measured:
        raise NoFigures("no run has a figure of its memory")
    rows = shown_rows(measured, peak_MiB="peak_rss_mib", ended="status")
    title = "peak resident memory, MiB"
    return _by_size(cells, rows, "peak_MiB", title, scale=alt.Scale(zero=True))


def _by_size(
    cells: Cells, rows: list[Row], field: str, title: str, **scaled: alt.Scale
) -> AnyChart:
    """Return the chart of a field against the size; its axis is logarithmic if not `scaled`."""
    if are_many(rows):
        return draw_spread(rows, field, title, look(cells.names, rows))
    y = alt.Y(f"{field}:Q", title=title, **(scaled or logarithmic(row[field] for row in rows)))
    layers = lines_and_points(data(rows), look(cells.names, rows), sizes(rows), y, tips(rows))
    return alt.LayerChart(layer=layers)


def _cactus(cells: Cells) -> AnyChart:
    rows = shown_rows(cells.complete, seconds="solve_s")
    if not rows:
        raise NoFigures("no run completed")
    steps: list[Row] = []
    for name in cells.names:
        own = sorted((one for one in rows if one["approach"] == name), key=_seconds)
        steps += thinned([row | {"solved": place} for place, row in enumerate(own, start=1)])
    most = max(row["solved"] for row in steps)
    ticks = (
        range(1, most + 1) if most < 100 else range(0, most + 1, 10 ** (len(str(most)) - 1) // 2)
    )
    x = whole_numbers("solved", "boards solved", ticks, {"zero": False})
    scaled = logarithmic(row["seconds"] for row in steps)
    y = alt.Y("seconds:Q", title="each within, seconds", **scaled)
    style = look(cells.names, steps)
    return alt.LayerChart(layer=lines_and_points(data(steps), style, x, y, tips(steps)))


def _seconds(row: Row) -> float:
    return float(row["seconds"])


CHARTS = (
    ChartKind(
        "time",
        "Time against n",
        "Median of the runs that completed, with the smallest and the largest. What hit a limit, "
        "crashed or gave up is a triangle above the dashed line.",
        _time,
        spreads=True,
    ),
    ChartKind(
        "rate",
        "Solutions a second",
        "The number of solutions over the median time of the search.",
        _rate,
        spreads=True,
    ),
    ChartKind(
        "nodes",
        "Nodes against n",
        "From one untimed, traced run a cell. Only searches that count nodes alike are drawn: "
        "one node for each queen placed, forced or not, and one for the start.",
        _nodes,
        spreads=True,
    ),
    ChartKind(
        "growth",
        "Growth",
        "Hollow: what the fit predicts for the next two sizes, with its 95 % interval.",
        draw_growth,
    ),
    ChartKind(
        "phases",
        "Where the time goes",
        "Import, warm-up on a small board and building the model are timed apart; search is the "
        "rest of the solving time. The largest board that the most approaches completed.",
        draw_phases,
    ),
    ChartKind(
        "memory",
        "Peak memory",
        "The largest resident set of any run of the cell, with what its process started with.",
        _memory,
        spreads=True,
    ),
    ChartKind(
        "cactus",
        "Solved against time",
        "How many boards an approach solved, each within the time given: further right is more "
        "solved, lower is faster.",
        _cactus,
    ),
    ChartKind(
        "profile",
        "Performance profiles",
        "How many of all boards an approach solved within so many times the time of the fastest "
        "there (Dolan and Moré 2002): higher is better; at 1 stands how often it was the fastest.",
        draw_profile,
    ),
    ChartKind(
        "scatter",
        "Two approaches, board by board",
        "A point a board; on the dashed line both take as long. What did not complete counts as "
        "the limit. In the page, choose the two below the chart.",
        draw_scatter,
    ),
)

# of records that have randomised approaches alone
SEEDS = ChartKind(
    "seeds",
    "Run times over seeds",
    "The share of the seeds solved by a time (Kaplan and Meier, where a limit stopped runs): the "
    "steeper, the less the seed matters. Points at 10 %, half and 90 %. In the page, choose the "
    "board below the chart.",
    draw_seeds,
)
