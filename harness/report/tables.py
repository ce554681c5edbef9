"""The table as files: CSV with every column, Markdown and LaTeX with those a reader needs.

Each file has a row a cell, whatever came of it, and prints a number as all the others do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Sequence
from typing import Any

import pandas as pd

from harness.judge.cells import WRONG_AUDITS
from harness.judge.rows import TABLE_TYPES, Row
from harness.report.numbers import cell_text, seconds

HEADINGS = {
    "approach": "approach",
    "board": "board",
    "task": "task",
    "outcome": "outcome",
    "solutions": "solutions",
    "solve_s": "median",
    "solve_s_minimum": "shortest",
    "solve_s_maximum": "longest",
    "runs": "runs",
    "nodes": "nodes",
    "peak_rss_mib": "peak, MiB",
}
"""The columns of the short table and what stands above them."""

WORDS = frozenset(("approach", "board", "task", "outcome"))
TIMES = frozenset(("solve_s", "solve_s_minimum", "solve_s_maximum"))


def csv_table(rows: Sequence[Row]) -> str:
    """Return every column of every row as CSV, in full precision; a missing value as nothing."""
    texts = [{name: _csv_text(row[name]) for name in TABLE_TYPES} for row in rows]
    return pd.DataFrame(texts, columns=list(TABLE_TYPES)).to_csv(index=False, lineterminator="\n")


def _csv_text(value: Any) -> str:
    return "" if value is None else str(value)


def short_row(row: Row) -> dict[str, str]:
    """Return the texts of the short table's columns."""
    texts = {column: cell_text(column, row.get(column)) for column in HEADINGS}
    texts |= {column: seconds(row[column]) for column in TIMES if row.get(column) is not None}
    return texts | {"outcome": outcome(row), "solutions": solutions(row)}


def outcome(row: Row) -> str:
    """Return what came of a cell in a few words: its status, and what the audit says."""
    status = str(row["status"]).replace("_", " ")
    if row["faults"]:
        return f"{status}, wrong"
    if row["audit"] in WRONG_AUDITS:
        return f"{status}, {row['audit']}"
    return status


def solutions(row: Row) -> str:
    """Return the count, the least it can be, or what was delivered where that was wrong."""
    if row["audit"] in WRONG_AUDITS:
        delivered, distinct = row["delivered_count"], row["distinct_count"]
        return f"{delivered} delivered, {distinct} distinct"
    if row["solution_count"] is not None:
        return str(row["solution_count"])
    return "" if row["at_least_count"] is None else f"at least {row['at_least_count']}"


def markdown_table(rows: Iterable[Row]) -> str:
    """Return the short table in Markdown, numbers to the right."""
    lines = [[*HEADINGS.values()], [":--" if name in WORDS else "--:" for name in HEADINGS]]
    lines += [[markdown_text(text) for text in short_row(row).values()] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def markdown_text(text: str) -> str:
    """Return the text as Markdown shows it: nothing in it is markup, all of it in one line."""
    text = re.sub(r"([\\`*\[\]|~#!])", r"\\\1", " ".join(_visible(text).split()))
    # between letters or digits an underscore is no markup, and names are full of them
    text = re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def latex_table(rows: Iterable[Row]) -> str:
    """Return the short table as a LaTeX longtable with the rules of booktabs."""
    texts = [{HEADINGS[name]: text for name, text in short_row(row).items()} for row in rows]
    return latex_text_table(texts, list(HEADINGS.values()), {HEADINGS[name] for name in WORDS})


def latex_text_table(
    rows: Iterable[dict[str, str]], headings: Sequence[str], words: Container[str]
) -> str:
    """Return texts as a LaTeX longtable; columns of `words` stand to the left."""
    frame = pd.DataFrame(rows, columns=list(headings), dtype=str)
    styler = frame.map(_in_ascii).style.hide(axis="index")
    styler.format(lambda text: str(text).translate(LATEX), escape="latex")
    columns = "".join("l" if column in words else "r" for column in headings)
    table = styler.to_latex(
        environment="longtable", hrules=True, column_format=f"@{{}}{columns}@{{}}"
    )
    return f"% \\usepackage{{booktabs,longtable}}\n{table}"


MICRO = "µ"  # of microseconds; U+00B5, as `seconds` has it
# what pandas leaves as it is: most fonts show the first four as something else, and a bracket or
# a star that begins a line is read as an option of the line break before
LATEX = str.maketrans(
    {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "`": r"\`{}"}
    | {"[": "{[}", "]": "{]}", "*": "{*}", MICRO: r"\textmu{}"}
)


def _in_ascii(text: str) -> str:
    """Return the text in ASCII but for µ: without accents, or by code points."""
    return "".join(map(_ascii_character, " ".join(_visible(text).split())))


def _ascii_character(character: str) -> str:
    if character == MICRO:
        return character
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return plain or f"U+{ord(character):04X}"


def _visible(text: str) -> str:
    """Return the text with control characters, which no format can show, as spaces."""
    return "".join(
        " " if unicodedata.category(character).startswith("C") else character for character in text
    )
