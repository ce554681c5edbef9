"""How the run time of randomised approaches varies with the seed: distributions, in rows.

From the facts alone, without data frames: the terminal shows it too.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from harness.judge.cells import STOPPED_BY_LIMIT, Cell
from harness.judge.facts import Facts
from harness.judge.gate import processor_times
from harness.record.events import Run
from harness.report.numbers import ratio_figure, seconds
from harness.report.terminal_notes import WHAT
from harness.statistics.restarts import Restart, restart
from harness.statistics.run_times import CUT_OFF, GAVE_UP, SOLVED, RunTime, Step, quantile, steps
from queens import Board
from queens.words import many

COLUMNS = ("approach", "board", "solved", "10 %", "median", "90 %", "largest", "90/10")
WORDS = frozenset(("approach", "board"))
# from 29 runs on, the longest exceeds the 90 % quantile with 95 % confidence: 0.9 ** 29 < 0.05
ENOUGH = 30
MOST_BOARDS = 6
UNSOLVED = (CUT_OFF, GAVE_UP)
NOTE = (
    "Processor time, or wall time where another process computes, by which 10 %, half and 90 % of "
    "the seeds are solved (run-time distribution, Hoos and Stützle 1998); a run stopped by a limit "
    "is censored (Kaplan and Meier 1958), one that gave up is never solved. 90/10 is the ratio of "
    "the two, 21.9 where times are exponential: there a run that has gone on for long is as far "
    "from its end as a new one. What new starts would save is said where the runs show it (best "
    "fixed cutoff, Luby, Sinclair and Zuckerman 1993)."
)
CSV_COLUMNS = (
    *("task", "approach", "board", "seeds", "solved", "cut_off", "gave_up"),
    *("quantile_10_s", "median_s", "quantile_90_s", "largest_s", "ratio_90_10"),
    *("cutoff_s", "mean_with_cutoff_s", "mean_without_s", "gain", "gain_low99"),
)


@dataclass(frozen=True)
class Distribution:
    """The run times of an approach on a board, a run for each seed in the order measured.

    `is_fixed` says that their number was given; of runs that decided it (-r auto), no bound holds.
    """

    approach: str
    board: Board
    task: str
    runs: tuple[RunTime, ...]
    is_fixed: bool = True

    @cached_property
    def steps(self) -> list[Step]:
        """The share of seeds solved by each time."""
        return steps(self.runs)

    def quantile(self, share: float) -> float | None:
        """Return the time by which this share of the seeds is solved, if they reach it."""
        return quantile(self.steps, share)

    def ended(self, end: str) -> int:
        """Return how many runs ended so."""
        return sum(run.end == end for run in self.runs)

    @property
    def restart(self) -> Restart | None:
        """What new starts save, where that is shown."""
        return restart(self.runs) if self.is_fixed else None

    @property
    def largest_s(self) -> float | None:
        """The longest time of all seeds; None where one is not solved."""
        solved = self.ended(SOLVED) == len(self.runs)
        return max(run.seconds for run in self.runs) if solved else None

    @property
    def ratio(self) -> float | None:
        """How many times the 10 % quantile goes into the 90 % quantile."""
        low_s, high_s = self.quantile(0.1), self.quantile(0.9)
        return high_s / low_s if low_s and high_s else None


def distributions(facts: Facts) -> list[Distribution]:
    """Return the distribution of each cell with enough seeds, smaller boards first."""
    found = (
        Distribution(cell.key.approach, cell.board, cell.key.task, runs, cell.most is None)
        for cell in facts.cells
        if len(runs := _run_times(facts, cell)) >= ENOUGH
    )
    return [one for one in found if one.steps]


def shown_distributions(facts: Facts) -> list[Distribution]:
    """Return those of the last boards of each task: as many as a reader looks at."""
    found = distributions(facts)
    kept: set[tuple[str, Board]] = set()
    for task in facts.tasks:
        boards = dict.fromkeys(one.board for one in found if one.task == task)
        kept |= {(task, board) for board in [*boards][-MOST_BOARDS:]}
    return [one for one in found if (one.task, one.board) in kept]


def seed_rows(facts: Facts, found: Iterable[Distribution]) -> list[dict[str, str]]:
    """Return the distributions as texts, a row each."""
    several = len(facts.tasks) > 1
    return [dict(zip(COLUMNS, _texts(one, several), strict=True)) for one in found]


def seed_title(found: Sequence[Distribution]) -> str:
    """Return what stands above the table of these distributions."""
    counts = sorted({len(one.runs) for one in found})
    seeds = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    tasks = " and ".join(WHAT.get(task, task) for task in dict.fromkeys(one.task for one in found))
    return f"Processor time over {seeds} seeds: {tasks}"


def seed_sentences(facts: Facts, found: Iterable[Distribution]) -> list[str]:
    """Return what new starts would save, where that is shown, and how many boards are left out."""
    said = [sentence for one in found if (sentence := _restart_sentence(one))]
    every = {(one.task, one.board) for one in distributions(facts)}
    shown = {(one.task, one.board) for one in shown_distributions(facts)}
    if left := len(every) - len(shown):
        said.append(f"{many(left, 'board')} more in seeds.csv of the report.")
    return said


def seed_hint(facts: Facts) -> str | None:
    """Return how to get distributions, where there are several seeds and too few; else None."""
    most = max((len(_run_times(facts, cell)) for cell in facts.cells), default=0)
    if not 1 < most < ENOUGH:
        return None
    return f"{most} seeds do not show a distribution of run times: take {ENOUGH}, -r {ENOUGH}."


def seed_csv(facts: Facts) -> str:
    """Return every distribution's figures in full precision."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for one in distributions(facts):
        new = one.restart
        ends = (one.ended(end) for end in (SOLVED, CUT_OFF, GAVE_UP))
        quantiles = (one.quantile(share) for share in (0.1, 0.5, 0.9))
        gain = (
            (new.cutoff_s, new.mean_s, new.mean_without_s, new.gain, new.at_least)
            if new
            else (None,) * 5
        )
        place = (one.task, one.approach, one.board, len(one.runs))
        writer.writerow([*place, *ends, *quantiles, one.largest_s, one.ratio, *gain])
    return file.getvalue()


