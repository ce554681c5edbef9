"""The sweep of bounds consistency: how far Hall intervals raise the least value of each row.

Rows are taken by their greatest value. `free` leads from a bound to the next stretch that has
room left, `hall` from a bound inside Hall intervals to their end.

Source: López-Ortiz, Quimper, Tromp and van Beek (2003), A fast and simple algorithm for
bounds consistency of the alldifferent constraint, IJCAI-03.
"""

from __future__ import annotations


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
