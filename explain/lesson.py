"""The lesson: five moments of the searches for n = 6, each found in the record by what is so.

Nothing here is written down beforehand: a stop is looked for among all nodes, its figures
are counted, and where the record holds no such moment there is no lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from explain import words
from explain.record import (
    BACKTRACK,
    CHECK,
    DECISION,
    FAILURE,
    PROPAGATOR,
    PRUNED,
    SOLUTION,
    Record,
    Search,
)
from explain.state import State
from explain.tree import Tree
from queens import Board, HallSet, Square

PLAIN, FORWARD, ARC, BOUNDS, REGIN = NEEDED = (
    "boolean_flags",
    "forward_checking",
    "arc_consistency",
    "bounds_consistency",
    "alldifferent",
)
SIZE = 6

Decisions = tuple[Square, ...]


@dataclass(frozen=True)
class Stop:
    """One moment: the searches in the two panes, how many steps each has made, and what is so.

    `facts` are the claims as values, for who wants to check them.
    """

    title: str
    text: str
    left: str
    right: str
    left_position: int
    right_position: int
    facts: dict[str, Any]

    def data(self) -> dict[str, Any]:
        """Return the stop as the page takes it."""
        return {name: value for name, value in asdict(self).items() if name != "facts"}


class Told:
    """A search, its tree, and what can be asked of its nodes."""

    def __init__(self, record: Record, name: str) -> None:
        self.name = name
        self.board: Board = record.board
        self.search: Search = record[name]
        self.tree = Tree(record.board, self.search)

    def settled(self, node: int) -> int:
        """Return how many steps the search has made when all that follows from a node is known.

        That is just before it decides again, finds a solution or goes back.
        """
        steps = self.search.steps
        ends = (DECISION, BACKTRACK, SOLUTION)
        first = self.tree.nodes[node].entered + 1 if node else 0
        return next((i for i in range(first, len(steps)) if steps[i][0] in ends), len(steps))

    def domains(self, node: int) -> list[set[int]]:
        """Return the domains when all that follows from a node is known."""
        state = State(self.board)
        for index in range(self.settled(node)):
            state.apply(index, self.search.steps[index])
        return state.domains

    def count(self, node: int, kind: int) -> int:
        """Return how many steps of a kind belong to a node and all below it."""
        one = self.tree.nodes[node]
        return sum(step[0] == kind for step in self.search.steps[one.entered : one.left + 1])

    def placements(self, node: int) -> list[Decisions]:
        """Return the placements visited at and below a node, in their order."""
        return [self.tree.decisions(below) for below in self.tree.below(node)]

    def fails_at_once(self, node: int) -> bool:
        """Return whether the search fails at a node before it decides anything below it."""
        one = self.tree.nodes[node]
        return one.end == "failure" and not one.children


def lesson(record: Record) -> list[Stop]:
    """Return the five stops, or none if this is not the record of a lesson.

    It is one if it holds the searches in `NEEDED` for all solutions of the plain board of
    size 6, whole.
    """
    names = {search.approach for search in record.searches if search.task == "all"}
    if record.board != Board(SIZE) or not names.issuperset(NEEDED):
        return []
    told = {name: Told(record, name) for name in NEEDED}
    if any(node.hidden for search in told.values() for node in search.tree.nodes):
        return []
    try:
        return [
            late_dead_end(told[PLAIN], told[FORWARD]),
            hall_set(told[BOUNDS], told[REGIN], [told[FORWARD], told[ARC]]),
            same_tree(told[ARC], told[REGIN]),
            does_not_pay(told[PLAIN], told[FORWARD]),
            first_solution(list(told.values())),
        ]
    except LookupError:  # others may write records too, of searches that are not ours
        return []


def shared_nodes(one: Told, other: Told) -> Iterator[tuple[int, int]]:
    """Yield the pairs of nodes, the start left out, at which both made the same decisions."""
    for node in one.tree.below(0)[1:]:
        match = other.tree.find(one.tree.decisions(node))
        if match is not None:
            yield node, match


def best(
    pairs: Iterator[tuple[int, int]], worth: Callable[[int, int], int], what: str
) -> tuple[int, int]:
    """Return the pair worth most, the first of equals; raise LookupError if none is worth any."""
    found = max(pairs, key=lambda pair: worth(*pair), default=None)
    if found is None or worth(*found) <= 0:
        raise LookupError(f"the record has no {what}")
    return found


def queens_words(decisions: Decisions) -> str:
    """Return `the queens on (0, 1) and (1, 3)`."""
    squares = words.numbers([words.square(square) for square in decisions])
    return f"the queen{'s' if len(decisions) > 1 else ''} on {squares}"


def late_dead_end(plain: Told, forward: Told) -> Stop:
    """Return the stop at the largest subtree without a solution that one propagation ends."""

    def worth(node: int, match: int) -> int:
        fails = forward.fails_at_once(match)
        return len(plain.tree.below(node)) - 1 if fails else 0

    node, match = best(shared_nodes(plain, forward), worth, "dead end discovered late")
    last = forward.search.steps[forward.settled(match) - 1]
    decisions = plain.tree.decisions(node)
    facts = {
        "decisions": decisions,
        "nodes_below": len(plain.tree.below(node)) - 1,
        "squares_tested": plain.count(node, CHECK),
        "row": last[2],
    }
    text = (
        f"With {queens_words(decisions)}, row {facts['row']} has no square left. Forward "
        f"checking sees it the moment the last of them is put. Backtracking looks at one row "
        f"at a time: it puts {facts['nodes_below']} more queens and tests "
        f"{facts['squares_tested']} squares before it gives this placement up. Press play "
        f"and watch the left pane wander while the right one waits."
    )
    return Stop(
        "A dead end, late and at once",
        text,
        plain.name,
        forward.name,
        plain.tree.nodes[node].entered + 1,
        forward.settled(match),
        facts,
    )


def hall_set(bounds: Told, regin: Told, weaker: list[Told]) -> Stop:
    """Return the stop at a square that only Régin's filter prunes, where that saves most."""
    unseen = [
        (step, match, node)
        for match, node in shared_nodes(bounds, regin)
        if not bounds.fails_at_once(match)
        for step in range(regin.tree.nodes[node].entered, regin.settled(node))
        if is_unseen(regin, step, regin.tree.decisions(node), [bounds, *weaker])
    ]

    def saved(found: tuple[int, int, int]) -> int:
        _, match, node = found
        return len(bounds.tree.below(match)) - len(regin.tree.below(node))

    if not unseen:
        raise LookupError("the record has no Hall set that only Régin sees")
    index, match, node = max(unseen, key=saved)
    step = regin.search.steps[index]
    cause = regin.search.cause(step)
    assert isinstance(cause, HallSet)
    decisions = regin.tree.decisions(node)
    square = (step[2], step[3])
    facts = {
        "decisions": decisions,
        "square": square,
        "cause": cause,
        "nodes_of_regin": len(regin.tree.below(node)),
        "nodes_of_bounds": len(bounds.tree.below(match)),
    }
    text = (
        f"With {queens_words(decisions)}, {words.cause(cause)}: they are as many rows as values, "
        f"so no other row may have one, and {words.square(square)} goes. The values "
        f"have a gap between them, so bounds consistency, which thinks in intervals, leaves the "
        f"square open here, and so do arc consistency and forward checking: no single queen "
        f"attacks it. From here on Régin's search visits "
        f"{words.many(len(regin.tree.below(node)), 'node')}, bounds consistency "
        f"{len(bounds.tree.below(match))}."
    )
    return Stop(
        "A Hall set only Régin sees",
        text,
        bounds.name,
        regin.name,
        bounds.settled(match),
        index + 1,
        facts,
    )


