"""The lesson: five moments of the searches for n = 6, those on other boards, and what they show.

Which moments these are is written down here. What is said of them is counted in the record,
and tests/test_explain_lesson_choice.py holds that each moment is the clearest of its kind.
"""

from __future__ import annotations

from explain import words
from explain.counts import STRENGTHS
from explain.lesson.landscape import landscape
from explain.lesson.others import on_other_boards
from explain.lesson.puzzle import puzzle_stops, without_guessing
from explain.lines import joined
from explain.record import Kind, Record, Search, Stop
from explain.tree import Tree
from queens import Board

PLAIN, FORWARD, ARC, BOUNDS, REGIN = NEEDED = STRENGTHS[:5]
SIZE = 6
NODES = {PLAIN: 153, FORWARD: 131, ARC: 77, BOUNDS: 69, REGIN: 65}
"""How a record of these searches is told from one of others under their names."""

DEAD_END_AT = ((0, 2), (1, 4), (2, 1), (3, 3))
HALL_SET_AT, PRUNED_BY_HALL_SET = ((0, 0), (1, 5)), (3, 1)
SAME_TREE_AT = ((0, 1), (1, 3))
IN_VAIN_AT = ((0, 2), (1, 5))

DEAD_END = (
    "With the queens on {queens}, row {row} has no square left. Forward checking fails as soon as "
    "the last of them is placed. Backtracking looks at one row at a time: it places {nodes_below} "
    "more queens and makes {checks} checks before it gives this placement up. Press play: the left "
    "pane searches on while the right one waits."
)
HALL_SET = (
    "With the queens on {queens}, {reason}. These are as many rows as values, so no other row may "
    "use one of them, and {square} is pruned. The values have a gap between them: bounds "
    "consistency works on intervals and leaves the square open, and so do arc consistency and "
    "forward checking, as no single queen attacks it. From here Régin's search visits "
    "{nodes_of_regin} node, bounds consistency {nodes_of_bounds}."
)
SAME_TREE = (
    "Below the queens on {queens} both searches visit the same {nodes} nodes in the same order. "
    "Arc consistency runs a propagator {runs_of_weaker} times there. Régin's AllDifferent does so "
    "{runs_of_stronger} times and saves no node: here the stronger propagation only costs more."
)
IN_VAIN = (
    "Below the queens on {queens} there is {solutions} solution, and both searches visit {nodes} "
    "nodes there: forward checking prunes {pruned} squares and saves no node. Over the whole "
    "search it prunes {pruned_in_all} squares and visits {nodes_of_forward} nodes, where "
    "backtracking visits {nodes_of_plain}."
)
FIRST = (
    "All searches find the same first solution, columns {columns}, and stronger propagation never "
    "needs more nodes to get there: {counts}. Backtracking has met {failures} failures by then, "
    "Régin's search {failures_of_regin}."
)


def lesson(record: Record) -> list[Stop]:
    """Return the ten stops, those of a puzzle, or none if this is the record of neither.

    It is the lesson's if it holds the searches in `NEEDED` for all solutions of the plain board of
    size 6, whole.
    """
    names = {search.approach for search in record.searches if search.task == "all"}
    if record.board.regions:
        return puzzle_stops(record)
    if record.board != Board(SIZE) or not names.issuperset(NEEDED):
        return []
    trees = [Tree(record.board, record[name]) for name in NEEDED]
    plain, forward, arc, bounds, regin = trees
    if {one.search.approach: len(one) for one in trees} != NODES:
        return []
    try:
        return [
            late_dead_end(plain, forward),
            hall_set(bounds, regin),
            same_tree(arc, regin),
            does_not_pay(plain, forward),
            first_solution([one.search for one in trees]),
            without_guessing(),
            *on_other_boards(),
            landscape(),
        ]
    except LookupError:  # others may write records too, of searches that are not ours
        return []


