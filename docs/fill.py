"""Fills what the documents hold of the program: the tables of records, the page of the record.

    python -m docs.fill

A table stands between two marks, `<!-- results/NAME -->` and `<!-- end of results/NAME -->`;
what is between them is replaced by what the terminal shows of results/NAME/runs.jsonl, with
the command and the machine above it. Between the marks of an `experiments/NAME.md` stands that
file. docs/record.md, which describes every field of a record,
is written from the classes of its events.
"""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from harness.judge.facts import Facts
from harness.record.difference import Examples, Slip
from harness.record.events import KINDS, About, Campaign, Environment, LeftOut
from harness.record.fields import BOARD_FIELDS
from harness.record.file import FILE_NAME, read_record
from harness.report.terminal import print_results
from queens.registry import ROOT

QUOTED = re.compile(r"<!-- (experiments/[\w-]+\.md) -->\n.*?<!-- end of \1 -->", re.DOTALL)
MARKED = re.compile(r"<!-- (results/[\w-]+) -->\n.*?<!-- end of \1 -->", re.DOTALL)
PARTS = {
    Environment: "environment",
    About: "about, each",
    LeftOut: "left_out, each",
    Examples: "invalid, repeated, missing and extra",
    Slip: "findings, each",
}
HEAD = """# The record

`runs.jsonl` holds a campaign: one JSON object a line, one line an event. Each line is appended
and synced to disk as soon as its event is known, so that whatever ends a campaign, what was
measured before is kept. Every table, chart and report is made from it.

The key `kind` says which of the events below a line is. Names carry the units; null means
that there is no figure, never NaN. Readers ignore keys and kinds that they do not know.

This page is written by `python -m docs.fill`.
"""


def pages(root: Path) -> list[Path]:
    """Return the files whose tables are kept: README.md and those of docs/."""
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def filled(text: str, root: Path) -> str:
    """Return `text` with each marked table made anew, from its record or its file below `root`."""
    text = QUOTED.sub(lambda match: _quoted(match[1], root), text)
    return MARKED.sub(lambda match: _block(match[1], root), text)


def _quoted(name: str, root: Path) -> str:
    return f"<!-- {name} -->\n{(root / name).read_text()}<!-- end of {name} -->"


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


def record_page() -> str:
    """Return docs/record.md."""
    kinds = [_section(f"`kind`: {kind.kind}", kind) for kind in KINDS]
    parts = [_section(f"Part: {title}", part) for part, title in PARTS.items()]
    return "\n".join([HEAD, *kinds, *parts])


def _section(title: str, kind: type) -> str:
    lines = [
        f"## {title}\n",
        f"{kind.__doc__}\n",
        "| field | type | what it says |",
        "|---|---|---|",
    ]
    lines += [f"| {name} | {type_of} | {about} |" for name, type_of, about in _rows(kind)]
    return "\n".join(lines) + "\n"


def _rows(kind: type) -> Iterator[tuple[str, str, str]]:
    types = {"n": "int", "placed": "list", "blocked": "list", "rule": "str or object"}
    for one in dataclasses.fields(kind):
        if one.name == "board":
            yield from ((name, types[name], about) for name, about in BOARD_FIELDS.items())
        else:
            yield one.name, str(one.type).replace(" | None", " or null"), one.metadata["about"]


def main() -> None:
    """Write the page of the record and fill the tables of every page of this checkout."""
    (ROOT / "docs" / "record.md").write_text(record_page(), encoding="utf-8")
    for page in pages(ROOT):
        text = page.read_text(encoding="utf-8")
        if (new := filled(text, ROOT)) != text:
            page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
