"""A CP-SAT model in parts: the domains of some variables split, and the proof that nothing is lost.

A part is the model with smaller domains for a few variables. The parts are all combinations
of the pieces of these variables' domains: each assignment of the variables lies in one
combination and in no other. `check_parts` proves so anew without regard to how they were made:
parts that lie within the domains, have no assignment in common, and have as many assignments
together as the domains, leave out none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise, product

from ortools.sat.python import cp_model

from models.cp_sat_worker import Part

PARTS_PER_WORKER = 8


def split(variables: Sequence[cp_model.IntVar], wanted: int) -> list[Part]:
    """Return about `wanted` parts, or more: the first variables' domains in pieces, combined."""
    chosen: list[list[tuple[int, tuple[int, ...]]]] = []
    count = 1
    for variable in {variable.index: variable for variable in variables}.values():
        pieces_wanted = min(-(-wanted // count), variable.domain.size())
        if pieces_wanted > 1:
            ends = variable.domain.flattened_intervals()
            chosen.append([(variable.index, piece) for piece in _pieces(ends, pieces_wanted)])
            count *= pieces_wanted
    return [tuple(part) for part in product(*chosen)]


def _pieces(ends: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """Cut a domain, given by the ends of its intervals, into `count` pieces of about one size."""
    intervals = list(zip(ends[::2], ends[1::2], strict=True))
    size = sum(last - first + 1 for first, last in intervals)
    cuts = [number * size // count for number in range(count + 1)]
    pieces = []
    for begin, end in pairwise(cuts):
        piece: list[int] = []
        before = 0  # how many values the earlier intervals have
        for first, last in intervals:
            low = max(first, first + begin - before)
            high = min(last, first + end - 1 - before)
            piece += [low, high] if low <= high else []
            before += last - first + 1
        pieces.append(tuple(piece))
    return pieces


def check_parts(variables: Sequence[cp_model.IntVar], parts: Sequence[Part]) -> None:
    """Raise RuntimeError unless the parts are disjoint and together complete."""
    whole = {variable.index: variable.domain for variable in variables}
    boxes = [
        {index: cp_model.Domain.from_flat_intervals(list(ends)) for index, ends in part}
        for part in parts
    ]
    split_ones = sorted({index for box in boxes for index in box})
    for box in boxes:
        if any(sorted(box) != split_ones or box[i].is_empty() for i in split_ones):
            raise RuntimeError(f"a part does not restrict the variables {split_ones}: {box}")
        if not all(box[index].is_included_in(whole[index]) for index in split_ones):
            raise RuntimeError(f"a part lies outside of the model: {box}")
    for one, other in combinations(boxes, 2):
        if all(one[index].overlaps_with(other[index]) for index in split_ones):
            raise RuntimeError(f"two parts overlap: {one} and {other}")
    sizes = [math.prod(box[index].size() for index in split_ones) for box in boxes]
    if sum(sizes) != math.prod(whole[index].size() for index in split_ones):
        raise RuntimeError("the parts together are not the whole model")
