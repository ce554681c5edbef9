"""The verdict on a board: did all approaches find the very same solutions? From events alone.

It rests on complete runs, on the published count where there is one, and on certificates. A run
that was truncated takes part with the validity of what it delivered, and by having delivered too
much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harness.judge.cells import CellKey, Problem
from harness.judge.findings import Fault
from harness.record.certificate import Certificate
from harness.record.events import Event, Observation, Run, of_kind
from queens import Board, known_count


@dataclass(frozen=True)
class BoardVerdict:
    """The verdict on one board for one task, in one word: proved, agree, disagree or unverified.

    `complete` are the approaches with a complete run. `faults` are what approaches got wrong,
    which makes the word disagree; `crashes` say nothing of answers and leave the word as it is.
    `certificate` is the one that proves the answers complete, or else the last that was tried.
    """

    board: Board
    task: str
    word: str
    solution_count: int | None
    known_count: int | None
    complete: list[str]
    faults: list[Fault]
    crashes: list[Fault]
    certificate: Certificate | None = None

    @property
    def problem(self) -> Problem:
        """The board and the task."""
        return self.board, self.task

    @property
    def faulty(self) -> list[str]:
        """The approaches at fault."""
        return list(dict.fromkeys(fault.approach for fault in self.faults))

    @property
    def faulty_cells(self) -> set[CellKey]:
        """The cells at fault."""
        return {CellKey(name, self.board, self.task) for name in self.faulty}

    @property
    def said(self) -> list[str]:
        """The faults, then the crashes, in a clause each."""
        return [fault.text for fault in (*self.faults, *self.crashes)]


def not_proved(found: Iterable[BoardVerdict]) -> list[tuple[BoardVerdict, str]]:
    """Return the verdicts whose certificate proves nothing, each with the reason."""
    return [
        (verdict, verdict.certificate.reason)
        for verdict in found
        if verdict.certificate and verdict.certificate.reason
    ]


def verdicts(events: Iterable[Event]) -> list[BoardVerdict]:
    """Return the verdict on each board of a record, in the order of their size."""
    found: dict[Problem, list[Event]] = defaultdict(list)
    for event in events:
        if isinstance(event, (Run, Observation, Certificate)):
            found[event.board, event.task].append(event)
    return [
        _verdict(problem, found[problem])
        for problem in sorted(found, key=lambda problem: problem[0].n)
        if any(isinstance(event, (Run, Observation)) for event in found[problem])
    ]


def _verdict(problem: Problem, events: list[Event]) -> BoardVerdict:
    board, task = problem
    runs, observed = of_kind(events, Run), of_kind(events, Observation)
    certificates = of_kind(events, Certificate)
    complete = [run for run in runs if run.status == "complete"]
    proof = next((one for one in certificates if one.result == "proved"), None)
    known = known_count(board) if proof is None else proof.solution_count
    count = None if task == "one" else _established_count(runs, known)
    faults = [*_delivery_faults(runs), *_state_faults(observed)]
    faults += _one_faults(complete, known) if task == "one" else _count_faults(runs, count, known)
    faults += _certificate_faults(certificates, faults)
    names = list(dict.fromkeys(run.approach for run in complete))
    return BoardVerdict(
        board=board,
        task=task,
        word=_word(bool(faults), proof, _confirmed(complete, names, known)),
        solution_count=count,
        known_count=known_count(board),
        complete=names,
        faults=list(dict.fromkeys(faults)),
        crashes=list(dict.fromkeys(_crashes(runs, observed))),
        certificate=proof or (certificates[-1] if certificates else None),
    )


def _word(is_faulty: bool, proof: Certificate | None, is_confirmed: bool) -> str:
    if is_faulty:
        return "disagree"
    return "proved" if proof else "agree" if is_confirmed else "unverified"


def _established_count(runs: list[Run], known: int | None) -> int | None:
    """Return the published count, else what complete runs prove or, unaudited, most of them say.

    Every solution delivered was checked, so the largest set delivered is no opinion: an
    approach that found fewer has missed some.
    """
    complete = [run for run in runs if run.status == "complete"]
    if not complete or known is not None:
        return known if complete else None
    audited = [run.distinct_count for run in complete if run.distinct_count is not None]
    said = {run.approach: run.solution_count for run in complete}
    most_said: int | None = Counter(said.values()).most_common(1)[0][0]
    return max(audited) if audited else most_said


def _confirmed(complete: list[Run], names: list[str], known: int | None) -> bool:
    found = any(run.found and run.audit == "ok" for run in complete)
    return found or len(names) > 1 or (bool(names) and known is not None)


def _delivery_faults(runs: list[Run]) -> Iterator[Fault]:
    for run in runs:
        invalid, delivered = run.invalid_count or 0, run.delivered_count or 0
        if invalid:
            yield Fault(run.approach, "invalid", invalid, delivered)
        distinct = run.distinct_count or 0
        if delivered - invalid - distinct:
            yield Fault(run.approach, "repeated", delivered, distinct)


def _state_faults(observed: list[Observation]) -> Iterator[Fault]:
    for event in observed:
        if event.second_call == "different":
            yield Fault(event.approach, "state_kept", event.second_delivered_count)


def _one_faults(complete: list[Run], known: int | None) -> Iterator[Fault]:
    exists = bool(known) or any(run.found and run.audit == "ok" for run in complete)
    for run in complete:
        if exists and not run.found:
            yield Fault(run.approach, "denies_solution")
        elif known == 0 and run.found:
            yield Fault(run.approach, "claims_solution")


def _count_faults(runs: list[Run], count: int | None, known: int | None) -> Iterator[Fault]:
    complete = [run for run in runs if run.status == "complete"]
    digests = {
        run.approach: run.solutions_digest
        for run in complete
        if run.solution_count == count and run.audit == "ok"
    }
    majority = Counter(digests.values()).most_common(1)[0][0] if digests else None
    delivered = max((run.distinct_count or 0 for run in runs), default=0)
    for run in complete if count is not None else ():
        due, distinct = max(count or 0, delivered), run.distinct_count
        if distinct is not None and distinct < due:
            yield Fault(run.approach, "missing", distinct, due, due_is_known=bool(known))
        elif run.audit == "unchecked" and run.solution_count != count:
            is_known = known is not None
            yield Fault(run.approach, "count", run.solution_count, count, due_is_known=is_known)
        elif majority and run.audit == "ok" and run.solutions_digest != majority:
            yield Fault(run.approach, "other_set", count)


def _certificate_faults(certificates: list[Certificate], said: list[Fault]) -> Iterator[Fault]:
    """Yield what certificates refute, but for approaches that are known to have missed some."""
    missed = {fault.approach for fault in said if fault.kind in ("missing", "denies_solution")}
    for one in certificates:
        if one.missing is not None and one.approach not in missed:
            name = one.approach or "unnamed"
            if one.task == "all":
                yield Fault(name, "another_exists", reason=" ".join(map(str, one.missing)))
            else:
                yield Fault(name, "denies_solution")


def _crashes(runs: list[Run], observed: list[Observation]) -> Iterator[Fault]:
    for run in runs:
        if run.status == "crashed":
            yield Fault(run.approach, "crashed", reason=run.reason)
    for event in observed:
        if event.status == "crashed":
            yield Fault(event.approach, "crashed_again", reason=event.reason)
