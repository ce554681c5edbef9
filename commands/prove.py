"""`compare.py prove`: a recorded search turned into a proof that its solutions are all, checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from commands.shared import exit_codes
from commands.shared.boards import Blocked, BoardPath, Placed, RuleName, typed_board
from commands.shared.values import clean_errors, fail, refuse_strangers, writing
from explain.proof import ProofLine, proof_of, solutions_of
from explain.record import Record, Search
from explain.recorder import STEPS_AT_MOST as STEPS_SHOWN
from explain.recorder import CannotShow, record
from explain.show import Explanation
from explain.words import step as step_words
from harness.proof.cnf import Formula, TooLarge, formula_of
from harness.proof.rup import NO_END, PROVED, check_clauses
from queens import Board, is_solution
from queens.names import resolve_approach
from queens.words import many

LARGEST_N = 10
STEPS_AT_MOST = 2_000_000


def prove(
    context: typer.Context,
    n: Annotated[str | None, typer.Argument(help="The size of the board.")] = None,
    approach: Annotated[
        str, typer.Option("-a", "--approach", help="One whose search can be observed.")
    ] = "forward_checking",
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The proof, p.drup; the formula is p.cnf beside it."),
    ] = None,
    placed: Placed = "",
    blocked: Blocked = "",
    rule: RuleName = None,
    board_file: BoardPath = None,
) -> None:
    """Turn the steps of a search into a proof that its solutions are all, and check it.

    Exit 0 if every step holds; exit 1, naming the step, if one does not. With -o p.drup the page
    p.html then shows that step.
    """
    with clean_errors(ValueError, CannotShow, TooLarge):
        refuse_strangers(context)
        board = typed_board(n, placed, blocked, rule, board_file)
        if board.n > LARGEST_N:
            raise ValueError(f"prove takes n up to {LARGEST_N}, got {board.n}: use run --certify")
        resolve_approach(approach)
        if output and output.suffix == ".cnf":
            raise ValueError(f"-o {output} is where the formula goes: name it .drup")
        search = record(board, [approach], steps_at_most=STEPS_AT_MOST).searches[0]
        formula = _formula(board, search)
    lines = proof_of(board, search, formula.variables)
    said = check_clauses(formula.clauses(), ((False, line.clause) for line in lines))
    if output:
        _write(output, formula, lines)
    wrong = None if said == PROVED else _wrong_step(search, lines, said)
    _say(board, search, lines, wrong)
    if output and wrong is not None and len(search.steps) <= STEPS_SHOWN:
        _show(output, board, search, wrong)
    raise typer.Exit(exit_codes.ALL_RIGHT if said == PROVED else exit_codes.WRONG)


def _formula(board: Board, search: Search) -> Formula:
    """Return the formula without the solutions of the search; end where one is none."""
    answers = solutions_of(search)
    for queens in answers:
        if not is_solution(board, queens):
            fail(f"{search.approach} delivered {queens}, no solution", exit_codes.WRONG)
    return formula_of(board, answers)


def _wrong_step(search: Search, lines: list[ProofLine], said: int) -> int:
    """Return the step, from 0, that does not follow; the number of steps if it is the end."""
    return len(search.steps) if said == NO_END else lines[said - 1].step


def _say(board: Board, search: Search, lines: list[ProofLine], wrong: int | None) -> None:
    steps = f"{many(len(lines), 'line')} from {many(len(search.steps), 'step')}"
    if wrong is None:
        count = many(len(solutions_of(search)), "solution")
        typer.echo(f"{search.approach}, {board}: {count}, proved complete by its search ({steps})")
        return
    typer.echo(f"{search.approach}, {board}: not proved ({steps})")
    if wrong == len(search.steps):
        typer.echo("The search ends, and a branch of it was neither searched nor refuted.")
    else:
        said = step_words(board, search, search.steps[wrong])
        typer.echo(f"Step {wrong + 1} does not follow: {said}.")


def _show(path: Path, board: Board, search: Search, wrong: int) -> None:
    """Write the page of the search, and say at which step to open it."""
    page = path.with_suffix(".html")
    with clean_errors(OSError):
        Explanation(Record(board, [search])).save(page)
    sys.stderr.write(f"{page} written: open it at {page.name}#step={wrong + 1}\n")


def _write(path: Path, formula: Formula, lines: list[ProofLine]) -> None:
    formula_path = path.with_suffix(".cnf")
    with clean_errors(), writing(path):
        formula.write(formula_path)
        with path.open("w", encoding="ascii") as file:
            file.writelines(" ".join(map(str, [*line.clause, 0])) + "\n" for line in lines)
    sys.stderr.write(f"{path} and {formula_path} written\n")
