"""Where sets differ: the boards themselves, found by a second enumeration of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from harness.campaign.plan import Plan
from harness.isolation.runner import Runner
from harness.judge.diagnosis import diagnose, slip_in_words
from harness.judge.facts import Facts
from harness.judge.grading import seen_of
from harness.judge.validity import invalid_reason
from harness.judge.verdict import BoardVerdict
from harness.record.difference import Difference, Examples, Slip
from harness.record.events import Event, Run, of_kind
from harness.slips.naming import Seen, name_slip
from harness.slips.simulation import ANSWERS_AT_MOST
from harness.slips.source import is_model
from queens import Board, Queens, is_solution
from queens.registry import Approach

EXAMPLES = 3
COLLECT_AT_MOST = 100_000
EXPLAINED_UP_TO_N = 8


def record_differences(plan: Plan, facts: Facts, record: Callable[[Difference], None]) -> None:
    """Record a `Difference` for each approach that delivered a wrong set on a board."""
    approaches = {approach.name: approach for approach in plan.approaches}
    limits = replace(plan.limits, solution_limit=COLLECT_AT_MOST)
    slips: dict[str, list[Slip]] = {}
    with Runner() as runner:

        def delivered_by(approach: Approach, board: Board) -> list[Any]:
            return runner.collect(approach, board, limits, plan.seed_of(approach, board))[1]

        for verdict in facts.verdicts:
            faulty = [name for name in verdict.faulty if name in approaches]
            if verdict.task != "all" or not faulty:
                continue
            reference = _reference(facts.events, verdict)
            expected = None
            if reference in approaches:
                answers = delivered_by(approaches[reference], verdict.board)
                expected = {tuple(answer) for answer in answers}
            for name in faulty:
                if name not in slips:
                    slips[name] = _slips(runner, approaches[name], plan)
                delivered = delivered_by(approaches[name], verdict.board)
                # what a truncated search had not found yet is not missing
                compared_with = expected if name in verdict.complete else None
                found = _difference(name, verdict.board, reference, delivered, compared_with)
                record(replace(found, findings=[*slips[name], *found.findings]))


def _slips(runner: Runner, approach: Approach, plan: Plan) -> list[Slip]:
    """Return the slip that explains all that the approach delivers on the plan's small boards."""
    limits = replace(plan.limits, solution_limit=ANSWERS_AT_MOST)

    def call(board: Board, earlier: tuple[Board, ...] = ()) -> Seen | None:
        seed = plan.seed_of(approach, board)
        fields, answers = runner.collect(approach, board, limits, seed, earlier)
        return seen_of(fields, answers, board, earlier)

    seen = []
    for board in plan.boards:
        if board.n <= EXPLAINED_UP_TO_N:
            one = call(board)
            if one is None:
                return []
            seen.append(one)
    source = approach.path.read_text(encoding="utf-8")
    naming = name_slip(seen, call, source=source)
    return [Slip(naming.name, slip_in_words(naming, is_model(source)))] if naming else []


def _difference(
    name: str,
    board: Board,
    reference: str | None,
    delivered: list[Any],
    expected: set[Queens] | None,
) -> Difference:
    findings = diagnose(board, delivered, expected or ())
    sorts = compare_sets(board, delivered, expected)
    return Difference(
        approach=name,
        board=board,
        reference=reference,
        invalid=sorts["invalid"],
        repeated=sorts["repeated"],
        missing=sorts["missing"],
        extra=sorts["extra"],
        findings=[Slip(one.kind, one.text) for one in findings],
    )


def compare_sets(
    board: Board, delivered: Iterable[Any], expected: set[Queens] | None
) -> dict[str, Examples]:
    """Return what is invalid, repeated, missing and extra among the answers delivered.

    Without an expected set nothing can be said to be missing or extra.
    """
    seen: set[Queens] = set()
    invalid, repeated = [], []
    for answer in delivered:
        if not isinstance(answer, list) or not is_solution(board, answer):
            invalid.append({"queens": answer, "reason": invalid_reason(board, answer)})
        elif tuple(answer) in seen:
            repeated.append(answer)
        else:
            seen.add(tuple(answer))
    missing = [] if expected is None else [list(queens) for queens in sorted(expected - seen)]
    extra = [] if expected is None else [list(queens) for queens in sorted(seen - expected)]
    sorts: dict[str, list[Any]] = {
        "invalid": invalid,
        "repeated": repeated,
        "missing": missing,
        "extra": extra,
    }
    return {name: Examples(len(answers), answers[:EXAMPLES]) for name, answers in sorts.items()}


def _reference(events: Sequence[Event], verdict: BoardVerdict) -> str | None:
    """Return an approach that found all solutions of the board, each once, or None."""
    for run in of_kind(events, Run):
        if (
            run.board == verdict.board
            and run.task == "all"
            and run.status == "complete"
            and run.audit == "ok"
            and run.solution_count == verdict.solution_count
            and run.approach not in verdict.faulty
        ):
            return run.approach
    return None
