"""A board in parts: how deep to split it, the proof that nothing is lost, the work on one part.

Parts are boards with the first rows placed. They are independent, so they can be solved by
any approach that takes placed queens, in any order, anywhere, and their counts add up.
That is exact if the parts are disjoint and together complete, which `audit_parts` checks,
and if each part's answers are solutions of that part, each delivered once, which
`solve_part` audits on the worker.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from queens import Board, Square
from queens.loading import load_module
from queens.words import many

PARTS_PER_WORKER = 16  # at the end, workers wait for the last part: 1/16 of their time at worst

Task = Literal["count", "stream"]
"""count: the number, by `count_all` if the approach has it; if not, every solution is visited
and audited, and there is a digest. stream: visited and audited, and the solutions themselves."""

Prefix = tuple[Square, ...]
"""A part's identity: the squares its first rows are placed on."""


class PartsError(Exception):
    """Parts overlap, are missing, or were answered wrongly; the message says which and how."""


@dataclass(frozen=True)
class Spread:
    """Where parts are solved, how deep the board is split, and where finished parts are noted."""

    workers: int = 1
    cluster: str | None = None
    depth: int | None = None
    checkpoint: Path | None = None


@dataclass(frozen=True)
class Work:
    """What every part is solved with: the approach, by its module's name, and the task.

    `file` is the approach's file if it is a user's own.
    """

    module: str
    task: Task
    depth: int
    file: Path | None = None


@dataclass(frozen=True)
class PartJob:
    """One part to be solved, as a job for a worker."""

    work: Work
    part: Board

    def __call__(self) -> PartAnswer:
        """Solve it."""
        return solve_part(self.work, self.part)

    def __str__(self) -> str:
        return f"the part {self.part}: it may lack memory; split deeper with --depth"


@dataclass(frozen=True)
class PartAnswer:
    """The answer to one part: how many solutions, the digest of their set, the solutions.

    `digest` is None for a count; `columns` is an array of shape (count, n), None unless the
    task was to stream. `solve_s` is the wall seconds of the search on its worker.
    """

    prefix: Prefix
    count: int
    digest: str | None
    solve_s: float
    columns: Any = None


def prefix(part: Board, depth: int) -> Prefix:
    """Return the squares of the first `depth` rows of a part."""
    return tuple(square for square in part.placed if square[0] < depth)


def fitting_depth(board: Board, workers: int) -> int:
    """Return the smallest depth with `PARTS_PER_WORKER` parts for each worker."""
    depth = 1
    while depth < board.n and count_prefixes(board, depth) < PARTS_PER_WORKER * workers:
        depth += 1
    return min(depth, board.n)


def count_prefixes(board: Board, depth: int) -> int:
    """Return how many parts `board` has at this depth."""
    return sum(1 for _ in _prefixes(board, depth))


def audit_parts(board: Board, parts: Sequence[Board], depth: int) -> None:
    """Raise PartsError unless `parts` are disjoint and together have all solutions of `board`.

    Two parts that place different queens in a row have no solution in common, so distinct
    prefixes are disjoint; every solution begins with some prefix of queens that stand on
    open squares and attack neither each other nor a placed queen, so all of those together
    are complete. They are enumerated here by a search that does not share `Board.split`.
    """
    seen: set[Prefix] = set()
    for part in parts:
        squares = prefix(part, depth)
        expected = {*board.placed, *squares}
        if part != Board(board.n, expected, board.blocked, board.rule):
            raise PartsError(f"{part} is not a part of {board}")
        if len(squares) != min(depth, board.n):
            raise PartsError(f"part {part} does not place its first {depth} rows")
        if squares in seen:
            raise PartsError(f"part {part} is listed twice")
        seen.add(squares)
    for squares in _prefixes(board, depth):
        if squares not in seen:
            raise PartsError(f"the part that places {squares} is missing")


def _prefixes(board: Board, depth: int, squares: Prefix = ()) -> Iterator[Prefix]:
    row = len(squares)
    if row == min(depth, board.n):
        yield squares
        return
    for square in ((row, column) for column in range(board.n)):
        others = [queen for queen in (*board.placed, *squares) if queen != square]
        if square not in board.blocked and not any(
            board.attacks(square, other) for other in others
        ):
            yield from _prefixes(board, depth, (*squares, square))


def solve_part(work: Work, part: Board) -> PartAnswer:
    """Return the audited answer to one part; runs on the worker.

    Raises PartsError for answers that are not solutions of this part or come twice, and
    whatever the approach raises.
    """
    module = sys.modules.get(work.module) or load_module(work.module, work.file)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), recursion_limit(part.n)))
    started = time.perf_counter()
    if work.task == "count" and hasattr(module, "count_all"):
        count, digest, columns = int(module.count_all(part)), None, None
    else:
        count, digest, columns = _enumerate(module, part, work.task)
    solve_s = time.perf_counter() - started
    return PartAnswer(prefix(part, work.depth), count, digest, solve_s, columns)


def _enumerate(module: ModuleType, part: Board, task: Task) -> tuple[int, str, Any]:
    from harness.deliver.blocks import collect_audited, enumerate_audited

    columns = None
    if task == "stream":
        audit, columns = collect_audited(module, part)
    else:
        audit = enumerate_audited(module, part)
    if audit.word != "ok":
        examples = audit.invalid_examples or audit.repeated_examples
        raise PartsError(
            f"{module.__name__} delivered {many(audit.invalid_count, 'invalid board')} and "
            f"{many(audit.repeated_count, 'repeated board')} on {part}, as {examples[0]}"
        )
    return audit.distinct_count, audit.digest, columns


class Tally:
    """The answers joined: how many solutions, the digest of their set, which parts are open.

    Raises PartsError for an answer to an unknown part, or a second one to the same part.
    """

    def __init__(self, board: Board, parts: Sequence[Board], depth: int) -> None:
        audit_parts(board, parts, depth)
        self.open_parts = {prefix(part, depth): part for part in parts}
        self.part_count = len(parts)
        self.depth = depth
        self.count = 0
        self._digests: list[str] = []

    def add(self, answer: PartAnswer) -> None:
        """Add the answer to one part."""
        if self.open_parts.pop(answer.prefix, None) is None:
            raise PartsError(f"part {answer.prefix} was answered twice or is unknown")
        self.count += answer.count
        if answer.digest is not None:
            self._digests.append(answer.digest)

    @property
    def done_count(self) -> int:
        """How many parts are answered."""
        return self.part_count - len(self.open_parts)

    @property
    def digest(self) -> str | None:
        """The digest of the set of all solutions, None if parts were only counted."""
        from harness.judge.audit import join_hex_digests

        return join_hex_digests(self._digests) if len(self._digests) == self.done_count else None


def recursion_limit(n: int) -> int:
    """Return the recursion limit that every approach needs for a board of size n."""
    return 20 * n + 10_000
