"""Solutions in blocks: arrays of columns, small in memory and quick to hand on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def as_block(n: int, solutions: Sequence[Sequence[int]]) -> Any:
    """Return solutions as an array of shape (k, n) in the smallest type that holds a column."""
    import numpy as np

    kind = np.uint8 if n <= 2**8 else np.uint16 if n <= 2**16 else np.uint32
    return np.asarray(solutions, dtype=kind).reshape(len(solutions), n)


def join_blocks(n: int, blocks: Sequence[Any]) -> Any:
    """Return the rows of all blocks in one array."""
    import numpy as np

    return np.concatenate([as_block(n, ()), *blocks])
