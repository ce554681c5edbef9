"""The event of a run made alone, in a campaign whose runs are made side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from harness.record.fields import described
from queens import Board


@dataclass(frozen=True)
class Alone:
    """A run like another one of the campaign, but with nothing beside it; it counts for no cell."""

    kind: ClassVar[str] = "alone"

    approach: str = described("the approach's name", "unnamed")
    board: Board = described("the board", Board(0))
    task: str = described("all, count or one", "all")
    repetition: int = described("that of the run, made beside others, that it is compared with", 0)
    status: str = described("how it ended, as of a run", "unknown")
    solve_s: float | None = described("seconds of the approach alone")
    cpu_s: float | None = described("processor seconds of the approach alone")
    processors: list[int] | None = described("the logical processors it was pinned to")
