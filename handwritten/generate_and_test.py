"""Every permutation of the columns, held to the diagonals when it is complete.

A queen for each row, a column for each queen: rows and columns are right by construction, so
n! candidates are left of the choices that `choose_squares` looks at (40,320 for n = 8), and
only the diagonals are checked. A candidate is given up at its first pair that shares one, but
the next candidate may well begin with that very pair: cutting it off for all candidates that
begin so is what backtracking (`linear_scan`) adds.

Complete because every permutation is looked at; right because each is checked in full. The
reference for small n; refuses n above 9.

Source: Wirth (1971), Program development by stepwise refinement, Communications of the ACM
14, which begins with generating all candidates, and with why not to.
"""

from __future__ import annotations

from itertools import permutations
from math import factorial

from queens import Board, Counters, OnSolution, Queens, Trace, Unsupported, attack

LARGEST_N = 9


def first_attacked(queens: Queens) -> int:
    """Return the first row whose queen an earlier one attacks diagonally, or n if none is."""
    for row, column in enumerate(queens):
        for earlier in range(row):
            if abs(column - queens[earlier]) == row - earlier:
                return row
    return len(queens)


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; Unsupported above n = 9."""
    n = board.n
    if n > LARGEST_N:
        raise Unsupported(f"n must be at most {LARGEST_N}, got {n}: {factorial(n):,} permutations")
    open_columns = [frozenset(board.columns(row)) for row in range(n)]
    before: Queens = ()
    for queens in permutations(range(n)):
        if trace:
            report(board, trace, before, queens)
            before = queens
        if first_attacked(queens) == n and all(
            column in open_columns[row] for row, column in enumerate(queens)
        ):
            if trace:
                trace.solution(queens)
            on_solution(queens)
    if trace:
        report(board, trace, before, ())
    return {}


def report(board: Board, trace: Trace, before: Queens, queens: Queens) -> None:
    """Report the step from one candidate to the next: queens removed and placed, checks."""
    pairs = enumerate(zip(before, queens, strict=False))
    kept = next((row for row, (old, new) in pairs if old != new), 0)
    for row in reversed(range(kept, len(before))):
        trace.backtrack(row, before[row])
    for row in range(kept, len(queens)):
        trace.decision(row, queens[row])
    attacked = first_attacked(queens)
    for row in range(min(attacked + 1, len(queens))):
        trace.check(row, queens[row])
    if attacked < len(queens) and (
        cause := attack(board, queens[:attacked], attacked, queens[attacked])
    ):
        trace.rejection(attacked, queens[attacked], cause)
