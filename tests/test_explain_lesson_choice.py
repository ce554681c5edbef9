"""Each moment of the lesson is the clearest of its kind."""

from __future__ import annotations

from explain.lesson import NEEDED
from explain.record import Kind
from queens import HallSet, Square
from tests.explain_lesson import Decisions, N, below, count, free, plain_nodes, six, state_at, stops


def test_the_dead_end_is_the_latest_discovered() -> None:
    stop = stops()[0]
    dead = [
        plain_nodes(queens) - 1
        for queens in below(six()["forward_checking"], ())[0]
        if any(not free(queens, row) for row in range(len(queens), N))
    ]
    assert max(dead) == stop.facts["nodes_below"]


def placements(*names: str) -> list[Decisions]:
    """Return the placements that all these searches visit, in their order."""
    visited = [below(six()[name], ())[0] for name in names]
    return [queens for queens in visited[0] if all(queens in others for others in visited)]


def alike(decisions: Decisions, one: str, other: str) -> bool:
    return below(six()[one], decisions)[0] == below(six()[other], decisions)[0]


def settled(name: str, decisions: Decisions) -> int:
    """Return how many steps are made when the search has propagated at `decisions`."""
    path: list[Square] = []
    for index, step in enumerate(six()[name].steps):
        if step[0] in (Kind.DECISION, Kind.BACKTRACK, Kind.SOLUTION) and tuple(path) == decisions:
            return index
        if step[0] == Kind.DECISION:
            path.append((step[2], step[3]))
        elif step[0] == Kind.BACKTRACK:
            path.pop()
    raise LookupError(decisions)


def seen_by_regin_alone(decisions: Decisions) -> list[Square]:
    """Return the squares pruned there for a Hall set with a gap, which weaker searches leave."""
    steps = below(six()["alldifferent"], decisions)[1]
    own = next(
        i for i, step in enumerate(steps) if i and step[0] in (Kind.DECISION, Kind.BACKTRACK)
    )
    weaker = [
        state_at(name, settled(name, decisions)).domains
        for name in ("forward_checking", "arc_consistency", "bounds_consistency")
    ]
    return [
        (step[2], step[3])
        for step in steps[:own]
        if step[0] == Kind.PRUNED
        and isinstance(cause := six()["alldifferent"].cause(step), HallSet)
        and len(cause.rows) > 1
        and cause.values[-1] - cause.values[0] >= len(cause.values)
        and all(step[3] in domains[step[2]] for domains in weaker)
    ]


def test_the_hall_set_is_the_one_that_saves_most() -> None:
    def saved(queens: Decisions) -> int:
        searches = (six()["bounds_consistency"], six()["alldifferent"])
        of_bounds, of_regin = (len(below(search, queens)[0]) for search in searches)
        return of_bounds - of_regin

    found = {
        queens: squares
        for queens in placements(*NEEDED)
        if (squares := seen_by_regin_alone(queens))
    }
    decisions = max(found, key=saved)
    assert (decisions, found[decisions][0]) == (
        stops()[1].facts["decisions"],
        stops()[1].facts["square"],
    )


def test_the_tree_visited_alike_is_the_largest() -> None:
    def size(queens: Decisions) -> int:
        is_alike = alike(queens, "arc_consistency", "alldifferent")
        return len(below(six()["arc_consistency"], queens)[0]) if is_alike else 0

    shared = placements("arc_consistency", "alldifferent")
    assert max(shared, key=size) == stops()[2].facts["decisions"]


def test_the_pruning_in_vain_is_the_most() -> None:
    def pruned(queens: Decisions) -> int:
        is_alike = alike(queens, "boolean_flags", "forward_checking")
        return count(below(six()["forward_checking"], queens)[1], Kind.PRUNED) if is_alike else 0

    shared = placements("boolean_flags", "forward_checking")
    assert max(shared, key=pruned) == stops()[3].facts["decisions"]
