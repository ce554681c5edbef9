"""The contract's answers without pytest: run where only the standard library is."""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

from queens import Board, GaveUp, Queens, Unsupported
from queens.forms.data import board_from_data
from queens.registry import APPROACHES, missing_packages

FUNCTIONS = ("solve_all", "count_all", "solve_one")


def hold(cases: str) -> str:
    """Hold every approach that is installed to the boards and their solutions, both as JSON.

    Return, as JSON, the version of Python, how often each approach answered, how often it said
    no, and what is wrong.
    """
    sys.setrecursionlimit(5_000)
    boards = [
        (board_from_data(data), {tuple(queens) for queens in solutions})
        for data, solutions in json.loads(cases)
    ]
    answered: dict[str, list[int]] = {}
    wrong = []
    for approach in APPROACHES:
        if missing_packages(approach) or approach.programs:
            continue
        module = importlib.import_module(approach.module)
        said = answered[approach.name] = [0, 0]
        for board, solutions in boards:
            for name in FUNCTIONS:
                if function := getattr(module, name, None):
                    fits = _fits(name, function, board, solutions)
                    said[fits is None] += 1
                    if fits is False:
                        wrong.append(f"{approach.name}.{name}: {board}")
    return json.dumps([list(sys.version_info[:2]), answered, wrong])


def _fits(name: str, function: Any, board: Board, solutions: set[Queens]) -> bool | None:
    """Return whether the answer is right, or None where the board is refused."""
    delivered: list[Queens] = []
    try:
        if name == "solve_all":
            function(board, delivered.append)
            return sorted(delivered) == sorted(solutions)
        answer = function(board)
    except (Unsupported, GaveUp):
        return None
    if name == "count_all":
        return bool(answer == len(solutions))
    return answer in (solutions or {None})
