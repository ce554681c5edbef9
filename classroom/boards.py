"""What the classroom says of a board: attacked squares, solutions left, hints, queens in conflict.

Runs in the browser, on the standard library alone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from classroom.root import root_of
from explain import lines
from explain.record import Record
from explain.render import board_data
from queens import (
    QUEENS,
    RULES,
    Board,
    Queens,
    regions,
    text_board,
)
from queens.forms.data import board_to_data
from queens.forms.files import read_boards
from queens.loading import load
from queens.names import resolve_approach

SIZES = range(4, 13)
HINTS = (
    "arc_consistency",
    "bounds_consistency",
    "alldifferent",
    "group_support",
    "pair_consistency",
)
COUNT_AT_MOST_S = 3.0

Data = dict[str, Any]


class _Enough(Exception):
    """The time for counting is over."""


def board_of(data: Mapping[str, Any]) -> Board:
    """Return the board that the page holds: its squares, its rule by name, its regions."""
    grid = data.get("regions")
    rule = regions(grid) if grid else RULES[data.get("rule") or QUEENS.name]
    return Board(data["n"], map(tuple, data["placed"]), map(tuple, data["blocked"]), rule)


def look(board: Board) -> Data:
    """Return what is so of each square, in words, and how the board is drawn."""
    reasons = lines.blocked(board)
    for queen in board.placed:
        others = (one for one in board.placed if one != queen)
        attacks = ((one, board.shared(one, queen)) for one in others)
        said = next((lines.attack_words(board, one, line) for one, line in attacks if line), None)
        if queen not in board.blocked:
            reasons[queen[0]][queen[1]] = said
    data = board_data(Record(board, []))
    shown = {name: data[name] for name in ("regions", "legend")}
    return {"name": str(board), "reasons": reasons, "text": text_board((), board), **shown}


def left(board: Board) -> Data:
    """Return how many solutions are left, in all and through each square; a part if time is up."""
    name = "bitmasks" if board.rule == QUEENS else "first_fail"
    solve_all = load(resolve_approach(name)).solve_all
    by_square = [[0] * board.n for _ in range(board.n)]
    until = time.perf_counter() + COUNT_AT_MOST_S
    count = 0

    def take(queens: Queens) -> None:
        nonlocal count
        count += 1
        for row, column in enumerate(queens):
            by_square[row][column] += 1
        if count % 256 == 0 and time.perf_counter() > until:
            raise _Enough

    try:
        solve_all(board, take)
    except _Enough:
        return {"count": count, "is_all": False, "by_square": by_square}
    return {"count": count, "is_all": True, "by_square": by_square}


def hint(board: Board, name: str) -> Data:
    """Return the first square that the propagator prunes, with its reason, or what there is."""
    root = root_of(board, name)
    if root.causes:
        square = next(iter(root.causes))
        return {"text": root.words(square), "square": square}
    if root.failed:
        return {"text": f"{root.failure_text} This board has no solution.", "square": None}
    placed = {row for row, _ in board.placed}
    for row in range(board.n):
        columns = board.columns(row)
        if len(columns) == 1 and row not in placed:
            square = (row, columns[0])
            return {"text": f"Row {row} has one square left: {square}.", "square": square}
    text = f"{name} prunes nothing here: guess, or take a stronger propagator."
    return {"text": text, "square": None}


def read(text: str) -> Data:
    """Return the board in a text, as the page holds it; raise ValueError if there is none."""
    board = read_boards(text).boards[0]
    if board.n not in SIZES:
        raise ValueError(f"the board must have n from {SIZES[0]} to {SIZES[-1]}, got {board.n}")
    data = board_to_data(board)
    rule = QUEENS.name if board.regions else board.rule.name
    if rule not in RULES:
        raise ValueError(f"the page has the rules {', '.join(RULES)}; got {rule}")
    return {**data, "rule": rule, "regions": board.regions}
