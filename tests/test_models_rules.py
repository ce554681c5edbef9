"""Every model takes every rule: exact sets against the definition, known counts."""

from __future__ import annotations

import shutil
from types import ModuleType

import pytest
from hypothesis import given, settings

from queens import RULES, Board, Queens, known_count, regions
from queens.registry import APPROACHES, Approach
from tests import rules

MODELS = [approach for approach in APPROACHES if approach.module.startswith("models.")]


def load(approach: Approach) -> ModuleType:
    if approach.name == "minizinc_gecode" and not shutil.which("fzn-gecode"):
        pytest.skip("not installed: minizinc")
    return pytest.importorskip(approach.module, exc_type=ImportError)


@pytest.fixture(params=MODELS, ids=lambda a: a.name)
def model(request: pytest.FixtureRequest) -> ModuleType:
    return load(request.param)


def all_of(model: ModuleType, board: Board) -> list[Queens]:
    if not hasattr(model, "solve_all"):
        pytest.skip("finds one")
    found: list[Queens] = []
    model.solve_all(board, found.append)
    return sorted(found)


@pytest.mark.parametrize("name", RULES)
def test_named_rules(model: ModuleType, name: str) -> None:
    for n in range(7):
        board = Board(n, rule=RULES[name])
        assert all_of(model, board) == sorted(rules.solutions(board)), board


def test_regions(model: ModuleType) -> None:
    for grid in (["aabb", "aabb", "ccdd", "cddd"], ["aabbb", "aacbb", "dcccb", "ddcee", "ddeee"]):
        board = Board(len(grid), rule=regions(grid))
        assert all_of(model, board) == sorted(rules.solutions(board))


@pytest.mark.parametrize(("name", "n"), [("torus", 5), ("torus", 7), ("superqueens", 10)])
def test_known_counts(model: ModuleType, name: str, n: int) -> None:
    if n == 10 and "python_constraint" in model.__name__:
        pytest.skip("slow")
    board = Board(n, rule=RULES[name])
    assert len(set(all_of(model, board))) == len(all_of(model, board)) == known_count(board)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(board=rules.ruled_boards())
@pytest.mark.parametrize("approach", MODELS, ids=lambda a: a.name)
def test_random_boards(approach: Approach, board: Board) -> None:
    assert all_of(load(approach), board) == sorted(rules.solutions(board))
