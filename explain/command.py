"""The command `explain`. What it needs beside typer is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from explain.show import Explanation

STEPS_OF_A_TABLE = 2_000_000
"""A table needs the steps only to count them, so it takes more than a page does."""


def explain(
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
    from explain.show import CannotShow
    from queens.typed import fail, parse_whole

    try:
        if text and table:
            raise CannotShow("--text and --table are two views: ask for one at a time")
        if read:
            _refuse_with_read(n, approaches, placed, blocked, first, depth)
            explanation = _from_file(Path(read))
        else:
            explanation = _recorded(n, approaches, placed, blocked, first, depth, text, table)
        rows = parse_whole(depth, "--depth", 0) if depth else None
        told = explanation.text() if text else explanation.table(rows) if table else None
        default = f"{Path(read).stem}.html" if read else f"explain-{n}.html"
        _deliver(explanation, told, output, default)
    except CannotShow as reason:
        fail(str(reason))


def _recorded(
    n: str,
    approaches: str,
    placed: str,
    blocked: str,
    first: bool,
    depth: str,
    text: bool,
    table: bool,
) -> Explanation:
    """Return the searches asked for; raise CannotShow for what was typed wrong or is too much."""
    from explain.recorder import STEPS_AT_MOST
    from explain.show import OPENING, CannotShow, explain
    from explain.tally import DIAL
    from queens.typed import parse_board, parse_whole, parts, resolve_approaches

    try:
        if not n:
            raise ValueError("n is missing: say the board size, as in `explain 6`")
        board = parse_board(n, placed, blocked)
        below = parse_whole(depth, "--depth", 0) if depth else None
        # word by word, for the order decides what opens in which pane
        chosen = [
            approach.name
            for word in (parts(approaches, "approaches") if approaches else [])
            for approach in resolve_approaches(word)
        ]
    except ValueError as error:
        raise CannotShow(str(error)) from None
    names = chosen or (DIAL if table else OPENING if text else None)
    # --depth leaves rows out of a table; the counts above them are of the whole search
    return explain(
        board,
        names,
        first=first,
        depth=None if table else below,
        steps_at_most=STEPS_OF_A_TABLE if table else STEPS_AT_MOST,
    )


def _refuse_with_read(*others: object) -> None:
    from explain.show import CannotShow

    if any(others):
        raise CannotShow("--read draws a record as it is: leave out n and the other options")


def _from_file(path: Path) -> Explanation:
    from explain.record import RecordError, read
    from explain.show import CannotShow, Explanation

    try:
        return Explanation(read(path))
    except RecordError as error:
        raise CannotShow(str(error)) from None


def _deliver(explanation: Explanation, told: str | None, output: str, default: str) -> None:
    """Write the page, the record or the text where it was asked for, and say where that is."""
    from explain.show import CannotShow

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
