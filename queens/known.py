"""Published counts, used where brute force is infeasible.

Indexed by n, from 0 to 27. Sources: OEIS A000170 (all solutions; n = 27 by Preusser
and Engelhardt, Putting Queens in Carry Chains, No. 27, Journal of Signal Processing
Systems, 2017), OEIS A002562 (fundamental solutions: up to rotation and reflection) and
OEIS A007705 (toroidal solutions: diagonals wrap around the edges; given for odd n there).
"""

from __future__ import annotations

from queens.board import Board

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

TOROIDAL: tuple[int | None, ...] = (
    None, 1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4_524, 0, 0, 0, 140_692, 0, 820_496, None, None,
    None, None, None, None, None, None,
)  # fmt: skip
"""Solutions on the torus (A007705, and 0 for even n); None where no figure is given."""


def known_count(board: Board) -> int | None:
    """Return the published number of solutions of a plain board, or None where there is none."""
    return SOLUTIONS[board.n] if board.is_plain and board.n < len(SOLUTIONS) else None
