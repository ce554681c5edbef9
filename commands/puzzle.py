"""`compare.py puzzle`: makes a region puzzle with exactly one solution."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from commands.shared.values import clean_errors, parse_choice, writing
from harness.boards.puzzles import puzzles
from harness.campaign.without_guessing import is_solved_without_guessing
from harness.deliver.formats import paint_for
from harness.deliver.progress import say
from queens import Board, text_board
from queens.forms.data import board_to_data
from queens.parsing import parse_size, parse_whole

ATTEMPTS = 200
FORMATS = ("drawing", "letters", "json")


def puzzle(
    size: Annotated[str, typer.Option("-n", "--size", help="The size of the board.")] = "8",
    seed: Annotated[str, typer.Option(help="Another seed, another puzzle.")] = "1",
    no_guessing: Annotated[
        bool, typer.Option("--no-guessing", help="Solved by propagation alone.")
    ] = False,
    format: Annotated[str, typer.Option(help=f"One of {', '.join(FORMATS)}.")] = "drawing",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write it here.")] = None,
) -> None:
    """Make a puzzle: one queen a row, column and region, no two touching; one solution."""
    with clean_errors():
        n, number = parse_size(size), parse_whole(seed, "--seed", 0)
        form = parse_choice(format, "--format", FORMATS)
        board = _without_guessing(n, number) if no_guessing else next(puzzles(n, number))
        text = _text(board, form)
        if output is None and form == "drawing":
            sys.stdout.write(text_board((), board, paint_for(board, sys.stdout)) + "\n")
        elif output is None:
            sys.stdout.write(text)
        else:
            with writing(output):
                output.write_text(text, encoding="utf-8")
    how = "solved by propagation alone" if no_guessing else "one solution"
    say(f"{board}, seed {number}: {how}")


def _without_guessing(n: int, seed: int) -> Board:
    """Return the first of the seed's puzzles that needs no guess; raise ValueError if none."""
    for board in islice(puzzles(n, seed), ATTEMPTS):
        if is_solved_without_guessing(board):
            return board
    raise ValueError(
        f"--no-guessing: none of {ATTEMPTS} puzzles of n = {n} and seed {seed} is; "
        "take another --seed"
    )


def _text(board: Board, form: str) -> str:
    if form == "json":
        return json.dumps(board_to_data(board)) + "\n"
    if form == "drawing":
        return text_board((), board) + "\n"
    grids = [line.grid for line in board.lines if line.grid is not None]
    return "".join(" ".join(chr(ord("A") + region) for region in row) + "\n" for row in grids[0])
