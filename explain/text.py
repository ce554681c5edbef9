"""A search told line by line, indented by the queens that stand, with a reason each."""

from __future__ import annotations

from collections.abc import Iterator

from explain import words
from explain.counts import tally
from explain.record import Kind, Record, Search
from queens import Board, text_board
from queens.words import many


def text(record: Record) -> str:
    """Return every search of the record, told one after the other."""
    return "\n\n".join("\n".join(tell(record, search)) for search in record.searches)


def tell(record: Record, search: Search) -> Iterator[str]:
    """Yield the lines of one search."""
    task = "first solution" if search.task == "one" else "all solutions"
    yield f"{search.approach}: {search.description}"
    yield f"{record.board}, {task}; squares are (row, column) from 0"
    yield ""
    depth = checks = 0
    steps = search.steps
    for index, step in enumerate(steps):
        kind = step[0]
        if kind == Kind.BACKTRACK:
            depth -= 1
        if kind == Kind.CHECK:
            checks += 1
            yield "    " * depth + _checked(record.board, search, index, checks)
        elif not (kind == Kind.REJECTION and index and steps[index - 1][0] == Kind.CHECK):
            yield "    " * depth + words.step(record.board, search, step)
        if kind == Kind.DECISION:
            depth += 1
        if kind == Kind.SOLUTION:
            drawn = text_board(step[2:], record.board).splitlines()
            yield from ("    " * depth + "  " + line for line in drawn)
    yield ""
    yield _summary(search)


def _checked(board: Board, search: Search, index: int, number: int) -> str:
    """Return the line of a check and what came of it, which the next step says."""
    row, column = search.steps[index][2:4]
    following = search.steps[index + 1] if index + 1 < len(search.steps) else ()
    is_refused = following and following[0] == Kind.REJECTION and following[2:4] == (row, column)
    outcome = words.step(board, search, following) if is_refused else words.is_free((row, column))
    return f"check {number}: {outcome}"


def _summary(search: Search) -> str:
    total = tally(search).total
    counted = [many(total[name], name[:-1]) for name in ("nodes", "failures", "solutions")]
    others = [
        many(total[name], thing)
        for name, thing in (("checks", "check"), ("pruned", "pruned square"))
        if total[name]
    ]
    return ", ".join(counted + others)
