"""Hypothesis strategies: boards with placed queens and blocked squares."""

from __future__ import annotations

from hypothesis import strategies as st

from queens import Board


@st.composite
def boards(draw: st.DrawFn, max_n: int = 7) -> Board:
    """Draw a board of n <= max_n: most have solutions, some have none."""
    n = draw(st.integers(0, max_n))
    if n == 0:
        return Board(0)
    square = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    placed = draw(st.lists(square, max_size=2, unique_by=lambda square: square[0]))
    blocked = draw(st.lists(square, max_size=n + 2, unique=True))
    return Board(n, placed, blocked)
