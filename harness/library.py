"""The library's front door: a comparison as a call, and a saved record as results."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from harness.campaign.measure import CORE, SIZES, measure, named_approaches
from harness.campaign.plan import Plan
from harness.campaign.repeating import CELL_BUDGET_S, repeated
from harness.isolation.runner import Limits
from harness.proof.certify import prover
from harness.record.file import FILE_NAME
from harness.report.results import Results, load
from queens import Board

__all__ = ["compare", "load"]


def compare(
    sizes: Iterable[int] = SIZES,
    approaches: Iterable[str | Path] = tuple(CORE.split(",")),
    *,
    boards: Iterable[Board] = (),
    task: str = "all",
    repetitions: int | Literal["auto"] = 3,
    cell_budget_s: float = CELL_BUDGET_S,
    warmup_runs: int = 0,
    seed: int = 0,
    time_limit_s: float | None = 10.0,
    memory_limit_bytes: int | None = 2 * 2**30,
    directory: Path | str | None = None,
    certify: bool = False,
    certificates: Path | str | None = None,
) -> Results:
    """Return the results of a comparison; `.table`, `.verdict` and `.chart(...)` show them.

    `approaches` are names, families, or paths of your own files. `boards` come beside the
    plain boards of `sizes`. With "auto" for `repetitions`, each cell gets runs until its median
    is known within 5 %, at most 64, or until `cell_budget_s` is spent. With `directory` the record
    is kept there, in runs.jsonl. With `certify` the answers are proved complete; `certificates` is
    a folder to keep the proofs in.
    """
    proving = certify or certificates is not None
    plan = Plan(
        approaches=named_approaches(approaches),
        boards=[*map(Board, sizes), *boards],
        task=task,
        **repeated(repetitions, cell_budget_s),
        warmup_runs=warmup_runs,
        seed=seed,
        limits=Limits(time_limit_s, memory_limit_bytes),
        argv=["compare"],
        prove=prover(Path(certificates) if certificates else None) if proving else None,
    )
    facts, _ = measure(plan, Path(directory) / FILE_NAME if directory else None)
    return Results.of(facts)
