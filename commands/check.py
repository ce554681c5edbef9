"""`compare.py check FILE...`: what a user's own search does wrong, and an exit code to grade by."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from commands.shared import exit_codes
from commands.shared.boards import BoardPath, RuleName, boards_of_file, typed_boards
from commands.shared.proving import Certificates, Certify, wanted_prover
from commands.shared.values import (
    clean_errors,
    parse_choice,
    parse_duration_s,
    parse_sizes,
    writing,
)
from harness.campaign.autograder import boards_for, check
from harness.isolation.adapting import FORMS
from harness.isolation.runner import Limits
from harness.judge.diagnosis import Finding
from harness.judge.entry import Entry, entry_of
from harness.judge.grading import DEFAULT, WITH_SQUARES, BoardCheck, FileCheck
from harness.proof.certify import Prove
from harness.record.certificate import Certificate
from harness.record.fields import board_fields
from queens import Board, text_board
from queens.forms.words import boards_in_words
from queens.parsing import parse_rule
from queens.registry import Approach, user_approach
from queens.words import many

Option = typer.Option
DRAWN_MAX_N = 8
COLUMNS = ("file", "verdict", "slip", "solutions_checked", "time_s")


def check_file(
    files: Annotated[list[Path], typer.Argument(help="Files with a search in them.")],
    sizes: Annotated[
        str | None,
        Option("-n", "--sizes", help="Board sizes; by default 1 to 9 and two with squares."),
    ] = None,
    squares: Annotated[
        bool, Option("--squares", help="Also boards with queens placed and squares blocked.")
    ] = False,
    rule: RuleName = None,
    board_file: BoardPath = None,
    time_limit: Annotated[str, Option(help="Of one board: 10s, 500ms.")] = "10s",
    certify: Certify = False,
    certificates: Certificates = None,
    function: Annotated[
        str | None, Option(help="The function to check, by its name in your file.")
    ] = None,
    returns: Annotated[
        str | None, Option(help=f"It returns its answers, as {', '.join(FORMS)}.")
    ] = None,
    as_json: Annotated[bool, Option("--json", help="For machines.")] = False,
    output: Annotated[
        Path | None, Option("-o", "--output", help="A .csv file: a line for each file checked.")
    ] = None,
) -> None:
    """Check files of your own on a list of boards; exit 0 if all is right, else 1."""
    with clean_errors():
        form = None if returns is None else parse_choice(returns, "--returns", FORMS)
        approaches = [_approach(file, function, returns) for file in files]
        entries = [entry_of(file, function, form) for file in files]
        boards = [*_asked_for(sizes, rule, board_file), *(WITH_SQUARES if squares else ())]
        limits = Limits(time_limit_s=parse_duration_s(time_limit, "--time-limit"))
        prove = wanted_prover(certify, certificates)
    if len(files) == 1 and not as_json:
        results = [_printed(approaches[0], entries[0], boards, limits, prove)]
    else:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            found = threads.map(
                lambda one, entry: check(one, boards, limits, prove=prove, entry=entry),
                approaches,
                entries,
            )
            results = list(_each_said(found, as_json or len(files) == 1))
    if as_json:
        reports = [_fields(result) for result in results]
        shown = reports[0] if len(files) == 1 else reports
        sys.stdout.write(json.dumps(shown, indent=2, ensure_ascii=False) + "\n")
    if output is not None:
        with clean_errors():
            _write_grades(output, results)
    passed = all(result.passed for result in results)
    raise typer.Exit(exit_codes.ALL_RIGHT if passed else exit_codes.WRONG)


def _approach(file: Path, function: str | None, returns: str | None) -> Approach:
    if function is None and returns is None:
        return user_approach(file)
    try:
        return Approach(file.stem, "user", file=file.resolve(strict=True))
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from None


def _asked_for(sizes: str | None, rule: str | None, file: Path | None) -> Sequence[Board]:
    """Return the boards to check on: those of the file, or of the sizes with the rule."""
    if file is not None:
        if sizes is not None:
            raise ValueError("--board cannot be combined with -n")
        return list(boards_of_file(file, None if rule is None else parse_rule(rule)))
    if sizes is None and rule is None:
        return DEFAULT
    typed = (
        [board.n for board in DEFAULT if board.is_plain] if sizes is None else parse_sizes(sizes)
    )
    return typed_boards(typed, "", "", rule)


def _printed(
    approach: Approach,
    entry: Entry,
    boards: Sequence[Board],
    limits: Limits,
    prove: Prove | None,
) -> FileCheck:
    """Check one file and print its verdicts, then the slip once, or what is wrong where."""
    console = Console(highlight=False)
    console.print(f"[bold]{approach.path.name}[/]")
    able = boards_for(entry, boards)
    done: list[BoardCheck] = []

    def on_board(board: BoardCheck) -> None:
        done.append(board)
        _print_board(console, board)

    try:
        result = check(approach, boards, limits, on_board, prove, entry)
    except KeyboardInterrupt:
        left = many(len(able) - len(done), "board")
        console.print(f"Interrupted: {left} not checked.")
        raise typer.Exit(exit_codes.INTERRUPTED) from None
    wrong = [board for board in result.boards if not board.passed]
    if len(result.boards) < len(able):
        console.print("Larger boards were not tried: they would fail in the same way.")
    if not wrong:
        console.print(f"[bold green]All right[/] on {_named(result.boards)}.")
        return result
    if result.slip_text:
        console.print(f"[bold]{escape(result.slip_text)}[/]")
    smallest = min(wrong, key=lambda board: board.board.n)
    console.print(f"{smallest.board}:")
    for finding in smallest.findings:
        _print_finding(console, finding, smallest.board)
    console.print(f"[bold red]Not right yet[/]: see {_named(wrong)}.")
    return result


def _print_board(console: Console, result: BoardCheck) -> None:
    mark = "[green]✓[/]" if result.passed else "[red]✗[/]"
    kinds = ", ".join(dict.fromkeys(one.kind.replace("_", " ") for one in result.findings))
    wrong = f" · {kinds}" if kinds else ""
    again = ", on the second call" if result.failed_again else ""
    proof = _proof_words(result.certificate)
    console.print(
        f"  {mark} {result.board}: {many(result.expected_count, 'solution')}{wrong}{again}{proof}"
    )


def _proof_words(certificate: Certificate | None) -> str:
    if certificate is None or certificate.missing is not None:
        return ""
    if certificate.result == "proved":
        return ", [green]proved complete[/]"
    return f", [yellow]not proved[/]: {escape(certificate.reason or 'no reason is known')}"


def _print_finding(console: Console, finding: Finding, board: Board) -> None:
    kind = finding.kind.replace("_", " ")
    console.print(Padding(f"{kind}: {escape(finding.text)}", (0, 0, 0, 2), expand=False))
    drawing = _drawing(finding, board)
    if drawing:
        console.print(Padding(escape(drawing), (0, 0, 0, 4), expand=False))


def _drawing(finding: Finding, board: Board) -> str:
    """Return the finding's first board as text, "" if it cannot be drawn."""
    example = finding.examples[0] if finding.examples else None
    if not isinstance(example, list) or len(example) != board.n or board.n > DRAWN_MAX_N:
        return ""
    whole = all(type(column) is int and 0 <= column < board.n for column in example)
    return text_board(example, board) if whole else ""


