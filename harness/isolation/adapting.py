"""A function of the user's own making as the contract has it: by another name, by what it returns.

Lives in the run's own process. What is returned (a list, a generator, a count) is read in the
form that was said, and each answer handed over as columns; what cannot be read is handed over as
it is, and the audit says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

from queens import Board

FORMS = ("columns", "rows", "matrix", "squares", "count")
QUEENS = "Q♛♕q"
ONES = "1X*#O"


def adapted(module: ModuleType, how: dict[str, Any]) -> Any:
    """Return what has the contract's function, calling the user's as `how` says.

    `how` has function (NAME or CLASS.NAME), returns (one of FORMS, or None for answers that are
    handed over) and takes (board or n).
    """
    function = _function(module, how["function"])
    returns = how["returns"]

    def argument(board: Board) -> Any:
        return board if how["takes"] == "board" else board.n

    def solve_all(board: Board, on_solution: Callable[[Any], None]) -> Any:
        if returns is None:
            return function(argument(board), on_solution)
        answers = function(argument(board))
        if not isinstance(answers, Iterable) or isinstance(answers, (str, bytes)):
            return answers
        for answer in answers:
            on_solution(columns_of(answer, returns, board.n))
        return None

    def count_all(board: Board) -> Any:
        found = function(argument(board))
        return found if isinstance(found, int) else len(list(found))

    if returns == "count":
        return SimpleNamespace(count_all=count_all)
    return SimpleNamespace(solve_all=solve_all)


def _function(module: ModuleType, name: str) -> Callable[..., Any]:
    """Return a function by its name, or a method of a new object by CLASS.NAME."""
    found: Any = module
    *classes, last = name.split(".")
    for one in classes:
        found = getattr(found, one)()
    function: Callable[..., Any] = getattr(found, last)
    return function


def columns_of(answer: Any, form: str, n: int) -> Any:
    """Return the columns of a board in one of FORMS; the answer itself if it has not that form."""
    try:
        if form == "rows":
            rows = answer.splitlines() if isinstance(answer, str) else list(answer)
            return tuple(_column([one for one in row if not one.isspace()], n) for row in rows)
        if form == "matrix":
            return tuple(_column(row, n) for row in answer)
        if form == "squares":
            squares = sorted(tuple(square) for square in answer)
            if [row for row, _ in squares] != list(range(n)):
                return answer
            return tuple(column for _, column in squares)
    except (TypeError, ValueError, AttributeError):
        return answer
    return answer


def _column(row: Sequence[Any], n: int) -> int:
    """Return where the one queen of a row is; raises ValueError where there is not one."""
    marked = [column for column, one in enumerate(row) if isinstance(one, str) and one in QUEENS]
    marked = marked or [
        column
        for column, one in enumerate(row)
        if (one in ONES if isinstance(one, str) else bool(one))
    ]
    if len(row) != n or len(marked) != 1:
        raise ValueError(f"no row of {n} squares with one queen: {row!r}")
    return marked[0]
