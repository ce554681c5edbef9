"""The event of a cell that gets no more repetitions, in a campaign with `-r auto`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from harness.record.fields import described
from queens import Board


@dataclass(frozen=True)
class Settled:
    """A cell that gets no further runs, where the runs decide how many they are."""

    kind: ClassVar[str] = "settled"

    approach: str = described("the approach's name", "unnamed")
    board: Board = described("the board", Board(0))
    task: str = described("all, count or one", "all")
    runs: int = described("how many runs it has had", 0)
    why: str = described(
        "precise (its median is known as precisely as asked), budget (its time is spent), most "
        "(it has had the most runs a cell gets) or none complete",
        "precise",
    )
    within: float | None = described(
        "how far the 95 % interval of the median goes from it, as a share; null where there is none"
    )
