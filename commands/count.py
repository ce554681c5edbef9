"""`compare.py count`: how many solutions a board has."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.values import clean_errors, option_names, parse_duration_s, refuse_strangers, require
from queens import Board
from queens.names import resolve_approach
from queens.parsing import parse_board
from queens.registry import Approach, read_page


def count(
    context: typer.Context,
    n: Annotated[str, typer.Argument(help="The size of the board.")],
    approach: Annotated[
        str | None,
        typer.Option("-a", "--approach", help="Its name; by default the quickest installed."),
    ] = None,
    placed: Annotated[str, typer.Option(help="Queens that stand already: 0:3,3:5.")] = "",
    blocked: Annotated[str, typer.Option(help="Squares no queen may take: 1:1.")] = "",
    time_limit: Annotated[str | None, typer.Option(help="Stop after 10s, 5m, 2h.")] = None,
    workers: Annotated[
        str | None, typer.Option(help="Processes to use; by default what the count needs.")
    ] = None,
    cluster: Annotated[str | None, typer.Option(help="A Dask scheduler's address.")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Note here what is done, and go on from there.")
    ] = None,
    depth: Annotated[str | None, typer.Option(help="Rows to split the board by.")] = None,
) -> None:
    """Count the solutions of a board, and hold the count to the published one."""
    from harness.deliver.count import CountRequest, run
    from harness.deliver.spread import read_spread

    with clean_errors():
        refuse_strangers(context.args, option_names(context))
        board = parse_board(n, placed, blocked)
        spread = read_spread(workers, cluster, depth, checkpoint)
        request = CountRequest(
            _approach(approach, board, in_parts=spread is not None and spread.splits),
            board,
            spread,
            None if time_limit is None else parse_duration_s(time_limit),
        )
    raise SystemExit(run(request))


def _approach(name: str | None, board: Board, in_parts: bool) -> Approach:
    from harness.deliver import choice

    if name is None:
        return choice.to_count_in_parts(board) if in_parts else choice.to_count(board)
    chosen = resolve_approach(name)
    if "count_all" not in read_page(chosen.path).functions:
        require(chosen, "solve_all", "it finds one solution and cannot count, use another -a")
    return chosen
