"""How the approaches of a record grow with n: each one's fit, and where two of them cross.

Only boards of a size and a rule alone are taken, and right, complete cells; of the times, those
of a millisecond or more.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness.judge.facts import Facts
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
    for (figure, task, rule, approach), points in _curves(facts).items():
        fitted = growth(points)
        if fitted is not None:
            found.append(ApproachGrowth(figure, task, rule, approach, fitted))
    return sorted(found, key=lambda one: (one.task, one.rule, one.figure != "time"))


def time_crossings(facts: Facts) -> list[Crossing]:
    """Return where the times of two approaches cross, within the sizes measured of both."""
    together: dict[tuple[str, str], dict[str, list[Point]]] = {}
    for (figure, task, rule, approach), points in _curves(facts).items():
        if figure == "time":
            together.setdefault((task, rule), {})[approach] = points
    return [
        Crossing(task, rule, *crossing)
        for (task, rule), curves in together.items()
        for crossing in crossings(curves)
    ]


def _curves(facts: Facts) -> dict[Curve, list[Point]]:
    curves: dict[Curve, list[Point]] = {}
    for cell in facts.cells:
        board = cell.board
        if board.placed or board.blocked or board.rule.size is not None:
            continue
        if not cell.is_measured or cell.is_audited_wrong or cell.key in facts.faulty:
            continue
        assert cell.solve is not None  # of a cell that is measured
        place = cell.key.task, board.rule.name, cell.key.approach
        curves.setdefault(("time", *place), []).append((board.n, cell.solve.median))
        if nodes := cell.observed("nodes"):
            curves.setdefault(("nodes", *place), []).append((board.n, nodes))
    return {
        curve: measured_times(points) if curve[0] == "time" else points
        for curve, points in curves.items()
    }
