"""`compare.py list`: the approaches, what each can do, and whether it can run here."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from queens.registry import APPROACHES, TASKS, Approach, missing_packages, read_page, version_of


def list_approaches(
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """List the approaches: description, what each can do, whether it is installed, version."""
    rows = [_row(approach) for approach in APPROACHES]
    if as_json:
        sys.stdout.write(json.dumps(rows, indent=2, ensure_ascii=False) + "\n")
    else:
        _print_table(rows)


def _row(approach: Approach) -> dict[str, Any]:
    page = read_page(approach.path)
    missing = missing_packages(approach)
    return {
        "name": approach.name,
        "folder": approach.folder,
        "families": list(approach.families),
        "description": page.description,
        "teaches": page.teaches,
        "tasks": [task for task, function in TASKS.items() if function in page.functions],
        "installed": not missing,
        "missing": missing,
        "needs": {name: version_of(name) for name in approach.needs},
        "programs": list(approach.programs),
    }


def _print_table(rows: list[dict[str, Any]]) -> None:
    for folder in dict.fromkeys(row["folder"] for row in rows):
        table = Table(
            title=f"{folder}/",
            title_justify="left",
            title_style="bold",
            box=box.SIMPLE_HEAD,
            pad_edge=False,
            padding=(0, 1, 0, 0),
        )
        table.add_column("name", no_wrap=True)
        table.add_column("can", no_wrap=True)
        table.add_column("package")
        table.add_column("idea")
        for row in rows:
            if row["folder"] == folder:
                package = ", ".join(_package(row))
                idea = escape(row["description"].rstrip("."))
                table.add_row(row["name"], " ".join(row["tasks"]), package, idea)
        Console().print(table)


def _package(row: dict[str, Any]) -> list[str]:
    """Return each package with its version, or marked as missing."""
    named = [f"{name} {version}" for name, version in row["needs"].items() if version]
    named += [name for name in row["programs"] if name not in row["missing"]]
    return named + [f"[yellow]{name} missing[/]" for name in row["missing"]]
