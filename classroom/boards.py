"""What the classroom says of a board: attacked squares, solutions left, hints, queens in conflict.

Runs in the browser, on the standard library alone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from explain import lines, words
from explain.record import Record
from explain.render import board_data
from queens import (
    QUEENS,
    RULES,
    Attack,
    Board,
    Cause,
    Queens,
    Square,
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


class _Said(Exception):
    """A hint is found."""


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


class _HintTrace:
    """Ends a search at the first square it prunes, or where it would have to decide."""

    def __init__(self, board: Board, name: str) -> None:
        self._board = board
        self._name = name
        self.said: Data = {"text": f"{name} prunes nothing here.", "square": None}

    def pruned(self, row: int, column: int, cause: Cause) -> None:
        text = f"({row}, {column}) is pruned: {words.cause(self._board, cause)}"
        if isinstance(cause, Attack) and cause.queen not in self._board.placed:
            text += f", the only square left in row {cause.queen[0]}"
        self._say(f"{text}.", (row, column))

    def failure(self, row: int | None) -> None:
        where = "A row, column or region" if row is None else f"Row {row}"
        self._say(f"{where} has no square left: this board has no solution.", None)

    def decision(self, row: int, column: int) -> None:
        forced = self._forced()
        if forced:
            self._say(f"Row {forced[0]} has one square left: {forced}.", forced)
        self._say(f"{self._name} prunes nothing here: guess, or take a stronger propagator.", None)

    def _forced(self) -> Square | None:
        placed = {row for row, _ in self._board.placed}
        for row in range(self._board.n):
            columns = self._board.columns(row)
            if len(columns) == 1 and row not in placed:
                return row, columns[0]
        return None

    def _say(self, text: str, square: Square | None) -> None:
        self.said = {"text": text, "square": square}
        raise _Said

    def propagator(self, name: str) -> None:
        """Nothing is said of the run of a propagator."""

    def solution(self, queens: Queens) -> None:
        """Nothing is said of a solution."""


def hint(board: Board, name: str) -> Data:
    """Return the first square that the propagator prunes, with its reason, or what there is."""
    trace = _HintTrace(board, name)
    with suppress(_Said):
        load(resolve_approach(name)).solve_all(board, lambda queens: None, trace)
    return trace.said


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
