"""What a new release of a solver changed: the same approach with two of them, in sentences.

Times are compared as those of two records are (harness/judge/gate.py): cell by cell, corrected
for their number. Whether all releases find the same is the verdict's to say.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from harness.judge.cells import Cell, boards_in_words
from harness.judge.gate import TimeChange, decided, runs_needed, time_changes
from harness.report.numbers import ratio_figure

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
    changes = time_changes(right, THRESHOLD)
    if not changes:
        return []
    about = f"{name}, {new} against {old}"
    if decided(changes) == "too few runs":
        return [
            f"{about}: too few runs to compare times, -r {runs_needed(len(changes))} is enough."
        ]
    parts = []
    for word in ("slower", "faster", "slower by the clock alone"):
        those = [_change(one) for one in changes if one.word == word]
        parts += [f"{word} on {'; '.join(those)}"] if those else []
    alike = [one.cell.board for one in changes if one.word == "no difference shown"]
    if alike:
        parts.append(f"no change beyond 10 % shown on {boards_in_words(alike)}")
    return [f"{about}: {'. '.join([parts[0], *(one.capitalize() for one in parts[1:])])}."]


def _change(change: TimeChange) -> str:
    time = change.time
    text = f"{change.cell.board}, {ratio_figure(time.ratio)} times as long"
    if time.low is None or time.high is None:
        return text
    return f"{text} (95% interval {ratio_figure(time.low)} to {ratio_figure(time.high)})"
