"""A certificate: the proof that answers are all the solutions of a board, checked.

The formula (cnf.py) goes to a file, a solver in a process of its own writes a proof for it, and
the checker (rup.py), in another, reads both files. The solver's word counts for nothing: a proof
that does not hold proves nothing, and an assignment instead of a proof is a missing solution only
if it is a solution of the board.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from harness.proof.cnf import CLAUSES_AT_MOST, Formula, TooLarge, formula_of
from harness.proof.solver import DISTRIBUTION, SOLVER
from harness.record.certificate import Certificate
from queens import Board, Queens, is_solution
from queens.registry import ROOT, version_of


@dataclass(frozen=True)
class ProvingLimits:
    """What a certificate may take: processor seconds, of solver and checker each, and sizes."""

    time_limit_s: int = 60
    proof_bytes: int = 200 * 2**20
    clauses: int = CLAUSES_AT_MOST


WALL_FACTOR = 10
"""How many times its limit a process may take on a machine that has other work."""


class LimitReached(Exception):
    """A limit was reached; the message says which."""


Prove = Callable[[Board, Sequence[Queens]], Certificate]
"""What certifies answers, distinct solutions of a board."""


def prover(folder: Path | None = None) -> Prove:
    """Return what certifies answers and keeps formulas and proofs in `folder`, if it is given.

    Raises ValueError, with the fix, where the solver that writes proofs is not installed or the
    folder cannot be written.
    """
    if version_of(DISTRIBUTION) is None:
        raise ValueError(f"--certify needs {DISTRIBUTION}: uv sync --extra solvers")
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            said = f"--certificates {folder} cannot be written: {error.strerror}"
            raise ValueError(said) from None
    return partial(certify, folder=folder)


def certify(
    board: Board,
    answers: Sequence[Queens],
    limits: ProvingLimits | None = None,
    folder: Path | None = None,
) -> Certificate:
    """Return what a proof says of `answers`, distinct solutions of `board`: are they all?

    With `folder` the formula and the proof are kept there.
    """
    limits = limits or ProvingLimits()
    known: dict[str, Any] = {
        "board": board,
        "solution_count": len(answers),
        "solver": SOLVER,
        "solver_version": version_of(DISTRIBUTION),
    }
    try:
        formula = formula_of(board, answers, limits.clauses)
    except TooLarge as large:
        return Certificate(result="limit", reason=str(large), **known)
    known |= {"variables": len(formula.variables), "clauses": formula.clause_count}
    with ExitStack() as stack:
        if folder is None:
            place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        else:
            place = folder
            known |= {"formula_file": f"{_name(board, answers)}.cnf"}
            known |= {"proof_file": f"{_name(board, answers)}.drup"}
        cnf, drup = (place / f"{_name(board, answers)}{end}" for end in (".cnf", ".drup"))
        return Certificate(**known, **_proved(formula, cnf, drup, limits))


def _proved(formula: Formula, cnf: Path, drup: Path, limits: ProvingLimits) -> dict[str, Any]:
    """Return the fields of a certificate that solver and checker fill."""
    formula.write(cnf)
    begun = time.perf_counter()
    fields: dict[str, Any] = {}
    try:
        size = str(limits.proof_bytes)
        said = _run("the solver", limits, "harness.proof.solver", str(cnf), str(drup), size)
        fields["prove_s"] = time.perf_counter() - begun
        if said.strip() != "unsatisfiable":
            drup.unlink()
            return fields | _missing(formula, said)
        fields |= {"proof_bytes": drup.stat().st_size, "proof_lines": _line_count(drup)}
        begun = time.perf_counter()
        said = _run("the checker", limits, "harness.proof.rup", str(cnf), str(drup)).strip()
        fields["check_s"] = time.perf_counter() - begun
    except LimitReached as limit:
        drup.unlink(missing_ok=True)
        return fields | {"result": "limit", "reason": str(limit)}
    if said != "proved":
        return fields | {"result": "refused", "reason": f"the checker: {said}"}
    return fields | {"result": "proved"}


def _missing(formula: Formula, said: str) -> dict[str, Any]:
    """Return what an assignment of the solver means, by the definition of the board alone."""
    queens = formula.queens_of(map(int, said.split()))
    if is_solution(formula.board, queens) and queens not in set(formula.answers):
        return {"result": "missing", "missing": list(queens)}
    return {"result": "refused", "reason": f"the solver's assignment is no solution: {queens}"}


def _run(who: str, limits: ProvingLimits, *arguments: str) -> str:
    """Return what a module of this package prints; raise LimitReached where it was stopped."""
    # -P and PYTHONPATH: the project's modules, whatever lies in the user's folder
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    try:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [sys.executable, "-P", "-m", *arguments],
            capture_output=True,
            text=True,
            timeout=WALL_FACTOR * limits.time_limit_s,
            env=os.environ | {"PYTHONPATH": path},
            **_processor_limit(limits.time_limit_s),
        )
    except subprocess.TimeoutExpired:
        raise LimitReached(f"{who} took more than {limits.time_limit_s} s") from None
    ended_by = signal.Signals(-done.returncode).name if done.returncode < 0 else None
    if ended_by in ("SIGXCPU", "SIGKILL"):
        raise LimitReached(f"{who} took more than {limits.time_limit_s} s")
    if ended_by == "SIGXFSZ":
        raise LimitReached(f"the proof is larger than {limits.proof_bytes / 2**20:g} MiB")
    if done.stdout:
        return done.stdout
    last = done.stderr.strip().split("\n")[-1] or f"exit code {done.returncode}"
    raise LimitReached(f"{who} ended without an answer: {last}")


def _processor_limit(seconds: int) -> dict[str, Any]:
    """Return what limits a process by the processor's clock: a busy machine proves as much."""
    if sys.platform == "win32":  # only the time on the wall is limited there
        return {}
    import resource

    return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))}


def _line_count(file: Path) -> int:
    with file.open("rb") as lines:
        return sum(1 for _ in lines)


def _name(board: Board, answers: Sequence[Queens]) -> str:
    """Return the name of a certificate's files: the board's short name and how many answers."""
    words = re.sub(r"[^0-9A-Za-z]+", "-", str(board).replace(" = ", "")).strip("-")
    return f"{words}-{len(answers)}-answers"
