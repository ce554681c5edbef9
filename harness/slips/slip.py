"""What a slip is: a name, words, and what a search that has it would hand over."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from harness.slips.searches import Call
from queens import Queens

Program = Callable[[Call], Iterator[Any]]
"""What a search with the slip hands over when called, in its order; it raises what that raises."""

Range = tuple[float, float]
Fit = Callable[[Sequence[Queens], Sequence[Any]], Range | None]
"""Given the solutions and the answers: from where to where the slip's number may lie, if it fits.

For slips that are told by a property of the answers and not by a search: the order is a solver's.
"""
ANY: Range = (-math.inf, math.inf)


@dataclass(frozen=True)
class Slip:
    """A slip that people make.

    `wrong` says what is wrong and `tries` what to try, in a sentence or two; `model` says what
    is wrong where the file is a model for a solver. `programs` are the small changes to a
    reference search that show it, `fit` a property of the answers; one of the two is there.
    `is_ordered` says that what is found depends on the order in which rows are filled. `hint` is
    the kind of line to look for in the file (source.py); one of `needs` must stand in a file that
    has the slip.
    """

    name: str
    wrong: str
    tries: str
    programs: tuple[Program, ...] = ()
    fit: Fit | None = None
    model: str | None = None
    is_ordered: bool = False
    hint: str | None = None
    needs: tuple[str, ...] = ()
    source: str | None = None
