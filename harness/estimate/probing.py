"""The size of a tree from random probes, with an interval.

Knuth's probe goes down from the root, to one child drawn at random at each node; the product of
the numbers of children above a node is then an unbiased estimate of how many nodes its level
has. Few probes come down to a solution, and those count so much that the estimate jumps. So a
probe here keeps up to `width` nodes of each level: all their children are counted, and where
there are too many, evenly spaced ones of them are kept, from a random first on. Each child is
kept with the same chance, kept/children, so the estimate stays unbiased; children stand in the
order of their parents, so that all parts of the level are represented, as in a stratified sample.
With `width` 1 it is Knuth's probe; while no level is too wide it is an exact count.

`REPEATS` independent probes give the mean and its standard error. Such estimates are skewed, so
the interval is on a scale of ratios: the mean divided and multiplied by exp(QUANTILE * relative
error). It is said to hold nine times in ten, and made with the t quantile for nineteen in twenty,
because the error is itself too small when the rare large values are missed. How often it holds
was counted: experiments/estimates.py.

Sources: Knuth (1975), Estimating the efficiency of backtrack programs, Mathematics of
Computation 29, whose example is n queens; Chen (1992), Heuristic sampling: a method for
predicting the performance of tree searching programs, SIAM Journal on Computing 21 (strata);
Rubinstein, Ridder and Vaisman (2013), Fast sequential Monte Carlo methods for counting and
optimization (many nodes of a level: stochastic enumeration); Madow and Madow (1944), On the
theory of systematic sampling, Annals of Mathematical Statistics 15 (evenly spaced ones).
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import mean, stdev

from harness.estimate.trees import Tree

REPEATS = 20
QUANTILE = 2.093  # Student's t, 19 degrees of freedom, two-sided 95 %
LEVELS_AT_FULL_WIDTH = 32

Number = Decimal
"""Estimates for n = 200 are beyond floating point."""


@dataclass(frozen=True)
class Estimate:
    """A number that is estimated, and the interval that holds it nine times in ten."""

    value: Number
    low: Number
    high: Number

    @property
    def is_exact(self) -> bool:
        """Whether it was counted and not estimated."""
        return self.low == self.high and self.high > 0

    @property
    def is_unknown(self) -> bool:
        """Whether the probes met none, which does not say that there is none."""
        return self.value == 0 and self.high > 0


@dataclass(frozen=True)
class TreeSize:
    """How many nodes and solutions a search meets."""

    nodes: Estimate
    solutions: Estimate


class _Probe:
    """One walk down the tree: its estimates, and whether it saw all of it."""

    def __init__(self, tree: Tree, width: int, chance: random.Random) -> None:
        self.nodes, self.solutions, self.is_exact = Decimal(1), Decimal(0), True
        root = tree.root()
        level = [] if root is None else [root]
        weight = Decimal(1)
        for _ in range(tree.board.n):
            children = [child for state in level for child in tree.children(state)]
            self.nodes += weight * len(children)
            level = [child for child in children if child is not None]
            if len(level) > width:
                self.is_exact = False
                weight *= Decimal(len(level)) / width
                level = evenly(level, width, chance)
        self.solutions = weight * sum(map(tree.solutions, level))


def evenly(items: Sequence[object], count: int, chance: random.Random) -> list[object]:
    """Return `count` of the items, evenly spaced from a random first on."""
    step = len(items) / count
    first = chance.random() * step
    return [items[min(int(first + step * index), len(items) - 1)] for index in range(count)]


def size_of(tree: Tree, seed: int = 0, width: int | None = None) -> TreeSize:
    """Return the estimated size of a tree; exact if it is no wider than a probe."""
    chance = random.Random(seed)
    if width is None:  # deep trees have narrower probes, so that they take no longer
        width = max(1, tree.width * LEVELS_AT_FULL_WIDTH // max(tree.board.n, LEVELS_AT_FULL_WIDTH))
    probes = [_Probe(tree, width, chance)]
    if not probes[0].is_exact:
        probes += [_Probe(tree, width, chance) for _ in range(REPEATS - 1)]
    return TreeSize(
        _estimate([probe.nodes for probe in probes]),
        _estimate([probe.solutions for probe in probes]),
    )


def _estimate(values: list[Number]) -> Estimate:
    centre = mean(values)
    if len(values) == 1:
        return Estimate(centre, centre, centre)
    if centre == 0:
        return Estimate(centre, centre, Decimal("Infinity"))
    relative = float(stdev(values) / centre) / math.sqrt(len(values))
    factor = Decimal(math.exp(QUANTILE * relative))
    return Estimate(centre, centre / factor, centre * factor)
