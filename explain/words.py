"""Steps and causes in words, the same in the terminal and on the page."""

from __future__ import annotations

from collections.abc import Sequence

from explain.record import (
    BACKTRACK,
    CHECK,
    DECISION,
    FAILURE,
    HIDDEN,
    PROPAGATOR,
    PRUNED,
    REFUTATION,
    REJECTION,
    Search,
    Step,
)
from queens import Attack, Cause, HallSet, NoSupport, Square

LINES = {"column": "column", "up": "up diagonal", "down": "down diagonal"}
LINE_NUMBERS = {"column": "", "up": " (row + column)", "down": " (column - row)"}


def square(square: Square) -> str:
    """Return a square as (row, column)."""
    return f"({square[0]}, {square[1]})"


def numbers(values: Sequence[object]) -> str:
    """Return `2`, `2 and 5` or `2, 3 and 5`."""
    words = [str(value) for value in values]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def many(amount: int, thing: str) -> str:
    """Return `1 node` or `3 nodes`."""
    return f"{amount:,} {thing}{'' if amount == 1 else 's'}"


def cause(cause: Cause) -> str:
    """Return why a square cannot hold a queen, as a clause."""
    if isinstance(cause, Attack):
        return f"same {LINES[cause.line]} as the queen on {square(cause.queen)}"
    if isinstance(cause, HallSet):
        row, needs = ("row", "needs") if len(cause.rows) == 1 else ("rows", "need")
        line = LINES[cause.line] + ("s" if len(cause.values) > 1 else "")
        values = numbers(cause.values) + LINE_NUMBERS[cause.line]
        return f"{row} {numbers(cause.rows)} {needs} {line} {values}"
    if isinstance(cause, NoSupport):
        return f"every column still open in row {cause.row} is attacked from here"
    return f"removed by {cause.by}, which does not say why"


def step(search: Search, step: Step) -> str:
    """Return what happens in a step, as a sentence without its full stop."""
    kind, numbers_ = step[0], step[2:]
    if kind in (REJECTION, PRUNED):
        verb = "refused" if kind == REJECTION else "pruned"
        return f"{square((step[2], step[3]))} is {verb}: {cause(search.cause(step))}"
    if kind == PROPAGATOR:
        return f"run: {search.propagators[step[2]]}"
    if kind == FAILURE:
        return "failure" if step[2] < 0 else f"failure: row {step[2]} has no column left"
    if kind == HIDDEN:
        things = zip(numbers_, ("node", "failure", "solution"), strict=True)
        return f"not shown below: {', '.join(many(amount, thing) for amount, thing in things)}"
    if kind in (DECISION, REFUTATION, CHECK, BACKTRACK):
        where = square((step[2], step[3]))
        return {
            DECISION: f"decide: a queen on {where}",
            REFUTATION: f"and not {where}: it is ruled out here",
            CHECK: f"test {where}",
            BACKTRACK: f"take back the queen on {where}",
        }[kind]
    return f"solution: columns {' '.join(map(str, numbers_))}"
