"""The verdict on a board: did all approaches find the very same solutions? From events alone.

It rests on complete runs and on the published count where there is one. A run that was cut
short takes part with the validity of what it delivered, and by having delivered too much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from harness.record.file import Event
from queens import Board, known_count


@dataclass(frozen=True)
class BoardVerdict:
    """The verdict on one board for one task, in one word: agree, disagree or unverified.

    `complete` are the approaches with a complete run. `faults` says in a sentence each what
    an approach got wrong, which makes the word disagree; `crashes` which ones crashed.
    """

    board_n: int
    placed: tuple[tuple[int, int], ...]
    blocked: tuple[tuple[int, int], ...]
    task: str
    word: str
    solution_count: int | None
    known_count: int | None
    complete: list[str]
    faults: list[str]
    crashes: list[str]
    faulty: list[str] = field(default_factory=list)

    @property
    def board(self) -> Board:
        """The board."""
        return Board(self.board_n, self.placed, self.blocked)


def verdicts(events: Iterable[Event]) -> list[BoardVerdict]:
    """Return the verdict on each board of a record, in the order of their size."""
    boards: dict[tuple[Board, str], list[Event]] = {}
    for event in events:
        if event["kind"] in ("run", "observation"):
            boards.setdefault((event_board(event), event["task"]), []).append(event)
    ordered = sorted(boards.items(), key=lambda item: item[0][0].n)
    return [_verdict(board, task, board_events) for (board, task), board_events in ordered]


def event_board(event: Event) -> Board:
    """Return the board an event is about."""
    placed, blocked = (map(tuple, event[name]) for name in ("placed", "blocked"))
    return Board(event["n"], placed, blocked)


def exit_code(board_verdicts: Sequence[BoardVerdict], events: Iterable[Event], strict: bool) -> int:
    """Return 1 if anything is wrong, 3 if `strict` and anything is incomplete, else 0."""
    if any(verdict.word == "disagree" or verdict.crashes for verdict in board_verdicts):
        return 1
    incomplete = any(verdict.word == "unverified" for verdict in board_verdicts) or any(
        event["kind"] == "skipped" or (event["kind"] == "run" and event["status"] != "complete")
        for event in events
    )
    return 3 if strict and incomplete else 0


def _verdict(board: Board, task: str, events: list[Event]) -> BoardVerdict:
    runs = [event for event in events if event["kind"] == "run"]
    complete = [event for event in runs if event["status"] == "complete"]
    known = known_count(board)
    count = None if task == "one" else _established_count(runs, known)
    faults = [*_delivery_faults(runs), *_state_faults(events)]
    faults += _one_faults(complete, known) if task == "one" else _count_faults(runs, count, known)
    names = list(dict.fromkeys(event["approach"] for event in complete))
    return BoardVerdict(
        board_n=board.n,
        placed=board.placed,
        blocked=board.blocked,
        task=task,
        word="disagree" if faults else "agree" if _proved(complete, names, known) else "unverified",
        solution_count=count,
        known_count=known,
        complete=names,
        faults=list(dict.fromkeys(f"{name} {what}" for name, what in faults)),
        crashes=list(dict.fromkeys(_crashes(events))),
        faulty=list(dict.fromkeys(name for name, _ in faults)),
    )


Fault = tuple[str, str]
"""An approach and what it did wrong."""


def _established_count(runs: list[Event], known: int | None) -> int | None:
    """Return the published count, else what complete runs prove or, unaudited, most of them say.

    Every solution delivered was checked, so the largest set delivered is no opinion: an
    approach that found fewer has missed some.
    """
    complete = [run for run in runs if run["status"] == "complete"]
    if not complete or known is not None:
        return known if complete else None
    audited = [run["distinct_count"] for run in complete if run["distinct_count"] is not None]
    said = {run["approach"]: run["solution_count"] for run in complete}
    most_said: int | None = Counter(said.values()).most_common(1)[0][0]
    return max(audited) if audited else most_said


def _proved(complete: list[Event], names: list[str], known: int | None) -> bool:
    found = any(event.get("found") and event["audit"] == "ok" for event in complete)
    return found or len(names) > 1 or (bool(names) and known is not None)


def _delivery_faults(runs: list[Event]) -> Iterator[Fault]:
    for run in runs:
        invalid, delivered = run["invalid_count"] or 0, run["delivered_count"] or 0
        if invalid:
            yield run["approach"], f"delivered {_boards(invalid, 'invalid board')} of {delivered}"
        repeated = delivered - invalid - (run["distinct_count"] or 0)
        if repeated:
            yield (
                run["approach"],
                f"repeated solutions: {delivered} delivered, {run['distinct_count']} distinct",
            )


def _state_faults(events: list[Event]) -> Iterator[Fault]:
    for event in events:
        if event["kind"] == "observation" and event["second_call"] == "different":
            second = event["second_delivered_count"]
            delivered = "" if second is None else f": the second call delivered {second}"
            yield event["approach"], f"answers otherwise when it is called again{delivered}"


def _one_faults(complete: list[Event], known: int | None) -> Iterator[Fault]:
    exists = bool(known) or any(event["found"] and event["audit"] == "ok" for event in complete)
    for event in complete:
        if exists and not event["found"]:
            yield event["approach"], "says that there is no solution, and there is one"
        elif known == 0 and event["found"]:
            yield event["approach"], "says that there is a solution, and there is none"


def _count_faults(runs: list[Event], count: int | None, known: int | None) -> Iterator[Fault]:
    complete = [run for run in runs if run["status"] == "complete"]
    digests = {
        run["approach"]: run["solutions_digest"]
        for run in complete
        if run["solution_count"] == count and run["audit"] == "ok"
    }
    majority = Counter(digests.values()).most_common(1)[0][0] if digests else None
    delivered = max((run["distinct_count"] or 0 for run in runs), default=0)
    for run in runs:
        name, distinct = run["approach"], run["distinct_count"]
        if run["status"] != "complete" or count is None:
            continue
        if distinct is not None and distinct < max(count, delivered):
            missed = _boards(max(count, delivered) - distinct, "solution")
            yield name, f"missed {missed} of {'' if known else 'at least '}{max(count, delivered)}"
        elif run["audit"] == "unchecked" and run["solution_count"] != count:
            right = "the known count is" if known is not None else "most others say"
            yield name, f"counted {run['solution_count']}, {right} {count}"
        elif majority and run["audit"] == "ok" and run["solutions_digest"] != majority:
            yield name, f"found {count} solutions, but not the same ones as the others"


def _crashes(events: list[Event]) -> Iterator[str]:
    for event in events:
        if event["status"] == "crashed":
            again = " when called again" if event["kind"] == "observation" else ""
            yield f"{event['approach']} crashed{again}: {event['reason']}"


def _boards(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
