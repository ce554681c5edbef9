"""Where in a file to look: lines of the source that a slip may be in, found without running it.

Each is a line on which something stands that the slip needs: a mark that is set and never taken
back, a return in the loop of a search, a list handed over without a copy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

KEPT = {
    frozenset({"column"}): "column_mark_kept",
    frozenset({"up"}): "up_mark_kept",
    frozenset({"down"}): "down_mark_kept",
    frozenset({"up", "down"}): "diagonal_marks_kept",
    frozenset({"column", "up"}): "column_and_diagonal_kept",
    frozenset({"column", "down"}): "column_and_diagonal_kept",
    frozenset({"column", "up", "down"}): "all_marks_kept",
}
SOLVERS = ("ortools", "constraint", "pysat", "clingo", "pychoco", "minizinc", "cpmpy", "nucs")
EMPTY = ("list", "dict", "set", "defaultdict", "Counter")


@dataclass(frozen=True)
class Marks:
    """The lines that set a mark in a container and those that take one back."""

    meanings: dict[str, ast.expr | None]
    set_at: dict[str, int] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    taken_back: set[str] = field(default_factory=set)

    def set(self, owner: str, number: ast.expr, at: int) -> None:
        """Note that a mark is set, if the number can be told to be that of a line."""
        line = _line_of(number, self.meanings)
        if line is not None:
            self.set_at.setdefault(owner, at)
            self.lines.setdefault(owner, line)


def is_model(source: str) -> bool:
    """Return whether the file states a model for a solver."""
    return any(
        (alias.name if isinstance(node, ast.Import) else node.module or "").split(".")[0] in SOLVERS
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    )


def suspects(source: str) -> dict[str, int]:
    """Return for slips by name the line to look at, where the source has one."""
    tree = ast.parse(source)
    found: dict[str, int] = {}
    for name, line in _all(tree):
        found.setdefault(name, line)
    return found


def _all(tree: ast.Module) -> Iterator[tuple[str, int]]:
    yield from _marks_kept(tree)
    yield from _returns(tree)
    yield from _loops_and_ends(tree)
    yield from _kept_between_calls(tree)
    for call in _calls(tree, "on_solution"):
        if call.args and isinstance(call.args[0], ast.Name):
            yield "buffer_reused", call.lineno


def _marks_kept(tree: ast.Module) -> Iterator[tuple[str, int]]:
    marks = Marks(_meanings(tree))
    for node in ast.walk(tree):
        _note_mark(node, marks)
    kept = {name: line for name, line in marks.set_at.items() if name not in marks.taken_back}
    lines = frozenset(marks.lines[name] for name in kept)
    if lines in KEPT:
        yield KEPT[lines], min(kept.values())
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    text = ast.unparse(tree)
    for function in functions:
        if any(_calls(function, function.name)):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    owner = ast.unparse(node.func.value)
                    if node.func.attr == "append" and not any(
                        words in text for words in (f"{owner}.pop", f"del {owner}", f"{owner}[")
                    ):
                        yield "queen_kept", node.lineno


def _note_mark(node: ast.AST, marks: Marks) -> None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        owner, verb = ast.unparse(node.func.value), node.func.attr
        if verb == "add":
            marks.set(owner, node.args[0], node.lineno)
        elif verb in ("remove", "discard", "difference_update"):
            marks.taken_back.add(owner)
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
        for target in node.targets:
            _note_subscript(target, bool(node.value.value), node.lineno, marks)
    elif isinstance(node, ast.AugAssign):
        sets = isinstance(node.op, (ast.Add, ast.BitOr))
        _note_subscript(node.target, sets, node.lineno, marks)
        if isinstance(node.target, ast.Name):
            if isinstance(node.op, ast.BitOr):
                marks.set(node.target.id, node.value, node.lineno)
            else:
                marks.taken_back.add(node.target.id)


def _note_subscript(target: ast.expr, sets: bool, line: int, marks: Marks) -> None:
    if isinstance(target, ast.Subscript) and not isinstance(target.value, ast.Subscript):
        owner, number = ast.unparse(target.value), target.slice
        if isinstance(number, ast.Tuple) and isinstance(number.elts[0], ast.Constant):
            owner += f"[{number.elts[0].value!r}]"  # one dict for all lines
        if sets:
            marks.set(owner, number, line)
        else:
            marks.taken_back.add(owner)


def _meanings(tree: ast.Module) -> dict[str, ast.expr | None]:
    """Return what each name is assigned; None for the variable of a loop."""
    found: dict[str, ast.expr | None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            found[node.target.id] = None
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, node.value)
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    for name, value in zip(target.elts, node.value.elts, strict=False):
                        if isinstance(name, ast.Name):
                            found.setdefault(name.id, value)
    return found


def _line_of(number: ast.expr, meanings: dict[str, ast.expr | None]) -> str | None:
    """Return which line a number is of: up, down or column; None if that cannot be told."""
    if isinstance(number, ast.Name):
        if number.id not in meanings:
            return None
        meant = meanings[number.id]
        if meant is None:
            return "column"
        return None if isinstance(meant, (ast.Constant, ast.Name)) else _line_of(meant, meanings)
    for node in ast.walk(number):
        if isinstance(node, ast.BinOp):
            names = isinstance(node.left, ast.Name) and isinstance(node.right, ast.Name)
            if names and isinstance(node.op, (ast.Add, ast.Sub)):
                return "up" if isinstance(node.op, ast.Add) else "down"
    return "column"


def _returns(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and any(_calls(function, function.name)):
            for loop in ast.walk(function):
                if isinstance(loop, (ast.For, ast.While)) and any(_calls(loop, function.name)):
                    for node in ast.walk(loop):
                        if isinstance(node, (ast.Return, ast.Break)):
                            yield "first_branch_only", node.lineno
                            yield "first_solution_only", node.lineno
                            yield "one_for_each_first_column", node.lineno


def _loops_and_ends(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for call in _calls(tree, "range"):
        first, last = ast.unparse(call.args[0]), ast.unparse(call.args[-1])
        if len(call.args) > 1 and first == "1":
            yield "a_column_untried", call.lineno
            yield "first_queen_untested", call.lineno
            yield "first_column_of_first_row_untried", call.lineno
        if last.endswith("- 1"):
            yield "a_column_untried", call.lineno
            yield "last_queen_untested", call.lineno
            yield "last_column_of_first_row_untried", call.lineno
        if last.endswith("+ 1"):
            yield "tested_against_itself", call.lineno
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            end = ast.unparse(node.comparators[-1])
            if end.endswith("- 1") and isinstance(node.ops[0], ast.Eq):
                yield "base_case_early", node.lineno
            if end.endswith("+ 1") or isinstance(node.ops[0], ast.Gt):
                yield "base_case_late", node.lineno


def _kept_between_calls(tree: ast.Module) -> Iterator[tuple[str, int]]:
    names = (
        "answers_kept",
        "answers_remembered",
        "first_answers_again",
        "used_up",
        "arrays_of_the_first_size",
    )
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value and _is_empty(node.value):
            yield from ((name, node.lineno) for name in names)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for default in (*function.args.defaults, *function.args.kw_defaults):
                if default is not None and isinstance(default, (ast.List, ast.Dict, ast.Set)):
                    yield from ((name, default.lineno) for name in names)


def _is_empty(value: ast.expr) -> bool:
    """Return whether a value is a container, or None or False to be set later."""
    if isinstance(value, ast.Constant):
        return value.value is None or value.value is False
    if isinstance(value, ast.Call):
        return ast.unparse(value.func).split(".")[-1] in EMPTY
    return isinstance(value, (ast.List, ast.Dict, ast.Set))


def _calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    """Yield the calls of a function of this name below a node."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name:
            yield node
