"""A count whose parts have numbers: by an approach that divides it by itself, anywhere.

A number says nothing of what the part is. So every worker says which division it counts by: of
how many parts, and from which source and versions. One that differs is refused.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from harness.deliver.checkpoint import division_of
from harness.deliver.parts import PartsError
from harness.workers.pool import Pool, answers, at_work
from queens import Board, Part
from queens.loading import load
from queens.registry import Approach


class NumberAnswer(NamedTuple):
    """A part that was counted, and the division that it is of."""

    part: Part
    division: dict[str, str]


@dataclass(frozen=True)
class NumberJob:
    """One part to be counted, as a job for a worker."""

    approach: Approach
    board: Board
    number: int

    def __call__(self) -> NumberAnswer:
        """Count it."""
        part = load(self.approach).count_part(self.board, self.number)
        return NumberAnswer(part, division_of(self.approach))

    def __str__(self) -> str:
        return f"part {self.number} of {self.board}: it may lack memory"


def counted_on(
    pool: Pool,
    approach: Approach,
    board: Board,
    done: Collection[int],
    total: int | None,
    deadline: float = math.inf,
) -> Generator[Part, None, None]:
    """Yield the parts that are not `done`, as the pool's workers count them, each once.

    Where `total` is not known, the first part says it. Raises PartsError for an answer of
    another division.
    """
    here, seen = division_of(approach), set(done)

    def counted(numbers: Iterable[int]) -> Iterator[Part]:
        nonlocal total
        jobs = [NumberJob(approach, board, number) for number in numbers]
        for part, division in answers(pool, jobs, deadline=deadline):
            _refuse_another(division, here)
            total = total or part.total
            if part.total != total or part.number in seen:
                raise PartsError(f"part {part.number} of {part.total} was not asked for")
            seen.add(part.number)
            yield part._replace(done=len(seen))

    with at_work(pool):
        if total is None:
            yield from counted([0])
        yield from counted([number for number in range(total or 0) if number not in seen])


def _refuse_another(division: dict[str, str], here: dict[str, str]) -> None:
    for name in sorted({*division, *here}):
        there = division.get(name)
        if there != here.get(name):
            raise PartsError(
                f"a worker has another {name}, {there} and not {here.get(name)}: its parts may "
                "be others; install the same version on all workers"
            )
