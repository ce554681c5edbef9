"""Whatever the record holds, every format renders it, escapes it and loses no row."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from harness.judge.rows import TABLE_TYPES
from harness.record.lines import Fields
from harness.report.charts.kinds import CHARTS, NoFigures
from harness.report.files import drawn_charts, write_files
from harness.report.page.render import markdown_report, page
from harness.report.tables import HEADINGS, csv_table, latex_table, markdown_table
from tests import records
from tests.packed_page import tables

AWKWARD = (
    "<script>alert(1)</script>",
    "</script><!--",
    "a|b",
    "100%",
    "x_y_",
    "_x",
    "*bold* `code`",
    "naïve ♛ 皇后",
    r"\input{x} $a^2$ ~#&{}",
    '\'; drop "x"',
    "{{ 7 * 7 }}",
    "a.b[0]",
    "datum",
    "[x] ~ ^ \\ \\y",
)
names = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12),
)
seconds = st.one_of(st.none(), st.floats(0, 1e4), st.just(5e-324))
statuses = st.sampled_from(
    ["timeout", "memory", "cut", "crashed", "gave_up", "unsupported", "not_installed"]
)
squares = st.sampled_from([[], [[0, 1]], [[0, 1], [2, 0]]])


@st.composite
def events(draw: st.DrawFn) -> list[Fields]:
    """Draw a record: right and wrong runs, runs that ended in any way, cells without a run."""
    approaches = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    drawn: list[Fields] = [records.campaign(approaches=approaches, argv=[draw(names)])]
    for index in range(draw(st.integers(0, 7))):
        drawn.append(draw(_event(draw(st.sampled_from(approaches)), index)))
    return drawn


@st.composite
def _event(draw: st.DrawFn, approach: str, index: int) -> Fields:
    n = draw(st.integers(0, 9).filter(lambda n: n != 2))
    board = {"placed": draw(squares) if n > 2 else [], "task": draw(_tasks), "reason": draw(names)}
    kind = draw(st.sampled_from(["run", "stopped", "observation", "skipped", "difference"]))
    figures = {"order_index": index, "solve_s": draw(seconds), "build_s": draw(seconds)}
    if kind == "run":
        count = draw(st.integers(0, 10**17))
        wrong = {"audit": draw(st.sampled_from(["ok", "duplicate", "invalid", "unchecked"]))}
        counters = {"counters": {draw(names): count}, "solution_count": count}
        return records.run(approach, n, **board, **figures, **wrong, **counters, found=True)
    if kind == "stopped":
        return records.stopped(approach, n, draw(statuses), **board, **figures)
    if kind == "observation":
        return records.observation(approach, n, **board, nodes=draw(st.integers(0, 10**12)))
    head = {"kind": kind, "approach": approach, "n": n, "blocked": [], **board}
    if kind == "skipped":
        return head
    examples = {"count": 5, "examples": [[0, 1], [9] * n]}
    invalid = {"count": 1, "examples": [{"queens": draw(names), "reason": draw(names)}]}
    return (
        head
        | {"invalid": invalid, "missing": examples, "repeated": None, "extra": None}
        | {"findings": [{"kind": "invalid", "text": draw(names)}]}
    )


_tasks = st.sampled_from(["all", "all", "one", "count"])
any_record = settings(max_examples=60)


def shown(text: str) -> str:
    """Return the text as formats without line breaks or control characters show it."""
    return " ".join("".join(c if c.isprintable() or c == " " else " " for c in text).split())


@any_record
@given(events())
def test_frames_keep_every_row_and_type(drawn: list[Fields]) -> None:
    results = records.results(drawn)
    cells = {(e["approach"], e["n"], str(e["placed"]), e["task"]) for e in drawn if "approach" in e}
    assert len(results.table) == len(results.rows) == len(cells)
    assert {name: str(dtype) for name, dtype in results.table.dtypes.items()} == TABLE_TYPES
    assert len(results.runs) == sum(event["kind"] == "run" for event in drawn)


@any_record
@given(events())
def test_csv_reads_back_as_it_was(drawn: list[Fields]) -> None:
    results = records.results(drawn)
    read = list(csv.DictReader(io.StringIO(csv_table(results.rows), newline="")))
    assert [row["approach"] for row in read] == [row["approach"] for row in results.rows]
    assert [row["reason"] for row in read] == [row["reason"] or "" for row in results.rows]
    for row, source in zip(read, results.rows, strict=True):
        assert row["solution_count"] == (
            "" if source["solution_count"] is None else str(source["solution_count"])
        )


def markdown_cells(text: str) -> list[list[str]]:
    """Return the texts of all body rows of all tables, as a Markdown reader sees them."""
    rows: list[list[str]] = []
    in_cell = False
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "tr_open":
            rows.append([])
        in_cell = token.type == "td_open" or (in_cell and token.type == "inline")
        if token.type == "inline" and in_cell:
            children = token.children or []
            assert {child.type for child in children} <= {"text", "text_special"}, "no markup"
            rows[-1].append("".join(child.content for child in children))
    return [row for row in rows if row]


@any_record
@given(events())
def test_markdown_shows_every_row_and_nothing_as_markup(drawn: list[Fields]) -> None:
    results = records.results(drawn)
    read = markdown_cells(markdown_table(results.rows))
    assert [row[0] for row in read] == [shown(row["approach"]) for row in results.rows]
    assert {len(row) for row in read} <= {len(HEADINGS)}
    report = markdown_report(results, [])
    assert "<" not in report
    for row in results.rows:
        assert shown(row["approach"]) in {cells[0] for cells in markdown_cells(report)}


SPECIAL = re.compile(r"(?<!\\)[%$#_^~]")


def check_latex(text: str, rows: int) -> None:
    """Hold a LaTeX table to what compiles: ASCII, braces in pairs, nothing special bare."""
    assert text.isascii()
    head, _, body = text.partition("\\bottomrule\n\\endlastfoot\n")
    lines = body.split("\n")
    assert lines[-2:] == ["\\end{longtable}", ""]
    assert len(lines) == rows + 2
    assert head.count(" & ".join(HEADINGS.values())) == 2, "on the first page and on the others"
    for line in lines[:-2]:
        assert line.endswith(" \\\\")
        assert len(re.findall(r"(?<!\\)&", line)) == len(HEADINGS) - 1
        assert SPECIAL.search(line) is None
        bare = re.sub(r"\\[{}]", "", line)
        assert bare.count("{") == bare.count("}")
        commands = set(re.findall(r"\\([a-zA-Z]+)", line))
        assert commands <= {
            *("textbackslash", "textasciitilde", "textasciicircum"),
            *("textless", "textgreater", "textbar", "textmu", "space"),
        }


@any_record
@given(events())
def test_latex_is_sound(drawn: list[Fields]) -> None:
    results = records.results(drawn)
    check_latex(latex_table(results.rows), len(results.rows))


@pytest.mark.parametrize("names", [AWKWARD, ()], ids=["awkward names", "no row"])
def test_latex_compiles(tmp_path: Path, names: tuple[str, ...]) -> None:
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("not installed: pdflatex")
    drawn = [records.run(name, 8, reason=name, solve_s=2e-6) for name in names]
    table = latex_table(records.results([records.campaign(approaches=list(names)), *drawn]).rows)
    (tmp_path / "table.tex").write_text(table)
    document = (
        r"\documentclass{article}\usepackage{booktabs,longtable}"
        r"\begin{document}\input{table}\end{document}"
    )
    (tmp_path / "all.tex").write_text(document)
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "all.pdf").read_bytes().startswith(b"%PDF")


def test_latex_text() -> None:
    def latex_text(name: str) -> str:
        last = latex_table(records.results([records.run(name, 8)]).rows).splitlines()[-2]
        return last.partition(" & n = 8")[0]

    assert latex_text(r"a_b & 50% {x} \y ~ ^") == (
        r"a\_b \& 50\% \{x\} \textbackslash y \textasciitilde \space \textasciicircum "
    )
    assert latex_text("é ♛ \n <|> # [x]* `") == (
        r"e U+265B \textless{}\textbar{}\textgreater{} \# {[}x{]}{*} \`{}"
    )


SCRIPTS = 5  # two of data, the library, two of ours


class Reader(HTMLParser):
    """Collects a page's tags, its text and what is inside its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.row_heads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        attributes = dict(attrs)
        if tag == "th" and attributes.get("scope") == "row":
            self.row_heads.append("")
            self.open.append("row")

    def handle_endtag(self, tag: str) -> None:
        if tag == "th" and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open:
            self.row_heads[-1] += data


