"""Repair of a good start: attacked queens change columns with others until none is attacked.

Each row and each column holds one queen throughout, so only diagonals can conflict. How many
queens stand on each is kept in two lists: what an exchange of columns would gain is known in
constant time, whatever n. The start puts each row's queen on a column drawn from those not yet
taken, and draws again while a diagonal is taken. That goes well until few columns are left, so
that of a million queens some dozens are attacked. Each of those then tries exchanges with rows
drawn at random, and makes the first that leaves fewer conflicts.

What is returned is right because the conflicts are counted down to zero. Nothing is ever
proved: when no exchange helps any attacked queen, the search starts anew, and after `STARTS`
starts it gives up, as it must on boards without a solution. Placed queens keep their squares;
another queen on a square they attack, or on a blocked one, is in conflict with the board.

Source: Sosič and Gu (1994), Efficient local search with conflict minimization: a case study
of the n-queens problem, IEEE Transactions on Knowledge and Data Engineering 6; Minton,
Johnston, Philips and Laird (1992), Minimizing conflicts, Artificial Intelligence 58.
"""

from __future__ import annotations

from random import Random

from handwritten.exchanges import GroupPosition, Position
from queens import QUEENS, Board, GaveUp, Queens, Trace, Unsupported

STARTS = 200


def solve_one(board: Board, trace: Trace | None = None, *, seed: int = 0) -> Queens | None:
    """Return a solution; raise GaveUp after `STARTS` starts. Never None."""
    if not board.has_columns:
        raise Unsupported(f"min_conflicts exchanges columns, which {board.rule} does not number")
    position_of = Position if board.rule == QUEENS else GroupPosition
    chance = Random(seed)
    for _ in range(STARTS):
        position = position_of(board, chance)
        attacked = [row for row in position.rows if position.is_attacked(row)]
        while attacked:
            exchanges = sum(position.exchange(row) for row in attacked if position.is_attacked(row))
            if not exchanges:
                break
            attacked = [row for row in position.rows if position.is_attacked(row)]
        else:
            return tuple(position.queens)
    raise GaveUp(f"no solution in {STARTS} starts; whether there is one is not known")
