"""The tables of the terminal: counts, median times and verdicts, from a record's events.

Made for 80 columns; boards that do not fit go into a further table below. Only the rich
library and the events come in, so that the first table is there at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from harness.cells import STOPPED_BY_LIMIT, BoardKey, Cell, CellKey, cells
from harness.comparisons import COUNTS_NODES_ALIKE, scores
from harness.record import Event
from harness.verdict import BoardVerdict, verdicts

STYLES = {"agree": "green", "disagree": "bold red", "unverified": "yellow"}
STATUS_WORDS = {
    "gave_up": "gave up",
    "not_installed": "missing",
    "unsupported": "cannot",
    "interrupted": "stopped",
    "not_run": "-",
}
WHAT = {"all": "all solutions", "count": "the number of solutions", "one": "one solution"}
NAME_WIDTH = 20
BOARD_WIDTH = 9
WIDEST = 120
SCORED_BOARDS = 4

Grid = dict[tuple[str, BoardKey], Cell]


def print_results(console: Console, events: Sequence[Event]) -> None:
    """Print what a record says: for each task the times, the nodes, the verdict and the notes."""
    found = cells(events)
    by_board = {_key(verdict): verdict for verdict in verdicts(events)}
    for task in dict.fromkeys(cell.key.task for cell in found):
        task_cells = [cell for cell in found if cell.key.task == task]
        boards = list(dict.fromkeys(cell.board for cell in task_cells))
        if len(boards) >= SCORED_BOARDS and all(map(_is_drawn, boards)):
            _print_scores(console, task_cells, boards, by_board, _time_limit_s(events))
            continue
        fitting = max(1, (min(console.width, WIDEST) - NAME_WIDTH) // BOARD_WIDTH)
        for start in range(0, len(boards), fitting):
            _print_tables(console, task_cells, boards[start : start + fitting], by_board)
        _print_notes(console, task_cells, boards, by_board)
    _print_differences(console, events)


def _is_drawn(board: BoardKey) -> bool:
    return bool(board.placed or board.blocked)


def _time_limit_s(events: Sequence[Event]) -> float | None:
    limits = [event.get("time_limit_s") for event in events if event["kind"] == "campaign"]
    return limits[0] if limits else None


def _print_scores(
    console: Console,
    task_cells: Sequence[Cell],
    boards: Sequence[BoardKey],
    by_board: dict[BoardKey, BoardVerdict],
    time_limit_s: float | None,
) -> None:
    """Print one line an approach over many drawn boards: how many it solved, and in what time."""
    judged = [by_board[board] for board in boards if board in by_board]
    faulty = {CellKey(name, *_key(verdict)) for verdict in judged for name in verdict.faulty}
    limit = "no limit" if time_limit_s is None else f"limit {seconds(time_limit_s)} a board"
    console.print(
        f"{WHAT[boards[0].task].capitalize()} of {len(boards)} drawn boards ({limit})",
        style="bold",
        highlight=False,
    )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("", "solved", "mean time", "times the best"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    ranked = scores(task_cells, faulty, time_limit_s)
    for score in ranked:
        mean_s, best_s = score.total_s / score.boards, ranked[0].total_s / score.boards
        ratio = f"{mean_s / best_s:,.1f}" if best_s else "-"
        table.add_row(
            escape(score.approach), f"{score.solved}/{score.boards}", seconds(mean_s), ratio
        )
    console.print(table)
    console.print("A board that was not solved counts as the limit in the mean.", highlight=False)
    _print_faults(console, judged)
    console.print(_summary(judged, len(ranked)), highlight=False)


def _print_faults(console: Console, judged: Sequence[BoardVerdict]) -> None:
    faults = [said for verdict in judged for said in (*verdict.faults, *verdict.crashes)]
    for said in dict.fromkeys(faults):
        console.print(f"[bold red]{escape(said)}[/]", highlight=False, soft_wrap=True)


def _key(verdict: BoardVerdict) -> BoardKey:
    return BoardKey(verdict.board_n, verdict.placed, verdict.blocked, verdict.task)


def _print_tables(
    console: Console,
    task_cells: Sequence[Cell],
    boards: Sequence[BoardKey],
    by_board: dict[BoardKey, BoardVerdict],
) -> None:
    grid = {(cell.key.approach, cell.board): cell for cell in task_cells}
    names = list(dict.fromkeys(cell.key.approach for cell in task_cells))
    console.print(_time_title(grid, boards), style="bold", highlight=False)
    console.print(_time_table(grid, names, boards, by_board))
    # nodes of two-way branching, or of a solver's own search, are others than these
    alike = [cell for cell in task_cells if cell.family == COUNTS_NODES_ALIKE]
    if any(cell.observed("nodes") for cell in alike if cell.board in boards):
        alike_names = list(dict.fromkeys(cell.key.approach for cell in alike))
        console.print("Nodes visited (one for each queen placed, and the start)", style="bold")
        console.print(_node_table(grid, alike_names, boards))


def _new_table(boards: Sequence[BoardKey]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    for board in boards:
        table.add_column(_heading(board, boards), justify="right", no_wrap=True)
    return table


def _heading(board: BoardKey, boards: Sequence[BoardKey]) -> str:
    """Return a column's heading: the size, and a number where sizes repeat (notes say which)."""
    alike = [other for other in boards if other.n == board.n]
    if len(alike) > 1:
        return f"{board.n} #{alike.index(board) + 1}"
    plain = not board.placed and not board.blocked
    return f"n = {board.n}" if plain else f"n = {board.n}*"


