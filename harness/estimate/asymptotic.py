"""The number of solutions for large n: what is proved of it, and how far off that still is.

Simkin: the number of solutions is ((1 ± o(1)) n exp(-alpha))^n with alpha = 1.942 ± 0.003;
Nobel, Agrawal and Boyd bound alpha from both sides to 1.94400. What the o(1) hides is shown by
the known counts: at n = 27 the formula without it is 33 times too small, and the factor grows by
about 2 % from one n to the next.

Sources: Simkin (2023), The number of n-queens configurations, Advances in Mathematics 427 (arXiv
2107.13460, 2021); Nobel, Agrawal and Boyd (2022), Computing tighter bounds on the n-queens
constant via Newton's method, Optimization Letters 17 (arXiv 2112.03336).
"""

from __future__ import annotations

from decimal import Decimal

from queens.known import SOLUTIONS

ALPHA = 1.94400


def simkin(n: int) -> Decimal:
    """Return (n exp(-ALPHA))^n for n of at least 1."""
    return (Decimal(n) * Decimal(-ALPHA).exp()) ** n


def times_too_small(n: int) -> float:
    """Return how many times larger the known count for `n` is than the formula says."""
    return float(Decimal(SOLUTIONS[n]) / simkin(n))


LARGEST_KNOWN_N = len(SOLUTIONS) - 1
