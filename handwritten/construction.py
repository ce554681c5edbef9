"""A solution by formula: no search at all, for every n but 2 and 3.

Rows and columns are counted from 1 here. For even n, queens that go down in knight's moves
from (1, 2), and again from the row below the middle at column 1, fill every column:

    (j, 2j) and (n/2 + j, 2j - 1)                   for j = 1 .. n/2, unless n = 6k + 2

For n = 6k + 2 two of those share a diagonal. There the moves start at column n/2, go on at
the left where they leave the board at the right, and the lower half is the upper one turned:

    (j, c) and (n + 1 - j, n + 1 - c), c = 1 + (2(j - 1) + n/2 - 1) mod n, unless n = 6k

In neither is a queen on the diagonal from (1, 1) to (n, n), so one more row and column with
a queen in their corner makes a solution for odd n of the one for n - 1.

Right by the case analysis in the source; the tests hold it to the rules for n to 1,000. None
for n = 2 and 3 is a proof: all their placements fail. Takes plain boards only.

Source: Bernhardsson (1991), Explicit solutions to the n-queens problem for all n, ACM SIGART
Bulletin 2(2); the first such proof: Pauls (1874), Deutsche Schachzeitung 29.
"""

from __future__ import annotations

from queens import Board, Queens, Trace, only_plain


def solve_one(board: Board, trace: Trace | None = None) -> Queens | None:
    """Return the constructed solution, or None for n = 2 and 3, which have none."""
    only_plain(board, "construction", "its patterns are for them")
    n = board.n
    if n in (2, 3):
        return None
    if n % 2:
        return (*even(n - 1), n - 1)
    return even(n)


def even(n: int) -> Queens:
    """Return the solution for an even n, its columns counted from 0."""
    if n % 6 != 2:
        return (*range(1, n, 2), *range(0, n, 2))
    upper = [(2 * row + n // 2 - 1) % n for row in range(n // 2)]
    return (*upper, *(n - 1 - column for column in reversed(upper)))
