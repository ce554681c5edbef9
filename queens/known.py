"""Published counts, used where brute force is infeasible.

Indexed by n from 0. Sources: OEIS A000170 (all solutions; n = 27 by Preusser and Engelhardt,
Putting Queens in Carry Chains, No. 27, Journal of Signal Processing Systems, 2017, confirmed
independently in arXiv:2511.12009), A002562 (fundamental solutions: up to rotation and
reflection), A007705 and A051906 (the torus), A051223 (superqueens), A099152 (semiqueens) and
A002464 (kings).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from queens.board import Board
from queens.rule import KINGS, QUEENS, ROOKS, SEMIQUEENS, SUPERQUEENS, TORUS, Rule

ROOKS_UP_TO_N = 100

SOLUTIONS: tuple[int, ...] = (
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
    95_815_104, 666_090_624, 4_968_057_848, 39_029_188_884, 314_666_222_712, 2_691_008_701_644,
    24_233_937_684_440, 227_514_171_973_736, 2_207_893_435_808_352, 22_317_699_616_364_044,
    234_907_967_154_122_528,
)  # fmt: skip
"""All solutions of the plain board (A000170)."""

FUNDAMENTAL: tuple[int, ...] = (
    1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787, 9_233, 45_752, 285_053, 1_846_955, 11_977_939,
    83_263_591, 621_012_754, 4_878_666_808, 39_333_324_973, 336_376_244_042, 3_029_242_658_210,
    28_439_272_956_934, 275_986_683_743_434, 2_789_712_466_510_289, 29_363_495_934_315_694,
)  # fmt: skip
"""Solutions up to rotation and reflection (A002562)."""

TOROIDAL: tuple[int, ...] = (
    1, 1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4_524, 0, 0, 0, 140_692, 0, 820_496, 0, 0, 0,
    128_850_048, 0, 1_957_725_000, 0, 0, 0, 605_917_055_356, 0, 13_404_947_681_712,
)  # fmt: skip
"""Solutions on the torus: A007705 for odd n, none for even n."""

COUNTS: dict[Rule, Sequence[int]] = {
    QUEENS: SOLUTIONS,
    TORUS: TOROIDAL,
    SUPERQUEENS: (1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876, 5180),  # A051223
    SEMIQUEENS: (1, 1, 1, 3, 7, 23, 83, 405, 2113),  # A099152
    KINGS: (1, 1, 0, 0, 2, 14, 90, 646, 5242),  # A002464: permutations, no neighbours touch
}


def known_count(board: Board) -> int | None:
    """Return the published number of solutions of a board, or None where there is none.

    Of boards with no queen placed and no square blocked; of rooks it is n!.
    """
    if board.placed or board.blocked:
        return None
    if board.rule == ROOKS:
        return math.factorial(board.n) if board.n <= ROOKS_UP_TO_N else None
    counts = COUNTS.get(board.rule, ())
    return counts[board.n] if board.n < len(counts) else None
