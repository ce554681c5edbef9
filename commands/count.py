"""`compare.py count`: how many solutions a board has."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from commands.shared import choice, exit_codes
from commands.shared.boards import Blocked, BoardPath, Placed, RuleName, typed_board
from commands.shared.ending import end_process, exit_code_of
from commands.shared.values import (
    clean_errors,
    fail,
    parse_duration_s,
    read_spread,
    refuse_strangers,
    require,
)
from harness.deliver.checkpoint import saved_approach
from harness.deliver.count import Counting
from harness.deliver.files import silence_stdout
from harness.deliver.outcome import CannotStart, Ending
from harness.deliver.parts import Spread
from harness.judge.entry import as_called
from queens import Board
from queens.names import resolve_approach
from queens.registry import Approach, read_page


def count(
    context: typer.Context,
    n: Annotated[str | None, typer.Argument(help="The size of the board.")] = None,
    approach: Annotated[
        str | None,
        typer.Option("-a", "--approach", help="Its name; by default the fastest installed."),
    ] = None,
    placed: Placed = "",
    blocked: Blocked = "",
    rule: RuleName = None,
    board_file: BoardPath = None,
    time_limit: Annotated[str | None, typer.Option(help="Stop after 10s, 5m, 2h.")] = None,
    workers: Annotated[
        str | None, typer.Option(help="Processes to use; by default what the count needs.")
    ] = None,
    cluster: Annotated[str | None, typer.Option(help="A Dask scheduler's address.")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Save progress in this file; resume from it.")
    ] = None,
    depth: Annotated[str | None, typer.Option(help="Rows to split the board by.")] = None,
) -> None:
    """Count the solutions of a board, and compare the count with the published one."""
    with clean_errors():
        refuse_strangers(context)
        board = typed_board(n, placed, blocked, rule, board_file)
        spread = read_spread(workers, cluster, depth, checkpoint)
        counting = Counting(
            _approach(approach, board, spread),
            board,
            end_process,
            spread,
            None if time_limit is None else parse_duration_s(time_limit, "--time-limit"),
        )
    with clean_errors(CannotStart):
        outcome = counting.run()
    if outcome.ending in (Ending.COMPLETE, Ending.MISCOUNTED):
        _print(outcome.count)
    raise typer.Exit(exit_code_of(outcome))


def _approach(name: str | None, board: Board, spread: Spread | None) -> Approach:
    if name is None and spread and spread.checkpoint:
        name = saved_approach(spread.checkpoint)
    if name is None:
        return _fastest(board, spread)
    chosen = as_called(resolve_approach(name))
    if "count_all" not in read_page(chosen.path).functions:
        require(chosen, "solve_all", "it finds one solution and cannot count; use another -a")
    return chosen


def _fastest(board: Board, spread: Spread | None) -> Approach:
    """Return the fastest approach that can count as the options ask."""
    fastest = choice.to_count(board)
    if spread is None:
        return fastest
    if spread.depth is not None:
        return choice.to_enumerate(board)
    needed = {"count_part"} if spread.cluster else {"count_parts"} if spread.checkpoint else set()
    suits = needed <= {*read_page(fastest.path).functions}
    return fastest if suits else choice.to_enumerate(board)


def _print(count: int) -> None:
    try:
        sys.stdout.write(f"{count}\n")
        sys.stdout.flush()
    except OSError as error:
        silence_stdout()
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(exit_codes.CLOSED_PIPE) from None
        fail(f"standard output: {error.strerror}", exit_codes.WRONG)
