"""`compare.py solve`: the solutions themselves, streamed as they are found.

Solutions go to standard output or to a file; everything said about them to standard error.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.shared import choice, exit_codes
from commands.shared.boards import Blocked, BoardPath, Placed, RuleName, typed_board
from commands.shared.ending import end_process, exit_code_of
from commands.shared.values import (
    clean_errors,
    parse_choice,
    read_spread,
    refuse_strangers,
    require,
)
from harness.deliver.formats import FORMATS
from harness.deliver.outcome import CannotStart, Ending, Outcome
from harness.deliver.progress import say
from harness.deliver.sink import ENDINGS
from harness.deliver.solve import Request, run
from harness.judge.entry import as_called
from queens import Board
from queens.names import resolve_approach
from queens.parsing import parse_whole
from queens.registry import Approach


def solve(
    context: typer.Context,
    n: Annotated[str | None, typer.Argument(help="The size of the board.")] = None,
    approach: Annotated[
        str | None, typer.Option("-a", "--approach", help="Its name; by default a fast one.")
    ] = None,
    first: Annotated[bool, typer.Option("--first", help="One solution.")] = False,
    limit: Annotated[str | None, typer.Option(help="Stop after so many solutions.")] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Fundamental ones only, with the size of each orbit.")
    ] = False,
    unique_answer: Annotated[
        bool,
        typer.Option("--unique-answer", help="Is there just one solution? If not, two of them."),
    ] = False,
    format: Annotated[str, typer.Option(help=f"One of {', '.join(FORMATS)}.")] = "boards",
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help=f"A file, its ending one of {', '.join(ENDINGS)}."),
    ] = None,
    placed: Placed = "",
    blocked: Blocked = "",
    rule: RuleName = None,
    board_file: BoardPath = None,
    workers: Annotated[str | None, typer.Option(help="Processes to use.")] = None,
    cluster: Annotated[str | None, typer.Option(help="A Dask scheduler's address.")] = None,
    depth: Annotated[str | None, typer.Option(help="Rows to split the board by.")] = None,
    seed: Annotated[str | None, typer.Option(help="For randomised approaches.")] = None,
) -> None:
    """Print or save the solutions of a board, as they are found."""
    with clean_errors():
        refuse_strangers(context)
        board = typed_board(n, placed, blocked, rule, board_file)
        if unique_answer and (first or limit or unique or workers or cluster):
            raise ValueError("--unique-answer cannot be combined with other limits or workers")
        request = Request(
            _approach(approach, board, first),
            board,
            first,
            2 if unique_answer else None if limit is None else parse_whole(limit, "--limit", 1),
            unique,
            parse_choice(format, "--format", FORMATS),
            None if output is None or str(output) == "-" else output,
            read_spread(workers, cluster, depth),
            None if seed is None else parse_whole(seed, "--seed", 0),
        )
        _check(request)
    with clean_errors(CannotStart):
        outcome = run(request, end_process)
    raise typer.Exit(_say_if_unique(outcome) if unique_answer else exit_code_of(outcome))


def _say_if_unique(outcome: Outcome) -> int:
    """Say whether the board has just one solution; return the exit code."""
    if outcome.ending not in (Ending.COMPLETE, Ending.LIMIT):
        return exit_code_of(outcome)
    found = ("no solution", "exactly one solution", "two solutions or more")[outcome.count]
    say(f"{outcome.approach}: {outcome.board} has {found}")
    return exit_codes.ALL_RIGHT if outcome.count == 1 else exit_codes.WRONG


def _approach(name: str | None, board: Board, is_first: bool) -> Approach:
    if name is not None:
        return as_called(resolve_approach(name))
    return choice.to_find_one(board) if is_first else choice.to_enumerate(board)


def _check(request: Request) -> None:
    """Raise ValueError for options that cannot be combined, before anything is started."""
    if request.is_first and (request.limit is not None or request.spread):
        raise ValueError("--first cannot be combined with --limit or --workers")
    if not request.is_first:
        require(request.approach, "solve_all", "it finds one solution only; use --first")
    if request.spread and request.seed is not None:
        raise ValueError("--seed cannot be combined with --workers")
