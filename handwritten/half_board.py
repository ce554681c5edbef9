"""Backtracking on half the board: the first queen stands on the left, the rest is mirrored.

Exchanging left and right carries a solution to a solution with its first queen on the other
side. So it is enough to search with the first queen in the left half, and hand over each
solution and its mirror image. With n odd the first queen may also stand in the middle
column, which is its own image: those solutions are searched too, and come once, for their
mirror images are among them. Half the work for even n, a little more for odd n.

Below the first row the search is that of `bitmasks`. Complete and right because mirroring is
a bijection between the solutions that begin left and those that begin right. Takes plain
boards only: placed queens and blocked squares need not lie symmetrically. Needs n + 1 frames
of recursion (and a few).

Source: Somers (2002), The N Queens Problem, a study in optimization.
"""

from __future__ import annotations

from queens import Board, Counters, OnSolution, Queens, Trace, mirror, only_plain


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`, each followed by its mirror image."""
    n = plain_size(board)
    queens: list[int] = []

    def deliver(solution: Queens) -> None:
        if trace:
            trace.solution(solution)
        on_solution(solution)

    def place(row: int, open_columns: int, columns: int, up: int, down: int) -> None:
        if row == n:
            deliver(tuple(queens))
            if n and queens[0] != n - 1 - queens[0]:
                deliver(mirror(tuple(queens)))
            return
        free = open_columns & ~(columns | up | down)
        if trace and not free:
            trace.failure(row)
        while free:
            bit = free & -free
            free ^= bit
            column = bit.bit_length() - 1
            if trace:
                trace.decision(row, column)
            queens.append(column)
            place(row + 1, (1 << n) - 1, columns | bit, (up | bit) >> 1, (down | bit) << 1)
            queens.pop()
            if trace:
                trace.backtrack(row, column)

    place(0, (1 << (n + 1) // 2) - 1, 0, 0, 0)
    return {}


def count_all(board: Board) -> int:
    """Return the number of solutions: twice the left half, and the middle column once."""
    n = plain_size(board)
    every_column = (1 << n) - 1

    def count(columns: int, up: int, down: int) -> int:
        if columns == every_column:
            return 1
        total = 0
        free = every_column & ~(columns | up | down)
        while free:
            bit = free & -free
            free ^= bit
            total += count(columns | bit, (up | bit) >> 1, (down | bit) << 1)
        return total

    if n == 0:
        return 1
    firsts = [1 << column for column in range(n)]
    left = sum(count(bit, bit >> 1, bit << 1) for bit in firsts[: n // 2])
    middle = sum(count(bit, bit >> 1, bit << 1) for bit in firsts[n // 2 : (n + 1) // 2])
    return 2 * left + middle


def plain_size(board: Board) -> int:
    """Return n; raise Unsupported for a board that is not its own mirror image for certain."""
    only_plain(board, "half_board", "it mirrors each solution")
    return board.n
