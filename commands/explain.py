"""The command `explain`. What it needs beside typer is imported when it runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from explain.show import Explanation
    from queens import Board

STEPS_OF_A_TABLE = 2_000_000
"""A table needs the steps only to count them, so it takes more than a page does."""


def explain(
    context: typer.Context,
    n: Annotated[str, typer.Argument(help="board size; left out with --read")] = "",
    approaches: Annotated[
        str, typer.Option("--approaches", "-a", help="names, by commas; the first two open")
    ] = "",
    first: Annotated[bool, typer.Option("--first", help="only to the first solution")] = False,
    output: Annotated[
        str, typer.Option("--output", "-o", help="file to write: .html a page, .json the record")
    ] = "",
    text: Annotated[bool, typer.Option("--text", help="tell the search line by line")] = False,
    table: Annotated[
        bool, typer.Option("--table", help="nodes, failures, checks, pruned squares, by depth")
    ] = False,
    depth: Annotated[
        str, typer.Option("--depth", help="leave out what is below this many queens")
    ] = "",
    placed: Annotated[str, typer.Option("--placed", help="queens that stand, as 0:3,3:5")] = "",
    blocked: Annotated[
        str, typer.Option("--blocked", help="squares no queen may take, as 1:1,2:6")
    ] = "",
    read: Annotated[str, typer.Option("--read", help="draw the record in this .json file")] = "",
) -> None:
    """Show searches step by step, with the reason for every square that goes away.

    Without --text or --table this writes one HTML page, which opens anywhere.
    """
    from commands.values import fail, option_names, refuse_strangers
    from explain.recorder import CannotShow

    asked = Asked(n, approaches, placed, blocked, depth, first, text, table)
    try:
        with _reading():
            refuse_strangers(context.args, option_names(context))
        rows = asked.depth_at_most()
        explanation = _from_file(Path(read), asked) if read else _recorded(asked)
        told = explanation.text() if text else explanation.table(rows) if table else None
        default = f"{Path(read).stem}.html" if read else f"explain-{n}.html"
        _deliver(explanation, told, output, default)
    except CannotShow as reason:
        fail(str(reason))


@contextmanager
def _reading() -> Iterator[None]:
    """Around the reading of what was typed, and of nothing else: turn its slips into CannotShow."""
    from explain.recorder import CannotShow

    try:
        yield
    except ValueError as error:
        raise CannotShow(str(error)) from None


@dataclass(frozen=True)
class Asked:
    """What was typed, as text; its readers raise CannotShow for a slip."""

    n: str
    approaches: str
    placed: str
    blocked: str
    depth: str
    first: bool
    text: bool
    table: bool

    def depth_at_most(self) -> int | None:
        """Return the depth to show, None for all of it."""
        from queens.parsing import parse_whole

        with _reading():
            if self.text and self.table:
                raise ValueError("--text and --table are two views: ask for one at a time")
            return parse_whole(self.depth, "--depth", 0) if self.depth else None

    def board(self) -> Board:
        """Return the board."""
        from queens.parsing import parse_board

        with _reading():
            if not self.n:
                raise ValueError("n is missing: say the board size, as in `explain 6`")
            return parse_board(self.n, self.placed, self.blocked)

    def names(self) -> list[str]:
        """Return the approaches named, in the order typed, which is that of the panes."""
        from queens.names import resolve_approaches
        from queens.parsing import parts

        with _reading():
            typed = parts(self.approaches, "approaches") if self.approaches else []
            return [approach.name for word in typed for approach in resolve_approaches(word)]


def _recorded(asked: Asked) -> Explanation:
    """Return the searches asked for."""
    from explain.counts import STRENGTHS
    from explain.recorder import STEPS_AT_MOST
    from explain.show import OPENING, explain

    return explain(
        asked.board(),
        asked.names() or (STRENGTHS if asked.table else OPENING if asked.text else None),
        first=asked.first,
        # a table leaves out rows, and counts the whole search above them
        depth=None if asked.table else asked.depth_at_most(),
        steps_at_most=STEPS_OF_A_TABLE if asked.table else STEPS_AT_MOST,
    )


def _from_file(path: Path, asked: Asked) -> Explanation:
    """Return the searches in a record that somebody wrote."""
    from explain.reading import read
    from explain.recorder import CannotShow
    from explain.show import Explanation

    if asked.n or asked.approaches or asked.placed or asked.blocked or asked.first:
        raise CannotShow("--read draws a record as it is: leave out n and what chooses a search")
    with _reading():
        return Explanation(read(path))


def _deliver(explanation: Explanation, told: str | None, output: str, default: str) -> None:
    """Write the page, the record or the text where it was asked for, and say where that is."""
    from explain.recorder import CannotShow

    if told is not None and not output:
        typer.echo(told)
        return
    path = Path(output or default)
    try:
        if told is None:
            explanation.save(path)
        else:
            path.write_text(told + "\n", encoding="utf-8")
        typer.echo(f"wrote {path} ({path.stat().st_size / 1000:,.0f} kB)")
    except OSError as error:
        raise CannotShow(f"{path} cannot be written: {error.strerror}; -o names another") from None
