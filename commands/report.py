"""`compare.py report DIR`: writes the report of a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.shared.values import clean_errors
from harness.report import write_report


def report(
    directory: Annotated[Path, typer.Argument(help="The folder with runs.jsonl in it.")],
) -> None:
    """Write the report of a record: page, Markdown, tables, figures."""
    with clean_errors():
        written = write_report(directory)
    for path in written:
        typer.echo(path)
