"""The report: true to the record in every format, whatever the record."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import re
import shutil
import statistics as stats
from pathlib import Path

import pytest

from harness.judge.rows import TABLE_TYPES
from harness.record.events import Run, of_kind
from harness.report import write_report
from harness.report.charts.kinds import CHARTS
from harness.report.numbers import figure, ratio_figure, seconds
from harness.report.results import load
from harness.report.sets.table import DEFINITIONS
from tests import records
from tests.packed_page import tables

NUMBER = re.compile(r"\d+(?:\.\d+)?")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the golden record, its report written."""
    folder = records.write(tmp_path_factory.mktemp("golden"), records.golden())
    write_report(folder)
    return folder


def test_everything_is_written(report: Path) -> None:
    names = {path.relative_to(report).as_posix() for path in report.rglob("*") if path.is_file()}
    figures = {
        f"figures/{kind.name}.{ending}" for kind in CHARTS for ending in ("svg", "pdf", "png")
    }
    tables = {"table.csv", "table.md", "table.tex", "growth.csv", "growth.tex"}
    tables |= {"sets.csv", "sets.tex"}
    written = {"report.html", "report.md", *tables, *figures}
    parquet = {"runs.parquet"} if importlib.util.find_spec("pyarrow") else set()
    assert names == {"runs.jsonl", *written, *parquet}
    assert (report / "figures/time.pdf").read_bytes().startswith(b"%PDF")
    assert (report / "figures/time.png").read_bytes().startswith(b"\x89PNG")
    assert "bitmasks" in (report / "figures/time.svg").read_text()


def test_every_number_of_the_markdown_is_in_the_data(report: Path) -> None:
    names = ("table.csv", "growth.csv", "sets.csv", "runs.jsonl")
    data = "".join((report / name).read_text() for name in names)
    known = {float(number) for number in NUMBER.findall(data)}
    # as they are printed: with a unit, to three figures, or whole
    known |= {
        float(text)
        for number in known
        if number > 0
        for text in (
            seconds(number).split()[0],
            figure(number),
            ratio_figure(number),
            f"{number:.0f}",
        )
    }
    known |= {float(f"{100 * number:.1f}") for number in known if number <= 1}  # percentages
    known |= {float(number) for text in DEFINITIONS.values() for number in NUMBER.findall(text)}
    said = NUMBER.findall((report / "report.md").read_text())
    assert len(said) > 300
    assert [number for number in said if float(number) not in known] == []


def test_every_cell_names_the_lines_it_rests_on(tmp_path: Path) -> None:
    lines = records.golden(2)
    lines.insert(1, {"kind": "of a later version"})
    results = load(records.write(tmp_path, lines))
    for row in results.rows:
        named = [int(number) for number in NUMBER.findall(row["lines"])]
        told = [lines[number - 1] for number in named]
        assert [one["kind"] for one in told] == ["run", "run", "observation"]
        assert {(one["approach"], one["n"]) for one in told} == {(row["approach"], row["n"])}
    assert list(results.runs["line"][:2]) == [3, 4]


def test_the_csv_has_full_precision(report: Path) -> None:
    rows = list(csv.DictReader((report / "table.csv").open()))
    known = [row["solve_s"] for row in load(report).rows]
    assert [float(row["solve_s"]) if row["solve_s"] else None for row in rows] == known


def test_the_page_is_one_file_that_fetches_nothing(report: Path) -> None:
    html = (report / "report.html").read_text()
    assert len(html) < 3_000_000
    own = html[: html.index('<script type="application/json"')]
    links = re.findall(
        r'(?:src|href)="(?!#)([^"]*)"', re.sub(r"<svg.*?</svg>", "", own, flags=re.S)
    )
    assert links[0] == "runs.jsonl"
    assert all((report / link).is_file() for link in links)


def test_the_report_is_made_again_alike(report: Path, tmp_path: Path) -> None:
    copy = records.write(tmp_path, records.golden())
    write_report(copy)
    for name in ("report.html", "report.md", "table.csv", "table.md", "table.tex"):
        assert (copy / name).read_text() == (report / name).read_text()


def test_numbers_in_the_page_are_those_of_the_data(report: Path) -> None:
    results = load(report)
    html = (report / "report.html").read_text()
    cells = tables(html)["cells"]
    assert {*TABLE_TYPES, "outcome", "solutions"} == cells.keys()
    places = {(row["approach"], row["board"]): row for row in results.rows}
    for place, key in enumerate(zip(cells["approach"], cells["board"], strict=True)):
        row = places.pop(key)
        assert {name: cells[name][place] for name in TABLE_TYPES} == row
    assert places == {}
    for row in results.rows:
        if row["status"] == "complete":
            median = stats.median(
                run.solve_s
                for run in of_kind(results.events, Run)
                if (run.approach, run.board.n) == (row["approach"], row["n"])
            )
            assert f'title="{median!r} s">{seconds(median)}<' in html


def test_results_show_themselves_in_a_notebook() -> None:
    results = records.results(records.golden(1))
    assert repr(results) == "Results(30 cells, 6 boards: 6 agree)"
    html = results._repr_html_()
    assert "✓ agree" in html
    assert html.count("<tr>") == 31
    assert [layer.mark.type for layer in results.chart("nodes").layer] == ["line", "point"]
    with pytest.raises(ValueError, match="there is no chart"):
        results.chart("pie")


@pytest.mark.parametrize(
    ("value", "text"),
    [(352, "352"), (0.0, "0"), (0.00123456, "0.001235"), (12.3456, "12.35"), (123456.7, "123457")],
)
def test_numbers_have_four_figures_and_no_exponent(value: float, text: str) -> None:
    assert figure(value) == text


def test_ratios_have_three_figures() -> None:
    assert [ratio_figure(value) for value in (43.21, 1.5, 0.98765)] == ["43.2", "1.50", "0.988"]


GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["report.md", "table.csv", "table.md", "table.tex"])
def test_a_record_made_by_the_tool_renders_to_the_same_report(
    name: str, golden_report: Path
) -> None:
    """If a change is meant: `compare.py report tests/golden`, and keep these four files."""
    assert (golden_report / name).read_text("utf-8") == (GOLDEN / name).read_text("utf-8")


@pytest.fixture(scope="module")
def golden_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tool")
    shutil.copy(GOLDEN / "runs.jsonl", folder)
    write_report(folder)
    return folder
