"""The chart of run times over seeds: the share of the seeds solved by each time."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from harness.report.charts.many import thinned
from harness.report.charts.parts import (
    FADED,
    PICKED,
    AnyChart,
    Cells,
    NoFigures,
    Row,
    data,
    logarithmic,
    look,
    note,
    tips,
)
from harness.report.numbers import figure
from harness.report.seeds import Distribution

QUANTILES = (0.1, 0.5, 0.9)


def draw_seeds(cells: Cells) -> AnyChart:
    """Return the chart. Raises NoFigures where no randomised approach has seeds enough."""
    found = cells.distributions
    if not found:
        raise NoFigures("no randomised approach has thirty seeds")
    lines = [row for one in found for row in _line(one)]
    points = [row for one in found for row in _points(one)]
    boards = list(dict.fromkeys(str(one.board) for one in found))
    style = look(cells.names, lines)
    x = alt.X(
        "seconds:Q", title="processor time, seconds", **logarithmic(row["seconds"] for row in lines)
    )
    y = alt.Y(
        "share:Q",
        title="share of the seeds solved",
        axis=alt.Axis(format="%"),
        scale=alt.Scale(domain=[0, 1]),
    )
    steps = _of_board(lines).mark_line(interpolate="step-after", strokeWidth=2)
    marks = _of_board(points).mark_point(filled=True, size=50)
    layers = [
        steps.encode(x, y, style[0], opacity=FADED),
        marks.encode(x, y, *style, opacity=FADED, tooltip=tips(points))
        .properties(name="points")
        .add_params(PICKED, _choice(boards, found)),
        _board_note(),
    ]
    return alt.LayerChart(layer=layers)


def _choice(boards: Sequence[str], found: Sequence[Distribution]) -> alt.Parameter:
    """Return the board that is shown, with a box to choose another: first that of the most."""
    approaches = [str(one.board) for one in found]
    first = max(reversed(boards), key=approaches.count)
    if len(boards) == 1:
        return alt.param("of_board", value=first)
    box = alt.binding_select(options=list(boards), name="board: ")
    return alt.param("of_board", value=first, bind=box)


def _of_board(rows: list[Row]) -> alt.Chart:
    shown: alt.Chart = data(rows).transform_filter("datum.board == of_board")
    return shown


def _board_note() -> alt.Chart:
    base = data([{}]).transform_calculate(words="of_board")
    return note(base).encode(x=alt.value(8), y=alt.value(4))


def _line(one: Distribution) -> list[Row]:
    """Return the steps of a distribution, from its first solution to its last run."""
    first, last = one.steps[0], one.steps[-1]
    end_s = max(run.seconds for run in one.runs)
    ends = [(first.seconds, 0.0), *thinned(one.steps), (max(end_s, last.seconds), last.share)]
    return [_row(one, seconds, share) for seconds, share in ends]


def _points(one: Distribution) -> list[Row]:
    found = [(one.quantile(share), share) for share in QUANTILES]
    return [_row(one, seconds, share) for seconds, share in found if seconds is not None]


def _row(one: Distribution, seconds: float, share: float) -> Row:
    return {
        "approach": one.approach,
        "board": str(one.board),
        "seconds": float(figure(seconds)),
        "share": round(share, 4),
    }
