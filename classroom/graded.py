"""The learner's own file: run in this process, graded as the autograder does it.

Runs in the browser, in a worker that the page ends when a call takes too long. A call has a
module of its own, made from the source anew, as it would have a fresh process elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

from harness.judge.diagnosis import slip_in_words
from harness.judge.findings import UNFINISHED
from harness.judge.grading import DEFAULT, WITH_SQUARES, BoardCheck, Grader
from harness.judge.validity import plain
from harness.record.failure import describe, error_fields
from harness.slips.simulation import ANSWERS_AT_MOST
from harness.slips.source import is_model
from queens import Board, GaveUp, Unsupported

NAME = "mine.py"
DEAR_N = 8

Data = dict[str, Any]


class _Stop(BaseException):
    """Raised through the search to end it; no `except Exception` catches it."""


def own_file(source: str) -> Path:
    """Write the source into a folder of its own, and return the file."""
    path = Path(mkdtemp()) / NAME
    path.write_text(source, encoding="utf-8")
    return path


def grade(source: str, check: Data, say: Callable[[Data], None]) -> Data:
    """Return the verdict on a file; each board is said before it is tried, and after.

    `check` is that of the exercise: whether boards have squares of their own, and how often the
    file may ask the board.
    """
    path = own_file(source)
    code = compile(source, str(path), "exec")
    if "def solve_all(" not in source:
        raise ValueError(f"{NAME} has no solve_all(board, on_solution): define it")
    grader = Grader(lambda board, earlier, most: _call(code, board, earlier, most))
    results: list[BoardCheck] = []
    boards: Sequence[Board] = (*DEFAULT, *(WITH_SQUARES if check["with_squares"] else ()))
    say({"begun": str(boards[0])})
    for result, following in zip(grader.grade(boards), (*boards[1:], None), strict=False):
        results.append(result)
        say({"board": _board_data(result), "begun": str(following or "")})
    say({"begun": "boards that tell slips apart"})
    naming = grader.name_slip(results, source)
    passed = all(result.passed for result in results)
    dear = _too_dear(code, check) if passed and "asks" in check else ""
    return {
        "passed": passed and not dear,
        "slip": slip_in_words(naming, is_model(source)) if naming else dear,
        "line": naming.line if naming else None,
    }


def _too_dear(code: Any, check: Data) -> str:
    """Return what to say of a right search that asks the board too often; nothing if it does not.

    How often it asks is how many squares or rows it looks at.
    """
    asked, name = 0, check["asks"]

    class Counted(Board):
        """A board that counts how often it is asked."""

    def counted(board: Board, *parts: int) -> Any:
        nonlocal asked
        asked += 1
        return getattr(Board, name)(board, *parts)

    setattr(Counted, name, counted)
    _call(code, Counted(DEAR_N), (), ANSWERS_AT_MOST)
    if asked <= check["at_most"]:
        return ""
    return (
        f"Right, but on n = {DEAR_N} it calls board.{name} {asked:,} times; the search that the "
        f"exercise asks for needs at most {check['at_most']:,}."
    )


def timed_out(board: str, limit_s: float) -> Data:
    """Return what is said of a board on which the page has ended the search."""
    reason = f"time limit {limit_s:g} s, the search did not come back and was ended"
    text = UNFINISHED["timeout"].format(reason=reason)
    return {"name": board, "passed": False, "findings": [{"kind": "timeout", "text": text}]}


def _board_data(result: BoardCheck) -> Data:
    board = result.board
    example = next((one for finding in result.findings for one in finding.examples), None)
    return {
        "name": str(board),
        "n": board.n,
        "placed": board.placed,
        "blocked": board.blocked,
        "passed": result.passed,
        "expected_count": result.expected_count,
        "findings": [{"kind": one.kind, "text": one.text} for one in result.findings],
        "example": example if _is_drawn(example, board.n) else None,
    }


def _is_drawn(example: Any, n: int) -> bool:
    is_row = isinstance(example, list) and len(example) == n
    return is_row and all(type(one) is int and 0 <= one < n for one in example)


def _call(code: Any, board: Board, earlier: tuple[Board, ...], most: int) -> tuple[Data, list[Any]]:
    """Return the fields of a call in a module of its own, and what it delivered."""
    delivered: list[Any] = []

    def take(answer: Any) -> None:
        delivered.append(answer)  # no copy: one list handed over again and again is seen so
        if len(delivered) >= most:
            raise _Stop

    fields: Data = {"status": "complete", "returned": None}
    printed = StringIO()
    try:
        module = ModuleType("approach_mine")
        exec(code, vars(module))  # the learner's own code, in the learner's browser
        for one in earlier:
            with suppress(Exception):
                module.solve_all(one, lambda queens: None)
        with redirect_stdout(printed):
            returned = module.solve_all(board, take)
        if returned is not None and not isinstance(returned, dict):
            fields["returned"] = _in_words(returned)
    except _Stop:
        fields["status"] = "cut"
    except BaseException as raised:  # noqa: BLE001  # whatever it is, it becomes the status
        fields |= _failed(raised)
    counts = {"delivered_count": len(delivered), "printed_lines": printed.getvalue().count("\n")}
    return fields | counts, [plain(_columns(one)) for one in delivered]


def _in_words(returned: Any) -> str:
    """Return what came back in a few words: its type, and how many it holds."""
    kind = type(returned).__name__
    return f"a {kind} of {len(returned)}" if hasattr(returned, "__len__") else f"a {kind}"


def _failed(raised: BaseException) -> Data:
    reason = {"reason": describe(raised), "error": error_fields(raised)}
    if isinstance(raised, (Unsupported, GaveUp)):
        status = "unsupported" if isinstance(raised, Unsupported) else "gave_up"
        return {**reason, "status": status, "reason": str(raised)}
    if isinstance(raised, ImportError):
        return {**reason, "status": "not_installed"}
    return {**reason, "status": "memory" if isinstance(raised, MemoryError) else "crashed"}


def _columns(answer: Any) -> Any:
    """Return the answer as a tuple, unless it has no order of rows."""
    if isinstance(answer, (tuple, str, bytes, dict, set, frozenset)):
        return answer
    try:
        return tuple(answer)
    except TypeError:
        return answer
