"""The report shows the sizes of zdd's diagram beside the nodes of the searches' trees."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from rich.console import Console

from harness import compare
from harness.report.diagram import diagram_notes, diagram_rows
from harness.report.page.render import markdown_report, page
from harness.report.results import Results
from harness.report.terminal import print_results
from tests import records

NOTE = (
    "zdd has no search tree; its diagram nodes are questions whether a queen stands on a square, "
    "each there once; its subproblems are rests of the board with different open squares, "
    "completed once each."
)


@pytest.fixture(scope="module")
def measured() -> Results:
    return compare(sizes=[6, 8], approaches=["boolean_flags", "zdd"], repetitions=1)


def terminal(results: Results, width: int = 80) -> list[str]:
    file = io.StringIO()
    print_results(Console(file=file, width=width), results)
    return file.getvalue().splitlines()


def test_the_terminal(measured: Results) -> None:
    lines = terminal(measured)
    table = [line.split() for line in lines[lines.index(title(lines)) :]]
    assert ["boolean_flags", "153", "2,057"] in table
    assert ["zdd,", "diagram", "nodes", "24", "373"] in table
    assert ["zdd,", "subproblems", "86", "961"] in table
    assert NOTE in lines


def title(lines: list[str]) -> str:
    return next(line for line in lines if line.startswith("Nodes visited"))


def test_markdown_and_page(measured: Results) -> None:
    text = markdown_report(measured, [])
    nodes = text[text.index("Nodes to find all solutions, where counted alike") :]
    assert "| boolean_flags | 153 | 2057 |\n| zdd, diagram nodes | 24 | 373 |\n" in nodes
    assert "| zdd, subproblems | 86 | 961 |\n" in nodes
    assert NOTE in nodes
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", unescape(page(measured, []))))
    assert "boolean_flags 153 2057 zdd, diagram nodes 24 373 zdd, subproblems 86 961" in shown
    assert shown.count(NOTE) == 1


def test_nothing_is_said_where_no_search_counts_nodes() -> None:
    alone = compare(sizes=[6], approaches=["zdd"], repetitions=1)
    assert "zdd, diagram nodes" not in "\n".join([*terminal(alone), markdown_report(alone, [])])


def test_only_sizes_of_complete_runs_are_shown() -> None:
    counters = {"diagram_nodes": 373, "subproblems": "many"}
    whole = records.results([records.campaign(), records.run("mine", 8, counters=counters)])
    assert list(diagram_rows(whole.cells)) == ["mine, diagram nodes"]
    assert diagram_notes(whole.cells) == ["mine has no search tree."]
    stopped = [records.campaign(), records.stopped("mine", 8, "timeout", counters=counters)]
    assert diagram_rows(records.results(stopped).cells) == {}
    wrong = [records.campaign(), records.run("mine", 8, counters=counters, audit="invalid")]
    assert diagram_rows(records.results(wrong).cells) == {}
