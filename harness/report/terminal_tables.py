"""The terminal's tables of what several boards or seeds show, made from texts."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from harness.judge.facts import Facts
from harness.report.seeds import COLUMNS as SEED_COLUMNS
from harness.report.seeds import NOTE as SEED_NOTE
from harness.report.seeds import (
    Distribution,
    seed_hint,
    seed_rows,
    seed_sentences,
    seed_title,
    shown_distributions,
)
from harness.report.sets.nogoods import NOTE, nogood_stops
from queens import Board


def new_table(headings: Iterable[str]) -> Table:
    """Return a table for a name and what stands under these headings."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    for word in headings:
        table.add_column(word, justify="right", no_wrap=True)
    return table


def print_seeds(console: Console, facts: Facts) -> None:
    """Print how run times vary with the seed, a table a board, or how many seeds it takes."""
    groups: dict[tuple[str, Board], list[Distribution]] = {}
    shown = shown_distributions(facts)
    for one in shown:
        groups.setdefault((one.task, one.board), []).append(one)
    for (_, board), found in groups.items():
        # the board stands above, and how many are solved follows from the last times
        table = new_table(SEED_COLUMNS[3:])
        for name, _, _, *texts in (row.values() for row in seed_rows(facts, found)):
            table.add_row(escape(name), *texts)
        console.print(f"{seed_title(found)}, {board}", style="bold", highlight=False)
        console.print(table)
    said = [*seed_sentences(facts, shown), SEED_NOTE] if shown else [seed_hint(facts)]
    for sentence in filter(None, said):
        console.print(sentence, highlight=False, markup=False, soft_wrap=True)


def print_nogoods(console: Console, facts: Facts) -> None:
    """Print what learning changes on boards of each kind, a line an approach."""
    stops = nogood_stops(facts)
    for stop in stops:
        _, *headings = stop.columns
        table = new_table(headings)
        for name, *texts in (list(row.values()) for row in stop.rows):
            table.add_row(escape(name), *texts)
        console.print(stop.title, style="bold", highlight=False)
        console.print(table)
        for said in stop.sentences:
            console.print(said, highlight=False, markup=False, soft_wrap=True)
    if stops:
        console.print(NOTE, highlight=False, markup=False, soft_wrap=True)
