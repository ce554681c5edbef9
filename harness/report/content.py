"""What a report says, format apart: the page and the Markdown render the same content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from harness.judge.cells import BoardKey, Cell, boards_in_words, by_board
from harness.judge.comparisons import Score, comparable_nodes
from harness.judge.statistics import machine_warnings
from harness.judge.verdict import BoardVerdict
from harness.record.file import Event
from harness.report.definitions import Definition, definitions
from harness.report.numbers import figure, setting
from harness.report.results import Results, board_of
from harness.report.statements import Statement, statements
from harness.report.tables import outcome, solutions

SYMBOLS = {"agree": "✓", "disagree": "✗", "unverified": "?"}
TASKS = {"all": "find all solutions", "count": "count the solutions", "one": "find one solution"}


@dataclass(frozen=True)
class Entry:
    """One cell of a grid: what stands in it, in small below, and what it is (for its look)."""

    text: str
    below: str = ""
    look: str = ""


@dataclass(frozen=True)
class Grid:
    """A table of approaches by boards."""

    title: str
    boards: list[str]
    below: list[str]
    rows: list[tuple[str, list[Entry]]]


@dataclass(frozen=True)
class Example:
    """Boards of one sort that an approach missed, repeated or made up, and how many in all.

    `findings` explains the approach's slip on that board, with the first of its sorts only.
    """

    approach: str
    board: str
    sort: str
    count: int
    answers: list[tuple[Any, str]]
    findings: list[str]


@dataclass(frozen=True)
class Content:
    """All that a report says."""

    word: str
    headline: str
    about: str
    verdicts: list[BoardVerdict]
    ended: dict[BoardKey, str]
    grids: list[Grid]
    scores: list[Score]
    statements: list[Statement]
    warnings: list[str]
    examples: list[Example]
    left_out: list[tuple[str, str]]
    method: list[tuple[str, str]]
    environment: list[tuple[str, str]]
    definitions: list[Definition]


def content(results: Results) -> Content:
    """Return what the record allows to be said."""
    word = overall_word(results)
    return Content(
        word=word,
        headline=_headline(results, word),
        about=_about(results),
        verdicts=results.verdicts,
        ended={board_of(verdict): _ended(results, verdict) for verdict in results.verdicts},
        grids=[grid for task in _tasks(results) for grid in _grids(results, task)],
        scores=results.scores,
        statements=statements(results),
        warnings=_warnings(results),
        examples=list(_examples(results.events)),
        left_out=_left_out(results.campaign),
        method=_method(results.campaign),
        environment=_environment(results.environment),
        definitions=definitions(results.cells),
    )


def overall_word(results: Results) -> str:
    """Return the worst word of any board: disagree, unverified, agree."""
    words = {verdict.word for verdict in results.verdicts}
    for word in ("disagree", "unverified"):
        if word in words:
            return word
    return "agree" if words else "unverified"


def _headline(results: Results, word: str) -> str:
    boards = boards_in_words(
        board_of(verdict) for verdict in results.verdicts if verdict.word == word
    )
    if not results.verdicts:
        return "No run was recorded, so nothing is known."
    if word == "agree":
        return "Every approach that came to its end agrees with all others on every board."
    if word == "disagree":
        return f"Not all answers are right. The boards in question: {boards}."
    return f"No answer is contradicted, but not all are confirmed. Unverified: {boards}."


def _ended(results: Results, verdict: BoardVerdict) -> str:
    """Return which approaches came to their end on a board: none, all, all but some."""
    board = board_of(verdict)
    others = [
        cell.key.approach
        for cell in results.cells
        if cell.board == board and cell.key.approach not in verdict.complete
    ]
    if not verdict.complete:
        return "none"
    return f"all but {', '.join(others)}" if others else "all"


def _left_out(campaign: Event) -> list[tuple[str, str]]:
    """Return the reasons why approaches were left out, and whom each holds for."""
    names: dict[str, list[str]] = {}
    for one in campaign.get("left_out") or ():
        names.setdefault(str(one.get("reason")), []).append(str(one.get("approach")))
    return [(reason, ", ".join(those)) for reason, those in names.items()]


def _about(results: Results) -> str:
    """Return when, where and with what the record was made, in a line."""
    machine = results.environment
    known = [
        results.campaign.get("started_at"),
        machine.get("cpu"),
        machine.get("os"),
        machine.get("python") and f"Python {str(machine['python']).split()[-1]}",
    ]
    return " · ".join(str(part) for part in known if part)


def _tasks(results: Results) -> list[str]:
    return list(dict.fromkeys(cell.key.task for cell in results.cells))


def _grids(results: Results, task: str) -> list[Grid]:
    cells = [cell for cell in results.cells if cell.key.task == task]
    rows = {(row["approach"], row["board"]): row for row in results.rows if row["task"] == task}
    what = TASKS.get(task, task)
    counts = {board_of(verdict): verdict.solution_count for verdict in results.verdicts}
    boards = list(by_board(cells))
    below = [_count_words(board, counts.get(board)) for board in boards]
    fastest = {board: _fastest(on_board, results) for board, on_board in by_board(cells).items()}

    def time_entry(cell: Cell) -> Entry:
        row = rows[cell.key.approach, str(cell.board)]
        return _time_entry(cell, row, cell.key.approach == fastest[cell.board])

    grids = [_grid(f"Seconds to {what}: median, and the range below", cells, below, time_entry)]
    if any(comparable_nodes(cell) is not None for cell in cells):
        counting = [cell for cell in cells if comparable_nodes(cell) is not None]
        below = [""] * len(by_board(counting))
        grids.append(_grid(f"Nodes to {what}, where counted alike", counting, below, _node_entry))
    return grids


def _grid(title: str, cells: Sequence[Cell], below: list[str], entry: Any) -> Grid:
    boards = list(by_board(cells))
    at = {(cell.key.approach, cell.board): entry(cell) for cell in cells}
    approaches = dict.fromkeys(cell.key.approach for cell in cells)
    rows = [
        (approach, [at.get((approach, board), Entry("")) for board in boards])
        for approach in approaches
    ]
    return Grid(title, [str(board) for board in boards], below, rows)


def _count_words(board: BoardKey, count: int | None) -> str:
    if board.task == "one":
        return ""
    if count is None:
        return "count not known"
    return f"{count} solution" if count == 1 else f"{count} solutions"


def _fastest(cells: Iterable[Cell], results: Results) -> str:
    right = [
        cell for cell in cells if cell.is_complete and cell.solve and cell.key not in results.faulty
    ]
    best = min(right, key=lambda cell: cell.solve.median if cell.solve else 0, default=None)
    return best.key.approach if best else ""


def _time_entry(cell: Cell, row: dict[str, Any], fastest: bool) -> Entry:
    if row["faults"] or row["audit"] in ("invalid", "duplicate"):
        return Entry(outcome(row), solutions(row), "wrong")
    if not cell.is_complete or cell.solve is None:
        return Entry(outcome(row), solutions(row), "stopped")
    low, high = figure(cell.solve.minimum), figure(cell.solve.maximum)
    spread = f"{low} to {high}" if cell.solve.runs > 1 else ""
    return Entry(figure(cell.solve.median), spread, "fastest" if fastest else "")


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


def _warnings(results: Results) -> list[str]:
    """Return what speaks against trusting times: kind by kind, where it was seen."""
    seen: dict[str, dict[str, list[BoardKey]]] = {}
    for cell in results.cells:
        for caution in cell.cautions:
            where = seen.setdefault(caution.kind, {})
            where.setdefault(cell.key.approach, []).append(cell.board)
    said = machine_warnings(results.environment)
    for kind, where in seen.items():
        places = [f"{name} ({boards_in_words(boards)})" for name, boards in where.items()]
        said.append(f"{CAUTIONS[kind]}: {', '.join(places)}.")
    return said


def _examples(events: Iterable[Event]) -> Iterable[Example]:
    for event in events:
        if event.get("kind") != "difference":
            continue
        board = str(BoardKey(event["n"], event["placed"] or (), event["blocked"] or (), ""))
        findings = [str(one.get("text")) for one in event.get("findings") or ()]
        for sort in ("invalid", "repeated", "missing", "extra"):
            found = event.get(sort) or {}
            if found.get("count"):
                answers = [_answer(example) for example in found.get("examples") or ()]
                name = str(event.get("approach"))
                yield Example(name, board, sort, found["count"], answers, findings)
                findings = []


def _answer(example: Any) -> tuple[Any, str]:
    if isinstance(example, dict):
        return example.get("queens"), str(example.get("reason") or "")
    return example, ""


TIMED = (
    "The approach alone, in a process of its own: building the model is in the time, import and "
    "warm-up are timed apart, the audit of the answers stands outside the clock. Every run hands "
    "its solutions to the same callback."
)
COUNTED = (
    "Every solution delivered is checked by code that no approach shares; the distinct ones are "
    "folded into a digest that must be the same for all. Nodes come from one more run of each "
    "cell, traced and not timed, which calls the approach twice and holds the second answer to "
    "the first."
)
STATISTICS = (
    "Medians of the runs that came to their end. An interval lies between order statistics and "
    "assumes no distribution; where the runs are too few for it to hold with its confidence, none "
    "is given. The p-value is that of the exact rank-sum test, where it can reach significance at "
    "all. A limit that was hit counts as the limit in the score, and in nothing else."
)


def _method(campaign: Event) -> list[tuple[str, str]]:
    memory = campaign.get("memory_limit_bytes")
    runs = (
        f"{campaign.get('repetitions', 'not recorded')} a cell, after "
        f"{campaign.get('warmup_runs', 'not recorded')} that are not counted; "
        f"order: {campaign.get('order', 'not recorded')}; seed {campaign.get('seed')}"
    )
    return [
        ("Command", " ".join(map(str, campaign.get("argv") or ())) or "not recorded"),
        ("Begun", str(campaign.get("started_at") or "not recorded")),
        ("What was timed", TIMED),
        ("Runs", runs),
        ("Time limit of a run", setting(campaign.get("time_limit_s"), "s")),
        ("Memory limit of a run", "none" if memory is None else f"{memory} bytes"),
        ("Counts and nodes", COUNTED),
        ("Statistics", STATISTICS),
    ]


def _environment(environment: dict[str, Any]) -> list[tuple[str, str]]:
    lines = []
    for name, value in environment.items():
        if isinstance(value, dict):
            lines += [
                (f"{key}", "not installed" if v is None else f"{v}") for key, v in value.items()
            ]
        else:
            lines.append((name.replace("_", " "), "not known" if value is None else f"{value}"))
    return lines
