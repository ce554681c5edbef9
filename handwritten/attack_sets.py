"""Backtracking with three sets: the columns and diagonals on which a queen stands.

The same search as `linear_scan`, with a memory: a queen on (row, column) takes its column,
its up diagonal (row + column is constant) and its down diagonal (column - row is constant).
A square is free if none of its three lines is in its set, however many queens stand. Sets
say it in the problem's own words and need no bounds; `boolean_flags` says the same in lists,
which cost less per look, and `bitmasks` in integers.

Complete because every free column of every row is tried; right because no queen is ever put
on a line that is taken. Needs n + 1 frames of recursion (and a few).

Source: Wirth (1971), Program development by stepwise refinement, Communications of the ACM
14 (the three lines of a queen, there as Boolean arrays).
"""

from __future__ import annotations

from queens import Board, Counters, OnSolution, Trace, attack


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order."""
    queens: list[int] = []
    columns: set[int] = set()
    ups: set[int] = set()
    downs: set[int] = set()

    def place(row: int) -> None:
        if row == board.n:
            if trace:
                trace.solution(tuple(queens))
            on_solution(tuple(queens))
            return
        for column in board.columns(row):
            up, down = row + column, column - row
            if column in columns or up in ups or down in downs:
                if trace and (cause := attack(queens, row, column)):
                    trace.check(row, column)
                    trace.rejection(row, column, cause)
                continue
            if trace:
                trace.check(row, column)
                trace.decision(row, column)
            queens.append(column)
            columns.add(column)
            ups.add(up)
            downs.add(down)
            place(row + 1)
            downs.remove(down)
            ups.remove(up)
            columns.remove(column)
            queens.pop()
            if trace:
                trace.backtrack(row, column)

    place(0)
    return {}
