"""The parts that the charts share: rows, looks by approach, axes, the legend that picks.

Approaches keep colour and shape in all charts: colours that colour-blind people can tell
apart, and never colour alone. A click in the legend picks an approach and fades the
others; further clicks add to it or take away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import altair as alt

from harness.report.numbers import figure
from harness.report.seeds import Distribution

Row = dict[str, Any]
AnyChart = alt.Chart | alt.LayerChart
Look = tuple[alt.Color, alt.Shape]

# Okabe and Ito (2008), Color Universal Design, but for their yellow, too faint on white
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
GREY = "#595959"
# as wide in the page, where the browser draws, as in the files, where vl-convert does
FONT = "Arial, 'Liberation Sans', sans-serif"
# ratios of the largest value to the smallest: from the first on, board sizes stand on a
# logarithmic axis; from the second, its labels at powers of ten only; below the third, at all ticks
WIDE, FAR, NEAR = 20, 200, 4
# below a microsecond the clock tells nothing; a logarithmic axis needs a smallest value
SHORTEST_S = 1e-6


class NoFigures(ValueError):
    """The record holds nothing that this chart could draw; the message says what is missing."""


@dataclass(frozen=True)
class Cells:
    """What a chart is drawn from: rows and distributions of one task, the limit of a run's time."""

    rows: list[Row]
    time_limit_s: float | None
    distributions: Sequence[Distribution] = ()

    @cached_property
    def names(self) -> list[str]:
        """The approaches in the order of the table."""
        return list(dict.fromkeys(row["approach"] for row in self.rows))

    @cached_property
    def complete(self) -> list[Row]:
        """The rows with a time."""
        timed = (row for row in self.rows if row["solve_s"] is not None)
        return [row for row in timed if row["status"] == "complete"]

    @cached_property
    def stopped(self) -> list[Row]:
        """The rows of what was run and did not complete."""
        return [row for row in self.rows if row["runs"] and row["status"] != "complete"]

    @cached_property
    def limit_s(self) -> float:
        """The limit of time, or what lies above every time where none is recorded."""
        longest = max((row["solve_s_maximum"] for row in self.complete), default=1.0)
        return max(self.time_limit_s or 2 * longest, longest, SHORTEST_S)


def shown_rows(rows: Iterable[Row], **columns: str) -> list[Row]:
    """Return the rows with their approach and board, and these columns, each by a name to show."""
    return [
        {name: row[name] for name in ("approach", "n", "board")}
        | {name: _printed(row[column]) for name, column in columns.items()}
        for row in rows
    ]


def _printed(value: Any) -> Any:
    """Return the value, a time or a rate as the table prints it and no less than an axis shows."""
    return max(float(figure(value)), SHORTEST_S) if isinstance(value, float) else value


def stacked_above(cells: Cells) -> list[Row]:
    """Return the cells that did not complete, one above the other over the limit."""
    rows = shown_rows(cells.stopped, ended="status", at_least="at_least_count", reason="reason")
    height: Counter[int] = Counter()
    for row in rows:
        height[row["n"]] += 1
        row["seconds"] = cells.limit_s * 1.6 ** height[row["n"]]
    return rows


def styled(chart: AnyChart) -> AnyChart:
    """Return the chart with the look that all have in common."""
    text: Row = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
    lines: Row = {"gridColor": "#e6e6e6", "domainColor": "#888888", "tickColor": "#888888"}
    finished: AnyChart = chart.configure(
        background="white",
        font=FONT,
        view=alt.ViewConfig(stroke=None, continuousWidth=640, continuousHeight=360),
        axis=alt.AxisConfig(**text, **lines),
        # by default Vega leaves out what comes after the thirtieth
        legend=alt.LegendConfig(**text, columns=3, symbolLimit=1000),
    )
    return finished


def data(rows: Sequence[Row]) -> alt.Chart:
    """Return a chart of `rows`, without marks yet."""
    return alt.Chart(alt.InlineData(rows))


def look(names: Sequence[str], rows: Iterable[Row]) -> Look:
    """Return colour and shape of the approaches in `rows`, with the legend both share.

    What an approach looks like depends on its place among all `names`, not among those shown.
    """
    among = {row["approach"] for row in rows}
    places = {name: place for place, name in enumerate(names) if name in among}

    def scale(looks: Sequence[str]) -> alt.Scale:
        values = [looks[place % len(looks)] for place in places.values()]
        return alt.Scale(domain=list(places), range=values)

    # seven colours and six shapes: forty-two approaches before any two look alike
    return (
        alt.Color("approach:N", scale=scale(COLOURS), legend=legend("approach")),
        alt.Shape("approach:N", scale=scale(SHAPES), legend=legend("approach")),
    )