@any_record
@given(events())
def test_the_page_shows_every_row_and_runs_nothing_of_the_record(drawn: list[Fields]) -> None:
    results = records.results(drawn)
    reader = Reader()
    html = page(results, [])
    reader.feed(html)
    reader.close()
    assert reader.tags.count("script") == SCRIPTS
    listed = tables(html)
    for name in ("approach", "board", "task", "reason"):
        rows = [row[name] for row in results.rows]
        assert sorted(listed["cells"][name], key=str) == sorted(rows, key=str)
    runs = [(line, run["approach"]) for line, run in enumerate(drawn, 1) if run["kind"] == "run"]
    assert [*zip(listed["runs"]["line"], listed["runs"]["approach"], strict=True)] == runs
    assert {row["approach"] for row in results.rows} <= set(reader.row_heads)


@any_record
@given(events())
def test_every_chart_can_be_drawn_or_says_why_not(drawn: list[Fields]) -> None:
    results = records.results(drawn)
    for kind in CHARTS:
        try:
            specified = results.chart(kind.name).to_dict()
        except NoFigures as missing:
            assert len(str(missing)) > 10
            continue
        assert "NaN" not in json.dumps(specified, allow_nan=False)


MANY = ["growth", "profile"]  # which one board is too few for


def test_awkward_names_are_drawn_and_written(tmp_path: Path) -> None:
    approaches = list(AWKWARD)
    drawn: list[Any] = [records.campaign(approaches=approaches)]
    for index, name in enumerate(approaches):
        drawn.append(records.run(name, 8, order_index=index, solve_s=0.01 * (index + 1)))
        drawn.append(records.observation(name, 8, nodes=2057))
    folder = records.write(tmp_path, drawn)
    written = {path.name for path in write_files(folder)}
    of_one_size = {f"{kind.name}.png" for kind in CHARTS if kind.name not in MANY}
    assert of_one_size <= written
    charts = list(drawn_charts(records.results(drawn)))
    assert [one.name for one in charts if one.missing] == MANY, "of one board there are none"
    assert all("<script" not in (one.svg or "") for one in charts)
    reader = Reader()
    reader.feed((folder / "report.html").read_text())
    assert reader.tags.count("script") == SCRIPTS, "no name in a specification ends its script"
