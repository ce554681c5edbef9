"""The stops of the lesson on boards of their own, each searched when it is asked for.

Which boards these are is written down here; what is said of them is counted in the record.
"""

from __future__ import annotations

from functools import cache

from explain import words
from explain.lines import joined
from explain.record import Kind, Search, State, Stop
from explain.recorder import record
from explain.tree import Tree
from queens import Board, HallSet, Square
from queens.forms.parameters import excluded_squares

PLAIN, REGIN = "boolean_flags", "alldifferent"
UPS, DOWNS = (9, 10, 11, 12), (-6, -4, -3, 0)
EXCLUDED = Board(8, blocked=excluded_squares(8, UPS, DOWNS))
IN_ORDER, FIRST_FAIL = "forward_checking", "first_fail"
COVERING = "dancing_links"

DIAGONALS = (
    "{excluded} diagonals are excluded, and no solution is left. Backtracking visits {nodes} nodes "
    "before it knows. Régin's AllDifferent knows at the start, without a queen: {square} is "
    "pruned, as {reason}, and a few such sets later a row has no square left."
)
ORDER = (
    "Both prune the same: what a queen attacks. Forward checking decides the rows in order and "
    "visits {nodes_in_order} nodes to its first solution; first-fail visits {nodes_of_first_fail}. "
    "It decides the row with the fewest squares left, so a dead end shows sooner. With the queens "
    "on {queens} it leaves the order: row {row} has {squares} squares left, row {next_row} has "
    "{squares_of_next}."
)
COVER = (
    "Dancing links covers: a queen fills her row, her column and two diagonals, and what shares "
    "one of them leaves all lists. The last one, on {queen}, took out {squares} squares. It goes "
    "on with the row or column that has the fewest squares. Column {column} has none, though every "
    "row has one: with the queens on {queens} the branch ends here. First-fail looks at rows alone "
    "and places {more} more. Press step: the squares come back in the reverse order, uncovered."
)


def on_other_boards() -> list[Stop]:
    """Return these stops, in the order of the lesson."""
    return [excluded_diagonals(), rows_out_of_order(), covered()]


@cache
def excluded_diagonals() -> Stop:
    """Return the stop on a board where propagation fails at the start."""
    own = record(EXCLUDED, (PLAIN, REGIN))
    plain, regin = own[PLAIN], own[REGIN]
    sets = (
        (index, step)
        for index, step in enumerate(regin.steps)
        if step[0] == Kind.PRUNED
        and isinstance(cause := regin.cause(step), HallSet)
        and len(cause.rows) > 1
    )
    index, step = next(sets)
    facts = {
        "excluded": len(UPS) + len(DOWNS),
        "nodes": _nodes(plain),
        "square": step[2:4],
        "cause": regin.cause(step),
    }
    text = DIAGONALS.format(**facts, reason=words.cause(EXCLUDED, regin.cause(step)))
    title = "Excluded diagonals"
    return Stop(title, text, PLAIN, REGIN, len(plain.steps), index + 1, facts, own)


@cache
def rows_out_of_order() -> Stop:
    """Return the stop at which first-fail prefers a row with fewer squares to the next in order."""
    board = Board(8)
    own = record(board, (IN_ORDER, FIRST_FAIL), first_only=True)
    steps, state = own[FIRST_FAIL].steps, State(board)
    for index, step in enumerate(steps):
        if step[0] == Kind.DECISION:
            queens, row = tuple(state.decisions), step[2]
            open_rows = set(range(board.n)) - {decided for decided, _ in queens}
            squares = {one: len(state.domains[one]) for one in open_rows}
            if squares[row] < squares[min(open_rows)]:
                break
        state.apply(index, step)
    facts = {
        "decisions": queens,
        "nodes_in_order": _nodes(own[IN_ORDER]),
        "nodes_of_first_fail": _nodes(own[FIRST_FAIL]),
        "row": row,
        "squares": squares[row],
        "next_row": min(open_rows),
        "squares_of_next": squares[min(open_rows)],
    }
    text = ORDER.format(**facts, queens=joined(queens))
    title, left = "First-fail beside rows in order", own[IN_ORDER].until_solution()
    return Stop(title, text, IN_ORDER, FIRST_FAIL, left, index, facts, own)


@cache
def covered() -> Stop:
    """Return the stop at the first column without a square, where first-fail has to go on."""
    board = Board(6)
    own = record(board, (COVERING, FIRST_FAIL))
    rows_alone, steps, state = Tree(board, own[FIRST_FAIL]), own[COVERING].steps, State(board)
    for index, step in enumerate(steps):
        state.apply(index, step)
        if step[0] == Kind.DECISION:
            entered = index
        queens = tuple(state.decisions)
        if step[0] == Kind.FAILURE and step[2] < 0 and _has(rows_alone, queens):
            break
    node = rows_alone.find(queens)
    left = {column for domain in state.domains for column in domain}
    facts = {
        "decisions": queens,
        "queen": queens[-1],
        "squares": sum(step[0] == Kind.PRUNED for step in steps[entered:index]),
        "column": min(set(range(board.n)) - left),
        "more": rows_alone.size(node) - 1,
    }
    text = COVER.format(**facts, queens=joined(queens))
    positions = index + 1, rows_alone.settled(node)
    return Stop("Covering and uncovering", text, COVERING, FIRST_FAIL, *positions, facts, own)


def _nodes(search: Search) -> int:
    return 1 + sum(step[0] == Kind.DECISION for step in search.steps)


def _has(tree: Tree, queens: tuple[Square, ...]) -> bool:
    return any(tree.decisions(node) == queens for node in tree.below(0))
