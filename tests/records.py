"""Records made by hand, line by line as docs/record.md has them, and measured ones as lines."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from harness.campaign.measure import measure
from harness.campaign.plan import Plan
from harness.judge.facts import Facts
from harness.judge.verdict import BoardVerdict
from harness.record.events import SCHEMA_VERSION, Event, event_of, fields_of
from harness.record.file import FILE_NAME
from harness.record.lines import Fields
from harness.report.results import Results
from queens.known import SOLUTIONS

CORE = {  # name: (family, seconds a solution, nodes a solution or None, counters)
    "cp_sat": ("models", 5e-4, None, ("branches", "conflicts")),
    "original_cp": ("models", 1e-4, 14.0, ("branches", "failures")),
    "boolean_flags": ("handwritten", 4e-5, 22.4, ()),
    "forward_checking": ("handwritten", 9e-5, 18.75, ()),
    "bitmasks": ("handwritten", 1.4e-5, 22.4, ()),
}


def campaign(**changes: Any) -> Fields:
    """Return a campaign's first line."""
    return {
        "kind": "campaign",
        "schema_version": SCHEMA_VERSION,
        "id": "20250705-101112",
        "argv": ["compare.py", "run", "-n", "4-9"],
        "task": "all",
        "seed": 0,
        "repetitions": 7,
        "warmup_runs": 0,
        "time_limit_s": 10.0,
        "memory_limit_bytes": 2 * 2**30,
        "order": "interleaved",
        "approaches": list(CORE),
        "boards": [{"n": n, "placed": [], "blocked": []} for n in range(4, 10)],
        "left_out": [],
        "started_at": "2025-07-05T10:11:12+00:00",
        "environment": {
            "python": "3.11.9",
            "os": "Linux 6.1",
            "cpu": "A processor",
            "cores": 2,
            "memory_bytes": 8 * 2**30,
            "load_1m": 0.1,
            "versions": {"ortools": "9.15.6755", "numpy": "2.2.0"},
            "commit": "0123abc",
        },
        **changes,
    }


def run(approach: str, n: int, **changes: Any) -> Fields:
    """Return a complete, right run; `changes` make it another."""
    count = SOLUTIONS[n]
    digest = hashlib.sha256(str(n).encode()).hexdigest()[:32]
    return {
        "kind": "run",
        "approach": approach,
        "family": "handwritten",
        "n": n,
        "placed": [],
        "blocked": [],
        "task": "all",
        "repetition": 0,
        "warmup": False,
        "order_index": 0,
        "status": "complete",
        "audit": "ok",
        "reason": None,
        "exit_code": 0,
        "signal": None,
        "error": None,
        "delivered_count": count,
        "distinct_count": count,
        "invalid_count": 0,
        "solution_count": count,
        "solutions_digest": digest,
        "answer": None,
        "found": None,
        "import_s": 0.01,
        "warmup_s": 0.001,
        "build_s": None,
        "first_solution_s": 0.0001,
        "solve_s": 0.01,
        "audit_s": 0.001,
        "wall_s": 0.05,
        "cpu_s": 0.04,
        "peak_rss_bytes": 40_000_000,
        "start_rss_bytes": 30_000_000,
        "counters": {},
        "solver": None,
        "solver_version": None,
        "started_at": "2025-07-05T10:11:13+00:00",
        **changes,
    }


def stopped(approach: str, n: int, status: str, **changes: Any) -> Fields:
    """Return a run that did not come to its end."""
    nothing = dict.fromkeys(("solution_count", "solutions_digest", "first_solution_s"))
    reasons = {"timeout": "stopped at the limit of 10 s", "crashed": "killed by signal 11"}
    return run(
        approach,
        n,
        **nothing,
        **{
            "status": status,
            "reason": reasons.get(status, status),
            "audit": "unchecked",
            "delivered_count": 7,
            "distinct_count": 7,
            "solve_s": 10.0,
            **changes,
        },
    )


def observation(approach: str, n: int, **changes: Any) -> Fields:
    """Return the untimed run of a cell, not traced."""
    names = ("nodes", "checks", "rejections", "pruned", "failures", "propagator_calls")
    return {
        "kind": "observation",
        **{"approach": approach, "n": n, "placed": [], "blocked": [], "task": "all"},
        **{"status": "complete", "reason": None, **dict.fromkeys(names)},
        **{"second_call": "same", "second_delivered_count": SOLUTIONS[n], **changes},
    }


def golden(repetitions: int = 7) -> list[Fields]:
    """Return a campaign as it should be, but for CP-SAT's time limit at n = 9."""
    source = random.Random(1)
    runs, observations = [], []
    for repetition in range(repetitions):
        for n in range(4, 10):
            for name in CORE:
                runs.append(_golden_run(name, n, repetition, source))
    for index, event in enumerate(runs):
        event["order_index"] = index
    for n in range(4, 10):
        for name, (_, _, nodes, _) in CORE.items():
            figures = {"nodes": round(nodes * SOLUTIONS[n])} if nodes else {}
            observations.append(observation(name, n, **figures))
    end = {"kind": "end", "ended_at": "2025-07-05T10:12:12+00:00", "why": "finished"}
    return [campaign(repetitions=repetitions), *runs, *observations, end]


def _golden_run(name: str, n: int, repetition: int, source: random.Random) -> Fields:
    family, solution_s, _, counters = CORE[name]
    common = {
        "family": family,
        "repetition": repetition,
        "build_s": 0.0005 if family == "models" else None,
        "import_s": 0.7 if name == "cp_sat" else 0.05,
        "peak_rss_bytes": 150_000_000 if name == "cp_sat" else 40_000_000,
        "counters": dict.fromkeys(counters, 3 * SOLUTIONS[n]),
        "solver": "OR-Tools CP-SAT" if name == "cp_sat" else None,
    }
    if name == "cp_sat" and n == 9:
        return stopped(name, n, "timeout", **common, distinct_count=200, delivered_count=200)
    solve_s = (0.001 + solution_s * SOLUTIONS[n]) * source.lognormvariate(0, 0.02)
    return run(name, n, **common, solve_s=round(solve_s, 6))


def write(folder: Path, events: Iterable[Fields]) -> Path:
    """Write the events as the record of `folder`, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(event, ensure_ascii=False, allow_nan=False) + "\n" for event in events)
    (folder / FILE_NAME).write_text("".join(lines), encoding="utf-8")
    return folder


def events(lines: Iterable[Fields]) -> list[Event]:
    """Return the lines as events."""
    return [event for line in lines if (event := event_of(line)) is not None]


def results(lines: Iterable[Fields]) -> Results:
    """Return the results of the lines of a record."""
    return Results(events(lines))


def verdicts(lines: Iterable[Fields]) -> list[BoardVerdict]:
    """Return the verdicts on the boards of a record."""
    return Facts(events(lines)).verdicts


def faults(lines: Iterable[Fields]) -> list[list[tuple[str, str, int | None, int | None]]]:
    """Return the faults that each verdict names: approach, kind, what was given, what was due."""
    return [
        [(fault.approach, fault.kind, fault.given, fault.due) for fault in verdict.faults]
        for verdict in verdicts(lines)
    ]


def measured(plan: Plan, *arguments: Any) -> tuple[list[Fields], bool]:
    """Return the lines of a campaign that is run now, and whether it was finished."""
    facts, finished = measure(plan, *arguments)
    return [fields_of(event) for event in facts.events], finished
