"""What nogoods change: approaches that learn beside those that do not, on boards of one kind.

From the facts alone, without data frames: the terminal shows it too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from harness.judge.cells import Cell, by_problem
from harness.judge.comparisons import comparable_nodes
from harness.judge.facts import Facts
from harness.report.numbers import ratio_figure, seconds
from harness.report.terminal_notes import WHAT, has_squares
from harness.statistics.paired import FEW, factor_of
from queens import QUEENS, Board
from queens.registry import LEARNING
from queens.words import many

COLUMNS = ("approach", "learns", "solved", "conflicts", "restarts", "nodes", "processor time")
NOTE = (
    "Conflicts of those that learn, failures of those that do not, each as the search itself "
    "counts them; medians over the boards, one not solved counting as more than any. The sentences "
    "set each beside the best of its folder that does not learn, in processor time."
)

OnBoards = tuple[float | None, ...]
"""A figure on each board of the set; None where the board was not solved, or it is not known."""


@dataclass(frozen=True)
class Effort:
    """What the boards cost one approach; `folder` is models, handwritten or user."""

    approach: str
    folder: str | None
    learns: bool
    cpu_s: OnBoards
    conflicts: OnBoards
    restarts: OnBoards
    nodes: OnBoards

    @property
    def solved(self) -> int:
        """How many boards it solved."""
        return sum(one is not None for one in self.cpu_s)

    @property
    def rank(self) -> tuple[int, float]:
        """The sort key by which the best comes first: boards solved, then the median time."""
        time_s = _middle(self.cpu_s)
        return -self.solved, math.inf if time_s is None else time_s


@dataclass(frozen=True)
class NogoodStop:
    """The efforts of all approaches on the boards of one kind, those that learn first."""

    task: str
    kind: str
    boards: int
    efforts: tuple[Effort, ...]

    @property
    def title(self) -> str:
        """What stands above the table."""
        what = WHAT.get(self.task, self.task)
        return f"What nogoods change: {what} of {many(self.boards, 'board')} with {self.kind}"

    @property
    def columns(self) -> list[str]:
        """The columns that any approach has a figure for."""
        empty = [name for name in COLUMNS if all(row[name] == "-" for row in self._all_rows)]
        return [name for name in COLUMNS if name not in empty]

    @property
    def rows(self) -> list[dict[str, str]]:
        """The table's rows as texts."""
        return [{name: row[name] for name in self.columns} for row in self._all_rows]

    @property
    def _all_rows(self) -> list[dict[str, str]]:
        return [dict(zip(COLUMNS, _texts(one, self.boards), strict=True)) for one in self.efforts]

    @property
    def sentences(self) -> list[str]:
        """What each that learns comes to beside the best of its folder that does not, or of all."""
        others = sorted((one for one in self.efforts if not one.learns), key=lambda one: one.rank)
        return [
            _beside(one, next((other for other in others if other.folder == one.folder), others[0]))
            for one in self.efforts
            if one.learns
        ]


def nogood_stops(facts: Facts) -> list[NogoodStop]:
    """Return a stop for each task and kind of board on which one learns and one does not.

    None where no conflicts are known of any that learns, and none of boards of growing sizes or
    of a lone board.
    """
    groups: dict[tuple[str, str], list[list[Cell]]] = {}
    for (board, task), alike in by_problem(facts.cells).items():
        if has_squares(board) and len(set(map(_learns, alike))) == 2:
            groups.setdefault((task, _kind(board)), []).append(alike)
    stops = [
        NogoodStop(task, kind, len(boards), tuple(_efforts(facts, boards)))
        for (task, kind), boards in groups.items()
        if len(boards) > 1
    ]
    return [stop for stop in stops if any(one.learns and _known(one) for one in stop.efforts)]


def _learns(cell: Cell) -> bool:
    return LEARNING in cell.about.families


def _known(effort: Effort) -> bool:
    return any(one is not None for one in effort.conflicts)


def _kind(board: Board) -> str:
    parts = ["queens placed"] if board.placed else []
    parts += ["squares blocked"] if board.blocked else []
    parts += [] if board.rule == QUEENS else [f"rule {board.rule.name}"]
    return " and ".join(parts)


def _efforts(facts: Facts, boards: Sequence[Sequence[Cell]]) -> list[Effort]:
    names = dict.fromkeys(cell.key.approach for alike in boards for cell in alike)
    at = [{cell.key.approach: cell for cell in alike} for alike in boards]
    efforts = [_effort(facts, [cells.get(name) for cells in at]) for name in names]
    return sorted(efforts, key=lambda one: (not one.learns, one.rank))


