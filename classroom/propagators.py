"""The learner's own propagator, judged by brute force on boards that the page does not show.

It is called as `propagate(board, domains)`, `domains[row]` being the set of columns open in a row,
and prunes in place. No square of a solution may go; the first one that does ends the call. What
must go says the exercise: what fixed rows attack, all that is in no solution, or all but one
square a row. Runs in the browser.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from types import ModuleType
from typing import Any

from classroom.graded import NAME, own_file
from explain import words
from harness.record.failure import describe
from harness.slips.searches import Call, right
from queens import RULES, Attack, Board, HallSet, Queens, Square, regions

BOARDS = 8
PUZZLES = (
    ("AAABB", "ACAAA", "ACAAA", "AADAA", "EAAAA"),
    ("ABAAC", "AAADC", "AAACC", "CCCCC", "CCEEC"),
    ("AABBAA", "AAABAA", "CAAAAA", "DDDAEE", "DDDDDD", "FFDDDD"),
    ("ABBBBB", "CDBBBB", "CDBBBB", "CCEEEB", "CCFEEE", "CCCCCC"),
)

Data = dict[str, Any]


class _Wrong(BaseException):
    """A square was pruned that a solution has; no `except Exception` catches it."""

    def __init__(self, square: Square, line: int | None) -> None:
        super().__init__(square)
        self.square = square
        self.line = line


@dataclass(frozen=True)
class Case:
    """A hidden board, and for each square that must be pruned why."""

    board: Board
    solutions: tuple[Queens, ...]
    due: dict[Square, str]
    fixed: tuple[Square, ...] = ()
    """Rows that have one column left, though no queen is placed there."""

    def domains(self) -> list[set[int]]:
        """Return the domains to begin with."""
        fixed = dict(self.fixed)
        rows = range(self.board.n)
        return [{fixed[row]} if row in fixed else {*self.board.columns(row)} for row in rows]


class _Domain(set[int]):
    """The columns open in a row; each change is looked at when it is made."""

    row = 0
    kept: frozenset[int] = frozenset()

    def _looked_at(self) -> None:
        lost = sorted(self.kept - self)
        if lost:
            raise _Wrong((self.row, lost[0]), _line_at_work())


def _changing(name: str) -> Callable[..., Any]:
    def change(self: _Domain, *parts: Any) -> Any:
        value = getattr(set, name)(self, *parts)
        self._looked_at()
        return value

    return change


for _name in (
    *("discard", "remove", "pop", "clear", "difference_update", "intersection_update"),
    *("symmetric_difference_update", "__isub__", "__iand__", "__ixor__"),
):
    setattr(_Domain, _name, _changing(_name))


class _Domains(list[set[int]]):
    """The domains of all rows; a set put in the place of another one is looked at too."""

    def __init__(self, case: Case) -> None:
        self._kept = [frozenset(queens[row] for queens in case.solutions) for row in _rows(case)]
        super().__init__(self._watched(row, one) for row, one in enumerate(case.domains()))

    def __setitem__(self, row: Any, columns: Any) -> None:
        if isinstance(row, slice):  # as in domains[:] = [...]
            super().__setitem__(row, [self._watched(*one) for one in enumerate(columns)])
        else:
            super().__setitem__(row, self._watched(range(len(self))[row], columns))

    def _watched(self, row: int, columns: Iterable[int]) -> _Domain:
        domain = _Domain(columns)
        domain.row, domain.kept = row, self._kept[row]
        domain._looked_at()
        return domain


def _rows(case: Case) -> range:
    return range(case.board.n)


def _line_at_work() -> int | None:
    """Return the line of the learner's file that is at work."""
    frame = sys._getframe()
    while frame is not None and not frame.f_code.co_filename.endswith(NAME):
        frame = frame.f_back  # type: ignore[assignment]  # None at the end
    return frame.f_lineno if frame is not None else None


def judge(source: str, boards: str, say: Callable[[Data], None]) -> Data:
    """Return the verdict on a propagator; each hidden board is said before and after it is tried.

    The first board on which it is wrong ends the judgement.
    """
    path = own_file(source)
    code = compile(source, str(path), "exec")
    if "def propagate(" not in source:
        raise ValueError(f"{NAME} has no propagate(board, domains): define it")
    for number, case in enumerate(CASES[boards](), start=1):
        name = f"hidden board {number} (n = {case.board.n})"
        say({"begun": name})
        found = _wrong(code, case)
        say({"board": {"name": name, "passed": not found, **(found or {"findings": []})}})
        if found:
            return {"passed": False, "slip": "", "line": None}
    return {"passed": True, "slip": "", "line": None}


def _wrong(code: Any, case: Case) -> Data | None:
    """Return what is wrong on one board, drawn; None if nothing is."""
    domains = _Domains(case)
    try:
        module = ModuleType("propagator_mine")
        exec(code, vars(module))  # the learner's own code, in the learner's browser
        returned = module.propagate(case.board, domains)
    except _Wrong as wrong:
        return _pruned_wrongly(case, wrong)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is told
        return {"findings": [{"kind": "crashed", "text": f"It crashed: {describe(error)}."}]}
    return _not_a_pruning(case, domains) or _too_weak(case, domains, returned)


