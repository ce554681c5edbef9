"""The event of a certificate: what a proof says of a set of answers (harness/proof)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from harness.record.fields import described
from queens import Board


@dataclass(frozen=True)
class Certificate:
    """What a proof says of a set of answers: whether they are all the solutions of the board."""

    kind: ClassVar[str] = "certificate"

    approach: str | None = described("the approach that delivered the answers")
    board: Board = described("the board", Board(0))
    task: str = described("all, count or one: what was asked", "all")
    result: str = described(
        "proved: they are all; missing: another solution exists; limit: a limit was reached; "
        "refused: the proof does not hold",
        "limit",
    )
    reason: str | None = described("why nothing was proved, in a clause")
    solution_count: int = described("how many different solutions the answers are", 0)
    solutions_digest: str | None = described("the digest of the answers, as that of a run")
    missing: list[int] | None = described("a solution that is not among them")
    variables: int | None = described("the variables of the formula: the open squares")
    clauses: int | None = described("its clauses, one for each answer among them")
    proof_lines: int | None = described("the lines of the proof: clauses added and deleted")
    proof_bytes: int | None = described("the size of the proof as text")
    prove_s: float | None = described("seconds to find and write it, starting the solver included")
    check_s: float | None = described("seconds to check it, starting the checker included")
    solver: str | None = described("the SAT solver that wrote it")
    solver_version: str | None = described("the version of the package python-sat")
    formula_file: str | None = described("the file of the formula, where it is kept")
    proof_file: str | None = described("the file of the proof, where it is kept")