def _effort(facts: Facts, own: Sequence[Cell | None]) -> Effort:
    """Return the effort of an approach from its cells, one for each board."""
    first = next(cell for cell in own if cell)
    solved = [cell if cell and _is_solved(cell, facts) else None for cell in own]
    counted = [_counter(solved, name) for name in ("conflicts", "failures")]
    failures = next((one for one in counted if any(one)), _traced_failures(solved))
    return Effort(
        first.key.approach,
        next((cell.family for cell in own if cell and cell.family), None),
        _learns(first),
        cpu_s=tuple(_cpu_seconds(cell) if cell else None for cell in solved),
        conflicts=failures,
        restarts=_counter(solved, "restarts"),
        nodes=tuple(comparable_nodes(cell) if cell else None for cell in solved),
    )


def _is_solved(cell: Cell, facts: Facts) -> bool:
    return cell.is_complete and bool(cell.solve_times_s) and cell.key not in facts.faulty


def _cpu_seconds(cell: Cell) -> float | None:
    return cell.median("cpu_s") or cell.median("solve_s")


def _counter(solved: Sequence[Cell | None], name: str) -> OnBoards:
    """Return a counter on each board: 0 where a board was solved without the search it counts."""
    found = [cell.worst_run.counters if cell else None for cell in solved]
    if not any(counters and name in counters for counters in found):
        return (None,) * len(solved)
    return tuple(None if counters is None else counters.get(name, 0) for counters in found)


def _traced_failures(solved: Sequence[Cell | None]) -> OnBoards:
    """Return the failures that a search reported on each board, where it was traced to its end."""
    watched = [cell.observation if cell else None for cell in solved]
    found = [one if one and one.status == "complete" else None for one in watched]
    if not any(one and one.failures for one in found):
        return (None,) * len(solved)
    return tuple(None if one is None else one.failures or 0 for one in found)


def _middle(values: Iterable[float | None]) -> float | None:
    """Return the median, None counting as more than any; None where it is one of those."""
    numbers = [math.inf if value is None else value for value in values]
    found = median(numbers) if numbers else math.inf
    return found if math.isfinite(found) else None


def _texts(one: Effort, boards: int) -> list[str]:
    counts = [_count(_middle(values)) for values in (one.conflicts, one.restarts, one.nodes)]
    time_s = _middle(one.cpu_s)
    learns, solved = "yes" if one.learns else "no", f"{one.solved} of {boards}"
    return [one.approach, learns, solved, *counts, "-" if time_s is None else seconds(time_s)]


def _count(value: float | None) -> str:
    return "-" if value is None else f"{round(value):,}"


def _beside(learner: Effort, other: Effort) -> str:
    """Say what learning comes to beside a search that does not, on the boards that both solved."""
    times = zip(learner.cpu_s, other.cpu_s, strict=True)
    both = [place for place, pair in enumerate(times) if None not in pair]
    if not both:
        return f"No board was solved by both {learner.approach} and {other.approach}."
    solved = f"; {learner.approach} solved {learner.solved}, {other.approach} {other.solved}"
    same = learner.solved == other.solved == len(both)
    return (
        f"On {many(len(both), 'board')} that both solved, "
        f"{_conflicts_in_words(learner, other, both)}, and {_time_in_words(learner, other, both)}"
        f"{'' if same else solved}."
    )


def _conflicts_in_words(learner: Effort, other: Effort, both: Sequence[int]) -> str:
    learned, failed = (_middle(one.conflicts[place] for place in both) for one in (learner, other))
    if learned is None:
        return f"{learner.approach} does not say how many conflicts it had"
    said = f"{learner.approach} learned from a median of {_count(learned)} conflicts"
    if failed is None:
        return f"{said} ({other.approach} counts no failures)"
    return f"{said} where {other.approach} failed {_count(failed)} times"


def _time_in_words(learner: Effort, other: Effort, both: Sequence[int]) -> str:
    ratios = [(learner.cpu_s[place] or 0.0) / (other.cpu_s[place] or math.inf) for place in both]
    time = factor_of([[ratio] for ratio in ratios if ratio])
    if time is None or time.cells < FEW:
        return f"fewer than {FEW} boards do not show how its time compares with {other.approach}"
    if time.low <= 1 <= time.high:
        said = f"no difference in processor time from {other.approach} is shown"
        low, high = time.low, time.high
    elif time.factor > 1:
        said = f"took {ratio_figure(time.factor)} times as long as {other.approach}"
        low, high = time.low, time.high
    else:
        said = f"was {ratio_figure(1 / time.factor)} times faster than {other.approach}"
        low, high = 1 / time.high, 1 / time.low
    return f"{said} (95 % interval {ratio_figure(low)} to {ratio_figure(high)})"
