"""The tables of the terminal: counts, median times and verdicts, from the facts of a record.

Made for 80 columns; boards that do not fit go into a further table below. Only the rich
library and the facts come in, so that the first table is there at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from harness.judge.cells import Cell
from harness.judge.comparisons import Score, counts_nodes_alike
from harness.judge.facts import Facts
from harness.judge.verdict import BoardVerdict
from harness.report.circumstances import circumstances
from harness.report.diagram import diagram_notes, diagram_rows
from harness.report.numbers import seconds
from harness.report.releases import release_sentences
from harness.report.repetitions import repetition_sentences, runs_in_words
from harness.report.terminal_notes import (
    STATUS_WORDS,
    WHAT,
    has_squares,
    heading,
    incomplete_notes,
    print_differences,
    print_faults,
    print_notes,
    rule_in_words,
    summary,
)
from harness.report.terminal_tables import new_table, print_nogoods, print_seeds
from queens import Board

STYLES = {"proved": "bold green", "agree": "green", "disagree": "bold red", "unverified": "yellow"}
COLUMN_WIDTH = 9
WIDEST = 120
SCORED_BOARDS = 4

Grid = dict[tuple[str, Board], Cell]


@dataclass(frozen=True)
class _Task:
    """What is shown of one task: its cells, its boards and their verdicts."""

    task: str
    cells: list[Cell]
    boards: list[Board]
    verdicts: dict[Board, BoardVerdict]
    time_limit_s: float | None


def print_results(console: Console, facts: Facts) -> None:
    """Print what a record says: for each task the times, the nodes, the verdict and the notes."""
    for task in facts.tasks:
        cells = [cell for cell in facts.cells if cell.key.task == task]
        boards = list(dict.fromkeys(cell.board for cell in cells))
        verdicts = {verdict.board: verdict for verdict in facts.verdicts if verdict.task == task}
        shown = _Task(task, cells, boards, verdicts, facts.campaign.time_limit_s)
        if len(boards) >= SCORED_BOARDS and all(map(has_squares, boards)):
            _print_scores(console, shown, [one for one in facts.scores if one.task == task])
            continue
        for fitting in _fitting(cells, boards, min(console.width, WIDEST)):
            _print_tables(console, shown, fitting)
        if len(boards) == 1:
            _print_details(console, cells)
        print_notes(console, cells, boards, [verdicts[one] for one in boards if one in verdicts])
        for sentence in release_sentences(cells):
            console.print(sentence, highlight=False, markup=False)
    print_nogoods(console, facts)
    print_seeds(console, facts)
    for said in repetition_sentences(facts):
        console.print(said, highlight=False, markup=False)
    for said in circumstances(facts):
        console.print(said, highlight=False, markup=False, soft_wrap=True)
    print_differences(console, facts.differences)


def _fitting(
    task_cells: Sequence[Cell], boards: Sequence[Board], width: int
) -> Iterator[list[Board]]:
    """Yield the boards in groups, each as many as fit beside the names."""
    names = [*(cell.key.approach for cell in task_cells), *diagram_rows(task_cells)]
    room = width - max(map(len, names)) - 3
    group: list[Board] = []
    for board in boards:
        wide = [max(COLUMN_WIDTH, len(heading(one, boards)) + 1) for one in [*group, board]]
        if group and sum(wide) > room:
            yield group
            group = []
        group.append(board)
    yield group


def _print_details(console: Console, task_cells: Sequence[Cell]) -> None:
    """Print what one board has room for: how sure the median is, and what else a run costs."""
    complete = [cell for cell in task_cells if cell.solve and cell.is_complete]
    measured = [cell for cell in complete if not cell.is_audited_wrong]
    if not measured:
        return
    headings = ["median", "minimum", "spread", "first", "memory", "95 % interval"]
    sure = any(cell.solve and cell.solve.low is not None for cell in measured)
    table = new_table(headings if sure else headings[:-1])
    for cell in measured:
        table.add_row(escape(cell.key.approach), *_details(cell)[: len(table.columns) - 1])
    board = str(measured[0].board)
    console.print(f"{board}: the runs in detail", style="bold", highlight=False)
    console.print(table)


def _details(cell: Cell) -> list[str]:
    assert cell.solve is not None
    solve, memory = cell.solve, cell.median("peak_rss_bytes")
    interval = "-" if solve.low is None else f"{seconds(solve.low)}-{seconds(solve.high or 0.0)}"
    first_s = cell.median("first_solution_s")
    return [
        seconds(solve.median),
        seconds(solve.minimum),
        "-" if solve.spread is None else f"{100 * solve.spread:.0f} %",
        "-" if first_s is None else seconds(first_s),
        "-" if memory is None else f"{memory / 2**20:.0f} MiB",
        interval,
    ]


def _print_scores(console: Console, shown: _Task, ranked: Sequence[Score]) -> None:
    """Print one line an approach over many drawn boards: how many it solved, and in what time."""
    judged = [shown.verdicts[board] for board in shown.boards if board in shown.verdicts]
    limit_s = shown.time_limit_s
    limit = "no limit" if limit_s is None else f"limit {seconds(limit_s)} a board"
    console.print(
        f"{WHAT[shown.task].capitalize()} of {len(shown.boards)} drawn boards"
        f"{rule_in_words(shown.boards)} ({limit})",
        style="bold",
        highlight=False,
    )
    table = new_table(("solved", "mean time", "times the best"))
    for score in ranked:
        mean_s, best_s = score.total_s / score.boards, ranked[0].total_s / score.boards
        ratio = f"{mean_s / best_s:,.1f}" if best_s and score.solved else "-"
        table.add_row(
            escape(score.approach),
            f"{score.solved}/{score.boards}",
            seconds(mean_s) if score.solved else "-",
            ratio,
        )
    console.print(table)
    _print_score_nodes(console, shown, ranked)
    if any(score.solved < score.boards for score in ranked):
        said = "A board that was not solved counts as the limit in the mean."
        console.print(said, highlight=False)
    for note in incomplete_notes(shown.cells):
        console.print(escape(note), highlight=False, soft_wrap=True)
    print_faults(console, judged)
    console.print(summary(judged, len(ranked)), highlight=False)


def _print_score_nodes(console: Console, shown: _Task, ranked: Sequence[Score]) -> None:
    """Print the nodes over many boards, and how many boards were solved without a decision."""
    names = list(dict.fromkeys(cell.key.approach for cell in shown.cells))
    counting = sorted(
        (score for score in ranked if score.nodes), key=lambda score: names.index(score.approach)
    )
    if not counting:
        return
    has_forced = any(score.forced is not None for score in counting)
    table = new_table(("traced", "median", "largest", *(["no decision"] if has_forced else [])))
    for score in counting:
        row = [f"{len(score.nodes)}/{score.boards}", _count(score.median_nodes)]
        row += [_count(score.largest_nodes), f"{score.forced}/{score.boards}"]
        table.add_row(escape(score.approach), *row[: len(table.columns) - 1])
    console.print("Nodes visited (one for each queen placed, and the start)", style="bold")
    console.print(table)
    if has_forced:
        said = "No decision: n + 1 nodes, each queen forced by propagation alone."
        console.print(said, highlight=False)


def _print_tables(console: Console, shown: _Task, boards: Sequence[Board]) -> None:
    grid = {(cell.key.approach, cell.board): cell for cell in shown.cells}
    names = list(dict.fromkeys(cell.key.approach for cell in shown.cells))
    console.print(_time_title(grid, boards, shown), style="bold", highlight=False)
    console.print(_time_table(grid, names, boards, shown))
    # nodes of two-way branching, or of a solver's own search, are others than these
    alike = [cell for cell in shown.cells if counts_nodes_alike(cell)]
    if any(cell.observed("nodes") for cell in alike if cell.board in boards):
        alike_names = list(dict.fromkeys(cell.key.approach for cell in alike))
        console.print("Nodes visited (one for each queen placed, and the start)", style="bold")
        table = _node_table(grid, alike_names, boards)
        here = [cell for cell in shown.cells if cell.board in boards]
        for name, counts in diagram_rows(here).items():
            table.add_row(escape(name), *[_count(counts.get(board)) for board in boards])
        console.print(table)
        for note in diagram_notes(here):
            console.print(note, highlight=False, markup=False, soft_wrap=True)


def _time_title(grid: Grid, boards: Sequence[Board], shown: _Task) -> str:
    here = [cell for (_, board), cell in grid.items() if board in boards]
    runs = max((len(cell.solve_times_s) for cell in here), default=0)
    made = f"medians of {runs} runs" if runs > 1 else "one run"
    if timed := [cell for cell in here if cell.most is not None and cell.has_median]:
        made = f"medians of {runs_in_words(timed)}"
    limit = "" if shown.time_limit_s is None else f", limit {shown.time_limit_s:g} s"
    return f"Time to {WHAT[shown.task]}{rule_in_words(shown.boards)} ({made}{limit})"


def _time_table(grid: Grid, names: Sequence[str], boards: Sequence[Board], shown: _Task) -> Table:
    table = new_table(heading(board, boards) for board in boards)
    judged = [shown.verdicts.get(board) for board in boards]
    if shown.task != "one":
        counts = [verdict.solution_count if verdict else None for verdict in judged]
        known = [verdict.known_count if verdict else None for verdict in judged]
        differ = counts != known and any(count is not None for count in known)
        table.add_row("solutions", *map(_count, counts), style="bold", end_section=not differ)
        if differ:
            table.add_row("known count", *map(_count, known), end_section=True)
    for name in names:
        table.add_row(escape(name), *[_time_text(grid.get((name, board))) for board in boards])
    table.add_section()
    words = [verdict.word if verdict else "unverified" for verdict in judged]
    table.add_row("verdict", *[f"[{STYLES[word]}]{word}[/]" for word in words])
    return table


def _node_table(grid: Grid, names: Sequence[str], boards: Sequence[Board]) -> Table:
    table = new_table(heading(board, boards) for board in boards)
    for name in names:
        row = [grid.get((name, board)) for board in boards]
        nodes = [cell.observed("nodes") if cell else None for cell in row]
        if any(nodes):
            table.add_row(escape(name), *map(_count, nodes))
    return table


def _count(count: int | None) -> str:
    return "-" if count is None else f"{count:,}"


def _time_text(cell: Cell | None) -> str:
    """Return the median time, or in a word why there is none; marked where the audit failed."""
    if cell is None:
        return "-"
    run = cell.worst_run
    if cell.is_audited_wrong:
        return f"[bold red]{_count(run.delivered_count)}/{_count(run.distinct_count)}[/]"
    if cell.solve and cell.has_median:
        text = seconds(cell.solve.median)
        return text if cell.is_complete else f"[yellow]{text}[/]"
    if cell.at_least_count and cell.key.task == "all" and cell.status != "crashed":
        return f"[yellow]≥ {cell.at_least_count:,}[/]"
    word = escape(STATUS_WORDS.get(cell.status, cell.status))
    return f"[bold red]{word}[/]" if cell.status == "crashed" else f"[yellow]{word}[/]"
