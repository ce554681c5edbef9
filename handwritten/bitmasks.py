"""Backtracking with three integers: the free columns of a row in one expression.

A set of columns is an integer, one bit a column. Three of them say which columns of the
current row are taken: those of earlier queens, and those their two diagonals have reached.
Going down a row moves an up diagonal one column to the left (towards column 0, a shift to
the right) and a down diagonal one to the right, so each step is a shift. What is not taken
is free, and the lowest set bit is the leftmost free column: no square is checked twice, and
attacked squares are not even looked at.

Complete and right as `boolean_flags`, whose tree it visits in the same order. Python's
integers have no word size, so every n is right. Needs n + 1 frames of recursion. Takes the
rule queens alone, whose diagonals are what the shifts follow.

Source: Richards (1997), Backtracking algorithms in MCPL using bit patterns and recursion,
University of Cambridge Computer Laboratory, Technical Report 433.
"""

from __future__ import annotations

from queens import Board, Counters, OnSolution, Trace, only_queens


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order."""
    n, domains = board.n, bit_domains(board)
    queens: list[int] = []

    def place(row: int, columns: int, up: int, down: int) -> None:
        if row == n:
            if trace:
                trace.solution(tuple(queens))
            on_solution(tuple(queens))
            return
        free = domains[row] & ~(columns | up | down)
        if trace and not free:
            trace.failure(row)
        while free:
            bit = free & -free  # the lowest set bit is the leftmost free column
            free ^= bit
            column = bit.bit_length() - 1
            if trace:
                trace.decision(row, column)
            queens.append(column)
            place(row + 1, columns | bit, (up | bit) >> 1, (down | bit) << 1)
            queens.pop()
            if trace:
                trace.backtrack(row, column)

    place(0, 0, 0, 0)
    return {}


def count_all(board: Board) -> int:
    """Return the number of solutions; the same search, that keeps no queens."""
    n, domains = board.n, bit_domains(board)

    def count(row: int, columns: int, up: int, down: int) -> int:
        if row == n:
            return 1
        total = 0
        free = domains[row] & ~(columns | up | down)
        while free:
            bit = free & -free
            free ^= bit
            total += count(row + 1, columns | bit, (up | bit) >> 1, (down | bit) << 1)
        return total

    return count(0, 0, 0, 0)


def bit_domains(board: Board) -> list[int]:
    """Return the columns open to each row, a bit a column; raise Unsupported for other rules."""
    only_queens(board, "bitmasks", "its shifts follow the diagonals")
    return [sum(1 << column for column in board.columns(row)) for row in range(board.n)]
