"""A saved record as frames: what is missing stays missing, and no row is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from harness.judge.rows import TABLE_TYPES
from harness.record.lines import RecordError
from harness.report.results import Results, load
from queens import Board
from queens.forms.words import boards_in_words
from tests import records


def row(results: Results, approach: str, n: int) -> pd.Series:
    table = results.table
    (found,) = [line for _, line in table.iterrows() if (line.approach, line.n) == (approach, n)]
    return found


def test_the_table_has_a_row_a_cell_and_nullable_types(tmp_path: Path) -> None:
    results = load(records.write(tmp_path, records.golden()))
    assert len(results.table) == 6 * 5
    assert {name: str(dtype) for name, dtype in results.table.dtypes.items()} == TABLE_TYPES
    assert list(results.table.approach[:5]) == list(records.CORE)
    assert results.campaign.time_limit_s == 10.0


def test_a_missing_count_leaves_the_others_whole_numbers() -> None:
    results = records.results(records.golden())
    counts = results.table.solution_count
    assert str(counts.dtype) == "Int64"
    assert counts.isna().sum() == 1
    stopped = row(results, "cp_sat", 9)
    assert stopped.status == "timeout"
    assert stopped.at_least_count == 200
    assert stopped.reason == "stopped at the limit of 10 s"
    assert row(results, "bitmasks", 9).solution_count == 352


def test_figures_are_those_of_the_counted_complete_runs() -> None:
    runs = [records.run("a", 6, solve_s=value) for value in (3.0, 1.0, 2.0)]
    warmup = records.run("a", 6, solve_s=99.0, warmup=True)
    cut = records.stopped("a", 6, "timeout")
    seen = row(records.results([*runs, warmup]), "a", 6)
    assert (seen.runs, seen.solve_s, seen.solve_s_minimum, seen.solve_s_maximum) == (3, 2, 1, 3)
    mixed = row(records.results([*runs, cut]), "a", 6)
    assert (mixed.status, mixed.runs, mixed.complete_runs, mixed.solve_s) == ("timeout", 4, 3, 2.5)
    assert mixed.reason == "stopped at the limit of 10 s (1 of 4 runs)"


def test_the_worst_run_speaks_for_the_cell() -> None:
    wrong = records.run("a", 6, audit="duplicate", delivered_count=5, solution_count=5)
    seen = row(records.results([records.run("a", 6), wrong]), "a", 6)
    assert (seen.audit, seen.delivered_count) == ("duplicate", 5)
    assert pd.isna(seen.solution_count), "two runs that disagree have no count"


def test_cells_without_a_run_keep_their_row() -> None:
    skipped = {
        "kind": "skipped",
        "approach": "b",
        "n": 9,
        "task": "all",
        "reason": "n = 8 timed out",
    }
    only_observed = records.observation("c", 6, nodes=10)
    table = records.results([records.campaign(), skipped, only_observed]).table
    assert list(table.status) == ["not_run", "skipped"]
    assert list(table.reason.fillna("")) == ["", "n = 8 timed out"]


def test_ratios_are_against_the_fastest_of_the_board() -> None:
    results = records.results(records.golden())
    slow, fast = row(results, "boolean_flags", 8), row(results, "bitmasks", 8)
    assert slow.compared_with == "bitmasks"
    assert slow.time_ratio == pytest.approx(slow.solve_s / fast.solve_s)
    assert slow.time_ratio_low95 < slow.time_ratio < slow.time_ratio_high95
    assert pd.isna(fast.compared_with)
    assert pd.isna(row(results, "cp_sat", 9).time_ratio), "a run that was cut short has no ratio"


def test_the_time_ratio_is_the_node_ratio_times_the_cost_ratio() -> None:
    seen = row(records.results(records.golden()), "forward_checking", 8)
    assert seen.nodes_compared_with == "bitmasks"
    assert seen.nodes_times_fewer == pytest.approx(22.4 / 18.75, rel=1e-3)
    assert seen.node_time_ratio == pytest.approx(seen.node_cost_ratio / seen.nodes_times_fewer)


def test_nodes_counted_another_way_stand_in_another_column() -> None:
    results = records.results(records.golden())
    other, ours = row(results, "original_cp", 8), row(results, "bitmasks", 8)
    assert (pd.isna(other.nodes), other.nodes_own) == (True, 14 * 92)
    assert (ours.nodes, pd.isna(ours.nodes_own)) == (round(22.4 * 92), True)


def test_wrong_answers_are_not_compared() -> None:
    right = [records.run("a", 6, solve_s=1.0), records.run("b", 6, solve_s=2.0)]
    repeated = records.run("c", 6, audit="duplicate", delivered_count=5)
    short = records.run("d", 6, solution_count=3, distinct_count=3, solutions_digest="f" * 32)
    unstable = [
        records.run("e", 6),
        records.observation("e", 6, second_call="different"),
    ]
    table = records.results([*right, repeated, short, *unstable]).table
    assert list(table.compared_with.fillna("")) == ["", "a", "", "", ""]


def test_the_verdict_is_a_frame_with_a_row_a_board() -> None:
    verdict = records.results(records.golden()).verdict
    assert list(verdict.n) == [4, 5, 6, 7, 8, 9]
    assert set(verdict.verdict) == {"agree"}
    assert list(verdict.solution_count) == [2, 10, 4, 40, 92, 352]


def test_runs_are_the_record_line_by_line() -> None:
    runs = records.results(records.golden()).runs
    assert len(runs) == 7 * 6 * 5
    assert str(runs.solution_count.dtype) == "Int64"
    assert str(runs.warmup.dtype) == "boolean"
    assert runs.counters[0] == '{"branches": 6, "conflicts": 6}'


def test_results_take_over_what_facts_have_computed() -> None:
    facts = records.results(records.golden(1))
    verdicts = facts.verdicts
    assert Results.of(facts).verdicts is verdicts


def test_no_record_is_said(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"runs\.jsonl cannot be read"):
        load(tmp_path)
    (tmp_path / "runs.jsonl").write_text("")
    with pytest.raises(RecordError, match="holds no event"):
        load(tmp_path)


def test_load_is_the_function_however_it_was_reached() -> None:
    import harness.report.results

    assert harness.load is harness.report.results.load


def test_loading_is_lazy() -> None:
    code = (
        "import sys, harness, harness.report.results; "
        "print(sorted({'pandas', 'altair', 'jinja2', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_boards_are_named_together_where_they_are_alike() -> None:
    many = [[(row, column) for row in range(7)] for column in range(3)]
    plain = [Board(4), Board(5), Board(6), Board(8)]
    assert boards_in_words(plain) == "n = 4 to 6; n = 8"
    assert boards_in_words([Board(8, [(0, 1)]), Board(8, [(0, 2)])]) == (
        "n = 8, placed 0:1; n = 8, placed 0:2"
    )
    drawn = [Board(8, placed) for placed in many]
    marks = [str(one).rpartition("#")[2] for one in drawn]
    assert len(set(marks)) == 3
    assert boards_in_words(drawn) == f"n = 8, 7 placed #{marks[0]}, #{marks[1]}, #{marks[2]}"
    assert boards_in_words([]) == ""
