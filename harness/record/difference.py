"""The event of a difference: the answers by which the sets of two approaches differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from harness.record.fields import described
from queens import Board


@dataclass(frozen=True)
class Examples:
    """Answers of one sort."""

    count: int = described("how many there are", 0)
    examples: list[Any] = described(
        "the first few; of invalid ones {queens, reason}, of others the queens", factory=list
    )

    @property
    def answers(self) -> list[tuple[Any, str]]:
        """The examples, each with the reason why it is no solution; "" where it is one."""
        explained = [one if isinstance(one, dict) else {"queens": one} for one in self.examples]
        return [(one.get("queens"), str(one.get("reason") or "")) for one in explained]


@dataclass(frozen=True)
class Slip:
    """What is wrong with the search, explained."""

    kind: str = described("the slip in a word", "")
    text: str = described("the explanation", "")


@dataclass(frozen=True)
class Difference:
    """Where the sets of two approaches differ: the answers themselves."""

    kind: ClassVar[str] = "difference"

    approach: str = described("the approach at fault", "unnamed")
    board: Board = described("the board", Board(0))
    task: str = described("all", "all")
    reference: str | None = described("the approach whose set it is compared with")
    invalid: Examples = described("answers that are no solution", factory=Examples)
    repeated: Examples = described("solutions delivered before", factory=Examples)
    missing: Examples = described("solutions never delivered", factory=Examples)
    extra: Examples = described("solutions that the reference lacks", factory=Examples)
    findings: list[Slip] = described("the slips behind it", factory=list)

    @property
    def sorts(self) -> dict[str, Examples]:
        """The answers of each sort that there are any of, in the order that reports have them."""
        names = ("invalid", "repeated", "missing", "extra")
        every = {name: getattr(self, name) for name in names}
        return {name: found for name, found in every.items() if found.count}
