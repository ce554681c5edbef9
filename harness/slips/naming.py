"""Which slip a file has: the one that explains everything it handed over, or none.

A slip is named only if a search with it would have handed over exactly what came on every
board, the boards that came out right among them. Where several slips would, boards that tell
them apart are drawn and the file is run on them; one that is left alone is held to two drawn
boards as well. What remains is named, as one of several if need be. Where nothing remains,
nothing is guessed.

What came is compared in its order if it has that of a reference search (columns ascending or
descending, rows by rows or columns by columns), and else without order, since a right search may
try columns in any. A slip whose outcome depends on the order of the search is explained only by
a reference search in one of these orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from harness.slips.catalogue import CATALOGUE
from harness.slips.searches import Call, DoesNotApply, right
from harness.slips.simulation import Candidate, looked_at, outcome
from harness.slips.slip import Slip
from harness.slips.source import suspects
from queens import Board, is_solution

SOLUTIONS_AT_MOST = 400
"""Boards with more solutions are no evidence: simulating all slips on them takes too long."""
QUICK_UP_TO_N = 7
DRAWN_AT_MOST = 8
DRAWN_FROM = 20
CONFIRMED_BY = 2
SQUARES = ("used", "filtered", "ignored", "placed ignored", "blocked ignored")
"""How a search takes the board's squares: while it searches, at the end, or not at all."""
OWN_SQUARES = ("placed_ignored", "blocked_ignored", "squares_ignored")
IGNORED = dict(zip(SQUARES[2:], ("squares_ignored", *OWN_SQUARES[:2]), strict=True))


@dataclass(frozen=True)
class Seen:
    """What a file handed over in one call, in JSON's types and in its order.

    `end` is complete, cut (after `ANSWERS_AT_MOST`) or the name of the exception it raised.
    Of a count, `count` is all that is known; of a search for one solution, `answers` is that
    one or empty.
    """

    board: Board
    answers: Sequence[Any] = ()
    earlier: tuple[Board, ...] = ()
    end: str = "complete"
    count: int | None = None
    task: str = "all"

    @cached_property
    def times(self) -> Counter[str]:
        """How often each answer came."""
        return Counter(map(repr, self.answers))


@dataclass(frozen=True)
class Naming:
    """The slip, or the slips of which it is one; beside it, which squares are ignored, if any.

    `line` is where in the file to look, if that can be known.
    """

    slips: tuple[Slip, ...]
    ignored: str | None = None
    line: int | None = None
    drawn: tuple[Seen, ...] = ()

    @property
    def name(self) -> str:
        """The slip's name; of several, theirs with "or" between."""
        names = " or ".join(slip.name for slip in self.slips)
        return f"{names} and {IGNORED[self.ignored]}" if self.ignored else names


Run = Callable[[Board, tuple[Board, ...]], Seen | None]
"""Calls the file on a board, after earlier boards in the same process; None if it cannot."""


def name_slip(
    seen: Sequence[Seen], run: Run, takes_squares: bool = True, source: str | None = None
) -> Naming | None:
    """Return the slip that explains all that was seen, None if none does or nothing is wrong.

    `run` calls the file on drawn boards, plain ones only unless it `takes_squares`. In the file's
    `source`, if it is given, must stand what a slip needs.
    """
    if all(map(is_right, seen)):
        return None
    evidence = [one for one in seen if _is_small(one)]
    if not evidence or all(map(is_right, evidence)):
        return None
    evidence.sort(key=lambda one: (one.board.n, len(one.board.placed) + len(one.board.blocked)))
    large = [one for one in evidence if one.board.n > QUICK_UP_TO_N]
    small = [one for one in evidence if one not in large]
    if all(map(is_right, small)):
        small, large = evidence, []
    candidates = [
        one
        for one in _explaining(small)
        if source is None or not one.slip.needs or any(w in source for w in one.slip.needs)
    ]
    drawn: list[Seen] = []
    for call in _telling(candidates, takes_squares, seen[0].task):
        found = run(call.board, call.earlier)
        if found is None:
            return None
        drawn.append(found)
        candidates[:] = [kept for one in candidates if (kept := explains(one, found))]
    # what takes longest comes last, where few are left
    candidates = [kept for one in candidates if (kept := _after_all(one, large))]
    return _named(candidates, drawn, suspects(source) if source else {})


def is_right(seen: Seen) -> bool:
    """Return whether a call handed over what it should."""
    solutions = right(Call(seen.board))
    if seen.end != "complete":
        return False
    if seen.count is not None:
        return seen.count == len(solutions)
    if seen.task == "one":
        return bool(seen.answers) == bool(solutions) and all(
            isinstance(one, list) and is_solution(seen.board, one) for one in seen.answers
        )
    return seen.times == Counter(repr(list(queens)) for queens in solutions)


def _is_small(seen: Seen) -> bool:
    board = seen.board
    if board.is_plain:
        return board.n <= 9
    return len(right(Call(board))) <= SOLUTIONS_AT_MOST


def _explaining(evidence: Sequence[Seen]) -> Iterator[Candidate]:
    """Yield the slips, each in a form, that explain all evidence.

    Plain boards first: on them it is all the same how a search takes squares.
    """
    plain = [one for one in evidence if one.board.is_plain]
    other = [one for one in evidence if not one.board.is_plain]
    for slip in CATALOGUE:
        ways = SQUARES[:1] if slip.name in OWN_SQUARES else SQUARES
        for form in _forms(slip, evidence[0].task):
            found = _after_all(form, plain)
            for squares in ways if found else ():
                candidate = _after_all(replace(found, squares=squares), other) if found else None
                if candidate:
                    yield candidate