def is_unseen(regin: Told, index: int, decisions: Decisions, weaker: list[Told]) -> bool:
    """Return whether a step prunes by a Hall set with a gap what all the weaker leave open."""
    step = regin.search.steps[index]
    cause = regin.search.cause(step) if step[0] == PRUNED else None
    if not isinstance(cause, HallSet) or len(cause.rows) < 2:
        return False
    if cause.values[-1] - cause.values[0] < len(cause.values):
        return False
    nodes = [(told, told.tree.find(decisions)) for told in weaker]
    return all(node is not None and step[3] in told.domains(node)[step[2]] for told, node in nodes)


def same_tree(weaker: Told, stronger: Told) -> Stop:
    """Return the stop at the largest subtree that both visit alike, one with more filters."""

    def worth(node: int, match: int) -> int:
        alike = weaker.placements(node) == stronger.placements(match)
        dearer = stronger.count(match, PROPAGATOR) > weaker.count(node, PROPAGATOR)
        return len(weaker.tree.below(node)) - 1 if alike and dearer else 0

    node, match = best(shared_nodes(weaker, stronger), worth, "tree visited alike")
    decisions = weaker.tree.decisions(node)
    facts = {
        "decisions": decisions,
        "nodes": len(weaker.tree.below(node)),
        "filters_of_weaker": weaker.count(node, PROPAGATOR),
        "filters_of_stronger": stronger.count(match, PROPAGATOR),
    }
    text = (
        f"Below {queens_words(decisions)} both searches visit the same {facts['nodes']} nodes in "
        f"the same order. Arc consistency runs {facts['filters_of_weaker']} filters for them. "
        f"Régin's AllDifferent runs {facts['filters_of_stronger']} and finds nothing that would "
        f"spare a node: here the stronger propagation is only the dearer one."
    )
    return Stop(
        "The same tree at higher cost",
        text,
        weaker.name,
        stronger.name,
        weaker.settled(node),
        stronger.settled(match),
        facts,
    )


