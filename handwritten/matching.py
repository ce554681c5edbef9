"""Matchings of rows to values, and which edges are in none of them.

A matching is changed along chains of rows that each take the value of the next. So an edge
that is not in the matching at hand is in another just if its ends lie in one strongly connected
component of these moves, or its value can be had from one that nobody holds.

Source: Régin (1994), A filtering algorithm for constraints of difference in CSPs, AAAI-94;
Tarjan (1972), Depth-first search and linear graph algorithms, SIAM J. Computing 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

Values = dict[int, Collection[int]]
"""The values open to each row, or to each number of a line."""

Matching = dict[int, int]
"""The row that holds each value."""


def unmatched(values: Values, holder: Matching) -> Iterator[tuple[int, Collection[int]]]:
    """Yield rows with the values no matching gives them; with all if there is none for a row."""
    for row in values:
        if not match(row, values, holder, set()):
            yield row, values[row]
    component = components(values, holder)
    if len(set(component.values())) == 1:
        return  # every edge is in a matching: most often so, and the loop below takes its time
    for row, open_values in values.items():
        own = component[row]
        lost = [v for v in open_values if v in holder and component[holder[v]] != own]
        if lost:
            yield row, lost


def match(row: int, values: Values, holder: Matching, seen: set[int]) -> bool:
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


def components(values: Values, holder: Matching) -> dict[int, int]:
    """Return for each row the number of its strongly connected component."""
    # from a free value any row can be reached: who takes one leaves its own value free
    free = -1
    held_by = holder.get
    moves = {row: {held_by(value, free) for value in open_} for row, open_ in values.items()}
    moves[free] = set(values)
    order: dict[int, int] = {}
    component: dict[int, int] = {}
    stack: list[int] = []

    def visit(row: int) -> int:
        """Return the earliest row on the stack that `row` reaches, as its place in the order."""
        earliest = order[row] = len(order)
        stack.append(row)
        for following in moves[row]:
            if following not in component:
                reached = order[following] if following in order else visit(following)
                if reached < earliest:
                    earliest = reached
        if earliest == order[row]:
            while row not in component:
                component[stack.pop()] = row
        return earliest

    for row in moves:
        if row not in order:
            visit(row)
    return component
