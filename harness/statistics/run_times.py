"""The distribution of a run time over seeds, from runs of which some were stopped.

A run that a limit stopped says only that it would have taken longer (censored). The share of runs
that are solved by a time is then estimated by Kaplan and Meier: of those still running at each
time of a solution, so many were solved. A run that gave up is never solved, whatever the time.

Sources: Hoos and Stützle (1998), Evaluating Las Vegas algorithms, UAI (run-time distributions);
Kaplan and Meier (1958), Nonparametric estimation from incomplete observations, Journal of the
American Statistical Association 53. Standard library only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

SOLVED, CUT_OFF, GAVE_UP = "solved", "cut off", "gave up"
TOLERANCE = 1e-9
"""How far a product of shares may lie from the share that it stands for."""


class RunTime(NamedTuple):
    """How long one run took, and how it ended: solved, cut off by a limit, or gave up."""

    seconds: float
    end: str = SOLVED


class Step(NamedTuple):
    """From so many seconds on, this share of the runs is solved."""

    seconds: float
    share: float


def steps(runs: Iterable[RunTime]) -> list[Step]:
    """Return the steps of the distribution, in order; none where no run was solved."""
    ordered = sorted(runs)
    running, unsolved = len(ordered), 1.0
    found = []
    for seconds, alike in groupby(ordered, key=lambda run: run.seconds):
        ends = [run.end for run in alike]
        if solved := ends.count(SOLVED):
            unsolved *= (running - solved) / running
            found.append(Step(seconds, 1 - unsolved))
        # one cut off at the time of a solution was running then; one that gave up stays unsolved
        running -= solved + ends.count(CUT_OFF)
    return found


def quantile(distribution: Sequence[Step], share: float) -> float | None:
    """Return the time by which this share is solved, None where the runs do not reach it.

    Where exactly this share is solved from one time to another, their middle, as of a median.
    """
    for place, step in enumerate(distribution):
        if math.isclose(step.share, share, abs_tol=TOLERANCE):
            after = distribution[place + 1 : place + 2]
            return (step.seconds + after[0].seconds) / 2 if after else None
        if step.share > share:
            return step.seconds
    return None