def _named(results: Sequence[BoardCheck]) -> str:
    return boards_in_words(result.board for result in results)


def _each_said(results: Iterator[FileCheck], is_quiet: bool) -> Iterator[FileCheck]:
    """Yield the results, each said in a line as it comes."""
    for result in results:
        if not is_quiet:
            name = result.naming.name if result.naming else "-"
            mark = "✓" if result.passed else "✗"
            sys.stdout.write(f"{mark} {result.file.name}  {result.verdict}  {name}\n")
            sys.stdout.flush()
        yield result


def _grade(result: FileCheck) -> dict[str, Any]:
    return {
        "file": str(result.file),
        "verdict": result.verdict,
        "slip": result.naming.name if result.naming else None,
        "solutions_checked": result.solutions_checked,
        "time_s": round(result.time_s, 3),
    }


def _write_grades(file: Path, results: Sequence[FileCheck]) -> None:
    with writing(file), file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(map(_grade, results))


def _fields(result: FileCheck) -> dict[str, Any]:
    boards = [
        {
            **board_fields(one.board),
            "passed": one.passed,
            "status": one.status,
            "expected_count": one.expected_count,
            "delivered_count": one.delivered_count,
            "certificate": one.certificate and one.certificate.result,
            "failed_again": one.failed_again,
            "findings": [asdict(finding) for finding in one.findings],
        }
        for one in result.boards
    ]
    line = result.naming.line if result.naming else None
    about = {"passed": result.passed, "explanation": result.slip_text, "line": line}
    return {**_grade(result), **about, "boards": boards}
