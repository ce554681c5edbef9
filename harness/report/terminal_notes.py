"""What stands below the terminal's tables: reasons, faults, the verdict in a sentence, boards.

From cells and verdicts alone, as the tables.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from harness.judge.cells import STOPPED_BY_LIMIT, Cell
from harness.judge.verdict import BoardVerdict, not_proved
from harness.record.difference import Difference
from queens import QUEENS, Board

WHAT = {"all": "all solutions", "count": "the number of solutions", "one": "one solution"}
STATUS_WORDS = {
    "gave_up": "gave up",
    "not_installed": "missing",
    "unsupported": "cannot",
    "interrupted": "stopped",
    "not_run": "-",
}


def heading(board: Board, boards: Sequence[Board]) -> str:
    """Return a column's heading: the size, and a number where sizes repeat (notes say which).

    A size with a star has squares placed or blocked, or a rule that the title does not name.
    """
    alike = [other for other in boards if other.n == board.n]
    if len(alike) > 1:
        return f"{board.n} #{alike.index(board) + 1}"
    is_said = board.is_plain or (not has_squares(board) and bool(rule_in_words(boards)))
    return f"n = {board.n}" if is_said else f"n = {board.n}*"


def has_squares(board: Board) -> bool:
    """Return whether a board is more than a size and a rule for any size."""
    return bool(board.placed or board.blocked or board.rule.size is not None)


def rule_in_words(boards: Sequence[Board]) -> str:
    """Return for a title the rule of all boards: `, rule torus`; nothing for queens or several."""
    names = {board.rule.name for board in boards}
    return f", rule {names.pop()}" if len(names) == 1 and names != {QUEENS.name} else ""


def print_notes(
    console: Console,
    task_cells: Sequence[Cell],
    boards: Sequence[Board],
    found: Sequence[BoardVerdict],
) -> None:
    """Print which boards the headings mean, what is wrong, why cells are empty, and the verdict."""
    notes = [
        f"{heading(board, boards)}: {board}"
        for board in boards
        if heading(board, boards) != f"n = {board.n}"
    ]
    for verdict in found:
        size = f"n = {verdict.board.n}"
        notes += [f"[bold red]{size}: {escape(fault.text)}[/]" for fault in verdict.faults]
    notes += [f"[bold red]{escape(one.text)}[/]" for verdict in found for one in verdict.crashes]
    notes += [escape(note) for note in incomplete_notes(task_cells, boards)]
    notes += [f"n = {one.board.n}: not proved: {escape(why)}" for one, why in not_proved(found)]
    for note in dict.fromkeys(notes):
        console.print(note, highlight=False, soft_wrap=True)
    if found:
        tried = {cell.key.approach for cell in task_cells}
        console.print(summary(found, len(tried)), highlight=False)


def incomplete_notes(task_cells: Sequence[Cell], boards: Sequence[Board] = ()) -> list[str]:
    """Return each reason why a cell has no time or was not observed, and the cells it holds for.

    Of reasons that differ in their numbers or marks alone, the first cell's is printed. Without
    `boards` the approaches are named, and not on which boards.
    """
    shown: dict[str, str] = {}
    reasons: dict[str, dict[str, list[str]]] = {}
    for cell in task_cells:
        for reason in _reasons(cell):
            alike = re.sub(r"#[0-9a-f]{6}|[\d.,]*\d", "#", reason)
            shown.setdefault(alike, reason)
            sizes = reasons.setdefault(alike, {}).setdefault(cell.key.approach, [])
            if boards:
                sizes.append(heading(cell.board, boards).removeprefix("n = "))
    notes = [
        f"{shown[reason]}: "
        + ", ".join(f"{name} ({', '.join(sizes)})" if sizes else name for name, sizes in at.items())
        for reason, at in reasons.items()
    ]
    if any(cell.status == "skipped" for cell in task_cells):
        notes.append("skipped: the approach timed out on a smaller board")
    return notes


def _reasons(cell: Cell) -> list[str]:
    said = []
    if cell.status == "timeout":
        # the table has the word and the title the limit; an overrun is news
        overran = any(run.overrun_s is not None for run in cell.stopped_runs)
        said += [cell.reason] if cell.reason and overran else []
    elif cell.reason and cell.status not in ("crashed", "skipped"):
        status = STATUS_WORDS.get(cell.status, cell.status)
        word = "" if cell.status in STOPPED_BY_LIMIT else f"{status}: "
        said.append(word + cell.reason)
    watched = cell.observation
    if watched and watched.status == "complete" and not watched.second_call:
        said.append("repeatability not checked: time limit reached")
    if cell.quicker_from_memory:
        said.append(
            f"a second call is {cell.quicker_from_memory:.0f} times quicker: it answers from "
            "memory, and only first calls are timed"
        )
    if watched and watched.status == "timeout" and cell.is_complete:
        said.append("not traced to its end within the time limit")
    return said


def summary(found: Sequence[BoardVerdict], tried: int) -> str:
    """Return the verdicts in a sentence; `tried` is how many approaches were to take part."""
    words = [verdict.word for verdict in found]
    if set(words) == {"proved"}:
        return f"[bold green]{_proved_words(found)}[/]"
    if set(words) != {"agree"}:
        counted = [f"{words.count(word)} {word}" for word in dict.fromkeys(words)]
        return f"Verdicts: {', '.join(counted)}."
    approaches = {name for verdict in found for name in verdict.complete}
    if len(approaches) == 1:
        return f"[green]{escape(approaches.pop())} agrees with what is known on every board.[/]"
    same = "found the same solutions" if found[0].task == "all" else "agree"
    if all(len(verdict.complete) == tried for verdict in found):
        all_of_them = "Both" if tried == 2 else f"All {tried}"
        return f"[green]{all_of_them} approaches {same} on every board.[/]"
    return f"[green]On every board, the approaches that completed {same}.[/]"


def _proved_words(found: Sequence[BoardVerdict]) -> str:
    """Return what certificates prove, in a sentence."""
    if all(verdict.certificate and not verdict.certificate.solution_count for verdict in found):
        return "Proved on every board: there is no solution."
    return "Proved complete on every board: there are no solutions but those delivered."


def print_differences(console: Console, differences: Sequence[Difference]) -> None:
    """Print the boards that one approach missed, repeated or made up."""
    for event in differences:
        about = f"[bold]{escape(event.approach)}[/], n = {event.board.n}"
        for finding in event.findings:
            console.print(f"\n{about}: {escape(finding.text)}", highlight=False)
        for sort, found in event.sorts.items():
            first = len(found.examples)
            more = f", the first {first}" if found.count > first else ""
            console.print(f"\n{about}: {found.count} {sort}{more}:")
            for answer, reason in found.answers:
                line = f"  {answer}  {reason}" if reason else f"  {answer}"
                console.print(line, highlight=False, markup=False)


def print_faults(console: Console, judged: Sequence[BoardVerdict]) -> None:
    """Print each fault and crash once."""
    for said in dict.fromkeys(said for verdict in judged for said in verdict.said):
        console.print(f"[bold red]{escape(said)}[/]", highlight=False, soft_wrap=True)