def _not_a_pruning(case: Case, domains: list[set[int]]) -> Data | None:
    if len(domains) != case.board.n:
        text = f"There were {case.board.n} domains, one a row, and now there are {len(domains)}."
        return {"findings": [{"kind": "invalid", "text": text}]}
    for row, (domain, before) in enumerate(zip(domains, case.domains(), strict=True)):
        if not domain <= before:
            text = f"Row {row} has columns that were not open: a propagator only prunes."
            return {"findings": [{"kind": "invalid", "text": text}]}
    return None


def _too_weak(case: Case, domains: list[set[int]], returned: Any) -> Data | None:
    left = [square for square in case.due if square[1] in domains[square[0]]]
    if not left:
        return None
    text = f"{left[0]} is still open: {case.due[left[0]]}."
    if returned is not None:
        text += f" propagate returned a {type(returned).__name__}: prune the sets in place."
    finding = {"kind": "too weak", "text": text}
    return {"findings": [finding], "drawing": _drawn(case, domains, left[0])}


def _pruned_wrongly(case: Case, wrong: _Wrong) -> Data:
    row, column = wrong.square
    queens = next(queens for queens in case.solutions if queens[row] == column)
    at = f" in line {wrong.line}" if wrong.line else ""
    text = f"{wrong.square} is pruned{at}, and a solution has a queen there: {queens}."
    drawing = _drawn(case, case.domains(), wrong.square)
    drawing["board"]["placed"] = [*enumerate(queens)]
    return {"findings": [{"kind": "pruned wrongly", "text": text}], "drawing": drawing}


def _drawn(case: Case, domains: list[set[int]], square: Square) -> Data:
    """Return a board as the page draws it: what is not open is blocked, one square is framed."""
    every = [(row, column) for row in _rows(case) for column in _rows(case)]
    fixed = [(row, *domain) for row, domain in enumerate(domains) if len(domain) == 1]
    shut = [(row, column) for row, column in every if column not in domains[row]]
    board = {"n": case.board.n, "placed": fixed, "blocked": shut}
    rule = {"rule": case.board.rule.name, "regions": case.board.regions}
    return {"board": board | rule, "blamed": [square]}


def _attacked() -> Iterator[Case]:
    """Yield boards on which some rows are fixed: what their queens attack must go."""
    chance = Random("attacked")
    for number in range(BOARDS):
        n = 4 + number % 3
        every = [(row, column) for row in range(n) for column in range(n)]
        queens = chance.choice(list(right(Call(Board(n)))))
        fixed = tuple(sorted(chance.sample([*enumerate(queens)], 1 + number % 2)))
        blocked = [one for one in chance.sample(every, n) if queens[one[0]] != one[1]]
        board = Board(n, blocked=blocked)
        solutions = tuple(right(Call(Board(n, fixed, blocked))))
        due = {
            square: words.cause(board, Attack(queen, line))
            for queen in fixed
            for square in every
            if square[0] != queen[0] and (line := board.shared(queen, square))
        }
        yield Case(board, solutions, due, fixed)


def _hall() -> Iterator[Case]:
    """Yield boards of rooks with Hall sets of two rows and more: all in no solution must go."""
    chance, found = Random("hall"), 0
    while found < BOARDS:
        n = 4 + found % 3
        every = [(row, column) for row in range(n) for column in range(n)]
        board = Board(n, blocked=chance.sample(every, n * n // 2), rule=RULES["rooks"])
        solutions = tuple(right(Call(board)))
        due = _hall_sets(board, solutions)
        if solutions and any("rows" in reason for reason in due.values()):
            found += 1
            yield Case(board, solutions, due)


def _hall_sets(board: Board, solutions: tuple[Queens, ...]) -> dict[Square, str]:
    """Return the squares in no solution, each with the smallest Hall set that says so."""
    rows = range(board.n)
    lost = {(row, column) for row in rows for column in board.columns(row)}
    lost -= {square for queens in solutions for square in enumerate(queens)}
    due: dict[Square, str] = {}
    for size in range(1, board.n):
        for some in combinations(rows, size):
            columns = tuple(sorted({column for row in some for column in board.columns(row)}))
            if len(columns) == size:
                reason = words.cause(board, HallSet("column", some, columns))
                for row, column in lost:
                    if row not in some and column in columns:
                        due.setdefault((row, column), reason)
    return dict(sorted(due.items()))


def _puzzles() -> Iterator[Case]:
    """Yield region puzzles: one square a row may be left."""
    for lines in PUZZLES:
        board = Board(len(lines), rule=regions(lines))
        solutions = tuple(right(Call(board)))
        (queens,) = solutions
        every = [(row, column) for row in range(board.n) for column in board.columns(row)]
        due = {square: NOT_SOLVED for square in every if queens[square[0]] != square[1]}
        yield Case(board, solutions, due)


NOT_SOLVED = "the puzzle is solved when each row has one square left, and this one is not it"
CASES: dict[str, Callable[[], Iterator[Case]]] = {
    "attacked": _attacked,
    "hall": _hall,
    "regions": _puzzles,
}
"""The hidden boards of each exercise, by the name that it gives."""
