"""How a file is entered: which of its functions is called, with what, and what comes back.

Read from the source, without running it, so that what differs is said before anything runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from queens.registry import TASKS, Approach, read_page

SIZES = ("n", "N", "size", "board_size", "num", "k")
CALLED = {"all": ("board", "on_solution"), "one": ("board",), "count": ("board",)}
RETURNS = "--returns columns, rows, matrix, squares or count"


@dataclass(frozen=True)
class Entry:
    """The task that a file is checked for; `function`, if it is not the contract's, and how.

    `takes` is board or n; `returns` the form of what is returned, None if answers are handed over.
    """

    task: str = "all"
    function: str | None = None
    takes: str = "board"
    returns: str | None = None

    @property
    def adapt(self) -> dict[str, str | None] | None:
        """What the worker needs to call the function; None for one of the contract."""
        if self.function is None:
            return None
        return {"function": self.function, "returns": self.returns, "takes": self.takes}

    @property
    def said(self) -> str:
        """The function's name."""
        return self.function or TASKS[self.task]


def entry_of(file: Path, function: str | None = None, returns: str | None = None) -> Entry:
    """Return how the file is entered. Raises ValueError naming the line where it cannot be."""
    known = dict(_functions(ast.parse(file.read_text(encoding="utf-8"), str(file))))
    if function is None and returns is None:
        return _by_contract(file, known)
    name = function or TASKS["count" if returns == "count" else "all"]
    name = next((one for one in known if name in (one, one.partition(".")[2])), name)
    if name not in known:
        raise ValueError(f"{file} has no function {name}: it has {', '.join(known) or 'none'}")
    required = _required(known[name])
    place = f"{file}:{known[name].lineno}: {name}({', '.join(required)})"
    if len(required) == 2 and returns is None:
        return Entry("all", name, _takes(required))
    if len(required) != 1:
        raise ValueError(f"{place} takes {len(required)} arguments: n or board is expected")
    if returns is None:
        raise ValueError(f"{place} returns its answers: say in which form, {RETURNS}")
    return Entry("count" if returns == "count" else "all", name, _takes(required), returns)


def as_called(approach: Approach) -> Approach:
    """Return the approach; raise ValueError if it is a user's file that cannot be called as due."""
    if approach.file is not None:
        entry_of(approach.file)
    return approach


def _by_contract(file: Path, known: dict[str, ast.FunctionDef]) -> Entry:
    functions = read_page(file).functions
    task = next(task for task in ("all", "one", "count") if TASKS[task] in functions)
    name = TASKS[task]
    if name in known:
        required = _required(known[name])
        place = f"{file}:{known[name].lineno}: {name}({', '.join(required)})"
        expected = f"{name}({', '.join(CALLED[task])})"
        if len(required) != len(CALLED[task]):
            hint = f", or add {RETURNS}" if len(required) == 1 else ""
            raise ValueError(f"{place} is called as {expected}: take these arguments{hint}")
        if required[0] in SIZES:
            raise ValueError(f"{place} is called as {expected}, and the size is board.n")
    return Entry(task)


def _takes(required: list[str]) -> str:
    return "board" if required[0] == "board" else "n"


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions of the file by name, methods by CLASS.NAME."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for one in node.body:
                if isinstance(one, ast.FunctionDef) and not one.name.startswith("__"):
                    yield f"{node.name}.{one.name}", one


def _required(function: ast.FunctionDef) -> list[str]:
    """Return the arguments without a default, self left out."""
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    names = names[: len(names) - len(function.args.defaults)]
    return names[1:] if names[:1] == ["self"] else names
