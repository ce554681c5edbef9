"""Backtracking that holds each new queen against all the earlier ones.

Row by row, the columns are tried from the left; a square is free if none of the queens above
attacks it. What each of them attacks is known from the rule of the board: for every row a
mask, an integer with one bit a column. When the row below has no free square, the queen is
removed and the next column tried: the search goes on from the last decision that left a choice.

This is the text-book search, and the slowest check: a square costs a look at every queen
placed. `boolean_flags`, `attack_sets` and `bitmasks` visit the very same tree and ask ever
less per square. Complete because every free column of every row is tried; right because no
queen is ever put where another attacks it. Needs n + 1 frames of recursion (and a few).

Source: Dijkstra (1972), Notes on structured programming, section 17 (The problem of the
eight queens), in Dahl, Dijkstra and Hoare, Structured Programming.
"""

from __future__ import annotations

from collections.abc import Sequence

from queens import Board, Counters, OnSolution, Trace, attack


def is_free(attacked: list[Sequence[int]], column: int) -> bool:
    """Return whether `column` of the next row is in no mask of the queens that stand."""
    row = len(attacked)
    for masks in attacked:  # noqa: SIM110  # twice as quick as `all` over a generator
        if masks[row] >> column & 1:
            return False
    return True


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order."""
    queens: list[int] = []
    attacked: list[Sequence[int]] = []  # of each queen the masks of what it attacks

    def place(row: int) -> None:
        if row == board.n:
            if trace:
                trace.solution(tuple(queens))
            on_solution(tuple(queens))
            return
        for column in board.columns(row):
            if not is_free(attacked, column):
                if trace and (cause := attack(board, queens, row, column)):
                    trace.check(row, column)
                    trace.rejection(row, column, cause)
                continue
            if trace:
                trace.check(row, column)
                trace.decision(row, column)
            queens.append(column)
            attacked.append(board.attacked_from(row, column))
            place(row + 1)
            attacked.pop()
            queens.pop()
            if trace:
                trace.backtrack(row, column)

    place(0)
    return {}
