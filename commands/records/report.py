"""What is made of saved records: `report DIR` writes a report, `merge A B -o C` joins them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.shared.values import clean_errors
from harness.record.merge import merged, write_record
from harness.report import write_report
from queens.words import many


def report(
    directory: Annotated[Path, typer.Argument(help="The folder with runs.jsonl in it.")],
    other: Annotated[
        Path | None, typer.Argument(help="An older record, side by side with it on the page.")
    ] = None,
    crate: Annotated[
        bool, typer.Option("--crate", help="Describe the folder as an RO-Crate, for archives.")
    ] = False,
) -> None:
    """Write the report of a record: page, Markdown, tables, figures."""
    with clean_errors():
        written = write_report(directory, crate, other)
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
