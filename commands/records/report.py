"""What is made of saved records: `report [OLD] NEW` writes a page, `merge A B -o C` joins them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.shared.values import clean_errors
from harness.record.merge import merged, write_record
from harness.report import write_report
from queens.words import many


def report(
    directories: Annotated[
        list[Path],
        typer.Argument(
            metavar="[OLD] NEW",
            help="The folder with runs.jsonl in it; with an older record before it, both are side "
            "by side on the page of the newer one.",
        ),
    ],
    crate: Annotated[
        bool, typer.Option("--crate", help="Describe the folder as an RO-Crate, for archives.")
    ] = False,
) -> None:
    """Write the report of a record: page, Markdown, tables, figures."""
    with clean_errors():
        *older, directory = directories
        if len(older) > 1:
            raise ValueError(f"report takes one record or two, OLD NEW; got {len(directories)}")
        written = write_report(directory, crate, older[0] if older else None)
    for path in written:
        typer.echo(path)


def merge(
    directories: Annotated[list[Path], typer.Argument(help="Folders with runs.jsonl in them.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder of the new record.")],
) -> None:
    """Join records that were measured with the same settings on the same machine."""
    with clean_errors():
        events = merged(directories)
        file = write_record(output, events)
    typer.echo(f"{file}: {many(len(events), 'event')} of {many(len(directories), 'record')}")
