"""The source of an approach as it is shown: its own lines, the trace blocks left out.

A trace block is an `if trace:` (or `if trace and ...`, `if self.trace:`) that only reports. What
is reported from inside one happens at the statement after it, or, where it ends a block, at the
one before it. Only a check is reported when it is done: it happens at the `if` that the trace
block follows or stands in.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from explain.record import Listing
from queens.registry import ROOT


def is_trace_block(statement: ast.AST) -> bool:
    """Return whether a statement is `if trace:` or `if trace and ...:` with no else.

    `if trace is not None:` counts too.
    """
    if not isinstance(statement, ast.If) or statement.orelse:
        return False
    test = statement.test
    first = test.values[0] if isinstance(test, ast.BoolOp) else test
    first = first.left if isinstance(first, ast.Compare) else first
    name = first.attr if isinstance(first, ast.Attribute) else getattr(first, "id", None)
    return name == "trace"


def blocks(node: ast.AST) -> Iterator[tuple[ast.AST, list[ast.stmt]]]:
    """Yield every list of statements below `node`, each with what it belongs to."""
    for child in ast.walk(node):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(child, name, None)
            if isinstance(block, list) and block:
                yield child, block


class Source:
    """One file: its lines, which of them are trace blocks, and where these happen."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.path = path
        self.lines = text.splitlines()
        tree = ast.parse(text, str(path))
        self.functions = list(_functions(tree))
        self.shown_at: dict[int, int] = {}
        for parent, block in blocks(tree):
            self._map_trace_blocks(parent, block)

    def _map_trace_blocks(self, parent: ast.AST, block: list[ast.stmt]) -> None:
        own = [statement for statement in block if not is_trace_block(statement)]
        for traced in block:
            if is_trace_block(traced) and own:
                before = [statement for statement in own if statement.lineno < traced.lineno]
                after = [statement for statement in own if statement.lineno > traced.lineno]
                here = (after[:1] or before[-1:])[0].lineno
                tested = [test.lineno for test in (*before, parent) if isinstance(test, ast.If)]
                for line in range(traced.lineno, (traced.end_lineno or traced.lineno) + 1):
                    is_check = "trace.check(" in self.lines[line - 1] and tested
                    self.shown_at[line] = tested[0] if is_check else here

    def at(self, line: int) -> int:
        """Return the number of the shown line at which `line` happens."""
        return self.shown_at.get(line, line)

    def listing(self, lines: Iterable[int]) -> Listing:
        """Return the functions that contain these lines, and `build`, without trace blocks."""
        wanted = set(lines)
        numbers: list[int] = []
        for function in self.functions:
            span = range(function.lineno, (function.end_lineno or function.lineno) + 1)
            if wanted.intersection(span) or function.name == "build":
                numbers += [line for line in span if line not in self.shown_at]
        is_ours = self.path.is_relative_to(ROOT)
        path = self.path.relative_to(ROOT).as_posix() if is_ours else self.path.name
        return Listing(path, numbers, [self.lines[number - 1] for number in numbers])


@cache
def source_of(filename: str) -> Source:
    """Return the file an approach's code was compiled from, read once."""
    return Source(Path(filename))


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield top-level functions and methods, in the order of the file."""
    for statement in tree.body:
        members = statement.body if isinstance(statement, ast.ClassDef) else [statement]
        yield from (member for member in members if isinstance(member, ast.FunctionDef))
