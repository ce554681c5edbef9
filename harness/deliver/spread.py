"""How a long solve or count is spread over workers, and what of it survives: the options.

Shared by the commands `solve` and `count`: --workers, --cluster, --depth, --checkpoint.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from queens import Board
from queens.parsing import parse_whole
from queens.registry import Approach, version_of

if TYPE_CHECKING:
    from harness.deliver.checkpoint import Checkpoint
    from harness.deliver.parts import Task
    from harness.deliver.pools import Pool


@dataclass(frozen=True)
class Spread:
    """Where parts are solved, how deep the board is split, where it is noted what is done."""

    workers: int = 1
    cluster: str | None = None
    depth: int | None = None
    checkpoint: Path | None = None

    @property
    def splits(self) -> bool:
        """Whether the board must be split, and not only solved by several workers."""
        return not (self.cluster is None and self.checkpoint is None and self.depth is None)

    def open_pool(self) -> Pool:
        """Return the workers. Raises ValueError for a cluster that cannot be reached."""
        from harness.deliver.pools import ClusterPool, LocalPool

        return ClusterPool(self.cluster) if self.cluster else LocalPool(self.workers)

    def fitted_depth(self, board: Board, slots: int) -> int:
        """Return the depth asked for, that of the checkpoint, or one that suits the workers."""
        from harness.deliver.checkpoint import saved_depth
        from harness.deliver.parts import fitting_depth

        if self.depth is not None:
            return min(self.depth, board.n)
        saved = saved_depth(self.checkpoint) if self.checkpoint else None
        return saved if saved is not None else fitting_depth(board, slots)


def read_spread(
    workers: str | None, cluster: str | None, depth: str | None, checkpoint: Path | None
) -> Spread | None:
    """Return the options, None if there are none: all is then done in this process."""
    if workers is None and cluster is None and checkpoint is None:
        if depth is not None:
            raise ValueError("--depth says how to split for workers: add --workers W")
        return None
    if workers is not None and cluster is not None:
        raise ValueError("--workers are of this machine, --cluster has its own: leave one away")
    return Spread(
        parse_whole(workers, "--workers", 1) if workers is not None else 1,
        cluster,
        parse_whole(depth, "--depth", 0) if depth is not None else None,
        checkpoint,
    )


def open_checkpoint(
    spread: Spread,
    approach: Approach,
    board: Board,
    task: Task,
    depth: int,
    output: Path | None = None,
    is_unique: bool = False,
) -> Checkpoint | None:
    """Return the checkpoint, if one is asked for; note on standard error what it goes on from."""
    if spread.checkpoint is None:
        return None
    from harness.deliver.checkpoint import Checkpoint, Job

    job = replace(
        Job.of(approach.name, board, task, depth),
        output=str(output.resolve()) if output else None,
        unique=is_unique,
    )
    names = ("queens-compare", *approach.needs)
    versions = {name: version_of(name) or "" for name in names}
    checkpoint = Checkpoint(spread.checkpoint, job, versions)
    if checkpoint.done:
        note = f" (with other versions: {checkpoint.note})" if checkpoint.note else ""
        sys.stderr.write(f"{len(checkpoint.done)} parts were done before{note}\n")
    return checkpoint
