"""The parts that the charts share, as Vega-Lite: marks, axes, the legend that picks.

Approaches keep colour and shape in all charts: colours that colour-blind people can tell
apart, and never colour alone. A click in the legend picks an approach and fades the
others; further clicks add to it or take away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from harness.judge.cells import Cell

Spec = dict[str, Any]
Row = dict[str, Any]

# Okabe and Ito (2008), Color Universal Design, but for their yellow, too faint on white
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
GREY = "#595959"
PICKED = "picked"
MOST_TICKS = 16
CLOSE_RATIO = 200
VERY_CLOSE_RATIO = 4

CONFIG: Spec = {
    "background": "white",
    "view": {"stroke": None},
    "axis": {
        "gridColor": "#e6e6e6",
        "domainColor": "#888888",
        "tickColor": "#888888",
        "titleFontWeight": "normal",
        "labelFontSize": 12,
        "titleFontSize": 12,
    },
    "legend": {
        "columns": 3,
        # by default Vega leaves out what comes after the thirtieth
        "symbolLimit": 1000,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    },
}


def names_of(cells: Iterable[Cell]) -> list[str]:
    """Return the approaches in the order of the table."""
    return list(dict.fromkeys(cell.key.approach for cell in cells))


def by_approach(names: Sequence[str], shown: Iterable[str]) -> dict[str, Spec]:
    """Return the encodings of colour and shape of those `shown`, with the legend both share.

    What an approach looks like depends on its place among all `names`, not among those shown.
    """
    among = set(shown)
    places = {name: place for place, name in enumerate(names) if name in among}
    # seven colours and six shapes: forty-two approaches before any two look alike
    return {"color": _by_place(places, COLOURS), "shape": _by_place(places, SHAPES)}


def _by_place(places: dict[str, int], looks: Sequence[Any]) -> Spec:
    values = [looks[place % len(looks)] for place in places.values()]
    return nominal("approach", values, list(places)) | {"legend": legend("approach")}


def nominal(field: str, values: Sequence[Any], domain: Sequence[str]) -> Spec:
    """Return a nominal encoding that gives each of `domain` its value."""
    scale = {"domain": list(domain), "range": list(values)}
    return {"field": field, "type": "nominal", "scale": scale}


def legend(title: str) -> Spec:
    """Return a legend below the chart; the page sets its columns by the width there is."""
    return {"title": title, "orient": "bottom", "labelLimit": 190, "symbolOpacity": 1}


def picking(field: str) -> Spec:
    """Return the parameter that the legend of `field` sets."""
    selection = {"type": "point", "fields": [field], "toggle": "true"}
    return {"name": PICKED, "select": selection, "bind": "legend"}


def faded() -> Spec:
    """Return the opacity of what is picked, and of what is not."""
    return {"condition": {"param": PICKED, "value": 1}, "value": 0.08}


def number(field: str, title: str, **more: Any) -> Spec:
    """Return a quantitative encoding."""
    return {"field": field, "type": "quantitative", "title": title, **more}


def logarithmic(field: str, title: str, values: Iterable[float]) -> Spec:
    """Return a quantitative encoding on a logarithmic scale that fits `values`.

    Lines and labels stand at the powers of ten; where all values lie closer together, at
    twice and five times these too, or at every tick. No label has an exponent.
    """
    positive = [value for value in values if value > 0] or [1.0]
    ratio = max(positive) / min(positive)
    digits = "[1, 2, 5]" if ratio < CLOSE_RATIO else "[1]"
    leading = "datum.value / pow(10, floor(log(datum.value) / LN10 + 0.000001))"
    is_whole = f"abs({leading} - round({leading})) < 0.0001"
    chosen = f"{is_whole} && indexof({digits}, round({leading})) >= 0"
    labelled = "true" if ratio < VERY_CLOSE_RATIO else chosen
    words = "datum.value < 1 ? format(datum.value, '.6~f') : format(datum.value, ',~r')"
    axis = {
        "labelExpr": f"{labelled} ? {words} : ''",
        "gridColor": {"condition": {"test": labelled, "value": "#dddddd"}, "value": "#f6f6f6"},
        "ticks": False,
        "labelOverlap": False,
    }
    scale = {"type": "log", "nice": False, "padding": 12}
    return number(field, title, scale=scale, axis=axis)


def sizes_axis(values: Iterable[int]) -> Spec:
    """Return an axis ticked at whole numbers only."""
    found = sorted(set(values))
    close = found and found[-1] - found[0] <= MOST_TICKS
    ticks = list(range(found[0], found[-1] + 1)) if close else found
    return {
        "values": ticks[:: -(-len(ticks) // MOST_TICKS) or 1],
        "format": "d",
        "grid": False,
        "labelOverlap": "greedy",
        "labelSeparation": 4,
    }


def tips(rows: Sequence[Row], *fields: str) -> list[Spec]:
    """Return the tooltip: those of `fields` that any row has."""
    shown = []
    for field in fields:
        values = [row[field] for row in rows if row.get(field) is not None]
        if values:
            words = any(isinstance(value, str) for value in values)
            kind = "nominal" if words else "quantitative"
            shown.append({"field": field, "type": kind, "title": field.replace("_", " ")})
    return shown


def lines_and_points(
    rows: list[Row], marks: dict[str, Spec], x: Spec, y: Spec, tooltip: list[Spec]
) -> list[Spec]:
    """Return two layers: a line an approach through the median at each x, and the points.

    `marks` are the encodings of colour and shape that `by_approach` gives.
    """
    line = {"x": x, "y": y | {"aggregate": "median"}, "color": marks["color"]}
    return [
        {
            "data": {"values": rows},
            "mark": {"type": "line", "strokeWidth": 1.5},
            "encoding": line | {"opacity": faded()},
        },
        {
            "data": {"values": rows},
            "params": [picking("approach")],
            "mark": {"type": "point", "filled": True, "size": 50},
            "encoding": {"x": x, "y": y, "opacity": faded(), "tooltip": tooltip, **marks},
        },
    ]


def note(text: Spec, x: Spec, y: Spec, values: list[Row], **mark: Any) -> Spec:
    """Return a layer of grey words."""
    return {
        "data": {"values": values},
        "mark": {"type": "text", "align": "left", "color": GREY, "fontSize": 12, **mark},
        "encoding": {"text": text, "x": x, "y": y},
    }
