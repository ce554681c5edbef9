"""Published counts by rule, from every approach that takes the rule."""

from __future__ import annotations

import importlib

import pytest

from queens import RULES, Board, Queens, Unsupported, known_count
from queens.registry import APPROACHES, Approach, missing_packages, read_page

PUBLISHED = {"rooks": (1, 5), "torus": (5, 7), "semiqueens": (4, 6), "kings": (4, 6)}
SLOW = ("bounds_consistency", "python_constraint")
ENUMERATING = [
    approach
    for approach in APPROACHES
    if "solve_all" in read_page(approach.path).functions and not missing_packages(approach)
]


@pytest.mark.parametrize("approach", ENUMERATING, ids=lambda approach: approach.name)
def test_published_counts(approach: Approach) -> None:
    module = importlib.import_module(approach.module)
    cases = [(name, n) for name, sizes in PUBLISHED.items() for n in sizes]
    if not approach.name.startswith(SLOW):
        cases.append(("superqueens", 10))
    for name, n in cases:
        board = Board(n, rule=RULES[name])
        found: list[Queens] = []
        try:
            module.solve_all(board, found.append)
        except Unsupported:
            continue
        assert len(set(found)) == len(found) == known_count(board), (name, n)
