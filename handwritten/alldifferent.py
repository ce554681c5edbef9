"""Régin's AllDifferent, three times: what is in no matching of rows to values is pruned.

An AllDifferent holds over the columns, one over row + column (up diagonals), one over
column - row (down diagonals). Each is a bipartite graph between rows and the values open to
them, and its solutions are the matchings that reach every row. Given one of them, a row can
take a value instead of its own if the row that holds the value can move on in turn, and so on
along a chain that comes back to the start or ends at a value that nobody holds. So an edge
outside the matching is in some other matching just if both its ends lie in one strongly
connected component of these moves, and the graph's components (Tarjan) say at once all that
must be pruned. If a row cannot be matched at all, there is a failure.

What is pruned for: the rows that the value's holder can move to, and so on, form a Hall set.
They have no more values than they are rows, and the pruned row is not among them. Stronger
than `bounds_consistency`, whose Hall sets have no gaps; it sees one line at a time, and
`pair_consistency`, which sees the three lines of two rows, prunes more still on this problem.

Rows that are fixed prune first, as under `arc_consistency`, then the constraints take turns
until nothing changes. Needs 2n + 1 frames of recursion (and a few).

Source: Régin (1994), A filtering algorithm for constraints of difference in CSPs, AAAI-94;
Tarjan (1972), Depth-first search and linear graph algorithms, SIAM J. Computing 1.
"""

from __future__ import annotations

from functools import partial

from handwritten.propagation import Domains, columns_of, search
from queens import Board, Counters, HallSet, Line, OnSolution, Square, Trace

SLOPES: tuple[tuple[Line, int], ...] = (("column", 0), ("up", 1), ("down", -1))
"""For each AllDifferent the slope in column + slope * row, the value a queen has in it."""

Matching = dict[int, int]
"""The row that holds each value."""


def propagate(domains: Domains, rows: list[int]) -> None:
    """Prune to the fixpoint of fixed rows and matchings, `rows` being those just fixed."""
    fixed = list(rows)
    while True:
        while fixed:
            fixed += domains.prune_attacked(fixed.pop())
        mark = len(domains.trail)
        for line, slope in SLOPES:
            fixed += prune_line(domains, line, slope)
        if mark == len(domains.trail):
            return


def prune_line(domains: Domains, line: Line, slope: int) -> list[int]:
    """Prune the values of `line` that are in no matching; return the rows that fixed."""
    if domains.trace:
        domains.trace.propagator(f"AllDifferent {line}")
    # values of decided rows are pruned everywhere else: the rows below are a graph of their own
    values = {
        row: [column + slope * row for column in columns_of(domains.of[row])]
        for row in range(domains.decided, domains.n)
    }
    holder: Matching = {}
    cause = partial(hall_set, line, slope, values, holder)
    for row in values:
        if not match(row, values, holder, set()):
            domains.prune(row, domains.of[row], cause)
    component = components(values, holder)
    fixed = []
    for row, open_values in values.items():
        lost = 0
        for value in open_values:
            if value in holder and component[holder[value]] != component[row]:
                lost |= 1 << value - slope * row
        if lost and domains.prune(row, lost, cause):
            fixed.append(row)
    return fixed


def match(row: int, values: dict[int, list[int]], holder: Matching, seen: set[int]) -> bool:
    """Give `row` a value, others moving on where they must; return whether it got one."""
    for value in values[row]:
        if value not in holder:
            holder[value] = row
            return True
    for value in values[row]:
        if value not in seen:
            seen.add(value)
            if match(holder[value], values, holder, seen):
                holder[value] = row
                return True
    return False


def components(values: dict[int, list[int]], holder: Matching) -> dict[int, int]:
    """Return for each row the number of its strongly connected component."""
    # from a free value any row can be reached: who takes one leaves its own value free
    free = -1
    moves = {row: {holder.get(value, free) for value in open_} for row, open_ in values.items()}
    moves[free] = set(values)
    order: dict[int, int] = {}
    component: dict[int, int] = {}
    stack: list[int] = []

    def visit(row: int) -> int:
        """Return the earliest row on the stack that `row` reaches, as its place in the order."""
        earliest = order[row] = len(order)
        stack.append(row)
        for following in moves[row]:
            if following not in order:
                earliest = min(earliest, visit(following))
            elif following not in component:
                earliest = min(earliest, order[following])
        if earliest == order[row]:
            while row not in component:
                component[stack.pop()] = row
        return earliest

    for row in moves:
        if row not in order:
            visit(row)
    return component


def hall_set(
    line: Line, slope: int, values: dict[int, list[int]], holder: Matching, square: Square
) -> HallSet:
    """Return the smallest Hall set that holds the value of `square`."""
    row, column = square
    queue = [holder[column + slope * row]]
    for mover in queue:
        queue += {holder[value] for value in values[mover]}.difference(queue)
    taken = {value for mover in queue for value in values[mover]}
    return HallSet(line, tuple(sorted(queue)), tuple(sorted(taken)))


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    return search(board, propagate, on_solution, trace)