def _time_title(grid: Grid, boards: Sequence[BoardKey]) -> str:
    shown = [cell for (_, board), cell in grid.items() if board in boards]
    runs = max((len(cell.solve_times_s) for cell in shown), default=0)
    made = f"medians of {runs} runs" if runs > 1 else "one run"
    return f"Time to {WHAT[boards[0].task]} ({made})"


def _time_table(
    grid: Grid,
    names: Sequence[str],
    boards: Sequence[BoardKey],
    by_board: dict[BoardKey, BoardVerdict],
) -> Table:
    table = _new_table(boards)
    judged = [by_board.get(board) for board in boards]
    if boards[0].task != "one":
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


def _node_table(grid: Grid, names: Sequence[str], boards: Sequence[BoardKey]) -> Table:
    table = _new_table(boards)
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
    if run.get("audit") in ("invalid", "duplicate"):
        return f"[bold red]{run['delivered_count']:,}/{run['distinct_count']:,}[/]"
    if cell.solve and cell.is_complete:
        return seconds(cell.solve.median)
    if cell.at_least_count and cell.key.task == "all" and cell.status != "crashed":
        return f"[yellow]≥ {cell.at_least_count:,}[/]"
    word = escape(STATUS_WORDS.get(cell.status, cell.status))
    return f"[bold red]{word}[/]" if cell.status == "crashed" else f"[yellow]{word}[/]"


def seconds(value: float) -> str:
    """Return a duration in three figures with the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size or unit == "µs":
            scaled = value / size
            digits = max(0, 2 - math.floor(math.log10(scaled))) if scaled >= 1 else 2
            return f"{scaled:.{min(digits, 2)}f} {unit}"
    raise AssertionError("microseconds take what is left")


def _print_notes(
    console: Console,
    task_cells: Sequence[Cell],
    boards: Sequence[BoardKey],
    by_board: dict[BoardKey, BoardVerdict],
) -> None:
    notes = [
        f"{_heading(board, boards)}: {board}"
        for board in boards
        if not _heading(board, boards).endswith(f"= {board.n}")
    ]
    found = [by_board[board] for board in boards if board in by_board]
    for verdict in found:
        notes += [f"[bold red]n = {verdict.board_n}: {escape(said)}[/]" for said in verdict.faults]
    notes += [f"[bold red]{escape(said)}[/]" for verdict in found for said in verdict.crashes]
    notes += [escape(note) for note in _incomplete_notes(task_cells, boards)]
    for note in dict.fromkeys(notes):
        console.print(note, highlight=False, soft_wrap=True)
    if found:
        tried = {cell.key.approach for cell in task_cells}
        console.print(_summary(found, len(tried)), highlight=False)


def _incomplete_notes(task_cells: Sequence[Cell], boards: Sequence[BoardKey]) -> list[str]:
    """Return for each approach and reason the boards it has no time, or no nodes, for."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for cell in task_cells:
        said = []
        if cell.reason and cell.status != "crashed":
            word = "" if cell.status in STOPPED_BY_LIMIT else f"{_status_word(cell)}: "
            said.append(word + cell.reason)
        watched = cell.observation
        if watched and watched.get("status") == "complete" and not watched.get("second_call"):
            said.append(f"not called twice: {watched.get('reason')}")
        if watched and watched.get("status") == "timeout" and cell.is_complete:
            said.append("the traced run did not end within the time limit")
        for reason in said:
            headings = reasons.setdefault((cell.key.approach, reason), [])
            headings.append(_heading(cell.board, boards).removeprefix("n = "))
    return [f"{name}, n = {', '.join(at)}: {why}" for (name, why), at in reasons.items()]


def _status_word(cell: Cell) -> str:
    return STATUS_WORDS.get(cell.status, cell.status)


def _summary(found: Sequence[BoardVerdict], tried: int) -> str:
    words = [verdict.word for verdict in found]
    if set(words) != {"agree"}:
        counted = [f"{words.count(word)} {word}" for word in dict.fromkeys(words)]
        return f"Verdicts: {', '.join(counted)}."
    approaches = {name for verdict in found for name in verdict.complete}
    if len(approaches) == 1:
        return f"[green]{escape(approaches.pop())} agrees with what is known on every board.[/]"
    same = "found the very same solutions" if found[0].task == "all" else "agree"
    if all(len(verdict.complete) == tried for verdict in found):
        all_of_them = "Both" if tried == 2 else f"All {tried}"
        return f"[green]{all_of_them} approaches {same} on every board.[/]"
    return f"[green]On every board, the approaches that came to their end {same}.[/]"


def _print_differences(console: Console, events: Sequence[Event]) -> None:
    """Print the boards that one approach missed, repeated or made up."""
    for event in events:
        if event["kind"] != "difference":
            continue
        for sort in ("invalid", "repeated", "missing", "extra"):
            count, examples = event[sort]["count"], event[sort]["examples"]
            if count:
                more = f", the first {len(examples)}" if count > len(examples) else ""
                name = escape(event["approach"])
                console.print(f"\n[bold]{name}[/], n = {event['n']}: {count} {sort}{more}:")
                for example in examples:
                    console.print(_example(example), highlight=False, markup=False)


def _example(example: Any) -> str:
    if isinstance(example, dict):
        return f"  {example['queens']}  {example['reason']}"
    return f"  {example}"
