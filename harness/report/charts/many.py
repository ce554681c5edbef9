"""Charts of many boards: their spread in place of a point each, the tails kept board by board.

A chart of four hundred boards of one size as points is a smear, and a page of them heavy. So each
approach has a line from the tenth to the ninetieth percentile, a thick one over the middle half,
a tick at the median, and points for the boards at the ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median, quantiles
from typing import TypeVar

import altair as alt

from harness.report.charts.parts import (
    FADED,
    GREY,
    PICKED,
    AnyChart,
    Cells,
    Look,
    Row,
    data,
    logarithmic,
    tips,
)
from harness.report.numbers import figure, setting

Shown = TypeVar("Shown")

# more boards of one size than this are drawn by their spread
MOST_POINTS = 12
TAIL = 5
MOST_STEPS = 40
MOST_PAIRS = 150

CAPTION = (
    "Of more than 12 boards of a size: from the tenth to the ninetieth percentile of the boards, "
    "thick over the middle half, a tick at the median, and the five boards at either end."
)


def are_many(rows: Sequence[Row]) -> bool:
    """Return whether any approach has more boards of one size than can be told apart."""
    return any(len(group) > MOST_POINTS for group in _groups(rows).values())


def draw_spread(rows: list[Row], field: str, title: str, style: Look, *more: alt.Chart) -> AnyChart:
    """Return the chart of the spread of `field`, an approach a line, its tails as points.

    `more` layers come on top.
    """
    groups = _groups(rows)
    names = _lines(groups)
    spreads, tails = [], []
    for (approach, n), group in groups.items():
        line = names[approach, n]
        ordered = sorted(group, key=lambda row: row[field])
        spreads.append({"line": line, "approach": approach, "n": n} | _spread(ordered, field))
        ends = ordered if len(ordered) <= 2 * TAIL else ordered[:TAIL] + ordered[-TAIL:]
        tails += [row | {"line": line} for row in ends]
    x = alt.X(f"{field}:Q", title=title, **logarithmic(row[field] for row in tails))
    y = alt.Y("line:N", sort=list(names.values()), title=None, axis=alt.Axis(labelLimit=190))
    base = data(spreads).encode(y, style[0], opacity=FADED, tooltip=tips(spreads, "line"))
    points = (
        data(tails)
        .mark_point(filled=True, size=18)
        .encode(x, y, *style, opacity=FADED, tooltip=tips(tails, "line"))
    )
    layers = [
        base.mark_rule().encode(alt.X("tenth:Q", title=title), alt.X2("ninetieth:Q")),
        base.mark_bar(height=8, opacity=0.4).encode(
            alt.X("lower_quartile:Q", title=title), alt.X2("upper_quartile:Q")
        ),
        base.mark_tick(thickness=3, height=18).encode(alt.X("median:Q", title=title)),
        points.properties(name="points").add_params(PICKED),
    ]
    height = max(120, 30 * len(names))
    return alt.LayerChart(layer=[*layers, *more], height=height)


def draw_time_spread(cells: Cells, rows: list[Row], title: str, style: Look) -> AnyChart:
    """Return the spread of the times, and on how many boards an approach did not complete."""
    stopped = _groups(cells.stopped)
    names = _lines(_groups([*rows, *cells.stopped]))
    limit = setting(cells.limit_s, "s")
    words = [
        {
            "line": names[approach, n],
            "seconds": cells.limit_s,
            "words": f"not complete: {len(group)} (limit {limit})",
        }
        for (approach, n), group in stopped.items()
    ]
    if not words:
        return draw_spread(rows, "seconds", title, style)
    base = data(words).encode(
        alt.X("seconds:Q", title=title), alt.Y("line:N", sort=list(names.values()))
    )
    marks = base.mark_point(shape="triangle-up", size=110, color=GREY, strokeWidth=2)
    said = base.mark_text(align="right", color=GREY, dx=-10).encode(text="words:N")
    return draw_spread(rows, "seconds", title, style, marks, said)


def _groups(rows: Sequence[Row]) -> dict[tuple[str, int], list[Row]]:
    groups: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["approach"], row["n"]), []).append(row)
    return groups


def _lines(groups: Iterable[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """Return the name of each line: the approach, and the size where there are several."""
    keys = list(groups)
    several = len({n for _, n in keys}) > 1
    return {(name, n): f"{name}, n = {n}" if several else name for name, n in keys}


def _spread(ordered: Sequence[Row], field: str) -> Row:
    values = [row[field] for row in ordered]
    tenths = quantiles(values, n=20, method="inclusive") if len(values) > 1 else values * 19
    names = {"tenth": 1, "lower_quartile": 4, "upper_quartile": 14, "ninetieth": 17}
    shown = {name: _figure(tenths[place]) for name, place in names.items()}
    return {"boards": len(values), "median": _figure(median(values)), **shown}


def _figure(value: float) -> float:
    return float(figure(value))


def thinned(rows: Sequence[Shown]) -> list[Shown]:
    """Return the rows in order, evenly fewer where there are many, but all of the last ones."""
    step = -(-len(rows) // MOST_STEPS)
    last = len(rows) - 4 * TAIL
    return [row for place, row in enumerate(rows) if place % step == 0 or place >= last]


def telling(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of at most `MOST_PAIRS` boards: half of them where approaches differ most."""
    times: dict[str, list[float]] = {}
    for row in rows:
        times.setdefault(row["board"], []).append(row["seconds"])
    if len(times) <= MOST_PAIRS:
        return list(rows)
    by_ratio = sorted(times, key=lambda board: -max(times[board]) / min(times[board]))
    most, rest = by_ratio[: MOST_PAIRS // 2], by_ratio[MOST_PAIRS // 2 :]
    step = -(-len(rest) // (MOST_PAIRS // 2))
    kept = {*most, *rest[::step]}
    return [row for row in rows if row["board"] in kept]
