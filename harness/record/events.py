"""The events of a campaign, each a class; its fields are those of a line of the record.

A line is the JSON object of one event: `kind`, and the fields of that kind's class below.
A board is written as `n`, `placed` and `blocked`. Names carry the units; null means that
there is no figure, never NaN. Readers ignore keys and kinds that they do not know, and a
field that is missing or null has its default here.

docs/record.md is made from the descriptions of the fields (docs/fill.py).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, TypeVar

from harness.record.alone import Alone
from harness.record.certificate import Certificate
from harness.record.difference import Difference
from harness.record.fields import described, filled, plain
from harness.record.lines import Fields, Unknown
from harness.record.settled import Settled
from queens import Board

SCHEMA_VERSION = 1

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class LeftOut:
    """An approach that cannot do the task."""

    approach: str = described("its name")
    reason: str = described("what it lacks")


@dataclass(frozen=True)
class About:
    """What an approach's file, and its line in the registry, say of it."""

    approach: str = described("its name", "unnamed")
    families: list[str] = described("its families", factory=list)
    search: str | None = described(
        "the module whose search it shares with others, from which it differs in its "
        "propagation alone"
    )
    counters: dict[str, str] = described("what each of its counters counts", factory=dict)
    versions: dict[str, str] | None = described(
        "each distribution and its version in the environment of its own; null if it is run with "
        "what is installed"
    )
    description: str = described("the first line of its file", "")
    teaches: str = described("what it shows that no other does, if its file says so", "")
    source: str | None = described(
        "16 hexadecimal digits of the SHA-256 of its file and of the modules of the project, or "
        "beside the file, that it imports"
    )


@dataclass(frozen=True)
class Environment:
    """The machine, the interpreter and the packages; null where the platform does not say."""

    python: str | None = described("the interpreter and its version")
    os: str | None = described("the operating system")
    cpu: str | None = described("the processor's model")
    cores: int | None = described("how many logical processors there are")
    memory_bytes: int | None = described("the machine's memory")
    load_1m: float | None = described("the load average of the minute before the campaign")
    frequency_governor: str | None = described("what sets the processor's frequency (Linux)")
    versions: dict[str, str | None] = described(
        "the version of each package that an approach needs; null if it is not installed",
        factory=dict,
    )
    commit: str | None = described("the commit of the checkout; `-dirty` if files differ from it")


@dataclass(frozen=True)
class Campaign:
    """The first line; a campaign that is resumed appends another one with the same id."""

    kind: ClassVar[str] = "campaign"

    schema_version: int = described("the version of this format", SCHEMA_VERSION)
    id: str | None = described("names the campaign")
    argv: list[str] = described("the command line", factory=list)
    task: str = described("all, count or one: what was asked", "all")
    seed: int | None = described(
        "the seed of the order; those of randomised runs are derived from it"
    )
    repetitions: int | None = described(
        "how many timed runs each cell gets; the most it can get where there is a precision"
    )
    precision: float | None = described(
        "a cell gets no more runs once the interval of its median is within this share of it, "
        "corrected for a look after every run; null where the number of runs is fixed"
    )
    cell_budget_s: float | None = described(
        "seconds, of whole runs, that a cell may take with a precision"
    )
    warmup_runs: int | None = described("how many runs of each cell come before and do not count")
    time_limit_s: float | None = described("the time limit of a run; null for none")
    memory_limit_bytes: int | None = described("the memory limit of a run; null for none")
    solution_limit: int | None = described("how many solutions a run may deliver; null for any")
    jobs: int = described("how many runs are made at once on one machine", 1)
    isolation: str | None = described(
        "how a run gets its process: fork, a child of a worker process that has imported the "
        "approach, or spawn, a fresh interpreter; null before there were two ways"
    )
    order: str | None = described("the order of the runs, in words")
    approaches: list[str] = described(
        "the names of those that take part, in the order of tables", factory=list
    )
    about: list[About] = described("what they say of themselves", factory=list)
    boards: list[Board] = described("the boards", factory=list)
    left_out: list[LeftOut] = described("the approaches that cannot do the task", factory=list)
    started_at: str | None = described("when it was started, UTC")
    environment: Environment = described("the machine and the versions", factory=Environment)


@dataclass(frozen=True)
class Machine:
    """A machine of a cluster, before its first run; the campaign's own is where it was started."""

    kind: ClassVar[str] = "machine"

    name: str = described("its name in the network", "unnamed")
    environment: Environment = described("the machine and the versions", factory=Environment)


