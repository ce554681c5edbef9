"""Régin's AllDifferent for each line: what is in no matching of rows to values is pruned.

An AllDifferent holds over the columns, one over row + column (up diagonals), one over
column - row (down diagonals); under another rule, one over each of its lines. Each is a
bipartite graph between rows and the values open to them, and its solutions are the matchings
that reach every row. Given one of them, a row can take a value instead of its own if the row
that holds the value can move on in turn, and so on along a chain that comes back to the start
or ends at a value that nobody holds. So an edge outside the matching is in some other matching
just if both its ends lie in one strongly connected component of these moves (Tarjan).

Two lines of which each number must have a queen, such as columns and regions, are matched as
well: three regions within three columns leave these columns to no other region.

What is pruned for: the rows that the value's holder can move to, and so on, form a Hall set.
They have no more values than they are rows, and the pruned row is not among them. Stronger
than `bounds_consistency`, whose Hall sets have no gaps; `pair_consistency` prunes more still
for the rule queens. Needs 2n + 1 frames of recursion (and a few).

Source: Régin (1994), A filtering algorithm for constraints of difference in CSPs, AAAI-94;
Tarjan (1972), Depth-first search and linear graph algorithms, SIAM J. Computing 1.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

from handwritten.matching import Matching, Values, unmatched
from handwritten.propagation import Domains, Failure, numbers_in, search, squares_of
from queens import Board, Counters, HallSet, Line, OnSolution, Square, Trace


def propagate(domains: Domains, rows: list[int]) -> None:
    """Prune to the fixpoint of fixed rows and matchings, `rows` being those just fixed."""
    fixed, board = list(rows), domains.board
    while True:
        while fixed:
            fixed += domains.prune_attacked(fixed.pop())
        mark = len(domains.trail)
        for line in board.lines:
            fixed += prune_rows(domains, line)
        for of, line in combinations(board.full_lines, 2):
            fixed += prune_numbers(domains, of, line)
        if mark == len(domains.trail):
            return


def prune_rows(domains: Domains, line: Line) -> list[int]:
    """Prune the values of `line` that no matching gives to a row; return the rows that fixed."""
    if domains.trace:
        domains.trace.propagator(f"AllDifferent {line.name}")
    # values of decided rows are pruned everywhere else: the rows below are a graph of their own
    rows = range(domains.decided, domains.n)
    values: Values = {row: numbers_in(line, row, domains.of[row]) for row in rows}
    holder: Matching = {}
    cause = partial(hall_set, None, line, values, holder)
    fixed = []
    for row, lost in unmatched(values, holder):
        if domains.prune(row, sum(squares_of(line, row, value) for value in lost), cause):
            fixed.append(row)
    return fixed


def prune_numbers(domains: Domains, of: Line, line: Line) -> list[int]:
    """Prune the squares that no matching of the numbers of two lines uses; as `prune_rows`."""
    if domains.trace:
        domains.trace.propagator(f"{of.name} against {line.name}")
    sets: dict[int, set[int]] = {number: set() for row in of.masks for number in row}
    for row, domain in enumerate(domains.of):
        for number in numbers_in(of, row, domain):
            sets[number].update(numbers_in(line, row, domain & squares_of(of, row, number)))
    values: Values = {**sets}
    holder: Matching = {}
    cause = partial(hall_set, of, line, values, holder)
    fixed = []
    for number, lost in unmatched(values, holder):
        for row in range(domains.n):
            columns = sum(line.masks[row].get(value, 0) for value in lost)
            if domains.prune(row, columns & of.masks[row].get(number, 0), cause):
                fixed.append(row)
        if len(lost) == len(values[number]):
            raise Failure(None)
    return fixed


def hall_set(
    of: Line | None, line: Line, values: Values, holder: Matching, square: Square
) -> HallSet:
    """Return the smallest Hall set that holds the value of `square`."""
    queue = [holder[line.number(*square)]]
    for mover in queue:
        queue += {holder[value] for value in values[mover]}.difference(queue)
    taken = {value for mover in queue for value in values[mover]}
    return HallSet(line.name, tuple(sorted(queue)), tuple(sorted(taken)), of.name if of else "row")


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    return search(board, propagate, on_solution, trace)
