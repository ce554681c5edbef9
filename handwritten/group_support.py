"""Group support: a square goes if a queen on it would leave a group without any square.

Every row must have a queen, and so must every number of a line that has n numbers in all:
every column, every region. A square that attacks all squares still open in such a group has no
support in it. On top of the matchings of `alldifferent`, until nothing changes: that is what
people do who solve a region puzzle by hand.

It is singleton consistency on groups: a queen is tried on a square, and what she attacks at
once is looked at, nothing that follows from it. Stronger than `alldifferent` and than
`pair_consistency`, which looks at rows alone.

Right because a solution has a queen in each group, and none that attacks another. Needs 2n + 1
frames of recursion (and a few).

Source: Debruyne and Bessière (1997), Some practicable filtering techniques for the constraint
satisfaction problem, IJCAI-97 (singleton consistency; here only groups are looked at).
"""

from __future__ import annotations

from collections.abc import Iterator

from handwritten import alldifferent
from handwritten.propagation import Domains, Failure, columns_of, search
from queens import Board, Cause, Counters, NoSupport, OnSolution, Trace


def propagate(domains: Domains, rows: list[int]) -> None:
    """Prune to the fixpoint of `alldifferent` and of support in all groups."""
    fixed = list(rows)
    while True:
        alldifferent.propagate(domains, fixed)
        mark = len(domains.trail)
        fixed = prune_unsupported(domains)
        if mark == len(domains.trail):
            return


def prune_unsupported(domains: Domains) -> list[int]:
    """Prune the squares that attack all of a group; return the rows that fixed."""
    if domains.trace:
        domains.trace.propagator("group support")
    fixed = []
    for cause, squares in groups(domains):
        if not any(squares):
            raise Failure(None)
        attacking = attacking_all(domains, squares)
        fixed += prune_all(domains, attacking, cause) if any(attacking) else []
    return fixed


def prune_all(domains: Domains, columns: list[int], cause: Cause) -> list[int]:
    """Prune the `columns` of each row, for one cause; return the rows that fixed."""
    rows = range(domains.decided, domains.n)
    return [row for row in rows if domains.prune(row, columns[row], lambda square: cause)]


def groups(domains: Domains) -> Iterator[tuple[NoSupport, list[int]]]:
    """Yield each row and each number of a full line: what prunes for it, its squares by row."""
    for row in range(domains.decided, domains.n):
        yield NoSupport(row), [domains.of[row] if row == other else 0 for other in range(domains.n)]
    for line in domains.board.lines:
        if line.is_full:
            for number in line.all_numbers:
                rows = zip(line.masks, domains.of, strict=True)
                squares = [masks.get(number, 0) & domain for masks, domain in rows]
                yield NoSupport(number, line.name), squares


def attacking_all(domains: Domains, squares: list[int]) -> list[int]:
    """Return for each row the other squares that attack all of `squares`, a bit a column."""
    common = [~mask for mask in squares]
    for row, mask in enumerate(squares):
        for column in columns_of(mask):
            own_row = common[row]  # a row has one queen, whatever the rule
            attacked = domains.board.attacked_from(row, column)
            common = [one & other for one, other in zip(common, attacked, strict=True)]
            common[row] = own_row
    return common


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order; return the failures."""
    return search(board, propagate, on_solution, trace)
