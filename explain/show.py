"""An explanation: a record of searches, and the ways to look at it.

from explain import explain
explain(6)                                       in a notebook: the page, in the cell
explain(8, ["boolean_flags"], first=True).save("eight.html")
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from explain import counts, text
from explain.record import Record, write
from explain.recorder import STEPS_AT_MOST, CannotShow, record
from explain.render import render
from queens import QUEENS, Board

__all__ = ["CannotShow", "Explanation", "explain"]

OPENING = ("boolean_flags", "alldifferent")
"""The searches in the two panes when nobody asks for others."""
REST = (
    "forward_checking",
    "arc_consistency",
    "bounds_consistency",
    "pair_consistency",
    "original_cp",
    "linear_scan",
    "bitmasks",
)
"""What can be chosen beside them, on boards so small that the page stays small."""
ALL_UP_TO_N = 6
RULED = ("forward_checking", "group_support")
"""The two searches for boards with another rule: one that guesses, one that seldom needs to."""


@dataclass(frozen=True, repr=False)
class Explanation:
    """Searches of one board, recorded; draws itself in a notebook."""

    record: Record

    def __repr__(self) -> str:
        names = ", ".join(search.approach for search in self.record.searches)
        return f"Explanation({self.record.board}: {names})"

    def html(self) -> str:
        """Return the page: one file, in need of nothing else."""
        return render(self.record)

    def text(self) -> str:
        """Return the searches told line by line."""
        return text.text(self.record)

    def table(self, depth: int | None = None) -> str:
        """Return what each search costs and saves, depth by depth."""
        return counts.table(self.record, depth)

    def save(self, path: str | Path) -> Path:
        """Write the page to `path`, or the record if that ends in .json; return the path."""
        target = Path(path)
        if target.suffix == ".json":
            write(self.record, target)
        else:
            target.write_text(self.html(), encoding="utf-8")
        return target

    def _repr_html_(self) -> str:
        # a document of its own: neither the notebook's style nor its scripts meet the page's
        page = html.escape(self.html(), quote=True)
        return (
            f'<iframe srcdoc="{page}" title="Searches for queens, step by step" '
            f'style="width:100%;height:900px;border:0" sandbox="allow-scripts"></iframe>'
        )


def explain(
    board: Board | int,
    approaches: Sequence[str] | None = None,
    *,
    first: bool = False,
    depth: int | None = None,
    steps_at_most: int = STEPS_AT_MOST,
) -> Explanation:
    """Return an explanation of these approaches' searches of the board.

    `first` stops at the first solution; `depth` leaves out what is deeper in the tree.
    Raises CannotShow, in one line, for what cannot be shown.
    """
    whole = board if isinstance(board, Board) else Board(board)
    names = approaches if approaches is not None else default_approaches(whole)
    return Explanation(
        record(whole, names, first_only=first, depth=depth, steps_at_most=steps_at_most)
    )


def default_approaches(board: Board) -> tuple[str, ...]:
    """Return the searches to record when nobody names any: two, or all on a small board.

    Under another rule than queens, two of those that take every rule.
    """
    if board.rule != QUEENS:
        return RULED
    return OPENING + REST if board.n <= ALL_UP_TO_N else OPENING
