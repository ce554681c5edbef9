"""What it costs a timed search that it could be observed: `trace=None` against no trace blocks.

    pytest tests/benchmarks/test_trace_cost.py -s -o addopts=""

Each search is compiled twice from its source, once as it stands and once with every
`if trace:` deleted. The two run in turn, so that a slow moment of the machine meets both, and
each one's fastest run counts, in processor time. Prints the ratio for each search; the figures
in queens/trace.py are from here.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable
from types import ModuleType

import pytest

from explain.source import blocks, is_trace_block
from queens import Board, Queens
from queens.registry import ROOT

REPETITIONS = 40
SIZES = {
    "linear_scan": 9,
    "boolean_flags": 9,
    "attack_sets": 9,
    "bitmasks": 9,
    "forward_checking": 8,
    "arc_consistency": 8,
    "bounds_consistency": 6,
    "alldifferent": 6,
}

Read = Callable[[str], ast.Module]


def without_trace(text: str) -> ast.Module:
    """Return the module in `text` as it would be had nobody asked for a trace."""

    class Remove(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST | None:
            """Drop a trace block, keep any other condition."""
            self.generic_visit(node)
            return None if is_trace_block(node) else node

    module = ast.parse(text)
    Remove().visit(module)
    return ast.fix_missing_locations(module)


def compiled(name: str, read: Read) -> ModuleType:
    """Return the algorithm compiled from its source as `read` takes it."""
    text = (ROOT / "handwritten" / f"{name}.py").read_text(encoding="utf-8")
    module = ModuleType(name)
    exec(compile(read(text), f"{name}.py", "exec"), module.__dict__)
    return module


def search_of(name: str, read: Read) -> ModuleType:
    """Return the algorithm, on a shared search that was compiled the same way."""
    module = compiled(name, read)
    shared = compiled("propagation", read)
    for borrowed in set(vars(module)) & set(vars(shared)):
        if getattr(vars(module)[borrowed], "__module__", "") == "handwritten.propagation":
            setattr(module, borrowed, vars(shared)[borrowed])
    return module


def search_s(module: ModuleType, n: int) -> float:
    """Return how long one enumeration took."""
    started = time.process_time()
    module.solve_all(Board(n), lambda queens: None)
    return time.process_time() - started


@pytest.mark.parametrize("name", SIZES)
def test_the_cost_of_trace_blocks(name: str) -> None:
    n = SIZES[name]
    with_trace, bare = search_of(name, ast.parse), search_of(name, without_trace)
    found: list[list[Queens]] = [[], []]
    for module, solutions in zip((with_trace, bare), found, strict=True):
        module.solve_all(Board(n), solutions.append)
    assert found[0] == found[1]
    times_s = [(search_s(with_trace, n), search_s(bare, n)) for _ in range(REPETITIONS)]
    traced_s, bare_s = (min(column) for column in zip(*times_s, strict=True))
    print(f"\n{name}, n = {n}: {traced_s / bare_s:.3f} ({traced_s:.4f} s, {bare_s:.4f} s)")


@pytest.mark.parametrize("name", [*SIZES, "propagation"])
def test_there_are_trace_blocks_to_delete_and_they_are_deleted(name: str) -> None:
    text = (ROOT / "handwritten" / f"{name}.py").read_text(encoding="utf-8")

    def trace_blocks(module: ast.Module) -> int:
        return sum(is_trace_block(statement) for _, block in blocks(module) for statement in block)

    assert trace_blocks(without_trace(text)) == 0
    # two of the family leave all reporting to the search they share
    assert trace_blocks(ast.parse(text)) > 0 or name in ("forward_checking", "arc_consistency")