def legend(title: str, **more: Any) -> alt.Legend:
    """Return a legend below the chart; the page sets its columns by the width there is."""
    return alt.Legend(title=title, orient="bottom", labelLimit=190, symbolOpacity=1, **more)


def picking(field: str) -> alt.Parameter:
    """Return the parameter that the legend of `field` sets."""
    return alt.selection_point("picked", fields=[field], bind="legend", toggle="true")


def faded(picked: alt.Parameter) -> Any:
    """Return the opacity of what is picked, and of what is not."""
    return alt.when(picked).then(alt.value(1)).otherwise(alt.value(0.08))


PICKED = picking("approach")
FADED = faded(PICKED)


def logarithmic(values: Iterable[float]) -> dict[str, Any]:
    """Return the scale and the axis of a logarithmic channel that fits `values`.

    Lines and labels stand at the powers of ten; where all values lie closer together, at
    twice and five times these too, or at every tick. No label has an exponent.
    """
    positive = [value for value in values if value > 0] or [1.0]
    ratio = max(positive) / min(positive)
    digits = "[125]" if ratio < FAR else "1"
    labelled = "true" if ratio < NEAR else f"test(/^{digits}[.]0+e/, format(datum.value, '.4e'))"
    words = "datum.value < 1 ? format(datum.value, '.6~f') : format(datum.value, ',~r')"
    lines = alt.when(labelled).then(alt.value("#dddddd")).otherwise(alt.value("#f6f6f6"))
    axis = alt.Axis(
        labelExpr=f"{labelled} ? {words} : ''", gridColor=lines, ticks=False, labelOverlap=False
    )
    return {"scale": alt.Scale(type="log", nice=False, padding=12), "axis": axis}


def sizes(rows: Sequence[Row]) -> alt.X:
    """Return the axis of board sizes: those of `rows`, on a logarithmic axis if wide apart."""
    found = {row["n"] for row in rows}
    is_wide = min(found) > 0 and max(found) / min(found) >= WIDE
    return whole_numbers("n", "n", found, {"type": "log"} if is_wide else {"zero": False})


def whole_numbers(field: str, title: str, values: Iterable[int], scale: Row) -> alt.X:
    """Return an axis with a tick at each of `values` and as many labels as there is room for."""
    labels: Row = {"format": ",d", "labelOverlap": "greedy", "labelSeparation": 4}
    return alt.X(
        f"{field}:Q",
        title=title,
        axis=alt.Axis(values=sorted(values), grid=False, **labels),
        scale=alt.Scale(nice=False, padding=15, **scale),
    )


def tips(rows: Sequence[Row], *hidden: str) -> list[alt.Tooltip]:
    """Return the tooltip: each field that any row has but those `hidden` and n, in the board."""
    shown = []
    for field in rows[0] if rows else ():
        values = [row[field] for row in rows if row[field] is not None]
        if values and field not in ("n", *hidden):
            kind = "N" if any(isinstance(value, str) for value in values) else "Q"
            shown.append(alt.Tooltip(f"{field}:{kind}", title=field.replace("_", " ")))
    return shown


def lines_and_points(
    base: alt.Chart, style: Look, x: alt.X, y: alt.Y, tooltip: list[alt.Tooltip]
) -> list[alt.Chart]:
    """Return two layers: a line an approach through the median at each x, and the points."""
    colour, shape = style
    base = base.encode(x, colour, opacity=FADED)
    points = base.mark_point(filled=True, size=50).encode(y, shape, tooltip=tooltip)
    return [
        base.mark_line(strokeWidth=1.5).encode(y.aggregate("median")),
        # unless it has a name, Altair counts the views: every report would have another
        points.properties(name="points").add_params(PICKED),
    ]


def note(base: alt.Chart, **mark: Any) -> alt.Chart:
    """Return a layer of grey words, those of the field `words`."""
    text = base.mark_text(align="left", color=GREY, fontSize=12, baseline="top", **mark)
    words: alt.Chart = text.encode(text="words:N")
    return words
