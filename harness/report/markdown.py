"""The report as Markdown: the content and the short table, figures linked from beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from harness.judge.facts import Facts
from harness.report.content import SYMBOLS, Content, Entry, Grid
from harness.report.numbers import figure
from harness.report.page import DrawnChart
from harness.report.tables import markdown_rows, markdown_table, markdown_text


def markdown_report(facts: Facts, said: Content, charts: Sequence[DrawnChart]) -> str:
    """Return the report; the files of `charts` are linked."""
    parts = [
        "# Ways to solve n-queens, compared\n",
        f"{SYMBOLS[said.word]} **{said.word}.** {markdown_text(said.headline)}\n",
        "## Verdict\n",
        _verdicts(said),
        _examples(said),
        "## Counts and times\n",
        *map(_grid, said.grids),
        "## Statements\n",
        _list(
            f"{one.text} Rests on {one.rests_on}." if one.runs else one.text
            for one in said.statements
        ),
        _scores(said),
        _warnings(said),
        "## Figures\n",
        *map(_figure, charts),
        "## Every cell\n",
        markdown_table(facts.rows),
        "## Method\n",
        _pairs(said.method),
        "## Environment\n",
        _pairs(said.environment),
        "## What the figures count\n",
        _definitions(said),
    ]
    return "\n".join(part for part in parts if part)


def _verdicts(said: Content) -> str:
    heads = ["board", "task", "verdict", "solutions", "known", "completed", "at fault"]
    rows = [
        [
            str(verdict.board),
            verdict.task,
            f"{SYMBOLS[verdict.word]} {verdict.word}",
            _or_nothing(verdict.solution_count),
            _or_nothing(verdict.known_count),
            said.ended[verdict.problem],
            "; ".join(verdict.said),
        ]
        for verdict in said.verdicts
    ]
    left_out = [f"Left out ({reason}): {names}." for reason, names in said.left_out]
    table = markdown_rows(heads, rows, {*heads} - {"solutions", "known"})
    return table + ("\n" + _list(left_out) if left_out else "")


def _or_nothing(value: int | None) -> str:
    return "" if value is None else str(value)


def _examples(said: Content) -> str:
    lines = []
    for example in said.examples:
        lines += [f"{example.approach}, {example.board}: {one}" for one in example.findings]
        lines.append(f"{example.approach}, {example.board}: {example.count} {example.sort}")
        lines += [
            f"{example.sort} of {example.approach}: {answer}{f' ({reason})' if reason else ''}"
            for answer, reason in example.answers
        ]
    return _list(lines) if lines else ""


def _grid(grid: Grid) -> str:
    heads = ["approach", *(markdown_text(board) for board in grid.boards)]
    below = [["", *grid.below]] if any(grid.below) else []
    rows = [[name, *map(_entry, entries)] for name, entries in grid.rows]
    return f"{grid.title}\n\n{markdown_rows(heads, [*below, *rows], ['approach'])}"


def _entry(entry: Entry) -> str:
    return f"{entry.text} ({entry.below})" if entry.below else entry.text


def _scores(said: Content) -> str:
    heads = ["approach", "task", "boards solved", "seconds, limits counted as such"]
    heads += ["median nodes", "largest", "solved with no decision"]
    rows = [
        [
            score.approach,
            score.task,
            str(score.solved),
            figure(score.total_s),
            f"{median(score.nodes):.0f}" if score.nodes else "",
            _or_nothing(max(score.nodes, default=None)),
            _or_nothing(score.forced if score.nodes else None),
        ]
        for score in said.scores
    ]
    return markdown_rows(heads, rows, heads[:2])


def _warnings(said: Content) -> str:
    return "### Warnings\n\n" + _list(said.warnings) if said.warnings else ""


def _figure(chart: DrawnChart) -> str:
    return f"![{chart.title}](figures/{chart.name}.svg)\n\n{chart.title}. {chart.caption}\n"


def _definitions(said: Content) -> str:
    heads = ["approach", "figure", "value", "on", "what it counts", "compare it with"]
    rows = [
        [one.approach, one.name, str(one.value), one.board, one.meaning, one.compare_with]
        for one in said.definitions
    ]
    return markdown_rows(heads, rows, {*heads} - {"value"})


def _list(lines: Iterable[str]) -> str:
    return "".join(f"- {markdown_text(line)}\n" for line in lines)


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return _list(f"{name}: {value}" for name, value in pairs)