def _after_all(form: Candidate, evidence: Sequence[Seen]) -> Candidate | None:
    """Return the candidate, with what is known of it then, if it explains all evidence."""
    candidate: Candidate | None = form
    for one in evidence:
        candidate = candidate and explains(candidate, one)
    return candidate


def _forms(slip: Slip, task: str) -> Iterator[Candidate]:
    """Yield the programs of a slip, each in the orders of a search that make a difference."""
    if slip.fit:
        yield Candidate(slip, None)
        return
    both = (False, True) if slip.is_ordered or task == "one" else (False,)
    for program in slip.programs:
        for descending in both:
            for by_columns in both:
                yield Candidate(slip, program, descending, by_columns)


def explains(candidate: Candidate, seen: Seen) -> Candidate | None:
    """Return the candidate, with what is known of it now, if it explains what was seen."""
    try:
        if candidate.program is None:
            return _fits(candidate, seen)
        answers, end = outcome(candidate, Call(seen.board, seen.earlier))
    except DoesNotApply:
        return None
    if end != seen.end:
        return None
    if seen.count is not None:
        return candidate if len(answers) == seen.count or end != "complete" else None
    if seen.task == "one":
        return candidate if answers[:1] == list(seen.answers) else None
    if answers == list(seen.answers):
        return candidate
    if end == "cut" or Counter(map(repr, answers)) == seen.times:
        return replace(candidate, in_order=False)
    return None


def _fits(candidate: Candidate, seen: Seen) -> Candidate | None:
    """Return the candidate of a slip that is told by a property of the answers, if they fit."""
    if seen.end != "complete" or seen.task != "all" or candidate.slip.fit is None:
        return None
    board = seen.board
    solutions = right(Call(looked_at(board, candidate.squares)))
    if candidate.squares == "filtered":
        solutions = [queens for queens in solutions if is_solution(board, queens)]
    found = candidate.slip.fit(solutions, seen.answers)
    if found is None:
        return None
    low, high = max(candidate.number[0], found[0]), min(candidate.number[1], found[1])
    return replace(candidate, number=(low, high)) if low <= high else None


def _telling(candidates: list[Candidate], takes_squares: bool, task: str) -> Iterator[Call]:
    """Yield drawn calls that tell the candidates apart, as they are left after each."""
    pool = _drawn(takes_squares)
    drawn = 0
    while candidates and drawn < DRAWN_AT_MOST:
        calls = list(islice(pool, DRAWN_FROM))
        if not calls:
            return
        call = _most_telling(candidates, calls, task, drawn)
        if call is not None:
            drawn += 1
            yield call


def _drawn(takes_squares: bool) -> Iterator[Call]:
    """Yield calls that may tell slips apart: boards with squares drawn at random, some again."""
    chance = Random(0)
    if not takes_squares:
        for n in (5, 6, 7, 4):
            yield Call(Board(n), (Board(n + 1),))
            yield Call(Board(n), (Board(n - 1), Board(n)))
        return
    for number in range(DRAWN_AT_MOST * DRAWN_FROM):
        n = 4 + number % 3
        every = [(row, column) for row in range(n) for column in range(n)]
        blocked = chance.sample(every, chance.randrange(1, n + 2))
        if number % 2:  # few squares open, so that a search that goes wrong meets solutions too
            spared = chance.choice(right(Call(Board(n))))
            closed = [square for square in every if spared[square[0]] != square[1]]
            blocked = chance.sample(closed, chance.randrange(len(closed) // 2, len(closed)))
        placed = chance.sample(every, 1) if number % 5 == 3 else []
        earlier = (Board(n - 1), Board(n))[: number % 3]
        yield Call(Board(n, placed, blocked), earlier)


def _most_telling(
    candidates: Sequence[Candidate], calls: Sequence[Call], task: str, drawn: int
) -> Call | None:
    """Return the call that tells most slips apart; at first, one that a right file ends otherwise.

    None if there is no such call among these.
    """
    best: Call | None = None
    most = 1 if drawn >= CONFIRMED_BY else 0
    for call in calls:
        kinds = {_predicted(candidate, call, task) for candidate in candidates}
        solutions = sorted(repr(list(queens)) for queens in right(call))
        found = 0 if repr((solutions, "complete")) in kinds or len(solutions) < 2 else 1
        if max(found, len(kinds) if len(kinds) > 1 else 0) > most:
            best, most = call, len(kinds)
    return best


def _predicted(candidate: Candidate, call: Call, task: str) -> str:
    """Return what the candidate would hand over, in a form that can be compared."""
    if candidate.program is None:
        return candidate.slip.name
    try:
        answers, end = outcome(candidate, call)
    except DoesNotApply:
        return "none"
    return repr((answers[:1] if task == "one" else sorted(map(repr, answers)), end))


def _named(
    candidates: Sequence[Candidate], drawn: Sequence[Seen], lines: Mapping[str, int]
) -> Naming | None:
    """Return what the candidates come to.

    Of several that nothing tells apart, those in the order of a reference search are kept, then
    those for which the source has a line to look at.
    """
    if not candidates:
        return None
    left = [one for one in candidates if one.in_order and one.program] or list(candidates)
    if len({one.slip for one in left}) > 1:
        left = [one for one in left if one.slip.name in lines] or left
    slips = tuple(dict.fromkeys(one.slip for one in left))
    line = lines.get(slips[0].name) if len(slips) == 1 else None
    ways = {one.squares for one in left}
    ignored = ways.pop() if len(ways) == 1 else None
    return Naming(slips, ignored if ignored in IGNORED else None, line, tuple(drawn))
