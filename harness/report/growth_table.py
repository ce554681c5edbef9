"""How time and nodes grow with n, in words: the same rows for page, Markdown, LaTeX and CSV."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from harness.judge.facts import Facts
from harness.report.numbers import figure, ratio_figure, seconds
from harness.report.statements import Statement
from harness.report.tables import latex_text_table
from harness.statistics.growth import Estimate, Growth, Point, crossings, growth, measured_times

Curve = tuple[str, str, str, str]
"""A figure (time or nodes), a task, the name of a rule and an approach."""


@dataclass(frozen=True)
class ApproachGrowth:
    """How a figure of one approach grows on boards of one rule."""

    figure: str
    task: str
    rule: str
    approach: str
    growth: Growth


@dataclass(frozen=True)
class Crossing:
    """Two approaches whose times cross: below `where` the first is the faster one."""

    task: str
    rule: str
    below: str
    above: str
    where: Estimate


def growths(facts: Facts) -> list[ApproachGrowth]:
    """Return the growth of time and nodes of each approach with five sizes or more."""
    found = []
    for (what, task, rule, approach), points in _curves(facts).items():
        fitted = growth(points)
        if fitted is not None:
            found.append(ApproachGrowth(what, task, rule, approach, fitted))
    return sorted(found, key=lambda one: (one.task, one.rule, one.figure != "time"))


def time_crossings(facts: Facts) -> list[Crossing]:
    """Return where the times of two approaches cross, within the sizes measured of both."""
    together: dict[tuple[str, str], dict[str, list[Point]]] = {}
    for (what, task, rule, approach), points in _curves(facts).items():
        if what == "time":
            together.setdefault((task, rule), {})[approach] = points
    return [
        Crossing(task, rule, *crossing)
        for (task, rule), curves in together.items()
        for crossing in crossings(curves)
    ]


def _curves(facts: Facts) -> dict[Curve, list[Point]]:
    """Return what can be fitted: nodes, and times that were all measured on one machine."""
    return {
        curve: list(on)
        for curve, on in _measured(facts).items()
        if curve[0] != "time" or len(set(on.values())) == 1
    }


def _on_several_machines(facts: Facts) -> list[Statement]:
    """Return which approaches' times are not fitted, since a law would mix machines."""
    names = [
        curve[3]
        for curve, on in _measured(facts).items()
        if curve[0] == "time" and len(set(on.values())) > 1
    ]
    if not names:
        return []
    told = ", ".join(dict.fromkeys(names))
    return [Statement(f"Measured on several machines, so that no times are fitted: {told}.")]


def _measured(facts: Facts) -> dict[Curve, dict[Point, str | None]]:
    """Return the points of each curve, each with the machine it was measured on."""
    curves: dict[Curve, dict[Point, str | None]] = {}
    for cell in facts.cells:
        board = cell.board
        if board.placed or board.blocked or board.rule.size is not None:
            continue
        if not cell.is_measured or cell.is_audited_wrong or cell.key in facts.faulty:
            continue
        assert cell.solve is not None  # of a cell that is measured
        place = cell.key.task, board.rule.name, cell.key.approach
        machine = cell.runs[0].machine  # all runs of a board are of one
        for point in measured_times([(board.n, cell.solve.median)]):
            curves.setdefault(("time", *place), {})[point] = machine
        if nodes := cell.observed("nodes"):
            curves.setdefault(("nodes", *place), {})[board.n, nodes] = machine
    return curves


COLUMNS = ("approach", "figure", "law", "sizes", "factor", "next size", "size after", "left out")
WORDS = frozenset(("approach", "figure", "law", "left out"))


def growth_rows(facts: Facts) -> list[dict[str, str]]:
    """Return a row for each figure of an approach that has five sizes or more."""
    return [dict(zip(COLUMNS, _row(facts, one), strict=True)) for one in growths(facts)]


