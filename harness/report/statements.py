"""Statements that are true, generated from the data, each with the runs it rests on.

A statement is made about complete runs with right answers only. A difference is stated where
the runs show it, and "no difference shown" where they do not. Every number in a statement
is one of the table's, printed alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from harness.judge.cells import Cell, Problem
from harness.judge.comparisons import Comparison, NodeSplit, Score
from harness.judge.facts import Facts
from harness.judge.rows import spans
from harness.judge.statistics import RatioSummary
from harness.report.numbers import ratio_figure, seconds
from harness.report.releases import release_sentences
from harness.report.repetitions import repetition_sentences
from queens.forms.words import boards_in_words

Compared = TypeVar("Compared", Comparison, NodeSplit)


@dataclass(frozen=True)
class Statement:
    """A sentence, and the runs it rests on by their order in the campaign."""

    text: str
    runs: tuple[int, ...] = ()

    @property
    def rests_on(self) -> str:
        """The runs in words, consecutive ones together: `runs 0 to 4, 7`."""
        return f"runs {spans(self.runs)}"


def statements(facts: Facts) -> list[Statement]:
    """Return the statements that the facts support, the verdict first."""
    return [
        *_agreement(facts),
        *map(_faster, _on_largest(facts.comparisons, lambda one: one.fastest)),
        *map(Statement, release_sentences(facts.cells)),
        *map(_split, _on_largest(facts.node_splits, lambda one: one.reference)),
        *_scores(facts),
        *map(Statement, repetition_sentences(facts)),
    ]


def _agreement(facts: Facts) -> list[Statement]:
    said = []
    for task in dict.fromkeys(verdict.task for verdict in facts.verdicts):
        verdicts = [verdict for verdict in facts.verdicts if verdict.task == task]
        words = {verdict.word for verdict in verdicts}
        boards = boards_in_words(verdict.board for verdict in verdicts)
        cells = [cell for cell in facts.cells if cell.key.task == task]
        if words <= {"agree", "proved"}:
            text = f"{_AGREED.get(task, _AGREED['all'])}: {boards}."
            said.append(Statement(text, _runs_of(cells, complete=True)))
        proved = [verdict.board for verdict in verdicts if verdict.word == "proved"]
        if proved:
            said.append(Statement(f"Proved complete by a certificate: {boards_in_words(proved)}."))
        said += [
            Statement(f"{verdict.board}: {fault.text}.", _runs_on(cells, verdict.problem))
            for verdict in verdicts
            for fault in verdict.faults
        ]
    return said


_AGREED = {
    "all": "All approaches that completed found the same solutions on every board",
    "count": "All approaches that completed counted the same number on every board",
    "one": "Whether there is a solution, no approach contradicts another on any board",
}


def _faster(comparison: Comparison) -> Statement:
    slow, fast, time = comparison.cell, comparison.fastest, comparison.time
    runs = _runs_of((slow, fast), complete=True)
    slow_name, fast_name = slow.key.approach, fast.key.approach
    if not time.difference_shown:
        text = f"On {slow.board}, no difference shown between {fast_name} and {slow_name}"
        return Statement(f"{text} ({_times(fast, slow)}{_tested(time)}).", runs)
    text = f"{fast_name} {_what(fast)} {ratio_figure(time.ratio)} times faster than {slow_name}"
    return Statement(f"{text} ({_based_on(time)}).", runs)


def _what(cell: Cell) -> str:
    """Return what was found, on which board."""
    board, task = cell.problem
    if task == "one":
        found = any(run.found for run in cell.runs)
        return f"{'found a solution' if found else 'proved that there is none'} ({board})"
    what = "counted" if task == "count" else "found"
    if not cell.solution_count:
        return f"{what} that there is no solution ({board})"
    noun = "solution" if cell.solution_count == 1 else "solutions"
    return f"{what} the same {cell.solution_count} {noun} ({board})"


def _times(fast: Cell, slow: Cell) -> str:
    assert fast.solve is not None and slow.solve is not None  # comparisons have both
    made = "medians" if max(fast.solve.runs, slow.solve.runs) > 1 else "one run each:"
    return f"{made} {seconds(fast.solve.median)} and {seconds(slow.solve.median)}"


def _based_on(time: RatioSummary) -> str:
    slow_runs, fast_runs = time.runs
    if slow_runs == fast_runs == 1:
        return "one run each: how far the times vary is not known"
    runs = f"{slow_runs}" if slow_runs == fast_runs else f"{slow_runs} and {fast_runs}"
    if time.low is None or time.high is None:
        return f"medians of {runs} runs; too few for an interval"
    interval = f"{ratio_figure(time.low)} to {ratio_figure(time.high)}"
    return f"medians of {runs} runs; 95% interval {interval}"


def _tested(time: RatioSummary) -> str:
    if time.p_corrected is None:
        return f"; too few runs for {'a test' if time.p_value is None else f'{time.tests} tests'}"
    corrected = "" if time.tests == 1 else f", corrected for {time.tests} tests"
    of_first = f" of the first {max(time.tested)} runs" if time.tested != time.runs else ""
    return f"; rank-sum test{of_first}, p = {ratio_figure(time.p_corrected)}{corrected}"


def _split(split: NodeSplit) -> Statement:
    """Say why one search takes longer, or not, than another that counts nodes alike."""
    name, other = split.cell.key.approach, split.reference.key.approach
    if split.nodes == split.reference_nodes:
        nodes = f"visits exactly as many nodes as {other}"
    elif split.node_ratio < 1:
        nodes = f"visits {ratio_figure(1 / split.node_ratio)} times fewer nodes than {other}"
    else:
        nodes = f"visits {ratio_figure(split.node_ratio)} times as many nodes as {other}"
    text = (
        f"On {split.cell.board}, {name} {nodes} at {ratio_figure(split.cost_ratio)} times the "
        f"cost a node, so it takes {ratio_figure(split.time.ratio)} times as long"
    )
    if not split.time.difference_shown:
        text += f"; that they differ in time is not shown{_tested(split.time)}"
    counted = f"{split.nodes} and {split.reference_nodes} nodes, {_based_on_medians(split.time)}"
    return Statement(f"{text} ({counted}).", _runs_of((split.cell, split.reference), complete=True))


def _based_on_medians(time: RatioSummary) -> str:
    if time.runs == (1, 1):
        return "one run each"
    return f"medians of {' and '.join(map(str, dict.fromkeys(time.runs)))} runs"


def _scores(facts: Facts) -> list[Statement]:
    """Say who solved the most, then in the least time; nothing of a lone approach."""
    said = []
    for task in dict.fromkeys(score.task for score in facts.scores):
        ranked = [score for score in facts.scores if score.task == task]
        if len(ranked) > 1 and ranked[0].solved:
            first, second = map(_score_words, ranked[:2])
            cells = [cell for cell in facts.cells if cell.key.task == task]
            text = f"By boards solved, then by time, {first} comes first, {second} second."
            said.append(Statement(text, _runs_of(cells, complete=False)))
    return said


def _score_words(score: Score) -> str:
    limits = "" if score.solved == score.boards else ", limits counted as such"
    return f"{score.approach} ({score.solved} in {seconds(score.total_s)}{limits})"


def _on_largest(found: Sequence[Compared], other: Callable[[Compared], Cell]) -> list[Compared]:
    """Return the comparisons of each approach on the largest board where it was compared.

    The reference itself has no comparison there.
    """
    largest: dict[tuple[str, str], Problem] = {}
    for one in found:  # smaller boards first
        for cell in (one.cell, other(one)):
            largest[cell.key.approach, cell.key.task] = cell.problem
    return [
        one
        for one in found
        if largest[one.cell.key.approach, one.cell.key.task] == one.cell.problem
    ]


def _runs_on(cells: Iterable[Cell], problem: Problem) -> tuple[int, ...]:
    return _runs_of([cell for cell in cells if cell.problem == problem], complete=False)


def _runs_of(cells: Sequence[Cell], complete: bool) -> tuple[int, ...]:
    chosen = [run for cell in cells for run in (cell.complete_runs if complete else cell.runs)]
    indices = {run.order_index for run in chosen if run.order_index is not None}
    return tuple(sorted(indices))
