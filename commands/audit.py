"""`compare.py audit FILE`: a list of answers from anywhere, compared with the rule and the set."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from commands.shared import exit_codes
from commands.shared.boards import Blocked, BoardPath, Placed, RuleName, typed_board
from commands.shared.proving import Certificates, Certify, wanted_prover
from commands.shared.values import clean_errors, parse_choice, parse_duration_s
from harness.campaign.answers_audit import AnswersAudit, Wrong, audit_answers
from harness.isolation.runner import Limits
from harness.judge.answer_files import AnswerFileError, read_answers
from harness.record.certificate import Certificate
from queens import text_board
from queens.parsing import parse_size
from queens.words import many

Option = typer.Option
SHOWN = 5
DRAWN_MAX_N = 10


def audit(
    file: Annotated[
        Path, typer.Argument(help="Answers: .jsonl .json .csv .npy .parquet, or text.")
    ],
    n: Annotated[str | None, Option("-n", help="The size; the answers tell it.")] = None,
    base: Annotated[
        str | None, Option(help="0 or 1: what columns count from; the answers tell it.")
    ] = None,
    placed: Placed = "",
    blocked: Blocked = "",
    rule: RuleName = None,
    board_file: BoardPath = None,
    unique: Annotated[bool, Option("--unique", help="They are the fundamental ones.")] = False,
    time_limit: Annotated[str, Option(help="Of the search for the full set.")] = "10s",
    certify: Certify = False,
    certificates: Certificates = None,
) -> None:
    """Audit a file of answers; exit 0 if all are valid, none is repeated and none is missing."""
    with clean_errors():
        limits = Limits(time_limit_s=parse_duration_s(time_limit, "--time-limit"))
        prove = wanted_prover(certify, certificates)
        size = None if n is None else parse_size(n)
        board = typed_board(n, placed, blocked, rule, board_file) if n or board_file else None
        from_zero = None if base is None else int(parse_choice(base, "--base", ("0", "1")))
        try:
            found = read_answers(file, from_zero, board.n if board else size)
        except AnswerFileError as error:
            raise ValueError(f"{file}: {error}") from None
        if board is None:
            board = typed_board(str(found.n), placed, blocked, rule, None)
    said = (
        f"{file}: {many(len(found.answers), 'answer')}, {found.format}, columns from {found.base}"
    )
    sys.stderr.write(f"{said}\n")
    audited = audit_answers(board, found.answers, unique, limits, prove)
    _print(audited, unique)
    raise typer.Exit(exit_codes.ALL_RIGHT if audited.is_right else exit_codes.WRONG)


def _print(audited: AnswersAudit, is_unique: bool) -> None:
    console = Console(highlight=False, soft_wrap=True)
    kind = "fundamental solution" if is_unique else "solution"
    valid = f"{many(audited.valid_count, kind)} in {many(audited.answer_count, 'answer')}"
    console.print(f"{audited.board}: {valid}; columns from 0")
    for word, wrong in (("invalid", audited.invalid), ("repeated", audited.repeated)):
        if wrong:
            console.print(f"[bold red]{len(wrong):,} {word}[/]{_first(len(wrong))}")
        for one in wrong[:SHOWN]:
            console.print(f"  answer {one.number}: {escape(_shown(one))}: {escape(one.reason)}")
    if audited.missing_count:
        missing = audited.missing or []
        console.print(f"[bold red]{audited.missing_count:,} missing[/]{_first(len(missing))}")
        for queens in missing[:SHOWN]:
            console.print(f"  {' '.join(map(str, queens))}")
        if missing and audited.board.n <= DRAWN_MAX_N:
            console.print(escape(text_board(missing[0], audited.board)))
    _print_certificate(console, audited.certificate)
    if audited.missing_count is None:
        console.print("[yellow]whether any is missing is not known[/]: the search took too long")
    console.print(f"digest {audited.digest}")
    if audited.is_proved:
        console.print("[bold green]Proved complete[/]: valid, none repeated, none missing.")
    elif audited.is_right and audited.missing_count == 0:
        console.print("[bold green]All right[/]: valid, none repeated, none missing.")


def _print_certificate(console: Console, certificate: Certificate | None) -> None:
    if certificate and certificate.missing is not None:
        shown = " ".join(map(str, certificate.missing))
        console.print(f"[bold red]not complete[/]: the solver found another: {shown}")
    elif certificate and certificate.reason:
        console.print(f"[yellow]not proved[/]: {escape(certificate.reason)}")


def _first(count: int) -> str:
    return f", the first {SHOWN}:" if count > SHOWN else ":" if count else ""


def _shown(one: Wrong) -> str:
    answer = one.answer
    text = " ".join(map(str, answer)) if isinstance(answer, list) else repr(answer)
    return text if len(text) <= 60 else f"{text[:57]}..."
