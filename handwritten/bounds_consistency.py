"""Bounds consistency: three AllDifferent, each pruned by its Hall intervals.

An AllDifferent holds over the columns, one over row + column (up diagonals), one over
column - row (down diagonals). If as many rows as an interval has values must all take their
value in it, they use it up: it is a Hall interval, and a row whose least (or greatest) value
lies inside must begin above it (or end below it). More rows than values is a failure. Rows
that are fixed prune as under `arc_consistency`, amid the other domains as well as at their
ends; then the three constraints take turns until nothing changes.

`raised_lows` finds all least values in one sweep, the rows sorted by their greatest. It keeps
two forests over the sorted bounds: `free` leads from a bound to the next stretch that has
room left, `hall` from a bound inside Hall intervals to their end. Greatest values come from
the same sweep over the mirrored line (`side` = -1).

Weaker than `alldifferent`, which sees Hall sets with gaps too. The original CP solver, which
branches in two, has 304 failures at n = 8 and not 312: when a column has failed, it propagates
`not this column` before it tries the next. That prunes another column of the same row twice,
and six times both that are left, in one failure. Here each of these is tried, and fails.

Right because the values of a Hall interval all go to its rows, in every solution. Needs
n + 1 frames of recursion (and a few).

Source: López-Ortiz, Quimper, Tromp and van Beek (2003), A fast and simple algorithm for
bounds consistency of the alldifferent constraint, IJCAI-03.
"""

from __future__ import annotations

from functools import partial

from handwritten.propagation import Domains, search
from queens import Board, Counters, HallSet, Line, OnSolution, Square, Trace

SLOPES: tuple[tuple[Line, int], ...] = (("column", 0), ("up", 1), ("down", -1))
"""For each AllDifferent the slope in column + slope * row, the value a queen has in it."""


def propagate(domains: Domains, rows: list[int]) -> None:
    """Prune to the fixpoint of fixed rows and Hall intervals, `rows` being those just fixed."""
    fixed = list(rows)
    while True:
        while fixed:
            fixed += domains.prune_attacked(fixed.pop())
        mark = len(domains.trail)
        for line, slope in SLOPES:
            for side in (1, -1):
                fixed += prune_line(domains, line, slope, side)
        if mark == len(domains.trail):
            return


def prune_line(domains: Domains, line: Line, slope: int, side: int) -> list[int]:
    """Prune below the least values (side 1) or above the greatest; return the rows that fixed."""
    if domains.trace:
        domains.trace.propagator(f"AllDifferent {line}")

    cause = partial(hall_interval, domains, line, slope)
    ranges = [(min(ends), max(ends)) for ends in row_ends(domains, slope, side)]
    fixed = []
    for row, low in enumerate(raised_lows(ranges)):
        if low > ranges[row][0]:
            column = side * low - slope * row
            lost = (1 << column) - 1 if side > 0 else -1 << (column + 1)
            if domains.prune(row, lost, cause):
                fixed.append(row)
    return fixed


def row_ends(domains: Domains, slope: int, side: int) -> list[tuple[int, int]]:
    """Return side * value of the lowest and of the highest column of each row."""
    return [
        (
            side * ((domain & -domain).bit_length() - 1 + slope * row),
            side * (domain.bit_length() - 1 + slope * row),
        )
        for row, domain in enumerate(domains.of)
    ]


def raised_lows(ranges: list[tuple[int, int]]) -> list[int]:
    """Return the least value left to each row; if a row has none, one above its greatest."""
    edges = sorted({edge for low, high in ranges for edge in (low, high + 1)}) or [0]
    edges = [edges[0] - 2, *edges, edges[-1] + 2]
    rank = {edge: index for index, edge in enumerate(edges)}
    room = [edge - before for before, edge in zip(edges[:1] + edges, edges, strict=False)]
    free = [index - 1 for index in range(len(edges))]
    hall = list(free)
    lows = [low for low, _ in ranges]
    for row in sorted(range(len(ranges)), key=lambda row: ranges[row][1]):
        low, end = rank[ranges[row][0]], rank[ranges[row][1] + 1]
        top = root(free, low + 1)
        start = free[top]
        room[top] -= 1
        if not room[top]:  # this stretch is full: it joins the next one
            free[top] = top + 1
            top = root(free, top + 1)
            free[top] = start
        point(free, low + 1, top, top)
        if room[top] < edges[top] - edges[end]:
            lows[row] = edges[end]
            return lows
        if hall[low] > low:
            above = root(hall, hall[low])
            lows[row] = edges[above]
            point(hall, low, above, above)
        if room[top] == edges[top] - edges[end]:  # a Hall interval ends here
            point(hall, hall[end], start - 1, end)
            hall[end] = start - 1
    return lows


def root(forest: list[int], index: int) -> int:
    """Return where the path that climbs from `index` ends."""
    while forest[index] > index:
        index = forest[index]
    return index


def point(forest: list[int], index: int, end: int, target: int) -> None:
    """Let all that stands on the path from `index` to `end` lead to `target`."""
    while index != end:
        forest[index], index = target, forest[index]


def hall_interval(domains: Domains, line: Line, slope: int, square: Square) -> HallSet:
    """Return the shortest Hall interval around `square`, straight from the definition."""
    row, value = square[0], square[1] + slope * square[0]
    ends = row_ends(domains, slope, 1)
    for size in range(1, domains.n + 1):
        for first in range(value - size + 1, value + 1):
            last = first + size - 1
            inside = [o for o, (a, b) in enumerate(ends) if o != row and first <= a and b <= last]
            if len(inside) >= size:
                return HallSet(line, tuple(inside[:size]), tuple(range(first, last + 1)))
    raise AssertionError(f"{square} lies in no Hall interval of {line}")


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    return search(board, propagate, on_solution, trace)
