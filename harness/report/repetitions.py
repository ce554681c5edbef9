"""What `-r auto` came to: how many runs the cells took, and which medians are not known so well."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from harness.judge.cells import Cell
from harness.judge.facts import Facts
from harness.judge.statistics import TESTED_RUNS
from queens.forms.words import boards_in_words
from queens.words import many

FINE = 0.1
"""Smaller shares are told to a tenth of a percent: 5.1 % is not within 5 %."""


def repetition_sentences(facts: Facts) -> list[str]:
    """Return how many runs it took to know the medians; nothing where their number was fixed."""
    precision = facts.campaign.precision
    # what no run completed, or a limit ended, is said elsewhere
    tried = [cell for cell in facts.cells if cell.most is not None and cell.has_median]
    if precision is None or not tried:
        return []
    known = [cell for cell in tried if _is_known(cell, precision)]
    cells = many(len(tried), "cell")
    which = f"all {cells}" if len(known) == len(tried) > 1 else f"{len(known)} of {cells}"
    said = f"-r auto: the medians of {which} are known"
    said += f" within {100 * precision:g} %"
    if known:
        said += f" after {runs_in_words(known)}"
    said += " (95 % intervals, corrected for a look after every run)"
    wider = _by_approach(cell for cell in tried if not _is_known(cell, precision))
    budget = facts.campaign.cell_budget_s
    named = [f"{name} ({'; '.join(_wider(cells, budget))})" for name, cells in wider.items()]
    sentences = [f"{said}; not those of {', '.join(named)}." if named else f"{said}."]
    drawn = [cell.key.approach for cell in tried if cell.runs[0].seed is not None]
    if drawn:
        names = ", ".join(dict.fromkeys(drawn))
        sentences.append(f"Each run of {names} has another seed: the medians are over seeds.")
    return sentences


def runs_in_words(cells: Iterable[Cell]) -> str:
    """Return how many runs cells had: `8 to 23 runs`."""
    counts = sorted(len(cell.runs) for cell in cells)
    return f"{_span([*map(str, counts)])} {'run' if counts[-1] == 1 else 'runs'}"


def _is_known(cell: Cell, precision: float) -> bool:
    within = cell.solve.within if cell.solve else None
    return within is not None and within <= precision


def _by_approach(cells: Iterable[Cell]) -> dict[str, list[Cell]]:
    found: dict[str, list[Cell]] = {}
    for cell in cells:
        found.setdefault(cell.key.approach, []).append(cell)
    return found


def _wider(cells: Sequence[Cell], budget_s: float | None) -> Iterable[str]:
    """Yield boards that ended alike, how wide their intervals are and what ended their runs."""
    groups: dict[tuple[str, bool], list[Cell]] = {}
    for cell in cells:
        has_interval = cell.solve is not None and cell.solve.within is not None
        why = cell.settled.why if cell.settled else "interrupted"
        groups.setdefault((why, has_interval), []).append(cell)
    for (why, has_interval), alike in groups.items():
        text = f"{boards_in_words(cell.board for cell in alike)}: "
        if has_interval:
            shares = [cell.solve.within or 0.0 for cell in alike if cell.solve]
            text += f"within {_span([*map(_percent, sorted(shares))])} % after "
        text += runs_in_words(alike)
        text += "" if has_interval else ", no interval"
        if why == "budget" and budget_s is not None:
            spent = f", the {budget_s:g} s spent"
            text += spent if has_interval else f": {TESTED_RUNS} take longer than {budget_s:g} s"
        yield f"{text}, interrupted" if why == "interrupted" else text


def _percent(share: float) -> str:
    """Return a share in percent, rounded up: it is within that."""
    return f"{math.ceil(1000 * share) / 10:g}" if share < FINE else f"{math.ceil(100 * share)}"


def _span(rising: Sequence[str]) -> str:
    low, high = rising[0], rising[-1]
    return low if low == high else f"{low} to {high}"
