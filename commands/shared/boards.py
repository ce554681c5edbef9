"""The board that a command is about: typed as a size, read from a file or from a pipe."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from queens import Board, Rule
from queens.forms.draft import BoardFileError
from queens.forms.files import CHARACTERS_AT_MOST, read_boards
from queens.parsing import parse_rule, parse_size, parse_squares

Placed = Annotated[str, typer.Option(help="Queens already placed, as ROW:COLUMN: 0:3,3:5.")]
Blocked = Annotated[str, typer.Option(help="Squares no queen may take, as ROW:COLUMN: 1:1.")]
RuleName = Annotated[
    str | None, typer.Option("--rule", help="queens, rooks, torus, superqueens, semiqueens, kings.")
]
BoardPath = Annotated[
    Path | None,
    typer.Option("--board", help="A file with the board, or - for a pipe; then without N."),
]


def typed_board(
    n: str | None, placed: str, blocked: str, rule: str | None, file: Path | None
) -> Board:
    """Return the one board that was asked for; raise ValueError for what makes none."""
    if file is None:
        if n is None:
            raise ValueError("n is missing: give the board size, as 8, or --board FILE")
        _refuse_a_file(n)
        return typed_boards([parse_size(n)], placed, blocked, rule)[0]
    if n is not None or placed or blocked:
        raise ValueError("--board cannot be combined with n, --placed or --blocked")
    boards = boards_of_file(file, None if rule is None else parse_rule(rule))
    if len(boards) > 1:
        raise ValueError(f"--board {file}: one board is expected, the file has {len(boards)}")
    return boards[0]


def _refuse_a_file(n: str) -> None:
    """Say how a file is given, where one stands for the size."""
    if n.endswith(".py"):
        raise ValueError(f"n must be a whole number, got {n!r}; a search of your own is -a {n}")
    if Path(n).is_file():
        raise ValueError(f"n must be a whole number, got {n!r}; a board's file is --board {n}")


def typed_boards(sizes: list[int], placed: str, blocked: str, rule: str | None) -> list[Board]:
    """Return the boards of these sizes, all with the same squares and rule."""
    squares = parse_squares(placed, "--placed"), parse_squares(blocked, "--blocked")
    rules = () if rule is None else (parse_rule(rule),)
    return [Board(n, *squares, *rules) for n in sizes]


def boards_of_file(file: Path, rule: Rule | None) -> tuple[Board, ...]:
    """Return the boards in a file, - for standard input; say in a line what it was taken for."""
    try:
        found = read_boards(_text(file), rule)
    except BoardFileError as error:
        raise ValueError(f"--board {file}: {error}") from None
    first = found.boards[0]
    named = str(first) if len(found.boards) == 1 else f"{first}, ..."
    sys.stderr.write(f"{file}: {named} ({found.meaning})\n")
    return found.boards


def _text(file: Path) -> str:
    try:
        if str(file) == "-":
            return sys.stdin.read(CHARACTERS_AT_MOST + 1)
        with file.open(encoding="utf-8") as content:
            return content.read(CHARACTERS_AT_MOST + 1)
    except OSError as error:
        raise ValueError(f"--board {file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"--board {file} is not text") from None
