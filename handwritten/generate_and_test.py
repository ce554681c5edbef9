"""Every permutation of the columns, checked by the rule when it is complete.

A queen for each row, a column for each queen: rows and columns are right by construction, so
n! candidates are left of the choices that `choose_squares` looks at (40,320 for n = 8), and
only the diagonals are left to fail. A candidate is given up at its first pair that attack each
other, but the next candidate may well begin with that very pair: cutting it off for all
candidates that begin so is what backtracking (`linear_scan`) adds. Under a rule without the
columns as a line two queens may share one, and there are n to the power of n candidates.

Complete because every candidate is looked at; right because each is checked in full. The
reference for small n; refuses n above 9, or above 7 where there are more than permutations.

Source: Wirth (1971), Program development by stepwise refinement, Communications of the ACM
14, which begins with generating all candidates, and with why not to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations, product
from math import factorial

from queens import Board, Counters, OnSolution, Queens, Trace, Unsupported, attack

LARGEST_N = 9
LARGEST_N_WITHOUT_COLUMNS = 7

Attacked = list[list[Sequence[int]]]
"""For each row and column, what a queen there attacks: a mask a row, one bit a column."""


def candidates(board: Board) -> Iterable[Queens]:
    """Return all candidates in lexicographic order; raise Unsupported if they are too many."""
    n, columns = board.n, range(board.n)
    if board.has_columns:
        if n > LARGEST_N:
            raise Unsupported(
                f"n must be at most {LARGEST_N}, got {n}: {factorial(n):,} permutations"
            )
        return permutations(columns)
    if n > LARGEST_N_WITHOUT_COLUMNS:
        raise Unsupported(
            f"n must be at most {LARGEST_N_WITHOUT_COLUMNS} where columns may be shared, got {n}"
        )
    return product(columns, repeat=n)


def first_attacked(attacked: Attacked, queens: Queens) -> int:
    """Return the first row whose queen an earlier one attacks, or n if none is."""
    earlier: list[Sequence[int]] = []
    for row, column in enumerate(queens):
        for masks in earlier:
            if masks[row] >> column & 1:
                return row
        earlier.append(attacked[row][column])
    return len(queens)


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; Unsupported for large n."""
    n = board.n
    open_columns = [frozenset(board.columns(row)) for row in range(n)]
    attacked = [[board.attacked_from(row, column) for column in range(n)] for row in range(n)]
    before: Queens = ()
    for queens in candidates(board):
        end = first_attacked(attacked, queens)
        if trace:
            report(board, trace, before, queens, end)
            before = queens
        if end == n and all(column in open_columns[row] for row, column in enumerate(queens)):
            if trace:
                trace.solution(queens)
            on_solution(queens)
    if trace:
        report(board, trace, before, (), 0)
    return {}


def report(board: Board, trace: Trace, before: Queens, queens: Queens, end: int) -> None:
    """Report the step to the next candidate: queens removed and placed, checks up to `end`."""
    pairs = enumerate(zip(before, queens, strict=False))
    kept = next((row for row, (old, new) in pairs if old != new), 0)
    for row in reversed(range(kept, len(before))):
        trace.backtrack(row, before[row])
    for row in range(kept, len(queens)):
        trace.decision(row, queens[row])
    for row in range(min(end + 1, len(queens))):
        trace.check(row, queens[row])
    if end < len(queens) and (cause := attack(board, queens[:end], end, queens[end])):
        trace.rejection(end, queens[end], cause)