def _run_times(facts: Facts, cell: Cell) -> tuple[RunTime, ...]:
    """Return a run time for each seed of a cell whose answers are right; () of any other."""
    if cell.key in facts.faulty or cell.is_audited_wrong or cell.status == "crashed":
        return ()
    of_seed: dict[int, Run] = {}
    for run in cell.runs:
        if run.seed is not None and run.solve_s and _end(run):
            of_seed.setdefault(run.seed, run)
    runs = list(of_seed.values())
    computes = processor_times(cell) and all(run.cpu_s for run in runs)
    times = ((run.cpu_s if computes else run.solve_s, _end(run)) for run in runs)
    return tuple(RunTime(time_s, end) for time_s, end in times if time_s and end)


def _end(run: Run) -> str | None:
    """Return how a run ended; None where that says nothing of how long it takes."""
    if run.status in STOPPED_BY_LIMIT:
        return CUT_OFF
    return {"complete": SOLVED, "gave_up": GAVE_UP}.get(run.status)


def _texts(one: Distribution, several_tasks: bool) -> list[str]:
    times = [one.quantile(share) for share in (0.1, 0.5, 0.9)]
    largest_s, ratio = one.largest_s, one.ratio
    stopped = " and ".join(f"{one.ended(end)} {end}" for end in UNSOLVED if one.ended(end))
    return [
        one.approach + (f", {one.task}" if several_tasks else ""),
        str(one.board),
        f"{one.ended(SOLVED)}/{len(one.runs)}",
        *("-" if time_s is None else seconds(time_s) for time_s in times),
        stopped if largest_s is None else seconds(largest_s),
        "-" if ratio is None else ratio_figure(ratio),
    ]


def _restart_sentence(one: Distribution) -> str | None:
    new = one.restart
    if new is None:
        return None
    return (
        f"Started anew with another seed after {seconds(new.cutoff_s)}, {one.approach} on "
        f"{one.board} would take {seconds(new.mean_s)} on average, not "
        f"{seconds(new.mean_without_s)}: {ratio_figure(new.gain)} times less, at least "
        f"{ratio_figure(new.at_least)} times (99 % confidence)."
    )
