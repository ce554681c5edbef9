"""Under which circumstances times were measured: on which machines, how many runs at once."""

from __future__ import annotations

from harness.judge.facts import Facts
from harness.record.alone import Alone
from harness.record.events import Machine, Run, of_kind
from harness.statistics.paired import Factor, factor_of
from queens.words import many


def circumstances(facts: Facts) -> list[str]:
    """Return what to know of how the runs were made, in sentences; none in the plain case."""
    return [*_machines(facts), *_side_by_side(facts)]


def _machines(facts: Facts) -> list[str]:
    machines = {one.name: one.environment for one in of_kind(facts.events, Machine)}
    used = {run.machine for cell in facts.cells for run in cell.runs}
    if not used - {None}:
        return []
    names = [f"{name} ({machines[name].cpu})" for name in machines if name in used]
    names += ["where the campaign was started"] if None in used else []
    if len(names) == 1:
        return [f"Measured on the machine {names[0]}."]
    return [
        f"Measured on {len(names)} machines: {', '.join(names)}. All runs of a board were made on "
        "one of them: compare times on the same board only."
    ]


def _side_by_side(facts: Facts) -> list[str]:
    jobs, processors = facts.campaign.jobs, facts.environment.cores
    if jobs == 1:
        return []
    said = f"{jobs} runs were made at once"
    if processors and jobs > processors:
        said += f", more than the machine's {many(processors, 'logical processor')}"
    return [f"{said}. {_cost_in_words(cost_of_company(facts))}"]


def _cost_in_words(cost: Factor | None) -> str:
    if cost is None:
        return "What that costs is not known: too few runs were made alone to compare with."
    return (
        f"A run beside others took {cost.factor:.2f} times as long as alone (95 % interval "
        f"{cost.low:.2f} to {cost.high:.2f}, from {many(cost.pairs, 'pair')} of "
        f"{many(cost.cells, 'cell')})."
    )


def cost_of_company(facts: Facts) -> Factor | None:
    """Return how many times as long a run beside others takes as one alone, where that is known."""
    beside = {
        (run.approach, run.board, run.task, run.repetition): run.solve_s
        for run in of_kind(facts.events, Run)
        if run.status == "complete" and not run.warmup
    }
    ratios: dict[object, list[float]] = {}
    for one in of_kind(facts.events, Alone):
        with_others = beside.get((one.approach, one.board, one.task, one.repetition))
        if one.status == "complete" and one.solve_s and with_others:
            ratios.setdefault((one.approach, one.board), []).append(with_others / one.solve_s)
    return factor_of(list(ratios.values()))