@dataclass(frozen=True, slots=True)  # a record may hold a million
class Run:
    """One timed call of one cell, in a process of its own."""

    kind: ClassVar[str] = "run"

    approach: str = described("the approach's name", "unnamed")
    family: str | None = described("models, handwritten, or user for a file of one's own")
    board: Board = described("the board", Board(0))
    task: str = described("all, count or one", "all")
    repetition: int = described("which of the cell's runs it is, from 0", 0)
    warmup: bool = described("true for a run that does not count", False)
    order_index: int | None = described("which of the campaign's runs it is, from 0")
    seed: int | None = described("the seed it was called with; null if it is not randomised")
    status: str = described(
        "how it ended: complete, cut (the solution limit), timeout, memory, gave_up, "
        "unsupported, not_installed, crashed or interrupted",
        "unknown",
    )
    audit: str | None = described(
        "what its answers were worth: ok, invalid, duplicate, or unchecked where only a count "
        "was given"
    )
    reason: str | None = described("why it is not complete, in a clause")
    overrun_s: float | None = described(
        "how long after the time limit it stopped; null if that is too short to matter"
    )
    exit_code: int | None = described("the exit code of a process that crashed")
    signal: int | None = described("the number of the signal that killed it")
    error: dict[str, str] | None = described("the exception it raised: {type, message}")
    delivered_count: int | None = described("how many answers were delivered, right or wrong")
    distinct_count: int | None = described("how many different solutions were among them")
    invalid_count: int | None = described("how many were no solution of the board")
    solution_count: int | None = described(
        "the number of solutions it claims; null unless complete"
    )
    solutions_digest: str | None = described(
        "the set of its solutions in 32 hexadecimal digits, whatever their order; null unless "
        "complete"
    )
    found: bool | None = described("whether a solution was found (task one)")
    answer: Any = described("the solution found (task one), one column for each row, up to n = 100")
    import_s: float | None = described("seconds to import the approach and its solver")
    warmup_s: float | None = described("seconds of one call on a small board before any run")
    build_s: float | None = described("seconds of one further call of `build`, for models")
    first_solution_s: float | None = described("seconds until the first solution was delivered")
    solve_s: float | None = described("seconds of the approach alone, building included")
    audit_s: float | None = described("seconds of checking its answers, outside `solve_s`")
    wall_s: float | None = described("seconds of the whole run as seen from outside")
    cpu_s: float | None = described("processor seconds of the approach alone")
    reference_s: float | None = described(
        "processor seconds of a fixed small search right after the run, the same in every record: "
        "how fast the machine was just then"
    )
    peak_rss_bytes: int | None = described("the most memory that was resident during the run")
    start_rss_bytes: int | None = described("the memory that was resident before it")
    counters: dict[str, Any] = described("the solver's own figures in its own words", factory=dict)
    solver: str | None = described("the package that the approach calls")
    solver_version: str | None = described("its version")
    started_at: str | None = described("when it was recorded, UTC")
    machine: str | None = described("the machine of a cluster; null where the campaign was started")
    processors: list[int] | None = described(
        "the logical processors it was pinned to; null if it was not"
    )


@dataclass(frozen=True, slots=True)  # a record may hold a million
class Observation:
    """One untimed run of each cell: traced where the approach can be, and called twice."""

    kind: ClassVar[str] = "observation"

    approach: str = described("the approach's name", "unnamed")
    board: Board = described("the board", Board(0))
    task: str = described("all, count or one", "all")
    status: str = described("how the first call ended, as of a run", "unknown")
    reason: str | None = described("why it is not complete, or why there was no second call")
    seed: int | None = described("the seed, as of a run; that of the cell's first")
    nodes: int | None = described(
        "queens placed, by choice or forced, and one for the start", traced=True
    )
    checks: int | None = described("squares tested against the queens that stand", traced=True)
    rejections: int | None = described("candidates tested and refused", traced=True)
    pruned: int | None = described("squares that left the domain of a row", traced=True)
    failures: int | None = described("rows found with no column left", traced=True)
    propagator_calls: int | None = described("runs of a propagator", traced=True)
    second_call: str | None = described(
        "same or different: whether a second call in the same process answered alike; null "
        "where it was not reached"
    )
    second_delivered_count: int | None = described("how many answers the second call delivered")
    second_solve_s: float | None = described("how long the second call took; it is no timed run")
    machine: str | None = described("the machine of a cluster, as of a run")


@dataclass(frozen=True)
class Skipped:
    """A cell that was not tried, or not again."""

    kind: ClassVar[str] = "skipped"

    approach: str = described("the approach's name", "unnamed")
    board: Board = described("the board", Board(0))
    task: str = described("all, count or one", "all")
    reason: str = described("why", "no reason given")


@dataclass(frozen=True)
class End:
    """The last line of a campaign."""

    kind: ClassVar[str] = "end"

    ended_at: str | None = described("when it ended, UTC")
    why: str | None = described("finished or interrupted")


Event = (
    Campaign
    | Machine
    | Run
    | Alone
    | Observation
    | Difference
    | Skipped
    | Settled
    | Certificate
    | End
    | Unknown
)
KINDS: tuple[type[Event], ...] = (
    *(Campaign, Machine, Run, Alone, Observation, Difference, Skipped, Settled, Certificate, End),
)


def event_of(fields: Mapping[str, Any]) -> Event | None:
    """Return the event that a line holds, None where its kind is not known.

    Raises ValueError or TypeError, saying what is wrong, for a board or a list that is none.
    """
    for kind in KINDS:
        if kind.kind == fields.get("kind"):
            return filled(kind, fields)
    return None


def fields_of(event: Event) -> Fields:
    """Return the line of an event: its kind and its fields, in JSON's types."""
    return {"kind": event.kind, **plain(event)}


def traced_figures() -> dict[str, str]:
    """Return the figures of a traced search by name, and what each counts."""
    every = dataclasses.fields(Observation)
    return {one.name: one.metadata["about"] for one in every if one.metadata["traced"]}


def now() -> str:
    """Return the time of day, UTC, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def of_kind(events: Iterable[Event], kind: type[Kind]) -> list[Kind]:
    """Return the events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]
