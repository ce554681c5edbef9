"""Writes the tables of README.md and docs/ from the records in results/.

    python -m harness.report.readme_tables

A table stands between two marks, `<!-- results/NAME -->` and `<!-- end of results/NAME -->`;
what is between them is replaced by what the terminal shows of results/NAME/runs.jsonl, with
the command and the machine above it.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from harness.judge.facts import Facts
from harness.record.events import Campaign
from harness.record.file import FILE_NAME, read_record
from harness.report.terminal import print_results
from queens.registry import ROOT

MARKED = re.compile(r"<!-- (results/[\w-]+) -->\n.*?<!-- end of \1 -->", re.DOTALL)


def pages(root: Path) -> list[Path]:
    """Return the files whose tables are kept: README.md and those of docs/."""
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def filled(text: str, root: Path) -> str:
    """Return `text` with each marked table made anew from its record below `root`."""
    return MARKED.sub(lambda match: _block(match[1], root), text)


def _block(name: str, root: Path) -> str:
    table = table_text(root / name / FILE_NAME)
    return f"<!-- {name} -->\n```text\n{table}\n```\n<!-- end of {name} -->"


def table_text(file: Path) -> str:
    """Return the command, the machine and the table of a record, as 80 columns of text."""
    facts = Facts(read_record(file))
    console = Console(file=io.StringIO(), width=80, color_system=None, force_terminal=False)
    print_results(console, facts)
    assert isinstance(console.file, io.StringIO)
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
    shown = "\n".join(line for line in lines if line)
    return f"{_command(facts.campaign)}\n{_machine(facts.campaign)}\n\n{shown}"


def _command(campaign: Campaign) -> str:
    return "$ " + " ".join(campaign.argv)


def _machine(campaign: Campaign) -> str:
    machine = campaign.environment
    gib = (machine.memory_bytes or 0) / 2**30
    date = (campaign.started_at or "")[:10]
    parts = [machine.cpu, f"{machine.cores} cores", f"{gib:.0f} GiB", machine.python]
    if ortools := machine.versions.get("ortools"):
        parts.append(f"ortools {ortools}")
    return ", ".join(part for part in [*parts, date] if part)


def main() -> None:
    """Fill the tables of every page of this checkout."""
    for page in pages(ROOT):
        text = page.read_text(encoding="utf-8")
        if (new := filled(text, ROOT)) != text:
            page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
