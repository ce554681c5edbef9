"""A list of answers against a board: valid, invalid and why, repeated, missing, and the digest.

The full set comes from a search in the runner's worker process. Where it does not complete
within the limits, the published count says how many are missing, or nothing is said of it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.campaign.certificates import digest_of
from harness.isolation.runner import Limits, Runner
from harness.judge.validity import invalid_reason
from harness.proof.certify import Prove
from harness.record.certificate import Certificate
from queens import QUEENS, Board, Queens, canonical, is_solution, known_count, symmetries
from queens.names import resolve_approach
from queens.symmetry import symmetries_of


@dataclass(frozen=True)
class Wrong:
    """An answer that is wrong: its number in the list, from 1, the answer, and why."""

    number: int
    answer: Any
    reason: str


@dataclass(frozen=True)
class AnswersAudit:
    """What a list of answers is worth.

    `missing` are the solutions that are not in it, None where the full set is not known;
    `missing_count` is their number, None where not even that is known. `digest` is that of the
    set of valid answers, as records have it.
    """

    board: Board
    answer_count: int
    valid_count: int
    invalid: list[Wrong]
    repeated: list[Wrong]
    missing: list[Queens] | None
    missing_count: int | None
    digest: str
    certificate: Certificate | None = None

    @property
    def is_proved(self) -> bool:
        """Whether all is right, and a certificate proves that none is missing."""
        return self.is_right and bool(self.certificate and self.certificate.result == "proved")

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong, as far as is known."""
        refuted = self.certificate is not None and self.certificate.missing is not None
        return not (self.invalid or self.repeated or self.missing_count or refuted)


def audit_answers(
    board: Board,
    answers: Sequence[Any],
    is_unique: bool = False,
    limits: Limits | None = None,
    prove: Prove | None = None,
) -> AnswersAudit:
    """Return the audit of `answers`, columns from 0.

    With `is_unique` they should be the fundamental solutions: one of each orbit under the
    symmetries that the board has, whichever. With `prove` a certificate comes first; where it
    proves that none is missing, no search is made.
    """
    kept = symmetries_of(board) if is_unique else (0,)
    first_of: dict[Queens, int] = {}
    distinct: list[Queens] = []
    invalid: list[Wrong] = []
    repeated: list[Wrong] = []
    for number, answer in enumerate(answers, start=1):
        if not isinstance(answer, list) or not is_solution(board, answer):
            reason = invalid_reason(board, answer) or "it is not a list of whole numbers"
            invalid.append(Wrong(number, answer, reason))
            continue
        queens = tuple(answer)
        before = first_of.setdefault(canonical(queens, kept), number)
        if before == number:
            distinct.append(queens)
        else:
            same = "is the same as" if queens == tuple(answers[before - 1]) else "is an image of"
            repeated.append(Wrong(number, answer, f"it {same} answer {before}"))
    certificate = prove(board, _images(distinct, kept)) if prove else None
    if certificate and certificate.result == "proved":
        expected: set[Queens] | None = set(first_of)
    else:
        expected = _full_set(board, kept, limits or Limits())
    missing = None if expected is None else sorted(expected - set(first_of))
    known = known_count(board) if not is_unique else None
    counted = None if known is None else max(known - len(first_of), 0)
    return AnswersAudit(
        board,
        len(answers),
        len(distinct),
        invalid,
        repeated,
        missing,
        counted if missing is None else len(missing),
        digest_of(board, distinct),
        certificate,
    )


def _images(distinct: Sequence[Queens], kept: Sequence[int]) -> list[Queens]:
    """Return the answers with their images under the symmetries `kept`, each once."""
    if len(kept) == 1:
        return list(distinct)
    images = (symmetries(queens)[number] for queens in distinct for number in kept)
    return list(dict.fromkeys(images))


def _full_set(board: Board, kept: Sequence[int], limits: Limits) -> set[Queens] | None:
    """Return one solution of each orbit under `kept`, None if the search did not complete."""
    reference = resolve_approach("bitmasks" if board.rule == QUEENS else "first_fail")
    with Runner() as runner, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "all.jsonl"
        fields = runner.run(reference, board, "all", limits, mode="collect", file=file)
        if fields["status"] != "complete" or fields["audit"] != "ok":
            return None
        with file.open(encoding="utf-8") as lines:
            return {canonical(tuple(json.loads(line)), kept) for line in lines}
