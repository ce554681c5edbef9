"""How a campaign was measured and where, in words: the same for every format."""

from __future__ import annotations

from typing import Any

from harness.judge.facts import Facts
from harness.record.events import Environment
from harness.report.numbers import setting

TIMED = (
    "The approach alone, in a process of its own: building the model is in the time, import and "
    "warm-up are timed apart, the audit of the answers stands outside the clock. Every run hands "
    "its solutions to the same callback."
)
COUNTED = (
    "Every solution delivered is checked by code that no approach shares; the distinct ones are "
    "folded into a digest that must be the same for all. Nodes come from one more run of each "
    "cell, traced and not timed, which calls the approach twice and compares the second answer "
    "with the first."
)
STATISTICS = (
    "Medians of the runs; one that reached a limit or gave up counts as longer than any, in a cell "
    "where others completed. An interval lies between order statistics and "
    "assumes no distribution; where the runs are too few for it to hold with its confidence, none "
    "is given. The p-value is that of the exact rank-sum test, where it can reach significance at "
    "all.{corrected}{stopped} A limit that was hit counts as the limit in the score, and in "
    "nothing else."
)

STOPPED = (
    " Each cell was stopped by its own runs: the intervals after every number of runs hold "
    "together (repeated confidence intervals, Jennison and Turnbull 1989), and p-values are of the "
    "first eight runs of a cell."
)

ISOLATION = {
    "fork": "a child, forked from a process that has imported the approach",
    "spawn": "a fresh interpreter, which has imported the approach before the clock starts",
}


def method(facts: Facts) -> list[tuple[str, str]]:
    """Return how it was measured: headings and their texts."""
    campaign = facts.campaign
    memory = campaign.memory_limit_bytes
    most = "" if campaign.precision is None else "at most "
    runs = (
        f"{most}{_known(campaign.repetitions)} a cell, after {_known(campaign.warmup_runs)} that "
        f"are not counted; order: {_known(campaign.order)}; seed {campaign.seed}"
    )
    if campaign.precision is not None:
        runs += (
            f"; a cell gets no more once the interval of its median is within "
            f"{100 * campaign.precision:g} % of it, or its time is spent "
            f"({setting(campaign.cell_budget_s, 's')})"
        )
    told = campaign.isolation
    return [
        ("Command", " ".join(campaign.argv) or "not recorded"),
        ("Begun", campaign.started_at or "not recorded"),
        ("What was timed", TIMED),
        ("Runs", runs),
        *([("The process of a run", ISOLATION.get(told, told))] if told else []),
        ("Time limit of a run", setting(campaign.time_limit_s, "s")),
        ("Memory limit of a run", "none" if memory is None else f"{memory} bytes"),
        ("Counts and nodes", COUNTED),
        ("Statistics", _statistics(facts)),
    ]


def _statistics(facts: Facts) -> str:
    stopped = "" if facts.campaign.precision is None else STOPPED
    return STATISTICS.format(corrected=_corrected(facts.tests), stopped=stopped)


def _corrected(tests: int) -> str:
    if tests < 2:
        return ""
    return (
        f" The {tests} p-values of this report are corrected for their number by Holm; where the "
        "runs are too few for so many, a difference is stated if every run of one side is slower."
    )


def environment_lines(environment: Environment) -> list[tuple[str, str]]:
    """Return what is known of the machine and the versions, line by line."""
    lines = []
    for name, value in vars(environment).items():
        if isinstance(value, dict):
            lines += [(key, _known(version, "not installed")) for key, version in value.items()]
        else:
            lines.append((name.replace("_", " "), _known(value, "not known")))
    return lines


def _known(value: Any, otherwise: str = "not recorded") -> str:
    return otherwise if value is None else str(value)
