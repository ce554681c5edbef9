"""Writes docs/record.md, which describes every field of a record, from the classes of its events.

python -m harness.record.format_page docs/record.md
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path

from harness.record.events import KINDS, About, Environment, Examples, LeftOut, Slip
from harness.record.fields import BOARD_FIELDS

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

This page is written by `python -m harness.record.format_page docs/record.md`.
"""


def page() -> str:
    """Return the whole page in Markdown."""
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
    """Write the page to the file that is named."""
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
