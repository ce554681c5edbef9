"""Searches that find what they should and hand over something else, or keep it for later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from harness.slips.searches import Call, DoesNotApply, right
from harness.slips.slip import ANY, Program, Range
from queens import Board, Queens, canonical, mirror, symmetries


def each(change: Callable[[Queens], Any]) -> Program:
    """Return the search that hands over each solution in another form."""
    return lambda call: (change(queens) for queens in right(call))


def several(change: Callable[[Queens], Sequence[Any]]) -> Program:
    """Return the search that hands over these for each solution."""
    return lambda call: (answer for queens in right(call) for answer in change(queens))


def begun(columns: Callable[[int], range], images: bool) -> Program:
    """Return the search of the first row's `columns(n)` alone, with `images` each mirrored."""

    def program(call: Call) -> Iterator[Queens]:
        for queens in right(call):
            if queens[:1] and queens[0] in columns(call.board.n):
                yield queens
                if images:
                    yield mirror(queens)

    return program


def one_of_each(images: Callable[[Queens], Sequence[Queens]]) -> Program:
    """Return the search that hands over the first solution found of each set of images."""

    def program(call: Call) -> Iterator[Queens]:
        seen: set[Queens] = set()
        for queens in right(call):
            if queens not in seen:
                yield queens
                seen.update(images(queens))

    return program


def canonical_ones(call: Call) -> Iterator[Queens]:
    """Yield the smallest image of each solution, once."""
    yield from dict.fromkeys(canonical(queens) for queens in right(call))


def images_of_each(call: Call) -> Iterator[Queens]:
    """Yield all eight images of each fundamental solution, equal ones too."""
    for queens in dict.fromkeys(canonical(queens) for queens in right(call)):
        yield from symmetries(queens)


def images_of_own_canonical(call: Call) -> Iterator[Queens]:
    """Yield all eight images of each solution that is the smallest of its own."""
    for queens in right(call):
        if queens == canonical(queens):
            yield from symmetries(queens)


def own_canonical(call: Call) -> Iterator[Queens]:
    """Yield the solutions that are the smallest of their images."""
    return (queens for queens in right(call) if queens == canonical(queens))


def exchanged(queens: Queens) -> Queens:
    """Return the row of each column's queen."""
    if len(set(queens)) != len(queens):
        raise DoesNotApply
    return tuple(queens.index(column) for column in range(len(queens)))


def rows_of(queen: Any, empty: Any, is_text: bool) -> Callable[[Queens], Any]:
    """Return what draws a solution row by row, each a text or a list."""

    def draw(queens: Queens) -> list[Any]:
        n = len(queens)
        rows = [[queen if c == column else empty for c in range(n)] for column in queens]
        return ["".join(row) for row in rows] if is_text else rows

    return draw


def lines_of(queen: str, empty: str, between: str, end: str = "") -> Callable[[Queens], str]:
    """Return what draws a solution as one text."""

    def draw(queens: Queens) -> str:
        rows = [[queen if c == column else empty for c in range(len(queens))] for column in queens]
        return "\n".join(between.join(row) for row in rows) + end

    return draw


def spread_digits(queens: Queens) -> list[int]:
    """Return the digits of the columns one by one, as they come out of a text of digits."""
    return [int(digit) for digit in "".join(map(str, queens))]


def squares(call: Call, placed: bool, blocked: bool) -> Iterator[Queens]:
    """Yield the solutions of the board with its placed, or its blocked, squares left out."""
    board = call.board
    kept = (() if placed else board.placed, () if blocked else board.blocked)
    return iter(right(call.on(Board(board.n, *kept, board.rule))))


def appended(all_sizes: bool, call: Call) -> Iterator[Queens]:
    """Yield the answers of all earlier calls again, then those of this one."""
    for board in (*call.earlier, call.board):
        for queens in right(call.on(board)):
            if all_sizes or board.n == call.board.n:
                yield queens


def appended_under_way(call: Call) -> Iterator[Queens]:
    """Yield for each solution found all that have been found so far."""
    found: list[Queens] = []
    for queens in right(call):
        found.append(queens)
        yield from found


def remembered(call: Call) -> Iterator[Queens]:
    """Yield the answers of the first call with a board of this size."""
    first = next((one for one in call.earlier if one.n == call.board.n), call.board)
    return iter(right(call.on(first)))


def first_answers(call: Call) -> Iterator[Queens]:
    """Yield the answers of the first call, whatever the board."""
    return iter(right(call.on((*call.earlier, call.board)[0])))


def first_size(crashes: bool, call: Call) -> Iterator[Queens]:
    """Raise, or find nothing, on a board larger than that of the first call."""
    if any(one.n < call.board.n for one in call.earlier[:1]):
        if crashes:
            raise IndexError
        return
    yield from right(call)


def used_up(call: Call) -> Iterator[Queens]:
    """Yield nothing on a second call."""
    return iter(() if call.earlier else right(call))


def repeated(solutions: Sequence[Queens], answers: Sequence[Any]) -> Range | None:
    """Return how often each solution came, if that is more than once and the same for all."""
    if not solutions:
        return None if answers else ANY
    times = Counter(map(_key, answers))
    often = set(times.values())
    if set(times) != set(map(_key, solutions)) or len(often) != 1 or often == {1}:
        return None
    return (often.pop(),) * 2


def limited(solutions: Sequence[Queens], answers: Sequence[Any]) -> Range | None:
    """Return the number of solutions after which the search stops, one at least two."""
    found = set(map(_key, answers))
    if len(found) < len(answers) or not found <= set(map(_key, solutions)):
        return None
    if len(found) == len(solutions):
        return (max(2, len(found)), float("inf"))
    return None if len(found) < 2 else (len(found),) * 2


def same_list(solutions: Sequence[Queens], answers: Sequence[Any]) -> Range | None:
    """Fit as many equal answers as there are solutions, each in its last state."""
    alike = all(answer == answers[0] for answer in answers)
    return ANY if alike and len(answers) == len(solutions) else None


def disjoint(solutions: Sequence[Queens], answers: Sequence[Any]) -> Range | None:
    """Fit solutions of which no two share a square, and to which none can be added."""
    found = [_key(one) for one in answers if isinstance(one, (list, tuple))]
    if len(found) < len(answers) or not set(found) <= set(solutions):
        return None
    used = {square for queens in found for square in enumerate(queens)}
    if len(used) < sum(map(len, found)):
        return None
    is_full = all(used.intersection(enumerate(queens)) for queens in solutions if queens)
    return ANY if is_full else None


def _key(answer: Any) -> Any:
    return tuple(map(_key, answer)) if isinstance(answer, list) else answer


def ordered_by(index: int) -> Any:
    """Return the fit of one solution for each column of a row."""

    def fit(solutions: Sequence[Queens], answers: Sequence[Any]) -> Range | None:
        found = [_key(one) for one in answers if isinstance(one, (list, tuple))]
        if len(found) < len(answers) or not set(found) <= set(solutions):
            return None
        columns = [queens[index] for queens in found if queens]
        every = {queens[index] for queens in solutions if queens}
        return ANY if sorted(columns) == sorted(every) else None

    return fit


SYMBOLS = [
    ("Q", "."),
    ("Q", "-"),
    ("Q", "_"),
    ("Q", " "),
    ("Q", "*"),
    ("Q", "#"),
    ("X", "."),
    ("X", "-"),
    ("1", "0"),
    ("q", "."),
    ("♛", "."),
    ("O", "."),
    ("#", "."),
    ("*", "."),
]
