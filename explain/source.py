"""The source of an approach as it is shown: its own lines, the trace guards left out.

A guard is an `if trace:` (or `if trace and ...`, `if self.trace:`) that only reports. What
is reported from inside a guard happens at the statement after it, or, where the guard ends a
block, at the one before it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from explain.record import Listing
from queens.shelves import ROOT

Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_guard(statement: ast.AST) -> bool:
    """Return whether a statement is `if trace:` or `if trace and ...:` with no else."""
    if not isinstance(statement, ast.If) or statement.orelse:
        return False
    test = statement.test
    first = test.values[0] if isinstance(test, ast.BoolOp) else test
    name = first.attr if isinstance(first, ast.Attribute) else getattr(first, "id", None)
    return name == "trace"


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield every list of statements below `node`."""
    for child in ast.walk(node):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(child, name, None)
            if isinstance(block, list) and block:
                yield block


class Source:
    """One file: its lines, which of them are guards, and where a guard's report happens."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.path = path
        self.lines = text.splitlines()
        tree = ast.parse(text, str(path))
        self.functions = list(_functions(tree))
        self.shown_at: dict[int, int] = {}
        for block in blocks(tree):
            self._map_guards(block)

    def _map_guards(self, block: list[ast.stmt]) -> None:
        own = [statement for statement in block if not is_guard(statement)]
        for guard in block:
            if is_guard(guard) and own:
                after = [statement for statement in own if statement.lineno > guard.lineno]
                target = after[0].lineno if after else own[-1].lineno
                for line in range(guard.lineno, (guard.end_lineno or guard.lineno) + 1):
                    self.shown_at[line] = target

    def at(self, line: int) -> int:
        """Return the number of the shown line at which `line` happens."""
        return self.shown_at.get(line, line)

    def listing(self, lines: Iterable[int]) -> Listing:
        """Return the functions that contain these lines, and `build`, without guards."""
        wanted = set(lines)
        numbers: list[int] = []
        for function in self.functions:
            span = range(function.lineno, (function.end_lineno or function.lineno) + 1)
            if wanted.intersection(span) or function.name == "build":
                numbers += [line for line in span if line not in self.shown_at]
        path = self.path.relative_to(ROOT).as_posix()
        return Listing(path, numbers, [self.lines[number - 1] for number in numbers])


@cache
def source_of(filename: str) -> Source:
    """Return the file an approach's code was compiled from, read once."""
    return Source(Path(filename))


def _functions(tree: ast.Module) -> Iterator[Function]:
    """Yield top-level functions and methods, in the order of the file."""
    for statement in tree.body:
        members = statement.body if isinstance(statement, ast.ClassDef) else [statement]
        yield from (member for member in members if isinstance(member, Function))


def without_guards(text: str) -> ast.Module:
    """Return the module in `text` as it would be had nobody asked for a trace."""

    class Remove(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST | None:
            """Drop a guard, keep any other condition."""
            self.generic_visit(node)
            return None if is_guard(node) else node

    module = ast.parse(text)
    Remove().visit(module)
    return ast.fix_missing_locations(module)
