"""What a stop of a lesson is: a moment of two searches, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain.record import Record


@dataclass(frozen=True)
class Stop:
    """One moment: the searches in the two panes, how many steps each has made, and what is so.

    `facts` are the claims as values, for who wants to check them. `record` is that of the stop
    where it is not the lesson's.
    """

    title: str
    text: str
    left: str
    right: str
    left_position: int
    right_position: int
    facts: dict[str, Any]
    record: Record | None = None

    def data(self) -> dict[str, Any]:
        """Return the stop as the page takes it."""
        hidden = ("facts", "record")
        fields = {name: value for name, value in vars(self).items() if name not in hidden}
        return fields | {"board": int(self.record is not None)}
