"""The plan of a record, made anew, so that it can be measured once more.

A record is data of unknown origin. It names approaches of the registry, and nothing else in it
says what is run: a user's file is measured again only if the user names it. Sizes and settings
are refused where no campaign could have had them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from harness.campaign.plan import LIMITS, OWN, Plan
from harness.isolation.runner import Limits
from harness.judge.facts import Facts
from harness.proof.certify import Prove
from harness.record.certificate import Certificate
from harness.record.events import Campaign, Run, of_kind
from harness.record.source import source_hash
from queens.names import install_hint, registered_approach
from queens.registry import TASKS, Approach, missing_packages, user_approach

STEPS_AT_MOST = 1_000_000
LARGEST_N = 10_000_000
LARGEST = 2**63 - 1
# the settings that are whole numbers, each with the smallest that makes sense
SMALLEST = {"repetitions": 1, "warmup_runs": 0, "seed": 0, "jobs": 1}


def plan_again(facts: Facts, own: Sequence[Path], argv: Sequence[str], prove: Prove | None) -> Plan:
    """Return the plan that the record was made by; `own` are the user's files that are in it.

    Raises ValueError, naming what the record lacks or which of its values cannot be.
    """
    if not of_kind(facts.events, Campaign):
        raise ValueError("the record holds no campaign: its settings are not known")
    campaign = facts.campaign
    settings = {name: getattr(campaign, name) for name in OWN}
    _check(campaign)
    runs = of_kind(facts.events, Run)
    settings["jobs"] = min(campaign.jobs, os.cpu_count() or 1)
    plan = Plan(
        _approaches(campaign, runs, own),
        campaign.boards,
        **settings,
        limits=Limits(**{name: getattr(campaign, name) for name in LIMITS}),
        argv=argv,
        prove=prove,
        seeds={
            (run.approach, run.board, run.repetition): run.seed
            for run in runs
            if run.seed is not None and not run.warmup
        },
    )
    if lacking := plan.left_out():
        raise ValueError(f"{lacking[0].approach} {lacking[0].reason} here: it cannot be reproduced")
    return plan


def was_certified(facts: Facts) -> bool:
    """Return whether answers of the record were proved complete."""
    return bool(of_kind(facts.events, Certificate))


def changed_sources(campaign: Campaign, approaches: Iterable[Approach]) -> list[str]:
    """Return the names of those whose source is not what was measured, as far as is recorded."""
    recorded = {one.approach: one.source for one in campaign.about}
    return [
        one.name
        for one in approaches
        if recorded.get(one.name) not in (None, source_hash(one.path))
    ]


def _check(campaign: Campaign) -> None:
    """Raise ValueError for a setting that is missing, or that no campaign can have."""
    if campaign.task not in TASKS:
        raise ValueError(f"the record has task {campaign.task[:60]!r}: one of {', '.join(TASKS)}")
    for name, smallest in SMALLEST.items():
        value = getattr(campaign, name)
        if value is None:
            raise ValueError(f"the record lacks {name}: it cannot be reproduced")
        if value > LARGEST:
            raise ValueError(f"the record has {name} {str(value)[:20]}...: at most {LARGEST}")
        if value < smallest:
            raise ValueError(f"the record has {name} {str(value)[:20]}: at least {smallest}")
    for name in (*LIMITS, "cell_budget_s"):
        value = getattr(campaign, name)
        if value is not None and not 0 < value <= LARGEST:
            raise ValueError(
                f"the record has {name} {str(value)[:20]}: more than 0, and at most {LARGEST}"
            )
    _check_size(campaign)
    if campaign.precision is not None and not 0 < campaign.precision < 1:
        raise ValueError(f"the record has precision {campaign.precision}: between 0 and 1")


def _check_size(campaign: Campaign) -> None:
    if not campaign.approaches or not campaign.boards:
        raise ValueError("the record names no approaches or no boards: nothing can be reproduced")
    largest = max(board.n for board in campaign.boards)
    if largest > LARGEST_N:
        raise ValueError(
            f"the record has a board of n = {str(largest)[:20]}: at most {LARGEST_N} is run"
        )
    rounds = (campaign.repetitions or 0) + (campaign.warmup_runs or 0) + 1
    steps = rounds * len(campaign.boards) * len(campaign.approaches)
    if steps > STEPS_AT_MOST:
        raise ValueError(f"the record asks for {steps:,} runs: at most {STEPS_AT_MOST:,} are made")


def _approaches(campaign: Campaign, runs: Sequence[Run], own: Sequence[Path]) -> list[Approach]:
    given = {one.name: one for one in map(user_approach, own)}
    families = {run.approach: run.family for run in runs}
    found = [
        _approach(name, families.get(name), given) for name in dict.fromkeys(campaign.approaches)
    ]
    if strangers := sorted(given.keys() - {one.name for one in found}):
        raise ValueError(f"{given[strangers[0]].path} is not in the record: leave it out of -a")
    measured = {run.approach for run in runs if run.status != "not_installed"}
    for one in found:
        if one.name in measured and (missing := missing_packages(one)):
            raise ValueError(f"{one.name} is not installed: {install_hint(missing)}")
    return found


def _approach(name: str, family: str | None, given: dict[str, Approach]) -> Approach:
    """Return the approach of a name: of the registry, or the file that the user has given."""
    if name in given:
        if family not in (None, "user"):
            raise ValueError(f"{name} in the record is of {family[:20]!r}: leave out -a for it")
        return given[name]
    if family == "user":
        raise ValueError(f"{name[:60]!r} was a file of the user's: add -a with its path")
    try:
        return registered_approach(name)
    except ValueError as error:
        raise ValueError(f"{error}; if it was a file of the user's, add -a with its path") from None
