"""Writes a report's files."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

import vl_convert

from harness.judge.facts import Facts
from harness.report.charts.kinds import CHARTS, SEEDS, VEGA_LITE, ChartKind, chart
from harness.report.charts.parts import NoFigures
from harness.report.growth_table import growth_csv, growth_latex
from harness.report.page.beside import beside
from harness.report.page.content import TASKS
from harness.report.page.render import DrawnChart, markdown_report, page
from harness.report.results import Results, load
from harness.report.seeds import (
    COLUMNS,
    WORDS,
    distributions,
    seed_csv,
    seed_rows,
    shown_distributions,
)
from harness.report.sets.table import set_csv, set_latex
from harness.report.tables import csv_table, latex_table, latex_text_table, markdown_table

PNG_SCALE = 2


def write_files(directory: Path, other: Path | None = None) -> list[Path]:
    """Write every file of the report of the record in `directory`; return their paths.

    The page also has the record in `other` beside it.
    """
    results = load(directory)
    further = [beside(results, load(other), other.resolve().name)] if other else []
    charts = list(drawn_charts(results))
    drawn = [chart for chart in charts if chart.specification is not None]
    runs = "runs.parquet" if importlib.util.find_spec("pyarrow") else "runs.csv"
    data_files = ["runs.jsonl", runs, "table.csv", "growth.csv", "report.md"]
    over_seeds = _seed_texts(results)
    data_files += [name for name in over_seeds if name.endswith(".csv")]
    texts = {
        "report.html": page(results, charts, data_files, further),
        "report.md": markdown_report(results, drawn),
        "table.csv": csv_table(results.rows),
        "table.md": markdown_table(results.rows),
        "table.tex": latex_table(results.rows),
        "growth.csv": growth_csv(results),
        "growth.tex": growth_latex(results),
        "sets.csv": set_csv(results),
        "sets.tex": set_latex(results),
    } | over_seeds
    written = []
    for name, text in texts.items():
        written.append(directory / name)
        written[-1].write_text(text, encoding="utf-8")
    written += [path for chart in drawn for path in _write_figure(directory / "figures", chart)]
    return [*written, _write_runs(results, directory / runs)]


def _seed_texts(facts: Facts) -> dict[str, str]:
    """Return the files of run times over seeds, where a randomised approach has enough of them."""
    found = distributions(facts)
    if not found:
        return {}
    table = latex_text_table(seed_rows(facts, found), COLUMNS, WORDS)
    return {"seeds.csv": seed_csv(facts), "seeds.tex": table}


def drawn_charts(facts: Facts) -> Iterator[DrawnChart]:
    """Yield the charts of every task; the first task's by their plain names."""
    tasks = facts.tasks or ["all"]
    for task in tasks:
        is_random = any(one.task == task for one in distributions(facts))
        for kind in (*CHARTS, SEEDS) if is_random else CHARTS:
            name = kind.name if task == tasks[0] else f"{kind.name}-{task}"
            title = kind.title if len(tasks) == 1 else f"{kind.title}: {TASKS.get(task, task)}"
            yield _drawn(facts, kind, task, name, title)


def _drawn(facts: Facts, kind: ChartKind, task: str, name: str, title: str) -> DrawnChart:
    caption = kind.caption_of([row for row in facts.rows if row["task"] == task])
    try:
        limit_s = facts.campaign.time_limit_s
        drawn = chart(kind.name, facts.rows, limit_s, task, shown_distributions(facts))
    except NoFigures as missing:
        return DrawnChart(name, title, caption, None, None, str(missing))
    spec = drawn.properties(description=f"{title}. {caption}").to_dict()
    svg = vl_convert.vegalite_to_svg(json.dumps(spec), vl_version=VEGA_LITE)
    return DrawnChart(name, title, caption, spec, svg)


def _write_figure(folder: Path, chart: DrawnChart) -> list[Path]:
    folder.mkdir(exist_ok=True)
    svg, pdf, png = (folder / f"{chart.name}.{ending}" for ending in ("svg", "pdf", "png"))
    svg.write_text(chart.svg or "", encoding="utf-8")
    pdf.write_bytes(vl_convert.svg_to_pdf(chart.svg or ""))
    png.write_bytes(vl_convert.svg_to_png(chart.svg or "", scale=PNG_SCALE))
    return [svg, pdf, png]


def _write_runs(results: Results, path: Path) -> Path:
    if path.suffix == ".parquet":
        results.runs.to_parquet(path, index=False)
    else:
        results.runs.to_csv(path, index=False, lineterminator="\n")
    return path
