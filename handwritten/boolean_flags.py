"""Backtracking with flags, one for each line: a square is checked in three look-ups.

Row by row, a queen is put on the lowest free column and the search goes on below it; when
it comes back, the queen is removed and the next column tried. Two queens of different
rows attack each other if they share a column, an up diagonal (row + column is constant) or
a down diagonal (column - row is constant). Each of these lines has a flag, up while a
queen stands on it, so a check costs the same however many queens stand. For other rules
there is a flag for each group of squares of which only one may hold a queen: the squares with
one number on a line, or two squares a step apart. A check looks up those of its square.

Where this is called branch and bound with look-ups, the numbers row + column and column - row
come from two tables filled beforehand. The tree and the flags are the same; in Python a look
into a table costs more than the addition it saves (tests/benchmarks/test_diagonal_tables.py).

Complete because every free column of every row is tried; right because no queen is ever
put on a line that is taken. Needs n + 1 frames of recursion.

Source: Wirth (1976), Algorithms + Data Structures = Programs, section 3.5.
"""

from __future__ import annotations

from queens import (
    QUEENS,
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
    if board.rule != QUEENS:
        return solve_groups(board, on_solution, trace)
    n = board.n
    domains = [board.columns(row) for row in range(n)]
    column_taken = [False] * n
    up_taken = [False] * (2 * n)
    down_taken = [False] * (2 * n)  # column - row may be negative: it then counts from the end
    queens: list[int] = []

    def place(row: int) -> None:
        if row == n:
            if trace:
                trace.solution(tuple(queens))
            on_solution(tuple(queens))
            return
        for column in domains[row]:
            up, down = row + column, column - row
            if column_taken[column] or up_taken[up] or down_taken[down]:
                if trace is not None and (cause := attack(board, queens, row, column)):
                    # `is not None` is the quicker guard, and no other runs as often as this one
                    trace.check(row, column)
                    trace.rejection(row, column, cause)
                continue
            if trace:
                trace.check(row, column)
                trace.decision(row, column)
            column_taken[column] = up_taken[up] = down_taken[down] = True
            queens.append(column)
            place(row + 1)
            queens.pop()
            column_taken[column] = up_taken[up] = down_taken[down] = False
            if trace:
                trace.backtrack(row, column)

    place(0)
    return {}


def solve_groups(board: Board, on_solution: OnSolution, trace: Trace | None) -> Counters:
    """Do the same for any rule, with a flag for each group."""
    numbers: dict[Group, int] = {}
    squares = [
        [
            (column, [numbers.setdefault(one, len(numbers)) for one in groups])
            for column in board.columns(row)
            for groups in [groups_of(board, row, column)]
        ]
        for row in range(board.n)
    ]
    taken = [False] * len(numbers)
    queens: list[int] = []

    def place(row: int) -> None:
        if row == board.n:
            if trace:
                trace.solution(tuple(queens))
            on_solution(tuple(queens))
            return
        for column, groups in squares[row]:
            if any(taken[group] for group in groups):
                if trace and (cause := attack(board, queens, row, column)):
                    trace.check(row, column)
                    trace.rejection(row, column, cause)
                continue
            if trace:
                trace.check(row, column)
                trace.decision(row, column)
            for group in groups:
                taken[group] = True
            queens.append(column)
            place(row + 1)
            queens.pop()
            for group in groups:
                taken[group] = False
            if trace:
                trace.backtrack(row, column)

    place(0)
    return {}
