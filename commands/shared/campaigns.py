"""Carrying out a campaign from the command line: where its record goes, and how far it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from commands.shared.values import writing
from harness.campaign.campaign import OnStep
from harness.campaign.measure import measure
from harness.campaign.plan import Plan, Step
from harness.deliver.progress import Progress, say
from harness.isolation.releases import make_all, to_make
from harness.judge.facts import Facts
from harness.record.events import Event
from harness.record.file import FILE_NAME
from harness.workers.cluster import Cluster


def record_file(output: Path) -> Path:
    """Return the file of the record in a folder. Raises ValueError if `output` is no folder."""
    if output.exists() and not output.is_dir():
        raise ValueError(f"-o {output} is a file: name a folder")
    return output / FILE_NAME


def begin_record(output: Path) -> None:
    """Make the folder and the file: whether they can be written is seen before anything runs."""
    with writing(output):
        output.mkdir(parents=True, exist_ok=True)
        (output / FILE_NAME).touch()


def carry_out(
    plan: Plan, file: Path | None, earlier: Sequence[Event] = (), cluster: Cluster | None = None
) -> tuple[Facts, bool]:
    """Measure what the plan says, showing how far it is; return as `measure` does."""
    if releases := to_make(plan.approaches):
        say(f"environments with {', '.join(releases)} are made")
        make_all(plan.approaches)
    with _progress("runs" if plan.precision is None else "runs at most") as on_step:
        return measure(plan, file, earlier, on_step, cluster)


@contextmanager
def _progress(unit: str) -> Iterator[OnStep]:
    """Yield a callback that shows how far the campaign is."""
    progress = Progress("", unit)

    def on_step(done: int, total: int, step: Step) -> None:
        progress.what = f"{step.approach.name}, n = {step.board.n}"
        progress.done, progress.total = done, total
        progress.show()

    try:
        yield on_step
    finally:
        progress.close()
