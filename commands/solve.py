"""`compare.py solve`: the solutions themselves, streamed as they are found.

Solutions go to standard output or to a file; everything said about them to standard error.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.values import clean_errors, option_names, refuse_strangers, require
from queens.names import resolve_approach
from queens.parsing import parse_board, parse_whole

if TYPE_CHECKING:
    from harness.deliver.outcome import Request
    from queens import Board
    from queens.registry import Approach


def solve(
    context: typer.Context,
    n: Annotated[str, typer.Argument(help="The size of the board.")],
    approach: Annotated[
        str | None, typer.Option("-a", "--approach", help="Its name; by default a quick one.")
    ] = None,
    first: Annotated[bool, typer.Option("--first", help="One solution.")] = False,
    limit: Annotated[str | None, typer.Option(help="Stop after so many solutions.")] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Fundamental ones only, with the size of each orbit.")
    ] = False,
    format: Annotated[
        str, typer.Option(help="boards, strings, columns, json, jsonl or csv.")
    ] = "boards",
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="A file: .jsonl, .csv, .npy, .parquet or .txt."),
    ] = None,
    placed: Annotated[str, typer.Option(help="Queens that stand already: 0:3,3:5.")] = "",
    blocked: Annotated[str, typer.Option(help="Squares no queen may take: 1:1.")] = "",
    workers: Annotated[str | None, typer.Option(help="Processes to use.")] = None,
    cluster: Annotated[str | None, typer.Option(help="A Dask scheduler's address.")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Note here what is done, and go on from there.")
    ] = None,
    depth: Annotated[str | None, typer.Option(help="Rows to split the board by.")] = None,
    seed: Annotated[str | None, typer.Option(help="For searches that draw lots.")] = None,
) -> None:
    """Print or save the solutions of a board, as they are found."""
    from harness.deliver.outcome import Request
    from harness.deliver.solve import run
    from harness.deliver.spread import read_spread

    with clean_errors():
        refuse_strangers(context.args, option_names(context))
        board = parse_board(n, placed, blocked)
        request = Request(
            _approach(approach, board, first),
            board,
            first,
            None if limit is None else parse_whole(limit, "--limit", 1),
            unique,
            _format(format),
            None if output is None or str(output) == "-" else output,
            read_spread(workers, cluster, depth, checkpoint),
            None if seed is None else parse_whole(seed, "--seed", 0),
        )
        check(request)
    raise SystemExit(run(request))


def _approach(name: str | None, board: Board, is_first: bool) -> Approach:
    from harness.deliver import choice

    if name is not None:
        return resolve_approach(name)
    return choice.to_find_one(board) if is_first else choice.to_enumerate(board)


def _format(name: str) -> str:
    from harness.deliver.formats import FORMATS

    if name not in FORMATS:
        raise ValueError(f"--format is one of {', '.join(FORMATS)}; got {name!r}")
    return name


def check(request: Request) -> None:
    """Raise ValueError for what cannot go together, before anything is begun."""
    if request.is_first and (request.limit is not None or request.spread):
        raise ValueError("--first asks for one solution: leave --limit and --workers away")
    if not request.is_first:
        require(request.approach, "solve_all", "it finds one solution, ask for it with --first")
    if request.spread and request.seed is not None:
        raise ValueError("--seed is for searches in one process: leave --workers away")
    if request.spread and request.spread.checkpoint:
        if request.output is None:
            raise ValueError("--checkpoint resumes a file: name it with -o FILE")
        if request.output.suffix == ".parquet":
            raise ValueError(
                f"-o {request.output}: Parquet's index is written at the end and cannot be "
                "resumed; with --checkpoint write .npy, .jsonl, .csv or .txt"
            )
        if request.limit is not None:
            raise ValueError("--checkpoint is for all solutions: leave --limit away")
        if request.is_unique and not request.board.is_plain:
            raise ValueError("--checkpoint with --unique takes a board without --placed, --blocked")
