"""The lesson: five moments of the searches for n = 6, each found in the record by what is so.

Nothing here is written down beforehand: a stop is looked for among all nodes, its figures
are counted and put into its text, and where the record holds no such moment there is no
lesson.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from explain import words
from explain.compared import Decisions, Told, best, shared_nodes
from explain.record import CHECK, DECISION, FAILURE, PROPAGATOR, PRUNED, SOLUTION, Record
from queens import Board, HallSet

PLAIN, FORWARD, ARC, BOUNDS, REGIN = NEEDED = (
    "boolean_flags",
    "forward_checking",
    "arc_consistency",
    "bounds_consistency",
    "alldifferent",
)
SIZE = 6

DEAD_END = (
    "With {queens}, row {row} has no square left. Forward checking sees it the moment the last "
    "of them is put. Backtracking looks at one row at a time: it puts {nodes_below} more queens "
    "and tests {squares_tested} squares before it gives this placement up. Press play and watch "
    "the left pane wander while the right one waits."
)
HALL_SET = (
    "With {queens}, {reason}: they are as many rows as values, so no other row may have one, and "
    "{where} goes. The values have a gap between them, so bounds consistency, which thinks in "
    "intervals, leaves the square open here, and so do arc consistency and forward checking: no "
    "single queen attacks it. From here on Régin's search visits {visits}, bounds "
    "consistency {nodes_of_bounds}."
)
SAME_TREE = (
    "Below {queens} both searches visit the same {nodes} nodes in the same order. Arc "
    "consistency runs {filters_of_weaker} filters for them. Régin's AllDifferent runs "
    "{filters_of_stronger} and finds nothing that would spare a node: here the stronger "
    "propagation is only the dearer one."
)
IN_VAIN = (
    "Below {queens} lies {outcome}, and both searches need {nodes} nodes to settle it: forward "
    "checking removes {pruned} squares on the way and spares not one node. Over the whole "
    "search it removes {pruned_in_all} squares to visit {nodes_of_forward} nodes where "
    "backtracking visits {nodes_of_plain}."
)
FIRST = (
    "All searches come to the same first solution, columns {columns}; stronger propagation never "
    "needs more nodes to get there: {counts}. Backtracking has run into {dead_ends} dead ends by "
    "now, Régin's search into {dead_ends_of_regin}."
)


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


def queens_words(decisions: Decisions) -> str:
    """Return `the queens on (0, 1) and (1, 3)`."""
    squares = words.numbers([words.square(square) for square in decisions])
    return f"the queen{'s' if len(decisions) > 1 else ''} on {squares}"


def late_dead_end(plain: Told, forward: Told) -> Stop:
    """Return the stop at the largest subtree without a solution that one propagation ends."""

    def worth(node: int, match: int) -> int:
        return len(plain.tree.below(node)) - 1 if forward.fails_at_once(match) else 0

    node, match = best(shared_nodes(plain, forward), worth, "dead end discovered late")
    decisions = plain.tree.decisions(node)
    failed_at = forward.settled(match)
    facts = {
        "decisions": decisions,
        "nodes_below": len(plain.tree.below(node)) - 1,
        "squares_tested": plain.count(node, CHECK),
        "row": forward.search.steps[failed_at - 1][2],
    }
    text = DEAD_END.format(**facts, queens=queens_words(decisions))
    title = "A dead end, late and at once"
    entered = plain.tree.nodes[node].entered + 1
    return Stop(title, text, plain.name, forward.name, entered, failed_at, facts)


def hall_set(bounds: Told, regin: Told, weaker: list[Told]) -> Stop:
    """Return the stop at a square that only Régin's filter prunes, where that saves most."""
    unseen = [
        (saved, step, match, node)
        for match, node in shared_nodes(bounds, regin)
        for saved in [len(bounds.tree.below(match)) - len(regin.tree.below(node))]
        for step in range(regin.tree.nodes[node].entered, regin.settled(node))
        if saved > 0 and is_unseen(regin, step, regin.tree.decisions(node), [bounds, *weaker])
    ]
    if not unseen:
        raise LookupError("the record has no Hall set that only Régin sees")
    _, index, match, node = max(unseen, key=lambda found: found[0])
    step = regin.search.steps[index]
    square, cause = (step[2], step[3]), regin.search.cause(step)
    decisions = regin.tree.decisions(node)
    facts = {
        "decisions": decisions,
        "square": square,
        "cause": cause,
        "nodes_of_regin": len(regin.tree.below(node)),
        "nodes_of_bounds": len(bounds.tree.below(match)),
    }
    said = {"reason": words.cause(cause), "where": words.square(square)}
    said["visits"] = words.many(len(regin.tree.below(node)), "node")
    text = HALL_SET.format(**facts, **said, queens=queens_words(decisions))
    title = "A Hall set only Régin sees"
    return Stop(title, text, bounds.name, regin.name, bounds.settled(match), index + 1, facts)


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
    text = SAME_TREE.format(**facts, queens=queens_words(decisions))
    positions = weaker.settled(node), stronger.settled(match)
    return Stop("The same tree at higher cost", text, weaker.name, stronger.name, *positions, facts)


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
    outcome = words.many(plain.count(node, SOLUTION), "solution")
    text = IN_VAIN.format(**facts, outcome=outcome, queens=queens_words(decisions))
    positions = plain.settled(node), forward.settled(match)
    return Stop("Where propagation does not pay", text, plain.name, forward.name, *positions, facts)


def first_solution(searches: list[Told]) -> Stop:
    """Return the stop at the first solution, which all find, the stronger after no more nodes."""
    ends = {told.name: told.first(SOLUTION) + 1 for told in searches}
    paths = {told.name: told.search.steps[: ends[told.name]] for told in searches}
    nodes = {name: 1 + sum(step[0] == DECISION for step in path) for name, path in paths.items()}
    failures = {name: sum(step[0] == FAILURE for step in path) for name, path in paths.items()}
    found = {path[-1][2:] for path in paths.values()}
    counts = list(nodes.values())
    if len(found) > 1 or counts != sorted(counts, reverse=True):
        raise LookupError("the record has no first solution that all reach alike")
    (queens,) = found
    text = FIRST.format(
        columns=" ".join(map(str, queens)),
        counts=", ".join(f"{name} {count}" for name, count in nodes.items()),
        dead_ends=failures[PLAIN],
        dead_ends_of_regin=failures[REGIN],
    )
    facts = {"queens": queens, "nodes": nodes, "failures": failures}
    return Stop("The first solution", text, PLAIN, REGIN, ends[PLAIN], ends[REGIN], facts)
