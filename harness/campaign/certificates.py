"""After the runs, outside every clock: what approaches claim to be complete, proved or refuted.

An approach that completed claims that its answers are all. They are collected in one more run and
certified; the sets of a board are taken by their size, until one is proved. Where it is not all
solutions that are asked for, a claim that there are none is what can be proved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from harness.campaign.differences import COLLECT_AT_MOST
from harness.campaign.plan import Plan
from harness.isolation.runner import Runner
from harness.judge.audit import Audit
from harness.judge.cells import Problem
from harness.proof.certify import Prove
from harness.record.certificate import Certificate
from harness.record.events import Event, Run, of_kind
from queens import Board, Queens, is_solution


def record_certificates(
    plan: Plan, events: Sequence[Event], record: Callable[[Certificate], None]
) -> None:
    """Record the certificates of each board that has none yet, by `plan.prove`."""
    if plan.prove is None:
        return
    limits = replace(plan.limits, solution_limit=COLLECT_AT_MOST)
    approaches = {approach.name: approach for approach in plan.approaches}
    done = {(one.board, one.task) for one in of_kind(events, Certificate)}
    claims: dict[Problem, list[Run]] = {}
    for run in of_kind(events, Run):
        if run.status == "complete" and run.approach in approaches and _is_claim(run):
            claims.setdefault((run.board, run.task), []).append(run)
    with Runner() as runner:
        for problem, runs in claims.items():
            for run in _distinct(runs) if problem not in done else ():
                answers, reason = [], None
                if run.task == "all":
                    fields, delivered = runner.collect(
                        approaches[run.approach], run.board, limits, run.seed or 0
                    )
                    answers = distinct_solutions(run.board, delivered)
                    reason = None if fields["status"] == "complete" else fields.get("reason")
                certificate = _certificate(run, answers, reason, plan.prove)
                record(certificate)
                if certificate.result == "proved":
                    break


def _is_claim(run: Run) -> bool:
    """Return whether a complete run claims what a certificate can prove."""
    if run.task == "all":
        return True
    return run.solution_count == 0 if run.task == "count" else run.found is False


def _distinct(runs: Sequence[Run]) -> list[Run]:
    """Return a run of each set of answers, the quickest, the larger sets before the smaller."""
    quickest: dict[str | None, Run] = {}
    for run in sorted(runs, key=lambda run: run.solve_s or 0.0):
        quickest.setdefault(run.solutions_digest, run)
    return sorted(quickest.values(), key=lambda run: -(run.distinct_count or 0))


def _certificate(run: Run, answers: list[Queens], reason: str | None, prove: Prove) -> Certificate:
    """Return the certificate of what a further run delivered; `reason` if it did not complete."""
    if reason is not None:
        text = f"a further run of {run.approach} did not complete: {reason}"
        return Certificate(run.approach, run.board, run.task, "limit", text)
    return replace(
        prove(run.board, answers),
        approach=run.approach,
        task=run.task,
        solutions_digest=digest_of(run.board, answers),
    )


def distinct_solutions(board: Board, answers: Sequence[Any]) -> list[Queens]:
    """Return the different solutions of `board` among answers of any kind, in their order."""
    valid = (one for one in answers if isinstance(one, (list, tuple)) and is_solution(board, one))
    return list(dict.fromkeys(map(tuple, valid)))


def digest_of(board: Board, answers: Sequence[Queens]) -> str:
    """Return the digest of a set of solutions, as records have it."""
    audit = Audit(board)
    audit.add(answers)
    return audit.digest
