"""`compare.py explain`: searches shown step by step, on a page, as text or in a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.shared.boards import Blocked, BoardPath, Placed, RuleName, typed_board
from commands.shared.values import clean_errors, refuse_strangers, writing
from explain.counts import STRENGTHS
from explain.reading import read as read_record
from explain.recorder import STEPS_AT_MOST, CannotShow
from explain.show import OPENING, Explanation
from explain.show import explain as explain_searches
from harness.judge.entry import as_called
from queens import Board
from queens.names import is_file, resolve_approach, resolve_approaches
from queens.parsing import parse_whole, parts

STEPS_OF_A_TABLE = 2_000_000
"""A table only counts the steps, so it takes more of them than a page does."""


def explain(
    context: typer.Context,
    n: Annotated[str | None, typer.Argument(help="The size of the board.")] = None,
    approaches: Annotated[
        str | None,
        typer.Option("-a", "--approaches", help="Names, by commas; the first two are shown."),
    ] = None,
    first: Annotated[bool, typer.Option("--first", help="Stop at the first solution.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="A file: .html a page, .json the record."),
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print the search line by line.")] = False,
    table: Annotated[
        bool, typer.Option("--table", help="Print nodes, failures, checks, pruned by depth.")
    ] = False,
    depth: Annotated[
        str | None, typer.Option(help="Leave out what is below so many queens.")
    ] = None,
    placed: Placed = "",
    blocked: Blocked = "",
    rule: RuleName = None,
    board_file: BoardPath = None,
    read: Annotated[Path | None, typer.Option(help="Show the record in this .json file.")] = None,
) -> None:
    """Show searches step by step, with the reason for every pruned square.

    Without --text or --table this writes one HTML page, which opens anywhere.
    """
    with clean_errors():
        refuse_strangers(context)
        if text and table:
            raise ValueError("--text cannot be combined with --table")
        rows = None if depth is None else parse_whole(depth, "--depth", 0)
        if read:
            if n or approaches or placed or blocked or first or rule or board_file:
                raise ValueError("--read cannot be combined with a board, -a or --first")
            explanation = Explanation(read_record(read))
        else:
            board = typed_board(n, placed, blocked, rule, board_file)
            names = _names(approaches)
    if not read:
        with clean_errors(CannotShow):
            explanation = _searches(board, names, first, rows, text, table)
    told = explanation.text() if text else explanation.table(rows) if table else None
    source = read or (board_file if str(board_file) != "-" else None)
    name = source.stem if source else f"explain-{explanation.record.board.n}"
    _write(explanation, told, output, f"{name}.html")


def _names(typed: str | None) -> list[str]:
    """Return the approaches' names in the order typed, which is that of the page."""
    words = [] if typed is None else parts(typed, "--approaches")
    for word in words:
        if "@" in word and not is_file(word):
            resolve_approach(word)  # which refuses it
    return [
        str(approach.file or approach.name)
        for word in words
        for approach in map(as_called, resolve_approaches(word))
    ]


def _searches(
    board: Board, names: list[str], first: bool, depth: int | None, text: bool, table: bool
) -> Explanation:
    return explain_searches(
        board,
        names or (STRENGTHS if table else OPENING if text else None),
        first=first,
        # a table leaves out rows only, and counts the whole search
        depth=None if table else depth,
        steps_at_most=STEPS_OF_A_TABLE if table else STEPS_AT_MOST,
    )


def _write(explanation: Explanation, told: str | None, output: Path | None, default: str) -> None:
    """Print the text, or write it or the page to a file and say where that is."""
    if told is not None and output is None:
        typer.echo(told)
        return
    path = output or Path(default)
    with clean_errors(), writing(path):
        if told is None:
            explanation.save(path)
        else:
            path.write_text(told + "\n", encoding="utf-8")
    typer.echo(f"wrote {path} ({path.stat().st_size / 1000:,.0f} kB)")