def late_dead_end(plain: Tree, forward: Tree) -> Stop:
    """Return the stop at a subtree without a solution, where forward checking fails at once."""
    node = plain.find(DEAD_END_AT)
    failed_at = forward.settled(forward.find(DEAD_END_AT))
    facts = {
        "decisions": DEAD_END_AT,
        "nodes_below": plain.size(node) - 1,
        "checks": plain.count(Kind.CHECK, node),
        "row": forward.search.steps[failed_at - 1][2],
    }
    text = DEAD_END.format(**facts, queens=joined(DEAD_END_AT))
    title = "A dead end, late and at once"
    entered = plain.nodes[node].entered + 1
    return Stop(title, text, PLAIN, FORWARD, entered, failed_at, facts)


def hall_set(bounds: Tree, regin: Tree) -> Stop:
    """Return the stop at a square that only Régin's propagator prunes."""
    match, node = bounds.find(HALL_SET_AT), regin.find(HALL_SET_AT)
    steps = regin.search.steps
    for index in range(regin.nodes[node].entered, regin.settled(node)):
        if steps[index][0] == Kind.PRUNED and steps[index][2:4] == PRUNED_BY_HALL_SET:
            break
    else:
        raise LookupError(f"{REGIN} does not prune {PRUNED_BY_HALL_SET}")
    cause = regin.search.cause(steps[index])
    facts = {
        "decisions": HALL_SET_AT,
        "square": PRUNED_BY_HALL_SET,
        "cause": cause,
        "nodes_of_regin": regin.size(node),
        "nodes_of_bounds": bounds.size(match),
    }
    text = HALL_SET.format(
        **facts,
        queens=joined(HALL_SET_AT),
        reason=words.cause(Board(SIZE), cause),
    )
    title = "A Hall set only Régin sees"
    return Stop(title, text, BOUNDS, REGIN, bounds.settled(match), index + 1, facts)


def same_tree(weaker: Tree, stronger: Tree) -> Stop:
    """Return the stop at a subtree that both visit alike, one with more runs of propagators."""
    node, match = weaker.find(SAME_TREE_AT), stronger.find(SAME_TREE_AT)
    facts = {
        "decisions": SAME_TREE_AT,
        "nodes": weaker.size(node),
        "runs_of_weaker": weaker.count(Kind.PROPAGATOR, node),
        "runs_of_stronger": stronger.count(Kind.PROPAGATOR, match),
    }
    text = SAME_TREE.format(**facts, queens=joined(SAME_TREE_AT))
    positions = weaker.settled(node), stronger.settled(match)
    return Stop("The same tree at higher cost", text, ARC, REGIN, *positions, facts)


def does_not_pay(plain: Tree, forward: Tree) -> Stop:
    """Return the stop at a subtree in which forward checking prunes and saves no node."""
    node, match = plain.find(IN_VAIN_AT), forward.find(IN_VAIN_AT)
    facts = {
        "decisions": IN_VAIN_AT,
        "nodes": plain.size(node),
        "pruned": forward.count(Kind.PRUNED, match),
        "solutions": plain.count(Kind.SOLUTION, node),
        "pruned_in_all": forward.count(Kind.PRUNED, 0),
        "nodes_of_plain": len(plain),
        "nodes_of_forward": len(forward),
    }
    text = IN_VAIN.format(**facts, queens=joined(IN_VAIN_AT))
    positions = plain.settled(node), forward.settled(match)
    return Stop("Where propagation does not pay", text, PLAIN, FORWARD, *positions, facts)


def first_solution(searches: list[Search]) -> Stop:
    """Return the stop at the first solution, which all find, the stronger after no more nodes."""
    ends = {one.approach: one.until_solution() for one in searches}
    paths = {one.approach: one.steps[: ends[one.approach]] for one in searches}
    nodes = {
        name: 1 + sum(step[0] == Kind.DECISION for step in path) for name, path in paths.items()
    }
    failures = {name: sum(step[0] == Kind.FAILURE for step in path) for name, path in paths.items()}
    found = {path[-1][2:] for path in paths.values()}
    if len(found) > 1:
        raise LookupError("the searches find different solutions first")
    (queens,) = found
    text = FIRST.format(
        columns=" ".join(map(str, queens)),
        counts=", ".join(f"{name} {count}" for name, count in nodes.items()),
        failures=failures[PLAIN],
        failures_of_regin=failures[REGIN],
    )
    facts = {"queens": queens, "nodes": nodes, "failures": failures}
    return Stop("The first solution", text, PLAIN, REGIN, ends[PLAIN], ends[REGIN], facts)
