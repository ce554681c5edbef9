"""What a report says, format apart: the templates of the page and the Markdown ask for the same.

They read the facts themselves; here is what takes more than reading them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from harness.judge.cells import WRONG_AUDITS, Cell, by_problem
from harness.judge.comparisons import comparable_nodes
from harness.judge.facts import Facts
from harness.judge.statistics import machine_warnings
from harness.judge.verdict import BoardVerdict, not_proved
from harness.record.events import About
from harness.report.circumstances import circumstances
from harness.report.diagram import diagram_notes, diagram_rows
from harness.report.numbers import exactly, seconds
from harness.report.page.summaries import are_many_boards
from harness.report.tables import outcome, solutions
from queens import Board
from queens.forms.words import boards_in_words

SYMBOLS = {"proved": "✓", "agree": "✓", "disagree": "✗", "unverified": "?"}
TASKS = {"all": "find all solutions", "count": "count the solutions", "one": "find one solution"}


@dataclass(frozen=True)
class Entry:
    """One cell of a grid: its text, the small text below, and its look."""

    text: str
    below: str = ""
    look: str = ""
    exactly: str = ""


@dataclass(frozen=True)
class Grid:
    """A table of approaches by boards."""

    title: str
    boards: list[str]
    below: list[str]
    rows: list[tuple[str, list[Entry]]]
    notes: list[str] = field(default_factory=list)


def overall_word(facts: Facts) -> str:
    """Return the worst word of any board: disagree, unverified, agree, proved."""
    words = {verdict.word for verdict in facts.verdicts} or {"unverified"}
    return next(word for word in ("disagree", "unverified", "agree", "proved") if word in words)


def headline(facts: Facts) -> str:
    """Return what the word of the whole record means, in a sentence."""
    word = overall_word(facts)
    boards = boards_in_words(verdict.board for verdict in facts.verdicts if verdict.word == word)
    if not facts.verdicts:
        return "No run was recorded, so nothing is known."
    if word == "proved":
        return "On every board the answers are proved complete."
    if word == "agree":
        return "All approaches that completed agree on every board."
    if word == "disagree":
        return f"Not all answers are right. The boards in question: {boards}."
    return f"No answer is contradicted, but not all are confirmed. Unverified: {boards}."


def about(facts: Facts) -> str:
    """Return when, where and with what the record was made, in a line."""
    machine = facts.environment
    python = machine.python and f"Python {machine.python.split()[-1]}"
    known = [facts.campaign.started_at, machine.cpu, machine.os, python]
    return " · ".join(part for part in known if part)


def described(facts: Facts) -> list[tuple[About, str]]:
    """Return what each approach says of itself, and why it was left out or ""."""
    reasons = {one.approach: one.reason for one in facts.campaign.left_out}
    return [(one, reasons.get(one.approach, "")) for one in facts.campaign.about if one.description]


def grids(facts: Facts) -> list[Grid]:
    """Return the tables of each task: the times, and the nodes where any are counted alike.

    Of a task on more boards than there is room for columns, there is none (summaries.py).
    """
    return [
        grid for task in facts.tasks if task not in crowded(facts) for grid in _grids(facts, task)
    ]


def crowded(facts: Facts) -> list[str]:
    """Return the tasks with more boards than a table has room for."""
    boards = {
        task: [one.board for one in facts.cells if one.key.task == task] for task in facts.tasks
    }
    return [task for task, those in boards.items() if are_many_boards(those)]


def _grids(facts: Facts, task: str) -> list[Grid]:
    cells = [cell for cell in facts.cells if cell.key.task == task]
    rows = {(row["approach"], row["board"]): row for row in facts.rows if row["task"] == task}
    what = TASKS.get(task, task)
    problems = by_problem(cells)
    below = [_count_words(facts.verdict_of.get(problem), task) for problem in problems]
    fastest = {problem: _fastest(alike, facts) for problem, alike in problems.items()}

    def time_entry(cell: Cell) -> Entry:
        row = rows[cell.key.approach, str(cell.board)]
        return _time_entry(cell, row, cell.key.approach == fastest[cell.problem])

    grids = [_grid(f"Time to {what}: median, and the range below", cells, below, time_entry)]
    if any(comparable_nodes(cell) is not None for cell in cells):
        counting = [cell for cell in cells if comparable_nodes(cell) is not None]
        below = [""] * len(by_problem(counting))
        nodes = _grid(f"Nodes to {what}, where counted alike", counting, below, _node_entry)
        grids.append(_with_diagrams(nodes, counting, cells))
    return grids


def _with_diagrams(grid: Grid, counting: Sequence[Cell], cells: Sequence[Cell]) -> Grid:
    """Return the table of nodes with the sizes of diagrams below, on the boards that it has."""
    boards = list(dict.fromkeys(cell.board for cell in counting))
    here = [cell for cell in cells if cell.board in boards]
    rows = [
        (name, [Entry(str(counts.get(board, ""))) for board in boards])
        for name, counts in diagram_rows(here).items()
    ]
    return replace(grid, rows=[*grid.rows, *rows], notes=diagram_notes(here))


def _grid(title: str, cells: Sequence[Cell], below: list[str], entry: Any) -> Grid:
    boards = list(dict.fromkeys(cell.board for cell in cells))
    at = {(cell.key.approach, cell.board): entry(cell) for cell in cells}
    approaches = dict.fromkeys(cell.key.approach for cell in cells)
    rows = [
        (approach, [at.get((approach, board), Entry("")) for board in boards])
        for approach in approaches
    ]
    return Grid(title, [str(board) for board in boards], below, rows)


def _count_words(verdict: BoardVerdict | None, task: str) -> str:
    if task == "one":
        return ""
    if verdict is None or verdict.solution_count is None:
        return "count not known"
    count = verdict.solution_count
    return f"{count} solution" if count == 1 else f"{count} solutions"


def _fastest(cells: Iterable[Cell], facts: Facts) -> str:
    right = [
        cell for cell in cells if cell.is_complete and cell.solve and cell.key not in facts.faulty
    ]
    best = min(right, key=lambda cell: cell.solve.median if cell.solve else 0, default=None)
    return best.key.approach if best else ""


def _time_entry(cell: Cell, row: dict[str, Any], fastest: bool) -> Entry:
    if row["faults"] or row["audit"] in WRONG_AUDITS:
        return Entry(outcome(row), solutions(row), "wrong")
    if cell.solve is None or not cell.has_median:
        return Entry(outcome(row), solutions(row), "stopped")
    if not cell.is_complete:
        below = f"{outcome(row)} in {len(cell.stopped_runs)} of {cell.solve.runs} runs"
        return Entry(seconds(cell.solve.median), below, "stopped", exactly(cell.solve.median))
    low, high = seconds(cell.solve.minimum), seconds(cell.solve.maximum)
    spread = f"{low} to {high}" if cell.solve.runs > 1 else ""
    look = "fastest" if fastest else ""
    return Entry(seconds(cell.solve.median), spread, look, exactly(cell.solve.median))


def _node_entry(cell: Cell) -> Entry:
    return Entry(str(comparable_nodes(cell)))


CAUTIONS = {
    "one run": "Measured once, so that its spread is not known",
    "short": "Shorter than a millisecond, so that the machine's other work weighs as much",
    "unstable": "Unstable: the middle half of the runs spreads over a tenth of the median or more",
    "slow first": "The first run took longer than the later ones: something was cold or compiled",
    "outlier": "A run took more than twice the median",
    "slowing": "Every run was slower than the one before: the machine slowed down",
}


def warnings(facts: Facts) -> list[str]:
    """Return what speaks against trusting times: kind by kind, where it was seen."""
    seen: dict[str, dict[str, list[Board]]] = {}
    for cell in facts.cells:
        for caution in cell.cautions:
            where = seen.setdefault(caution.kind, {})
            where.setdefault(cell.key.approach, []).append(cell.board)
    said = [f"Not proved, {one.board}: {reason}." for one, reason in not_proved(facts.verdicts)]
    said += [*circumstances(facts), *machine_warnings(facts.environment)]
    for kind, where in seen.items():
        places = [f"{name} ({boards_in_words(boards)})" for name, boards in where.items()]
        said.append(f"{CAUTIONS[kind]}: {', '.join(places)}.")
    return said
