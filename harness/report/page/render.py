"""The report as one HTML page, and the same content as Markdown, each from its template.

The page holds everything and fetches nothing. Every chart is in it twice: as a still image, for
readers without scripts, and as its specification, which takes the image's place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from harness.judge.facts import Facts
from harness.report.growth_table import COLUMNS as GROWTH_COLUMNS
from harness.report.growth_table import growth_rows, growth_statements
from harness.report.numbers import cell_text, exactly, figure, seconds
from harness.report.page.content import (
    SYMBOLS,
    TASKS,
    about,
    crowded,
    described,
    grids,
    headline,
    overall_word,
    warnings,
)
from harness.report.page.definitions import definitions
from harness.report.page.listings import Listing, listings
from harness.report.page.method import environment_lines, method
from harness.report.page.summaries import TIMES, overall, verdict_lines
from harness.report.seeds import COLUMNS as SEED_COLUMNS
from harness.report.seeds import NOTE as SEED_NOTE
from harness.report.seeds import seed_rows, seed_sentences, seed_title, shown_distributions
from harness.report.sets.nogoods import NOTE, nogood_stops
from harness.report.sets.table import COLUMNS as SET_COLUMNS
from harness.report.sets.table import DEFINITIONS as SET_DEFINITIONS
from harness.report.sets.table import set_rows, set_statements
from harness.report.statements import statements
from harness.report.tables import HEADINGS, markdown_table, markdown_text, short_row
from queens.forms.text import text_board

HERE = Path(__file__).parent
DRAWN_MAX_N = 20
# runs that a statement links to, examples of wrong answers, rows of the Markdown's longest table
MOST_NAMED = {"runs": 20, "examples": 10, "rows": 200}
# of the Markdown, whose line breaks count: a line that holds tags alone leaves none
LINES: dict[str, Any] = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True}
COMPACT = (",", ":")
SECTIONS = {
    "verdict": "Verdict",
    "table": "Counts and times",
    "charts": "Charts",
    "growth": "Growth",
    "sets": "Sets of boards",
    "seeds": "Seeds",
    "statements": "Statements",
    "method": "Method",
    "environment": "Environment",
    "definitions": "Figures",
    "approaches": "Approaches",
    "data": "Data",
}


@dataclass(frozen=True)
class DrawnChart:
    """A chart as the page shows it; where there is none, `missing` says why."""

    name: str
    title: str
    caption: str
    specification: dict[str, Any] | None
    svg: str | None
    missing: str | None = None


def page(
    facts: Facts,
    charts: Sequence[DrawnChart],
    data_files: Sequence[str] = (),
    further: Sequence[Listing] = (),
) -> str:
    """Return the whole page, with `further` tables; it links to the `data_files` beside it."""
    tables = [*listings(facts), *further]
    specifications = {
        chart.name: chart.specification for chart in charts if chart.specification is not None
    }
    html: str = _template("page.html.j2").render(
        facts=facts,
        charts=charts,
        listings={one.name: one for one in tables},
        packed=_json_in_script({one.name: one.data for one in tables}),
        data_files=data_files,
        further=further,
        sections=_sections(facts),
        specifications=_json_in_script(specifications),
        library=_library(),
        scripts=[_asset("page.js"), _asset("tables.js")],
        style=_asset("page.css"),
    )
    return html


def _sections(facts: Facts) -> list[tuple[str, str]]:
    """Return the page's sections; that of seeds only where there is anything in it."""
    over_seeds = bool(shown_distributions(facts))
    return [one for one in SECTIONS.items() if one[0] != "seeds" or over_seeds]


def markdown_report(facts: Facts, charts: Sequence[DrawnChart]) -> str:
    """Return the report as Markdown; the files of `charts` are linked."""
    text: str = _template("report.md.j2").render(facts=facts, charts=charts)
    return text


def notebook_html(facts: Facts) -> str:
    """Return the verdict and the short table, as a notebook's cell shows them."""
    html: str = _template("notebook.html.j2").render(facts=facts, headings=HEADINGS.values())
    return html


def _template(name: str) -> Any:
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=".html" in name,
        undefined=StrictUndefined,
        **({} if ".html" in name else LINES),
    )
    environment.filters["md"] = lambda value: "" if value is None else markdown_text(str(value))
    environment.globals.update(
        {function.__name__: function for function in ASKED},
        symbols=SYMBOLS,
        overall_times=TIMES,
        most_named=MOST_NAMED,
        growth_columns=GROWTH_COLUMNS,
        set_columns=SET_COLUMNS,
        set_definitions=SET_DEFINITIONS,
        nogood_note=NOTE,
        seed_columns=SEED_COLUMNS,
        seed_note=SEED_NOTE,
        task_words=TASKS,
    )
    return environment.get_template(name)


def drawn(answer: Any) -> str:
    """Return the answer as a board, if it is one that can be drawn."""
    if not isinstance(answer, list) or not 0 < len(answer) <= DRAWN_MAX_N:
        return ""
    whole = all(type(column) is int and 0 <= column < len(answer) for column in answer)
    return text_board(answer) if whole else ""


def friendly(name: str, value: str) -> str:
    """Return a number of bytes with its GiB behind it, and any other value as it is."""
    digits = value.removesuffix(" bytes")
    if not (digits.isdecimal() and "bytes" in name + value):
        return value
    return f"{value} ({int(digits) / 2**30:.3g} GiB)"


def thousands(count: int) -> str:
    """Return a count as the page says it in a sentence."""
    return f"{count:,}"


def unbroken(text: str) -> str:
    """Return the text with the boards and the percentages in it kept on one line."""
    text = text.replace("n = ", "n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _asset(name: str) -> Markup:
    return Markup((HERE / name).read_text(encoding="utf-8"))  # files of our own


@cache
def _library() -> Markup:
    """Return Vega, Vega-Lite and Vega-Embed in one script, as they come with vl-convert."""
    import vl_convert

    from harness.report.charts.kinds import VEGA_LITE

    snippet = "window.vegaEmbed = vegaEmbed;"
    bundle = vl_convert.javascript_bundle(snippet, vl_version=VEGA_LITE)
    # the two things that a script element may not hold
    safe = re.sub(r"</(?=script)", r"<\\/", bundle, flags=re.IGNORECASE).replace("<!--", r"<\!--")
    return Markup(safe)


def _json_in_script(value: Any) -> Markup:
    """Return JSON that cannot end the script element around it."""
    return Markup(json.dumps(value, ensure_ascii=False, separators=COMPACT).replace("<", r"\u003c"))


ASKED: tuple[Callable[..., Any], ...] = (
    # of the content
    *(
        overall_word,
        headline,
        about,
        crowded,
        described,
        grids,
        overall,
        verdict_lines,
        statements,
        warnings,
        growth_rows,
        growth_statements,
        set_rows,
        set_statements,
        nogood_stops,
        *(shown_distributions, seed_rows, seed_sentences, seed_title),
    ),
    *(method, environment_lines, definitions, markdown_table, short_row),
    # of how it looks
    *(cell_text, exactly, figure, seconds, drawn, friendly, thousands, unbroken),
)
"""What the templates call, by its name."""
