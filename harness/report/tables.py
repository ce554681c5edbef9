"""The table as files: CSV with every column, Markdown and LaTeX with those a reader needs.

Each file has a row a cell, whatever came of it, and prints a number as all the others do.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from harness.report.numbers import cell_text
from harness.report.results import TABLE_TYPES

Row = dict[str, Any]

HEADINGS = {
    "approach": "approach",
    "board": "board",
    "task": "task",
    "outcome": "outcome",
    "solutions": "solutions",
    "solve_s": "median, s",
    "solve_s_minimum": "smallest, s",
    "solve_s_maximum": "largest, s",
    "runs": "runs",
    "nodes": "nodes",
    "peak_rss_mib": "peak, MiB",
}
"""The columns of the short table and what stands above them."""

WORDS = frozenset(("approach", "board", "task", "outcome"))


def csv_table(rows: Sequence[Row]) -> str:
    """Return every column of every row as CSV, a missing value as nothing."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(TABLE_TYPES)
    for row in rows:
        writer.writerow(cell_text(column, row[column]) for column in TABLE_TYPES)
    return out.getvalue()


def short_row(row: Row) -> dict[str, str]:
    """Return the texts of the short table's columns."""
    texts = {column: cell_text(column, row.get(column)) for column in HEADINGS}
    return texts | {"outcome": outcome(row), "solutions": solutions(row)}


def outcome(row: Row) -> str:
    """Return what came of a cell in a few words: its status, and what the audit says."""
    status = str(row["status"]).replace("_", " ")
    if row["faults"]:
        return f"{status}, wrong"
    if row["audit"] in ("invalid", "duplicate"):
        return f"{status}, {row['audit']}"
    return status


def solutions(row: Row) -> str:
    """Return the count, the least it can be, or what was delivered where that was wrong."""
    if row["audit"] in ("invalid", "duplicate"):
        delivered, distinct = row["delivered_count"], row["distinct_count"]
        return f"{delivered} delivered, {distinct} distinct"
    if row["solution_count"] is not None:
        return str(row["solution_count"])
    return "" if row["at_least_count"] is None else f"at least {row['at_least_count']}"


def markdown_table(rows: Iterable[Row]) -> str:
    """Return the short table in Markdown."""
    return markdown_rows(HEADINGS.values(), (short_row(row).values() for row in rows), WORDS)


def markdown_rows(
    headings: Iterable[str], rows: Iterable[Iterable[str]], words: Iterable[str] = ()
) -> str:
    """Return a Markdown table of any texts, numbers to the right but for the columns in `words`."""
    heads = list(headings)
    left = set(words)
    lines = [heads, [":--" if head in left else "--:" for head in heads]]
    lines += [[markdown_text(text) for text in row] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def markdown_text(text: str) -> str:
    """Return the text as Markdown shows it: nothing in it is markup, all of it in one line."""
    text = re.sub(r"([\\`*\[\]|~#!])", r"\\\1", " ".join(_visible(text).split()))
    # between letters or digits an underscore is no markup, and names are full of them
    text = re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def latex_table(rows: Iterable[Row]) -> str:
    """Return the short table as a LaTeX longtable with the rules of booktabs."""
    columns = "".join("l" if column in WORDS else "r" for column in HEADINGS)
    heads = " & ".join(HEADINGS.values())
    body = [" & ".join(map(latex_text, short_row(row).values())) for row in rows]
    lines = [
        r"% \usepackage{booktabs,longtable}",
        rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}",
        rf"\toprule {heads} \\ \midrule \endhead",
        r"\bottomrule \endlastfoot",
        *(rf"{line} \\" for line in body),
        r"\end{longtable}",
    ]
    return "\n".join(lines) + "\n"


LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "]": "{]}",
    "`": r"\`{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def latex_text(text: str) -> str:
    """Return the text as LaTeX sets it, in ASCII: any engine with any font compiles it."""
    return "".join(map(_latex_character, " ".join(_visible(text).split())))


def _latex_character(character: str) -> str:
    if character in LATEX:
        return LATEX[character]
    if character.isascii():
        return character
    base = unicodedata.normalize("NFKD", character)
    plain = "".join(part for part in base if part.isascii() and part.isprintable())
    if plain:
        return "".join(LATEX.get(part, part) for part in plain)
    return rf"\texttt{{U+{ord(character):04X}}}"


def _visible(text: str) -> str:
    """Return the text with control characters, which no format can show, as spaces."""
    return "".join(
        " " if unicodedata.category(character).startswith("C") else character for character in text
    )
