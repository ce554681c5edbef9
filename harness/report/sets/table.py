"""What each approach is worth on the boards of a task: rows for page, Markdown, LaTeX and CSV."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from harness.judge.cells import SHORTEST_MEASURED_S, by_problem
from harness.judge.facts import Facts
from harness.report.numbers import ratio_figure, seconds
from harness.report.statements import Statement
from harness.report.tables import latex_text_table
from harness.statistics.portfolio import (
    Times,
    marginal_contributions,
    par2,
    shapley_values,
    shares,
    virtual_best,
)
from queens.words import many

COLUMNS = (
    "approach",
    "solved",
    "PAR2",
    "share of the virtual best",
    "marginal contribution",
    "Shapley value",
)
WORDS = frozenset(("approach",))
VIRTUAL_BEST = "virtual best"
DEFINITIONS = {
    "PAR2": "the mean time, a board that was not solved counting as twice the limit (Hutter, Hoos, "
    "Leyton-Brown and Stützle 2009, JAIR 36)",
    "virtual best": "on each board the approach that was fastest there; its share is that of the "
    "solved boards, ties divided (Xu, Hutter, Hoos and Leyton-Brown 2012, SAT)",
    "marginal contribution": "by how much PAR2 of the virtual best grows without the approach "
    "(the same)",
    "Shapley value": "how much of what all together save, against solving nothing, is its own: the "
    " mean over all orders in which they could join (Fréchette and others 2016, AAAI)",
    "performance profile": "the share of all boards solved within so many times the time of the "
    "virtual best (Dolan and Moré 2002, Mathematical Programming 91)",
}


@dataclass(frozen=True)
class Worth:
    """What one approach, or the virtual best, is worth on the boards of a task.

    Seconds are those of PAR2, `par2_ratio` is to that of the virtual best; `shapley` is a share of
    what all save together. Of the virtual best the last three are None.
    """

    task: str
    approach: str
    solved: int
    boards: int
    par2_s: float
    par2_ratio: float
    share: float | None
    marginal_s: float | None
    shapley: float | None


def worths(facts: Facts) -> list[Worth]:
    """Return the worth of each approach, best PAR2 first, and of the virtual best, task by task.

    Nothing of a task with one board or one approach.
    """
    return [one for task in facts.tasks for one in _worths(facts, task)]


def _worths(facts: Facts, task: str) -> list[Worth]:
    times = board_times(facts, task)
    boards = max(map(len, times.values()), default=0)
    if len(times) < 2 or boards < 2:
        return []
    solved_s = [one for own in times.values() for one in own if one is not None]
    if not solved_s:
        return []
    limit_s = facts.campaign.time_limit_s or max(solved_s)
    share, shapley = shares(times), shapley_values(times, limit_s)
    marginal = marginal_contributions(times, limit_s)
    saved = sum(shapley.values())
    best = virtual_best(times)
    best_s = max(par2(best, limit_s), SHORTEST_MEASURED_S)
    found = [
        Worth(
            task,
            name,
            _solved(own),
            boards,
            par2(own, limit_s),
            par2(own, limit_s) / best_s,
            share[name],
            marginal[name],
            shapley[name] / saved if saved else 0.0,
        )
        for name, own in times.items()
    ]
    best_of_all = Worth(task, VIRTUAL_BEST, _solved(best), boards, best_s, 1.0, None, None, None)
    return [*sorted(found, key=lambda one: one.par2_s), best_of_all]


def board_times(facts: Facts, task: str) -> Times:
    """Return the median of each approach on every board of the task, None where not solved."""
    cells = [cell for cell in facts.cells if cell.key.task == task]
    solved = {
        cell.key: cell.solve.median
        for cell in cells
        if cell.is_complete and cell.solve and cell.key not in facts.faulty
    }
    names = dict.fromkeys(cell.key.approach for cell in cells)
    boards = [
        {cell.key.approach: solved.get(cell.key) for cell in on_board}
        for on_board in by_problem(cells).values()
    ]
    return {name: [board.get(name) for board in boards] for name in names}


def _solved(times: Iterable[float | None]) -> int:
    return sum(one is not None for one in times)


def set_rows(facts: Facts) -> list[dict[str, str]]:
    """Return the table as texts."""
    return [
        dict(
            zip(
                COLUMNS,
                (
                    one.approach + (f", {one.task}" if len(facts.tasks) > 1 else ""),
                    f"{one.solved} of {one.boards}",
                    seconds(one.par2_s),
                    _percent(one.share),
                    "" if one.marginal_s is None else _saved(one.marginal_s),
                    _percent(one.shapley),
                ),
                strict=True,
            )
        )
        for one in worths(facts)
    ]


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _saved(value_s: float) -> str:
    """Return seconds that may be none at all; what is left of a rounding is none."""
    return "0" if value_s < 1e-9 else seconds(value_s)


def set_statements(facts: Facts) -> list[Statement]:
    """Return how much better the virtual best is than the best approach, task by task."""
    said = []
    found = worths(facts)
    for task in dict.fromkeys(one.task for one in found):
        first, *_, best = [one for one in found if one.task == task]
        fastest = [one.approach for one in found if one.task == task and one.share]
        said.append(
            Statement(
                f"On {many(best.boards, 'board')}, the best single approach by PAR2 is "
                f"{first.approach} ({seconds(first.par2_s)}), "
                f"{ratio_figure(first.par2_ratio)} times the virtual best "
                f"({seconds(best.par2_s)}: {', '.join(fastest)})."
            )
        )
    return said


def set_csv(facts: Facts) -> str:
    """Return every figure in full precision."""
    names = list(Worth.__dataclass_fields__)
    rows = [vars(one) for one in worths(facts)]
    return pd.DataFrame(rows, columns=names).to_csv(index=False, lineterminator="\n")


def set_latex(facts: Facts) -> str:
    """Return the rows as a LaTeX longtable, what the columns mean in comments above it."""
    meaning = "".join(f"% {name}: {text}\n" for name, text in DEFINITIONS.items())
    ascii_only = meaning.replace("ü", "ue").replace("é", "e")
    return ascii_only + latex_text_table(set_rows(facts), COLUMNS, WORDS)
