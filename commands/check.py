"""`compare.py check FILE`: what a user's own search does wrong, and an exit code to grade by."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
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
from commands.shared.values import clean_errors, parse_duration_s, parse_sizes
from harness.campaign.autograder import PLAIN, WITH_SQUARES, BoardCheck, check
from harness.isolation.runner import Limits
from harness.judge.cells import boards_in_words
from harness.judge.diagnosis import Finding
from harness.record.certificate import Certificate
from harness.record.fields import board_fields
from queens import Board, text_board
from queens.parsing import parse_rule
from queens.registry import read_page, user_approach
from queens.words import many

Option = typer.Option
DRAWN_MAX_N = 8


def check_file(
    file: Annotated[Path, typer.Argument(help="A file with solve_all(board, on_solution) in it.")],
    sizes: Annotated[
        str | None, Option("-n", "--sizes", help="Board sizes; by default 1 to 9.")
    ] = None,
    squares: Annotated[
        bool, Option("--squares", help="Also boards with queens placed and squares blocked.")
    ] = False,
    rule: RuleName = None,
    board_file: BoardPath = None,
    time_limit: Annotated[str, Option(help="Of one board: 10s, 500ms.")] = "10s",
    certify: Certify = False,
    certificates: Certificates = None,
    as_json: Annotated[bool, Option("--json", help="For machines.")] = False,
) -> None:
    """Check a file of your own on a growing list of boards; exit 0 if all is right, else 1."""
    with clean_errors():
        approach = user_approach(file)
        if "solve_all" not in read_page(file).functions:
            raise ValueError(f"{file} has no solve_all(board, on_solution): define it")
        boards = _asked_for(sizes, rule, board_file)
        limits = Limits(time_limit_s=parse_duration_s(time_limit, "--time-limit"))
        prove = wanted_prover(certify, certificates)
    boards += WITH_SQUARES if squares else ()
    results = check(approach, boards, limits, prove)
    passed = _print_json(file, results) if as_json else _print(file, results, len(boards))
    raise typer.Exit(exit_codes.ALL_RIGHT if passed else exit_codes.WRONG)


def _asked_for(sizes: str | None, rule: str | None, file: Path | None) -> list[Board]:
    """Return the boards to check on: those of the file, or of the sizes with the rule."""
    if file is not None:
        if sizes is not None:
            raise ValueError("--board cannot be combined with -n")
        return list(boards_of_file(file, None if rule is None else parse_rule(rule)))
    typed = [board.n for board in PLAIN] if sizes is None else parse_sizes(sizes)
    return typed_boards(typed, "", "", rule)


def _print(file: Path, results: Iterator[BoardCheck], planned: int) -> bool:
    """Print each board as it is checked, then a summary; return whether all passed."""
    console = Console(highlight=False)
    console.print(f"[bold]{file.name}[/]")
    done = []
    for result in results:
        done.append(result)
        _print_board(console, result)
    wrong = [result for result in done if not result.passed]
    if len(done) < planned:
        console.print("Larger boards were not tried: they would fail in the same way.")
    if wrong:
        console.print(f"[bold red]Not right yet[/]: see {_boards(wrong)}.")
    else:
        console.print(f"[bold green]All right[/] on {_boards(done)}.")
    return not wrong


def _print_board(console: Console, result: BoardCheck) -> None:
    mark = "[green]✓[/]" if result.passed else "[red]✗[/]"
    proof = _proof_words(result.certificate)
    console.print(f"  {mark} {result.board}: {many(result.expected_count, 'solution')}{proof}")
    for finding in result.findings:
        _print_finding(console, finding, result.board)


def _proof_words(certificate: Certificate | None) -> str:
    if certificate is None or certificate.missing is not None:
        return ""
    if certificate.result == "proved":
        return ", [green]proved complete[/]"
    return f", [yellow]not proved[/]: {escape(certificate.reason or 'no reason is known')}"


def _print_finding(console: Console, finding: Finding, board: Board) -> None:
    kind = finding.kind.replace("_", " ")
    console.print(Padding(f"[bold]{kind}[/]. {escape(finding.text)}", (0, 0, 0, 4)))
    drawing = _drawing(finding, board)
    if drawing:
        console.print(Padding(escape(drawing), (0, 0, 0, 6)))


def _drawing(finding: Finding, board: Board) -> str:
    """Return the finding's first board as text, "" if it cannot be drawn."""
    example = finding.examples[0] if finding.examples else None
    if not isinstance(example, list) or len(example) != board.n or board.n > DRAWN_MAX_N:
        return ""
    whole = all(type(column) is int and 0 <= column < board.n for column in example)
    return text_board(example, board) if whole else ""


def _boards(results: Sequence[BoardCheck]) -> str:
    return boards_in_words(result.board for result in results)


def _print_json(file: Path, results: Iterator[BoardCheck]) -> bool:
    """Print one JSON object when all is checked; return whether all passed."""
    boards = [_fields(result) for result in results]
    passed = all(board["passed"] for board in boards)
    report = {"file": str(file), "passed": passed, "boards": boards}
    sys.stdout.write(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    return passed


def _fields(result: BoardCheck) -> dict[str, Any]:
    return {
        **board_fields(result.board),
        "passed": result.passed,
        "status": result.status,
        "expected_count": result.expected_count,
        "delivered_count": result.delivered_count,
        "certificate": result.certificate and result.certificate.result,
        "findings": [asdict(finding) for finding in result.findings],
    }
