"""Bounds consistency: an AllDifferent for each line, pruned by its Hall intervals.

The lines are columns, row + column (up diagonals) and column - row (down diagonals), or those
of another rule. If as many rows as an interval has values must all take their value in it,
they use it up: it is a Hall interval, and a row whose least (or greatest) value lies inside
must begin above it (or end below it). More rows than values is a failure. Fixed rows prune as
under `arc_consistency`, amid the other domains as well as at their ends; then the constraints
take turns until nothing changes.

`raised_lows` finds all least values in one sweep; greatest values come from the same sweep
over the mirrored line (`side` = -1).

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

from handwritten.hall_intervals import raised_lows
from handwritten.propagation import Domains, numbers_in, search, squares_of
from queens import (
    Board,
    Counters,
    HallSet,
    Line,
    OnSolution,
    Square,
    Trace,
)


def propagate(domains: Domains, rows: list[int]) -> None:
    """Prune to the fixpoint of fixed rows and Hall intervals, `rows` being those just fixed."""
    fixed = list(rows)
    while True:
        while fixed:
            fixed += domains.prune_attacked(fixed.pop())
        mark = len(domains.trail)
        for line in domains.board.lines:
            for side in (1, -1):
                fixed += prune_line(domains, line, side)
        if mark == len(domains.trail):
            return


def prune_line(domains: Domains, line: Line, side: int) -> list[int]:
    """Prune below the least values (side 1) or above the greatest; return the rows that fixed."""
    if domains.trace:
        domains.trace.propagator(f"AllDifferent {line.name}")

    cause = partial(hall_interval, domains, line)
    ranges = row_ends(domains, line, side)
    fixed = []
    for row, low in enumerate(raised_lows(ranges)):
        lost = squares_below(domains, line, row, low, side) if low > ranges[row][0] else 0
        if lost and domains.prune(row, lost, cause):
            fixed.append(row)
    return fixed


def row_ends(domains: Domains, line: Line, side: int) -> list[tuple[int, int]]:
    """Return the least and the greatest side * value of each row."""
    ends = []
    for row, domain in enumerate(domains.of):
        if line.is_linear:  # the value grows with the column
            shift = line.slope * row - 1
            values = [shift + (domain & -domain).bit_length(), shift + domain.bit_length()]
        else:
            values = numbers_in(line, row, domain) or [0]  # a row just emptied: of no account
        low, high = min(values), max(values)
        ends.append((low, high) if side > 0 else (-high, -low))
    return ends


def squares_below(domains: Domains, line: Line, row: int, low: int, side: int) -> int:
    """Return the squares of a row with side * value below `low`, a bit a column."""
    if line.is_linear:
        column = side * low - line.slope * row
        return (1 << column) - 1 if side > 0 else -1 << (column + 1)
    values = numbers_in(line, row, domains.of[row])
    return sum(squares_of(line, row, value) for value in values if side * value < low)


def hall_interval(domains: Domains, line: Line, square: Square) -> HallSet:
    """Return the shortest Hall interval around `square`, straight from the definition."""
    value, ends = line.number(*square), row_ends(domains, line, 1)
    for size in range(1, domains.n + 1):
        for first in range(value - size + 1, value + 1):
            last = first + size - 1
            inside = [
                row
                for row, (low, high) in enumerate(ends)
                if row != square[0] and first <= low and high <= last
            ]
            if len(inside) >= size:
                return HallSet(line.name, tuple(inside[:size]), tuple(range(first, last + 1)))
    raise AssertionError(f"{square} lies in no Hall interval of {line.name}")


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    return search(board, propagate, on_solution, trace)
