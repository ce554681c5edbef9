"""A board as JSON data and back: the one form in which boards stand in records and messages.

    {"n": 8, "placed": [[0, 3]], "blocked": [], "rule": "torus"}

Rows and columns count from 0. The rule is a name, or an object with a grid for each line that
has no slope:

    {"name": "regions", "lines": [{"name": "column", "slope": 0},
                                  {"name": "region", "numbers": [[0, 0, 1], ...]}],
     "steps": [[1, 0], [1, 1]]}

It is left out where the rule is queens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from queens.board import Board
from queens.rule import QUEENS, RULES, Numbering, Rule, checked_steps


def board_to_data(board: Board) -> dict[str, Any]:
    """Return the board as JSON data."""
    data: dict[str, Any] = {
        "n": board.n,
        "placed": [list(square) for square in board.placed],
        "blocked": [list(square) for square in board.blocked],
    }
    return data if board.rule == QUEENS else data | {"rule": _rule_to_data(board.rule)}


def board_from_data(data: Mapping[str, Any]) -> Board:
    """Return the board that JSON data describes; raise ValueError, naming what is wrong."""
    if "n" not in data:
        raise ValueError("a board needs its size n")
    placed, blocked = data.get("placed") or (), data.get("blocked") or ()
    for name, squares in (("placed", placed), ("blocked", blocked)):
        if not isinstance(squares, (list, tuple)):
            raise ValueError(f"{name} must be a list of [row, column] pairs, got {squares!r}")
    return Board(data["n"], placed, blocked, _rule_from_data(data.get("rule")))


def _rule_to_data(rule: Rule) -> str | dict[str, Any]:
    if RULES.get(rule.name) == rule:
        return rule.name
    lines = [
        {"name": one.name, "numbers": [list(row) for row in one.grid]}
        if one.grid is not None
        else {"name": one.name, "slope": one.slope} | ({"wraps": True} if one.wraps else {})
        for one in rule.numberings
    ]
    return {"name": rule.name, "lines": lines, "steps": [list(step) for step in rule.steps]}


def _rule_from_data(data: Any) -> Rule:
    if data is None:
        return QUEENS
    if isinstance(data, str):
        if data not in RULES:
            raise ValueError(f"the rules by name are {', '.join(RULES)}; got {data!r}")
        return RULES[data]
    try:
        numberings = tuple(map(_numbering_from_data, data["lines"]))
        steps = checked_steps((int(rows), int(columns)) for rows, columns in data["steps"])
        return Rule(str(data["name"]), numberings, steps)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"a rule needs name, lines and steps; {error!r}"[:200]) from None


def _numbering_from_data(line: Mapping[str, Any]) -> Numbering:
    name = str(line["name"])
    if "numbers" not in line:
        return Numbering(name, int(line["slope"]), bool(line.get("wraps", False)))
    rows = [list(row) for row in line["numbers"]]
    if any(len(row) != len(rows) for row in rows):
        raise ValueError(f"the numbers of line {name!r} are not a square grid")
    if not all(type(number) is int for row in rows for number in row):
        raise ValueError(f"the numbers of line {name!r} must be whole numbers")
    return Numbering(name, grid=tuple(map(tuple, rows)))
