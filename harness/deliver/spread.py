"""Spreads a long solve or count over workers: the board split, the parts done, their answers.

Imported only when a board is split: most commands need no workers.
"""

from __future__ import annotations

import math
from collections.abc import Generator

from harness.deliver.checkpoint import Checkpoint, Job, saved_depth, versions_of
from harness.deliver.parts import (
    PartAnswer,
    PartJob,
    Spread,
    Tally,
    Task,
    Work,
    fitting_depth,
)
from harness.workers.cluster import ClusterPool
from harness.workers.local import LocalPool
from harness.workers.pool import answers, at_work
from queens import Board
from queens.registry import Approach


class SplitBoard:
    """A board's parts, the workers that solve them, and the checkpoint that they are noted in.

    Raises ValueError for a cluster that cannot be used, RecordError for a checkpoint, and
    PartsError for a checkpoint that has a part twice.
    """

    def __init__(
        self,
        spread: Spread,
        approach: Approach,
        board: Board,
        task: Task,
    ) -> None:
        self.pool = ClusterPool(spread.cluster) if spread.cluster else LocalPool(spread.workers)
        depth = _depth(spread, board, self.pool.slots)
        self.work = Work(approach.module, task, depth, approach.file)
        self.tally = Tally(board, list(board.split(depth)), depth)
        self.checkpoint: Checkpoint | None = None
        if spread.checkpoint is not None:
            job = Job(approach.name, board, task, depth)
            self.checkpoint = Checkpoint(spread.checkpoint, job, versions_of(approach))
            for answer in self.checkpoint.done:
                self.tally.add(answer)
        self.done_before = self.tally.done_count

    def answers(self, deadline: float = math.inf) -> Generator[PartAnswer, None, None]:
        """Solve the open parts; yield each answer once it is in the tally and the checkpoint."""
        jobs = [PartJob(self.work, part) for part in self.tally.open_parts.values()]
        in_order = self.work.task == "stream"  # so that the file is the same for any workers
        with at_work(self.pool):
            for answer in answers(self.pool, jobs, in_order, deadline):
                self.tally.add(answer)
                if self.checkpoint:
                    self.checkpoint.add(answer)
                yield answer

    def resumption(self) -> str | None:
        """Return what is resumed, as a sentence; None for a new job."""
        if self.checkpoint is None or not self.checkpoint.done:
            return None
        changed = f" (versions changed: {self.checkpoint.note})" if self.checkpoint.note else ""
        parts = f"{self.done_before} of {self.tally.part_count} parts"
        return f"resuming: {parts} were done before{changed}"


def _depth(spread: Spread, board: Board, slots: int) -> int:
    """Return the depth asked for, that of the checkpoint, or one that suits the workers."""
    if spread.depth is not None:
        return min(spread.depth, board.n)
    saved = saved_depth(spread.checkpoint) if spread.checkpoint else None
    return saved if saved is not None else fitting_depth(board, slots)
