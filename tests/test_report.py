"""The report: true to the record in every format, whatever the record."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from harness.load import Results
from harness.report import write_report
from harness.report.charts import CHARTS
from harness.report.content import content
from harness.report.markdown import markdown_report
from harness.report.page import page
from tests import records

NUMBER = re.compile(r"\d+(?:\.\d+)?")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the golden record, its report written."""
    folder = records.write(tmp_path_factory.mktemp("golden"), records.golden())
    write_report(folder)
    return folder


def texts(results: Results) -> tuple[str, str]:
    """Return the page and the Markdown, without charts."""
    said = content(results)
    return page(results, said, []), markdown_report(results, said, [])


def test_everything_is_written(report: Path) -> None:
    names = {path.relative_to(report).as_posix() for path in report.rglob("*") if path.is_file()}
    figures = {
        f"figures/{kind.name}.{ending}" for kind in CHARTS for ending in ("svg", "pdf", "png")
    }
    written = {"report.html", "report.md", "table.csv", "table.md", "table.tex", *figures}
    parquet = {"runs.parquet"} if importlib.util.find_spec("pyarrow") else set()
    assert names == {"runs.jsonl", *written, *parquet}
    assert (report / "figures/time.pdf").read_bytes().startswith(b"%PDF")
    assert (report / "figures/time.png").read_bytes().startswith(b"\x89PNG")
    assert "bitmasks" in (report / "figures/time.svg").read_text()


def test_every_number_of_the_markdown_is_in_the_data(report: Path) -> None:
    data = (report / "table.csv").read_text() + (report / "runs.jsonl").read_text()
    known = {float(number) for number in NUMBER.findall(data)}
    said = NUMBER.findall((report / "report.md").read_text())
    assert len(said) > 300
    assert [number for number in said if float(number) not in known] == []


def test_the_page_is_one_file_that_fetches_nothing(report: Path) -> None:
    html = (report / "report.html").read_text()
    assert len(html) < 3_000_000
    own = html[: html.index('<script type="application/json"')]
    assert (
        re.findall(r'(?:src|href)="(?!#)[^"]*"', re.sub(r"<svg.*?</svg>", "", own, flags=re.S))
        == []
    )


def test_the_report_is_made_again_alike(report: Path, tmp_path: Path) -> None:
    copy = records.write(tmp_path, records.golden())
    write_report(copy)
    for name in ("report.html", "report.md", "table.csv", "table.md", "table.tex"):
        assert (copy / name).read_text() == (report / name).read_text()
