"""Records joined: every run once, numbered anew; other settings refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands.app import main
from harness.record.file import read_record
from harness.record.lines import Fields
from harness.record.merge import merged
from harness.report.results import load
from tests import records


def of(folder: Path, name: str, *approaches: str, **changes: object) -> Path:
    """Write a record of these approaches, two runs each on n = 6."""
    lines: list[Fields] = [records.campaign(approaches=list(approaches), repetitions=2, **changes)]
    for repetition in range(2):
        for approach in approaches:
            index = len(lines) - 1
            solve_s = 0.01 * (index + 1)
            lines.append(
                records.run(approach, 6, repetition=repetition, order_index=index, solve_s=solve_s)
            )
    return records.write(folder / name, lines)


def test_a_merged_record_has_every_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = of(tmp_path, "a", "bitmasks", "cp_sat")
    second = of(tmp_path, "b", "bitmasks", "zdd")
    output = tmp_path / "c"
    monkeypatch.setattr(
        "sys.argv", ["compare.py", "merge", str(first), str(second), "-o", str(output)]
    )
    assert main() == 0
    assert capsys.readouterr().out == f"{output / 'runs.jsonl'}: 10 events of 2 records\n"
    results = load(output)
    assert results.campaign.approaches == ["bitmasks", "cp_sat", "zdd"]
    assert results.campaign.repetitions == 4
    runs = {cell.key.approach: [run.repetition for run in cell.runs] for cell in results.cells}
    assert runs == {"bitmasks": [0, 1, 2, 3], "cp_sat": [0, 1], "zdd": [0, 1]}
    indices = [run.order_index for cell in results.cells for run in cell.runs]
    assert sorted(index for index in indices if index is not None) == list(range(8))
    times = [time for cell in results.cells for time in cell.solve_times_s]
    assert sorted(times) == pytest.approx([0.01, 0.01, 0.02, 0.02, 0.03, 0.03, 0.04, 0.04])
    assert len(read_record(first)) == 5, "what was merged stays as it is"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"time_limit_s": 5.0}, "time_limit_s 10.0, .*b with 5.0"),
        ({"task": "one"}, "task all"),
        (
            {"environment": records.campaign()["environment"] | {"cpu": "Another"}},
            "cpu A processor",
        ),
        (
            {"environment": records.campaign()["environment"] | {"versions": {"numpy": "3.0"}}},
            "numpy 2.2.0, .*b with 3.0",
        ),
    ],
)
def test_other_settings_machines_and_versions_are_refused(
    tmp_path: Path, changes: dict[str, object], said: str
) -> None:
    first, second = of(tmp_path, "a", "bitmasks"), of(tmp_path, "b", "bitmasks", **changes)
    with pytest.raises(ValueError, match=f"was measured with {said}"):
        merged([first, second])


def test_a_record_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = of(tmp_path, "a", "bitmasks")
    argv = ["compare.py", "merge", str(first), str(first), "-o", str(first)]
    monkeypatch.setattr("sys.argv", argv)
    with pytest.raises(SystemExit, match="2"):
        main()
    assert capsys.readouterr().err.count("exists: name another folder") == 1
