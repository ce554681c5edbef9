"""A board in parts: how deep to split it, the proof that nothing is lost, the work on one part.

Parts are boards with the first rows placed. They are independent, so they can be solved by
any approach that takes placed queens, in any order, anywhere; what they give is joined by
adding up. That is exact if the parts are disjoint and together complete, which is not
taken on trust (`audit_parts`), and if each part's answers are solutions of that part,
each delivered once, which is audited where they are found (`solve_part`).
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

from harness.deliver.blocks import as_block, join_blocks
from queens import Board, Square

PARTS_PER_WORKER = 16  # the last part to end keeps the others waiting for 1/16 at the worst
BATCH = 4096

Task = Literal["count", "all", "stream"]
"""count: the number alone, by `count_all` where the approach has it. all: every solution
visited and audited, the number and the digest of the set. stream: as all, and the
solutions themselves."""

Prefix = tuple[Square, ...]
"""A part's identity: the squares its first rows are placed on."""


class PartsError(Exception):
    """Parts overlap, are missing, or were answered wrongly; the message says which and how."""


class OutOfTime(Exception):
    """The deadline has passed before all parts were answered."""


@dataclass(frozen=True)
class Work:
    """What is asked of every part: the approach by its module's name, and the task."""

    module: str
    task: Task
    depth: int


@dataclass(frozen=True)
class PartAnswer:
    """What one part gave: how many solutions, the digest of their set, the solutions themselves.

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
    """Return the least depth that gives `workers` enough parts to end at about the same time."""
    depth = 1
    while depth < board.n and count_prefixes(board, depth) < PARTS_PER_WORKER * workers:
        depth += 1
    return min(depth, board.n)


def count_prefixes(board: Board, depth: int) -> int:
    """Return how many parts `board` has at this depth."""
    return sum(1 for _ in _prefixes(board, depth))


def audit_parts(board: Board, parts: Sequence[Board], depth: int) -> None:
    """Raise PartsError unless `parts` are disjoint and together hold all that `board` holds.

    Two parts that place different queens in a row have no solution in common, so distinct
    prefixes are disjoint; every solution begins with some prefix of queens that stand on
    open squares and attack neither each other nor a placed queen, so all of those together
    are complete. They are enumerated here by a search that does not share `Board.split`.
    """
    seen: set[Prefix] = set()
    for part in parts:
        squares = prefix(part, depth)
        expected = tuple(sorted({*board.placed, *squares}))
        if (part.n, part.placed, part.blocked) != (board.n, expected, board.blocked):
            raise PartsError(f"{part} is no part of {board}")
        if len(squares) != min(depth, board.n):
            raise PartsError(f"part {part} does not place its first {depth} rows")
        if squares in seen:
            raise PartsError(f"part {part} is there twice")
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
    """Return the audited answer to one part; runs in the worker.

    Raises PartsError for answers that are no solutions of this part or come twice, and
    whatever the approach raises.
    """
    module = importlib.import_module(work.module)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), recursion_limit(part.n)))
    no_blocks: list[Any] = []
    started = time.perf_counter()
    if work.task == "count" and hasattr(module, "count_all"):
        count, digest, blocks = module.count_all(part), None, no_blocks
    else:
        count, digest, blocks = _enumerate(module, part, keep=work.task == "stream")
    solve_s = time.perf_counter() - started
    columns = join_blocks(part.n, blocks) if work.task == "stream" else None
    return PartAnswer(prefix(part, work.depth), int(count), digest, solve_s, columns)


class Tally:
    """The answers joined: how many solutions, the digest of their set, which parts are open.

    Raises PartsError for an answer that was not asked for or is there already.
    """

    def __init__(self, board: Board, parts: Sequence[Board], depth: int) -> None:
        audit_parts(board, parts, depth)
        self.open_parts = {prefix(part, depth): part for part in parts}
        self.part_count = len(parts)
        self.depth = depth
        self.count = 0
        self.solve_s = 0.0
        self._digests: list[str] = []

    def add(self, answer: PartAnswer) -> None:
        """Take the answer to one part in."""
        if self.open_parts.pop(answer.prefix, None) is None:
            raise PartsError(f"the part {answer.prefix} was answered twice, or is no part at all")
        self.count += answer.count
        self.solve_s += answer.solve_s
        if answer.digest is not None:
            self._digests.append(answer.digest)

    @property
    def done_count(self) -> int:
        """How many parts are answered."""
        return self.part_count - len(self.open_parts)

    @property
    def is_complete(self) -> bool:
        """Whether every part is answered."""
        return not self.open_parts

    @property
    def digest(self) -> str | None:
        """The digest of the set of all solutions, None if parts were only counted."""
        from harness.judge.audit import join_hex_digests

        return join_hex_digests(self._digests) if len(self._digests) == self.done_count else None


def _enumerate(module: ModuleType, part: Board, keep: bool) -> tuple[int, str, list[Any]]:
    from harness.judge.audit import Audit

    audit = Audit(part)
    blocks: list[Any] = []

    def take(block: Any) -> None:
        audit.add(block)
        if keep:
            blocks.append(as_block(part.n, block))

    hand_over(module, part, take)
    if audit.word != "ok":
        examples = audit.invalid_examples or audit.repeated_examples
        raise PartsError(
            f"{module.__name__} delivered {audit.invalid_count} invalid and "
            f"{audit.repeated_count} repeated boards on {part}, as {examples[0]}"
        )
    return audit.distinct_count, audit.digest, blocks


def hand_over(module: ModuleType, board: Board, take: Callable[[Any], None]) -> None:
    """Give every solution to `take`, block after block: arrays of columns, or lists of tuples."""
    if hasattr(module, "solution_arrays"):
        for block in module.solution_arrays(board):
            take(block)
        return
    buffer: list[Any] = []

    def on_solution(queens: Any) -> None:
        buffer.append(tuple(queens))
        if len(buffer) == BATCH:
            take(buffer)
            buffer.clear()

    module.solve_all(board, on_solution)
    if buffer:
        take(buffer)


def recursion_limit(n: int) -> int:
    """Return a limit of recursion under which every approach takes a board of size n."""
    return 20 * n + 10_000