def growth_statements(facts: Facts) -> list[Statement]:
    """Return what the growth comes to, in sentences; nothing where nothing could be fitted."""
    crossed = time_crossings(facts)
    times = [one for one in growths(facts) if one.figure == "time"]
    said = [Statement(_sentence(facts, one)) for one in times]
    said += [
        Statement(
            f"Up to {_size(one.rule)} = {_interval(one.where, ratio_figure)}, {one.below} is "
            f"faster than {one.above}; beyond it, the other way round."
        )
        for one in crossed
    ]
    if len(times) > 1 and not crossed:
        said.append(Statement("That the times of two approaches cross is not within the data."))
    return [*said, *_on_several_machines(facts)]


def growth_csv(facts: Facts) -> str:
    """Return every fit in full precision."""
    rows = [
        {
            "approach": one.approach,
            "figure": "solve_s" if one.figure == "time" else "nodes",
            "task": one.task,
            "rule": one.rule,
            "law": one.growth.law,
            "smallest_n": one.growth.sizes[0],
            "largest_n": one.growth.sizes[-1],
            **_estimate("factor", one.growth.factor),
            **_estimate("next", one.growth.predicted[one.growth.sizes[-1] + 1]),
            **_estimate("after_next", one.growth.predicted[one.growth.sizes[-1] + 2]),
            "largest": one.growth.largest,
            **_estimate("left_out", one.growth.held_out),
            "held": one.growth.held,
        }
        for one in growths(facts)
    ]
    return pd.DataFrame(rows).to_csv(index=False, lineterminator="\n")


def growth_latex(facts: Facts) -> str:
    """Return the rows as a LaTeX longtable."""
    return latex_text_table(growth_rows(facts), COLUMNS, WORDS)


def _row(facts: Facts, one: ApproachGrowth) -> Sequence[str]:
    grown, printed = one.growth, _printed(one)
    nexts = [f"n = {n}: {_interval(value, printed)}" for n, value in grown.predicted.items()]
    name = one.approach + (f", {one.task}" if len(facts.tasks) > 1 else "")
    return (
        name,
        one.figure + ("" if one.rule == "queens" else f", rule {one.rule}"),
        grown.law,
        f"{grown.sizes[0]} to {grown.sizes[-1]}",
        _interval(grown.factor, ratio_figure),
        *nexts,
        _left_out(one),
    )


def _sentence(facts: Facts, one: ApproachGrowth) -> str:
    grown = one.growth
    last = grown.sizes[-1]
    said = (
        f"From n = {last} to {last + 1}, {one.approach} takes "
        f"{_interval(grown.factor, ratio_figure)} times as long ({grown.law}, fitted to "
        f"n = {grown.sizes[0]} to {last}); predicted for "
        f"n = {last + 1} are {_interval(grown.predicted[last + 1], seconds)}"
    )
    if grown.held_out:
        said += f". Left out of the fit, n = {last}: {_left_out(one)}"
    return f"{said}."


def _left_out(one: ApproachGrowth) -> str:
    grown, printed = one.growth, _printed(one)
    if grown.held_out is None:
        return "too few sizes"
    word = "within" if grown.held else "outside"
    ends = f"{printed(grown.held_out.low)} to {printed(grown.held_out.high)}"
    return f"{printed(grown.largest)}, {word} {ends}"


def _printed(one: ApproachGrowth) -> Callable[[float], str]:
    return seconds if one.figure == "time" else _whole


def _whole(nodes: float) -> str:
    return figure(round(nodes))


def _interval(of: Estimate, printed: Callable[[float], str]) -> str:
    return f"{printed(of.value)} ({printed(of.low)} to {printed(of.high)})"


def _size(rule: str) -> str:
    return "n" if rule == "queens" else f"n (rule {rule})"


def _estimate(name: str, of: Estimate | None) -> dict[str, float | None]:
    """Return an estimate as three columns."""
    parts = ("", "_low95", "_high95")
    values = (of.value, of.low, of.high) if of else (None, None, None)
    return {name + part: value for part, value in zip(parts, values, strict=True)}
