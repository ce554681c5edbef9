"""The charts of a record: one Vega-Lite specification each, for the page and for the files.

A chart draws cells, not raw runs: the median of a cell's complete runs, with the smallest
and the largest. A cell that did not come to its end has no time; it is drawn above the
line of the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from harness.judge.cells import BoardKey, Cell
from harness.judge.comparisons import comparable_nodes
from harness.report.chart_parts import (
    COLOURS,
    CONFIG,
    GREY,
    Row,
    Spec,
    by_approach,
    faded,
    legend,
    lines_and_points,
    logarithmic,
    names_of,
    nominal,
    note,
    number,
    picking,
    sizes_axis,
    tips,
)
from harness.report.numbers import figure, setting
from harness.report.results import Results, solutions_per_s

PHASES = {"import": "#999999", "warm-up": "#e69f00", "build": "#56b4e9", "search": "#0072b2"}
# below a microsecond the clock tells nothing; a logarithmic axis needs a smallest value
SHORTEST_S = 1e-6
MIB = 2**20
WIDTH, HEIGHT = 640, 360


class NoFigures(ValueError):
    """The record holds nothing that this chart could draw; the message says what is missing."""


@dataclass(frozen=True)
class ChartKind:
    """A chart by name: its title, what one should know to read it, and how it is drawn."""

    name: str
    title: str
    caption: str
    draw: Callable[[Results, Sequence[Cell]], Spec]


def specification(results: Results, name: str, task: str | None = None) -> Spec:
    """Return the chart `name` of one task, by default the first in the record, as Vega-Lite.

    Raises ValueError for a name that is none, and NoFigures where nothing can be drawn.
    """
    kinds = {kind.name: kind for kind in CHARTS}
    if name not in kinds:
        raise ValueError(f"there is no chart {name!r}; there are {', '.join(kinds)}")
    chosen = task or next(iter(tasks_of(results)), "all")
    cells = [cell for cell in results.cells if cell.key.task == chosen]
    head = {"$schema": "https://vega.github.io/schema/vega-lite/v6.json", "config": CONFIG}
    return head | {"width": WIDTH, "height": HEIGHT} | kinds[name].draw(results, cells)


def tasks_of(results: Results) -> list[str]:
    """Return the tasks that the record has cells for."""
    return list(dict.fromkeys(cell.key.task for cell in results.cells))


def _time(results: Results, cells: Sequence[Cell]) -> Spec:
    rows = [_time_row(cell) for cell in cells if cell.is_complete and cell.solve]
    limit_s = _limit_s(results, rows)
    stopped = _stopped_rows(cells, limit_s)
    if not rows and not stopped:
        raise NoFigures("no run was measured")
    times = [row["seconds"] for row in (*rows, *stopped)]
    x, y = _sizes(cells), logarithmic("seconds", "search, seconds (median)", times)
    shown = tips(rows, "approach", "board", "seconds", "minimum", "maximum", "runs", "solutions")
    marks = _marks(cells, [*rows, *stopped])
    layers = [_ranges(rows, marks), *lines_and_points(rows, marks, x, y, shown)]
    if stopped:
        layers += [*_limit(limit_s, y), _triangles(stopped, marks, x, y)]
    return {"layer": layers}


def _rate(results: Results, cells: Sequence[Cell]) -> Spec:
    rows = [
        _base_row(cell) | {"solutions_a_second": float(figure(rate))}
        for cell in cells
        if cell.is_complete and (rate := solutions_per_s(cell))
    ]
    if not rows:
        raise NoFigures("no approach came to a count of more than none")
    rates = [row["solutions_a_second"] for row in rows]
    y = logarithmic("solutions_a_second", "solutions a second", rates)
    return _by_size(rows, cells, y)


def _nodes(results: Results, cells: Sequence[Cell]) -> Spec:
    rows = [
        _base_row(cell) | {"nodes": nodes} for cell in cells if (nodes := comparable_nodes(cell))
    ]
    if not rows:
        raise NoFigures("no approach that counts nodes alike was traced")
    y = logarithmic("nodes", "nodes visited", [row["nodes"] for row in rows])
    return _by_size(rows, cells, y)


def _memory(results: Results, cells: Sequence[Cell]) -> Spec:
    rows = []
    for cell in cells:
        peaks = [run["peak_rss_bytes"] for run in cell.runs if run.get("peak_rss_bytes")]
        if peaks:
            peak = {"peak_MiB": float(figure(max(peaks) / MIB)), "ended": cell.status}
            rows.append(_base_row(cell) | peak)
    if not rows:
        raise NoFigures("no run has a figure of its memory")
    y = number("peak_MiB", "peak resident memory, MiB", scale={"zero": True})
    return _by_size(rows, cells, y)


def _phases(results: Results, cells: Sequence[Cell]) -> Spec:
    measured: dict[BoardKey, list[Cell]] = {}
    for cell in cells:
        if cell.is_complete and cell.solve:
            measured.setdefault(cell.board, []).append(cell)
    if not measured:
        raise NoFigures("no run came to its end")
    # the largest board among those that the most approaches came to the end of
    board = max(measured, key=lambda board: (len(measured[board]), board.n))
    rows = [row for cell in measured[board] for row in _phase_rows(cell)]
    names = names_of(measured[board])
    return {
        "title": {"text": str(board), "anchor": "start", "fontWeight": "normal"},
        "height": max(120, 30 * len(names)),
        "data": {"values": rows},
        "params": [picking("phase")],
        "mark": "bar",
        "encoding": _stacked(rows, names),
    }


def _stacked(rows: list[Row], names: list[str]) -> Spec:
    colour = nominal("phase", list(PHASES.values()), list(PHASES))
    approach = {"field": "approach", "type": "nominal", "sort": names, "title": None}
    return {
        "x": number("seconds", "seconds (medians)"),
        "y": approach | {"axis": {"labelLimit": 130}},
        "color": colour | {"sort": list(PHASES), "legend": legend("phase")},
        "order": {"field": "position"},
        "opacity": faded(),
        "tooltip": tips(rows, "approach", "phase", "seconds"),
    }


def _cactus(results: Results, cells: Sequence[Cell]) -> Spec:
    rows: list[Row] = []
    for approach in names_of(cells):
        times = sorted(
            max(cell.solve.median, SHORTEST_S)
            for cell in cells
            if cell.key.approach == approach and cell.is_complete and cell.solve
        )
        rows += [
            {"approach": approach, "solved": solved, "seconds": float(figure(time_s))}
            for solved, time_s in enumerate(times, start=1)
        ]
    if not rows:
        raise NoFigures("no run came to its end")
    x = number("solved", "boards solved", axis=sizes_axis(row["solved"] for row in rows))
    x["scale"] = {"zero": False, "nice": False, "padding": 15}
    y = logarithmic("seconds", "each within, seconds", [row["seconds"] for row in rows])
    shown = tips(rows, "approach", "solved", "seconds")
    return {"layer": lines_and_points(rows, _marks(cells, rows), x, y, shown)}


def _scatter(results: Results, cells: Sequence[Cell]) -> Spec:
    complete = [cell for cell in cells if cell.is_complete and cell.solve]
    names = names_of(cell for cell in cells if cell.runs)
    if len(names) < 2 or not complete:
        raise NoFigures("it takes two approaches, and a run that came to its end")
    rows = [_time_row(cell) for cell in complete]
    limit_s = _limit_s(results, rows)
    rows += [
        _base_row(cell) | {"seconds": limit_s}
        for cell in cells
        if not cell.is_complete and cell.runs
    ]
    times = [row["seconds"] for row in rows]
    ends = [min(times) / 1.5, max(times) * 1.5]
    x, y = (
        logarithmic(f"{axis}_s", f"{axis}, seconds", times)
        | {"scale": {"type": "log", "domain": ends, "nice": False}}
        for axis in ("across", "upwards")
    )
    params = [
        _choice(axis, name, names)
        for axis, name in zip(("across", "upwards"), _first_pair(complete, names), strict=True)
    ]
    layers = [_diagonal(ends, x, y), _pairs(rows, x, y), _pair_note()]
    return {"params": params, "layer": layers}


def _first_pair(complete: Sequence[Cell], names: list[str]) -> list[str]:
    """Return the two approaches to begin with: those with the most boards solved, in order."""
    solved = [cell.key.approach for cell in complete]
    return sorted(sorted(names, key=lambda name: -solved.count(name))[:2], key=names.index)


def _choice(axis: str, name: str, names: list[str]) -> Spec:
    bind = {"input": "select", "options": names, "name": f"{axis}: "}
    return {"name": axis, "value": name, "bind": bind}


def _pairs(rows: list[Row], x: Spec, y: Spec) -> Spec:
    return {
        "data": {"values": rows},
        "transform": [
            {"pivot": "approach", "value": "seconds", "groupby": ["board"]},
            {"calculate": "datum[across]", "as": "across_s"},
            {"calculate": "datum[upwards]", "as": "upwards_s"},
            {"filter": "isValid(datum.across_s) && isValid(datum.upwards_s)"},
        ],
        "mark": {"type": "point", "filled": True, "size": 80, "color": COLOURS[0], "opacity": 0.8},
        "encoding": {
            "x": x,
            "y": y,
            "tooltip": [
                {"field": "board", "type": "nominal"},
                {"field": "across_s", "type": "quantitative", "title": "across, s"},
                {"field": "upwards_s", "type": "quantitative", "title": "upwards, s"},
            ],
        },
    }


def _diagonal(ends: Sequence[float], x: Spec, y: Spec) -> Spec:
    return {
        "data": {"values": [{"across_s": end, "upwards_s": end} for end in ends]},
        "mark": {"type": "line", "color": GREY, "strokeDash": [4, 4]},
        "encoding": {"x": x, "y": y},
    }


def _pair_note() -> Spec:
    words = (
        "['across: ' + across, 'upwards: ' + upwards, "
        "'below the dashed line ' + upwards + ' is faster']"
    )
    layer = note(
        {"field": "words", "type": "nominal"}, {"value": 8}, {"value": 8}, [{}], baseline="top"
    )
    layer["mark"]["limit"] = {"expr": "width - 16"}
    return layer | {"transform": [{"calculate": words, "as": "words"}]}


CHARTS = (
    ChartKind(
        "time",
        "Time against n",
        "Median of the runs that came to their end, with the smallest and the largest. What hit "
        "a limit, crashed or gave up is a triangle above the dashed line.",
        _time,
    ),
    ChartKind(
        "rate",
        "Solutions a second",
        "The number of solutions over the median time of the search.",
        _rate,
    ),
    ChartKind(
        "nodes",
        "Nodes against n",
        "From one untimed, traced run a cell. Only searches that count nodes alike are drawn: "
        "one node for each queen put by choice, and one for the start.",
        _nodes,
    ),
    ChartKind(
        "phases",
        "Where the time goes",
        "Import, warm-up on a small board and building the model are timed apart; search is the "
        "rest of the solving time. The largest board that the most approaches finished.",
        _phases,
    ),
    ChartKind(
        "memory",
        "Peak memory",
        "The largest resident set of any run of the cell, with what its process started with.",
        _memory,
    ),
    ChartKind(
        "cactus",
        "Solved against time",
        "How many boards an approach solved, each within the time given: further right is more "
        "solved, lower is faster.",
        _cactus,
    ),
    ChartKind(
        "scatter",
        "Two approaches, board by board",
        "A point a board; on the dashed line both take as long. What did not come to its end "
        "counts as the limit. In the page, choose the two below the chart.",
        _scatter,
    ),
)


def _base_row(cell: Cell) -> Row:
    return {"approach": cell.key.approach, "n": cell.key.n, "board": str(cell.board)}


def _time_row(cell: Cell) -> Row:
    assert cell.solve is not None  # called for measured cells only
    times = (cell.solve.median, cell.solve.minimum, cell.solve.maximum)
    middle, low, high = (max(float(figure(value)), SHORTEST_S) for value in times)
    counts = {"runs": cell.solve.runs, "solutions": cell.solution_count}
    return _base_row(cell) | {"seconds": middle, "minimum": low, "maximum": high} | counts


def _stopped_rows(cells: Sequence[Cell], limit_s: float) -> list[Row]:
    """Return the cells that did not come to an end, one above the other over the limit."""
    rows: list[Row] = []
    height: dict[int, int] = {}
    for cell in cells:
        if cell.runs and not cell.is_complete:
            height[cell.key.n] = height.get(cell.key.n, 0) + 1
            seen = {"ended": cell.status, "at_least": cell.at_least_count, "reason": cell.reason}
            rows.append(_base_row(cell) | {"seconds": limit_s * 1.6 ** height[cell.key.n]} | seen)
    return rows


def _limit_s(results: Results, rows: Iterable[Row]) -> float:
    """Return the limit of time, or what lies above every time where none is recorded."""
    longest = max((row["maximum"] for row in rows), default=1.0)
    return max(results.campaign.get("time_limit_s") or 2 * longest, longest)


def _phase_rows(cell: Cell) -> list[Row]:
    assert cell.solve is not None  # called for measured cells only
    build_s = cell.median("build_s") or 0.0
    seconds = (
        cell.median("import_s") or 0.0,
        cell.median("warmup_s") or 0.0,
        build_s,
        # solve_s includes building, which was timed by one more call
        max(cell.solve.median - build_s, 0.0),
    )
    return [
        {"approach": cell.key.approach, "phase": phase, "position": position}
        | {"seconds": float(figure(value))}
        for position, (phase, value) in enumerate(zip(PHASES, seconds, strict=True))
    ]


def _sizes(cells: Sequence[Cell]) -> Spec:
    scale = {"zero": False, "nice": False, "padding": 15}
    return number("n", "n", axis=sizes_axis(cell.key.n for cell in cells), scale=scale)


def _by_size(rows: list[Row], cells: Sequence[Cell], y: Spec) -> Spec:
    shown = tips(rows, *rows[0])
    marks = _marks(cells, rows)
    return {"layer": lines_and_points(rows, marks, _sizes(cells), y, shown)}


def _marks(cells: Sequence[Cell], rows: Iterable[Row]) -> dict[str, Spec]:
    return by_approach(names_of(cells), (row["approach"] for row in rows))


def _ranges(rows: list[Row], marks: dict[str, Spec]) -> Spec:
    return {
        "data": {"values": rows},
        "mark": "rule",
        "encoding": {
            "x": number("n", "n"),
            "y": number("minimum", "search, seconds (median)"),
            "y2": {"field": "maximum"},
            "color": marks["color"],
            "opacity": faded(),
        },
    }


def _limit(limit_s: float, y: Spec) -> list[Spec]:
    values = [{"seconds": limit_s, "words": f"limit: {setting(limit_s, 's')}"}]
    rule = {
        "data": {"values": values},
        "mark": {"type": "rule", "strokeDash": [6, 4], "color": GREY},
        "encoding": {"y": y},
    }
    words = {"field": "words", "type": "nominal"}
    return [rule, note(words, {"value": 6}, y, values, baseline="top", dy=4)]


def _triangles(rows: list[Row], marks: dict[str, Spec], x: Spec, y: Spec) -> Spec:
    shown = tips(rows, "approach", "board", "ended", "at_least", "reason")
    triangle = {"type": "point", "filled": False, "shape": "triangle-up", "size": 110}
    return {
        "data": {"values": rows},
        "mark": triangle | {"strokeWidth": 2},
        "encoding": {
            "x": x,
            "y": y,
            "color": marks["color"],
            "opacity": faded(),
            "tooltip": shown,
        },
    }
