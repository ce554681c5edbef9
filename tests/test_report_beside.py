"""Two campaigns on one page: what differs first, in the numbers of both records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from commands.app import main
from harness.record.lines import Fields
from harness.report.page.beside import beside
from tests import records
from tests.axe import violations


def two() -> tuple[list[Fields], list[Fields]]:
    """Return a record and a later one: a cell slower, a count changed, two cells in one alone."""
    old, new = records.golden(), records.golden()
    for event in new:
        if event["kind"] == "run" and (event["approach"], event["n"]) == ("bitmasks", 9):
            event.update(solve_s=1.5 * event["solve_s"], cpu_s=1.5 * event["cpu_s"])
        if event["kind"] == "run" and (event["approach"], event["n"]) == ("cp_sat", 8):
            event.update(solution_count=91)
    old = [one for one in old if (one.get("approach"), one.get("n")) != ("bitmasks", 4)]
    new = [one for one in new if (one.get("approach"), one.get("n")) != ("bitmasks", 5)]
    return old, new


def rows_of(old: list[Fields], new: list[Fields]) -> dict[tuple[str, str], dict[str, Any]]:
    listing = beside(records.results(new), records.results(old), "old")
    names = [column.name for column in listing.columns]
    rows = zip(*(column.values for column in listing.columns), strict=True)
    told = [dict(zip(names, row, strict=True)) for row in rows]
    return {(row["approach"], row["board"]): row for row in told}


def test_what_differs_stands_first_with_the_figures_of_both() -> None:
    rows = rows_of(*two())
    assert len(rows) == 5 * 6
    wrong, slower, added, gone, *others = rows.values()
    assert (wrong["approach"], wrong["board"]) == ("cp_sat", "n = 8")
    assert (wrong["solutions"], wrong["other_solutions"]) == ("91", "92")
    assert wrong["finding"] == "other solutions"
    assert (slower["approach"], slower["board"], slower["finding"]) == (
        *("bitmasks", "n = 9"),
        "slower",
    )
    assert slower["time_ratio"] == pytest.approx(1.5)
    assert slower["solve_s"] == pytest.approx(1.5 * slower["other_solve_s"])
    assert {row["finding"] for row in others} == {"no difference shown", None}, "one has no time"
    assert (added["board"], added["finding"]) == ("n = 4", "only here")
    assert (gone["board"], gone["finding"]) == ("n = 5", "only in old")
    assert (added["outcome"], added["other_outcome"]) == ("complete", None)
    assert (gone["outcome"], gone["other_outcome"]) == (None, "complete")


def test_times_of_another_machine_have_no_ratio() -> None:
    old, new = two()
    old[0]["environment"] = old[0]["environment"] | {"cpu": "Another processor"}
    rows = rows_of(old, new)
    assert {row["time_ratio"] for row in rows.values()} == {None}
    assert rows["cp_sat", "n = 8"]["finding"] == "other solutions"
    reason = "other machine or jobs"
    assert rows["bitmasks", "n = 9"]["finding"] == reason


def test_both_are_on_the_page(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = two()
    before, after = records.write(tmp_path / "before", old), records.write(tmp_path / "new", new)
    monkeypatch.setattr("sys.argv", ["compare.py", "report", str(before), str(after)])
    assert main() == 0
    assert str(after / "report.html") in capsys.readouterr().out
    assert [path.name for path in before.iterdir()] == ["runs.jsonl"]
    page.goto((after / "report.html").as_uri())
    shown = page.locator("#beside")
    expect(shown.locator("h3")).to_have_text("Side by side with before (30)")
    cells = shown.locator("tbody tr").first.locator("th, td").all_inner_texts()
    assert cells[:6] == ["cp_sat", "n = 8", "other solutions", "1.00", "complete", "91"]
    assert cells[7:9] == ["complete", "92"]
    assert violations(page) == []


def test_more_than_two_records_are_refused_with_their_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["compare.py", "report", "a", "b", "c"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "OLD NEW; got 3" in capsys.readouterr().err
