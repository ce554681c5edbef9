"""The autograder: runs one file on a growing list of boards and explains what it does wrong.

The file runs in the runner's worker processes only. Each board is run twice: once with every
answer kept, which is compared with the set that a search of the project finds, and once more with
two calls in one process, which must answer alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from harness.campaign.certificates import distinct_solutions
from harness.isolation.runner import Limits, Runner
from harness.judge.diagnosis import Finding, diagnose
from harness.proof.certify import Prove
from harness.record.certificate import Certificate
from queens import QUEENS, Board, Queens
from queens.names import resolve_approach
from queens.registry import Approach

REFERENCE = "bitmasks"
REFERENCE_OF_ANY_RULE = "first_fail"
PLAIN = tuple(Board(n) for n in range(1, 10))
WITH_SQUARES = (
    Board(8, placed=[(0, 0)]),
    Board(8, placed=[(0, 3), (3, 5)]),
    Board(8, placed=[(0, 0), (1, 1)]),
    Board(6, blocked=[(0, 1), (2, 5)]),
    Board(3, blocked=[(0, 0), (0, 1), (0, 2)]),
)
# a search that repeats itself without end must end all the same
DELIVERED_AT_MOST = 10_000

# how a run that did not complete ended, in words
UNFINISHED = {
    "crashed": "It crashed: {reason}.",
    "memory": "It ran out of memory: {reason}.",
    "timeout": "It did not return: {reason}.",
    "cut": "It was stopped after {delivered_count} answers, far more than there are solutions.",
    "gave_up": "It gave up: {reason}. solve_all must find every solution.",
    "unsupported": "It refuses this board: {reason}.",
    "not_installed": "It cannot be imported: {reason}.",
}
ENDS_THE_CHECK = ("memory", "timeout", "not_installed")
CRASHES_AT_MOST = 2


@dataclass(frozen=True)
class BoardCheck:
    """What the file did on one board; right if there are no findings."""

    board: Board
    status: str
    expected_count: int
    delivered_count: int | None
    findings: list[Finding]
    certificate: Certificate | None = None

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


def check(
    approach: Approach, boards: Sequence[Board], limits: Limits, prove: Prove | None = None
) -> Iterator[BoardCheck]:
    """Yield what is found on each board in turn; end early where larger ones can only repeat it.

    With `prove`, what a completed search delivered is proved complete, or refuted.
    """
    crashes = 0
    with Runner() as runner:
        for board in boards:
            result = _check_board(runner, approach, board, limits, prove)
            yield result
            # the smallest boards are special cases: one crash may be no more than that
            crashes += result.status == "crashed"
            if result.status in ENDS_THE_CHECK or crashes == CRASHES_AT_MOST:
                return


def _check_board(
    runner: Runner, approach: Approach, board: Board, limits: Limits, prove: Prove | None
) -> BoardCheck:
    is_queens = board.rule == QUEENS
    reference = resolve_approach(REFERENCE if is_queens else REFERENCE_OF_ANY_RULE)
    _, answers = runner.collect(reference, board, Limits(solution_limit=DELIVERED_AT_MOST))
    expected: list[Queens] = [tuple(answer) for answer in answers]
    limited = replace(limits, solution_limit=DELIVERED_AT_MOST)
    fields, delivered = runner.collect(approach, board, limited)
    findings = list(unfinished(fields, delivered, expected))
    if fields["status"] in ("complete", "timeout", "cut"):
        found = diagnose(board, delivered, expected)
        # what a truncated search had not found yet is not missing
        findings += [one for one in found if fields["status"] == "complete" or not _lacks(one)]
    certificate = None
    if prove and fields["status"] == "complete":
        certificate = prove(board, distinct_solutions(board, delivered))
        if certificate.missing is not None and not any(map(_lacks, findings)):
            text = "The solver of --certify found a solution that is not among the answers."
            findings.append(Finding("missing", text, [certificate.missing]))
    if not findings:
        findings += _second_call(runner, approach, board, limits)
    count = fields.get("delivered_count")
    return BoardCheck(board, fields["status"], len(expected), count, findings, certificate)


def unfinished(
    fields: dict[str, Any], delivered: Sequence[Any], expected: Iterable[Queens]
) -> Iterator[Finding]:
    """Yield why a run did not complete, if it did not."""
    status = fields["status"]
    if status == "complete":
        return
    known = {"reason": "no reason is known", "delivered_count": len(delivered)}
    text = UNFINISHED.get(status, "It ended as {status}: {reason}.").format(
        **known | {name: value for name, value in fields.items() if value is not None}
    )
    all_there = {tuple(one) for one in delivered if isinstance(one, list)} >= set(expected)
    if status == "timeout" and all_there:
        text += " Every solution was delivered by then: the search goes on after its last one."
    yield Finding(status, text)


def _lacks(finding: Finding) -> bool:
    kinds = ("missing", "mirrored_missing", "stopped_early", "fundamental_only")
    return finding.kind in kinds


def _second_call(
    runner: Runner, approach: Approach, board: Board, limits: Limits
) -> Iterator[Finding]:
    """Yield a finding if a second call in the same process answers otherwise, or fails."""
    fields = runner.run(approach, board, "all", limits, mode="observe")
    if fields.get("second_call") == "different":
        count = fields.get("second_delivered_count")
        happens = "answers otherwise" + ("" if count is None else f" (it delivers {count})")
    elif fields["status"] == "crashed":
        happens = f"crashes: {fields.get('reason') or 'no reason is known'}"
    else:
        return
    yield Finding(
        "state_kept",
        f"Called again in the same process it {happens}. Something is kept from call to call: a "
        "list or a counter outside solve_all, or a default argument that is changed.",
    )
