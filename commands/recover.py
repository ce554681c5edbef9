"""`compare.py recover FILE.partial`: the solutions in a file whose writing was ended by force."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.shared.values import clean_errors
from harness.deliver.progress import say
from harness.deliver.sink import recover_file
from queens.words import many


def recover(
    file: Annotated[Path, typer.Argument(help="What `solve -o FILE` left: FILE.partial.")],
) -> None:
    """Write the whole solutions of an unfinished file to one that can be read."""
    with clean_errors():
        found = recover_file(file)
    torn = f"; {many(found.lost_bytes, 'byte')} of an unfinished end left out"
    solutions = many(found.solution_count, "solution")
    say(f"{found.path}: at least {solutions}, as in {file}{torn if found.lost_bytes else ''}")
