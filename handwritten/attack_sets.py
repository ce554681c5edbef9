"""Backtracking with a set of the lines on which a queen stands.

The same search as `linear_scan`, with a memory: a queen on (row, column) takes its column,
its up diagonal (row + column is constant) and its down diagonal (column - row is constant);
under another rule, the groups of squares of which only one may hold a queen, whatever they
are. A square is free if its own lines and those taken are disjoint sets, however many queens
stand. Sets say it in the problem's own words; `boolean_flags` says the same in lists, which
cost less per look, and `bitmasks` in integers.

Complete because every free column of every row is tried; right because no queen is ever put
on a line that is taken. Needs n + 1 frames of recursion (and a few).

Source: Wirth (1971), Program development by stepwise refinement, Communications of the ACM
14 (the three lines of a queen, there as Boolean arrays).
"""

from __future__ import annotations

from functools import cache

from queens import (
    Board,
    Counters,
    Group,
    OnSolution,
    Trace,
    attack,
    groups_of,
)


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order."""
    queens: list[int] = []
    taken: set[int] = set()
    numbers: dict[Group, int] = {}

    @cache
    def lines(row: int) -> list[tuple[int, frozenset[int]]]:
        """Return the open columns of a row, each with the lines of its square, by number."""
        return [
            (column, frozenset(numbers.setdefault(one, len(numbers)) for one in groups))
            for column in board.columns(row)
            for groups in [groups_of(board, row, column)]
        ]

    def place(row: int) -> None:
        if row == board.n:
            if trace:
                trace.solution(tuple(queens))
            on_solution(tuple(queens))
            return
        for column, own in lines(row):
            if not taken.isdisjoint(own):
                if trace and (cause := attack(board, queens, row, column)):
                    trace.check(row, column)
                    trace.rejection(row, column, cause)
                continue
            if trace:
                trace.check(row, column)
                trace.decision(row, column)
            queens.append(column)
            taken.update(own)
            place(row + 1)
            taken.difference_update(own)
            queens.pop()
            if trace:
                trace.backtrack(row, column)

    place(0)
    return {}