def does_not_pay(plain: Told, forward: Told) -> Stop:
    """Return the stop at the largest subtree in which forward checking prunes and saves no node."""

    def worth(node: int, match: int) -> int:
        alike = plain.placements(node) == forward.placements(match)
        return forward.count(match, PRUNED) if alike else 0

    node, match = best(shared_nodes(plain, forward), worth, "pruning in vain")
    decisions = plain.tree.decisions(node)
    facts = {
        "decisions": decisions,
        "nodes": len(plain.tree.below(node)),
        "pruned": forward.count(match, PRUNED),
        "solutions": plain.count(node, SOLUTION),
        "pruned_in_all": forward.count(0, PRUNED),
        "nodes_of_plain": len(plain.tree),
        "nodes_of_forward": len(forward.tree),
    }
    solutions = words.many(plain.count(node, SOLUTION), "solution")
    text = (
        f"Below {queens_words(decisions)} lies {solutions}, and both searches need "
        f"{facts['nodes']} nodes to settle it: forward checking removes {facts['pruned']} squares "
        f"on the way and spares not one of them. Over the whole search it removes "
        f"{facts['pruned_in_all']} squares to visit {facts['nodes_of_forward']} nodes where "
        f"backtracking visits {facts['nodes_of_plain']}."
    )
    return Stop(
        "Where propagation does not pay",
        text,
        plain.name,
        forward.name,
        plain.settled(node),
        forward.settled(match),
        facts,
    )


def first_solution(searches: list[Told]) -> Stop:
    """Return the stop at the first solution, which all find, the stronger after no more nodes."""
    positions, nodes, failures = {}, {}, {}
    found = set()
    for told in searches:
        steps = told.search.steps
        position = next((i for i, step in enumerate(steps) if step[0] == SOLUTION), -1)
        positions[told.name] = position + 1
        nodes[told.name] = 1 + sum(step[0] == DECISION for step in steps[: position + 1])
        failures[told.name] = sum(step[0] == FAILURE for step in steps[: position + 1])
        found.add(steps[position][2:])
    counts = list(nodes.values())
    if len(found) > 1 or 0 in positions.values() or counts != sorted(counts, reverse=True):
        raise LookupError("the record has no first solution that all reach alike")
    (queens,) = found
    listed = ", ".join(f"{name} {count}" for name, count in nodes.items())
    text = (
        f"All searches come to the same first solution, columns {' '.join(map(str, queens))}; "
        f"stronger propagation never needs more nodes to get there: {listed}. Backtracking "
        f"has run into {words.many(failures[PLAIN], 'dead end')} by now, Régin's search into "
        f"{failures[REGIN]}."
    )
    facts = {"queens": queens, "nodes": nodes, "failures": failures}
    return Stop(
        "The first solution",
        text,
        PLAIN,
        REGIN,
        positions[PLAIN],
        positions[REGIN],
        facts,
    )
