"""Steps and causes in words: the terminal and the page fill in the same templates.

The page gets `STEPS` and `COUNTERS` as data, and every cause as a finished clause.
"""

from __future__ import annotations

from explain.lines import attack_words, group_words, joined
from explain.record import KINDS, Kind, Search, Step
from queens import Attack, Board, Cause, HallSet, Implications, Nogood, NoSupport, Square
from queens.words import many

STEPS = {
    "start": ("start", "nothing has happened yet"),
    "decision": ("decide", "a queen is placed on {square}"),
    "refutation": (
        "refute",
        "{square} is refuted: what follows from a queen there has been searched",
    ),
    "check": ("check", "is {square} free?"),
    "rejection": ("refuse", "{square} is refused: {cause}"),
    "propagator": ("propagate", "the propagator “{propagator}” runs"),
    "pruned": ("prune", "{square} is pruned: {cause}"),
    "failure": ("failure", "row {row} has no column left: a failure"),
    "failure, row not said": ("failure", "a failure, in no row that the search names"),
    "backtrack": ("backtrack", "the queen on {square} is taken back, and all that followed"),
    "solution": ("solution", "a solution: columns {columns}"),
    "learned": ("learn", "learned: {cause}; {back}"),
    "hidden": (
        "not shown",
        "not shown below this node: nodes {nodes}, failures {failures}, solutions {solutions}",
    ),
}
"""For each kind of step its badge on the page, and a sentence without its full stop."""

COUNTERS = {
    "nodes": "each queen placed, forced or not, and one for the start",
    "failures": "nodes at which a row has no column left",
    "solutions": "solutions found",
    "checks": "tests of one square; searches that test many at once by bits report none",
    "pruned": "squares removed from a row's domain by propagation",
    "propagators": "runs of a propagator, one constraint's filtering algorithm",
}
"""What is counted, and what each figure means."""
TWO_WAY = (
    "branches in two: this column, or not this column. Its nodes are its left branches and the "
    "start: a queen that propagation forces is no decision of its own and is not counted. Its "
    "failures are the solver's own."
)


def cause(board: Board, cause: Cause) -> str:
    """Return why a square cannot hold a queen, as a clause."""
    if isinstance(cause, Attack):
        return attack_words(board, cause.queen, cause.line)
    if isinstance(cause, HallSet):
        return _hall_set(board, cause)
    if isinstance(cause, NoSupport):
        if cause.of == "row":
            return f"every column still open in row {cause.row} is attacked from here"
        group = group_words(board)[cause.of].values((cause.row,))
        return f"a queen here would leave {group} no square"
    if isinstance(cause, Nogood):
        return f"no solution has {literals(cause)}"
    return f"pruned by {cause.by}, which does not say why"


def literals(nogood: Nogood) -> str:
    """Return the squares of a nogood: `a queen on (0, 1) and (2, 2) and none on (3, 4)`."""
    queens, empty = (
        sorted(one[:2] for one in nogood.literals if one[2] == holds) for holds in (True, False)
    )
    said = [f"a queen on {joined(queens)}"] if queens else []
    if empty:
        said.append(f"{'none' if queens else 'no queen'} on {joined(empty)}")
    return " and ".join(said)


def jump(back: int, graph: Implications) -> str:
    """Return how far the search goes back after the failure that a graph explains."""
    (*_, count) = graph.literals[-1]
    if back == count - 1:
        return f"the last of {many(count, 'decision')} is taken back"
    left = f"{back} of {many(count, 'decision')}" if back else f"none of {many(count, 'decision')}"
    return f"the search jumps back, and {left} {'stay' if back != 1 else 'stays'} open"


def _hall_set(board: Board, cause: HallSet) -> str:
    lines = group_words(board)
    rows = lines[cause.of].values(cause.rows)
    values = lines[cause.line].values(cause.values)
    if cause.of == "row":
        return f"{rows} {'needs' if len(cause.rows) == 1 else 'need'} {values}"
    other = f"no other {lines[cause.of].noun} may have a queen there"
    return f"what is open of {rows} lies within {values}, so {other}"


def is_free(square: Square) -> str:
    """Return what came of a check that no queen failed."""
    return f"{square} is free"


def step(board: Board, search: Search, step: Step) -> str:
    """Return what happens in a step, as a sentence without its full stop."""
    return STEPS[_key(step)][1].format(**_parts(board, search, step))


def _key(step: Step) -> str:
    is_unsaid = step[0] == Kind.FAILURE and step[2] < 0
    return "failure, row not said" if is_unsaid else KINDS[step[0]]


def _parts(board: Board, search: Search, step: Step) -> dict[str, object]:
    """Return what the template of a step names."""
    kind, rest = step[0], step[2:]
    if kind in (Kind.REJECTION, Kind.PRUNED):
        return {"square": rest[:2], "cause": cause(board, search.cause(step))}
    if kind in (Kind.DECISION, Kind.REFUTATION, Kind.CHECK, Kind.BACKTRACK):
        return {"square": rest}
    if kind == Kind.HIDDEN:
        amounts = (f"{amount:,}" for amount in rest)
        return dict(zip(("nodes", "failures", "solutions"), amounts, strict=True))
    if kind == Kind.LEARNED:
        cause_of = cause(board, search.causes[rest[0]])
        return {"cause": cause_of, "back": jump(rest[1], search.graphs[rest[2]])}
    if kind == Kind.PROPAGATOR:
        return {"propagator": search.propagators[rest[0]]}
    return {"columns": " ".join(map(str, rest))} if kind == Kind.SOLUTION else {"row": rest[0]}
