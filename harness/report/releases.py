"""What a new release of a solver changed: the same approach with two of them, in sentences.

Times are compared as those of two records are (harness/judge/gate.py): cell by cell, corrected
for their number. Whether all releases find the same is the verdict's to say.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from harness.judge.cells import Cell
from harness.judge.gate import TimeChange, gate
from harness.report.numbers import ratio_figure
from queens.forms.words import boards_in_words

THRESHOLD = 0.1
"""A change of time that is no news."""


def release_sentences(cells: Sequence[Cell]) -> list[str]:
    """Return a sentence for each release of an approach and the one before it, oldest first."""
    by_release: dict[tuple[str, str], dict[str, list[Cell]]] = {}
    for cell in cells:
        name, is_release, asked = cell.key.approach.partition("@")
        distribution, _, version = asked.rpartition("=")
        if is_release and cell.family != "user":
            by_release.setdefault((name, distribution), {}).setdefault(version, []).append(cell)
    said = []
    for (name, distribution), found in by_release.items():
        ordered = sorted(found, key=_numbers)
        for old, new in itertools.pairwise(ordered):
            said += _sentence(" ".join(filter(None, (name, distribution))), old, new, found)
    return said


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def _sentence(name: str, old: str, new: str, found: dict[str, list[Cell]]) -> list[str]:
    before = {cell.problem: cell for cell in found[old]}
    both = [(before[cell.problem], cell) for cell in found[new] if cell.problem in before]
    right = [pair for pair in both if not any(one.is_audited_wrong for one in pair)]
    times = gate(right, THRESHOLD)
    if not times.cells:
        return []
    parts = [
        f"{word} on {'; '.join(map(_change, those))}"
        for word in ("slower", "faster", "slower by the clock alone")
        if (those := [one for one in times.cells if one.word == word])
    ]
    parts += [
        f"slower over all boards, {_ratio(one.ratio, one.low, one.high)}"
        for one in times.approaches
        if one.is_slower
    ]
    alike = [one.cell.board for one in times.cells if one.word == "no difference shown"]
    if times.decision == "too few runs":
        parts.append(f"too few runs to decide; {times.runs_needed} of each cell can (-r)")
    elif alike:
        shown = "not slower" if times.decision == "not slower" else "no change beyond 10 % shown"
        parts.append(f"{shown} on {boards_in_words(alike)}")
    said = ". ".join([parts[0], *(one.capitalize() for one in parts[1:])])
    return [f"{name}, {new} against {old}: {said}."]


def _change(change: TimeChange) -> str:
    judged = change.judged
    return f"{change.cell.board}, {_ratio(judged.ratio, judged.low, judged.high)}"


def _ratio(ratio: float, low: float | None, high: float | None) -> str:
    text = f"{ratio_figure(ratio)} times as long"
    if low is None or high is None:
        return text
    return f"{text} (95% interval {ratio_figure(low)} to {ratio_figure(high)})"
