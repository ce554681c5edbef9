"""A report as an RO-Crate, read back by the library that others read it with."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from commands.app import main
from tests import records

rocrate = pytest.importorskip("rocrate.rocrate", reason="not installed: rocrate")
METADATA = "ro-crate-metadata.json"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record with its report and crate, written by the command."""
    place = tmp_path_factory.mktemp("crate") / "out"
    lines = records.golden(1)
    lines[0]["environment"] |= {"python": "CPython 3.11.9", "versions": {"ortools": "9.15.6755"}}
    lines[0]["argv"] = ["compare.py", "run", "-n", "4-9", "--placed", "0:1 2:3"]
    records.write(place, lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["compare.py", "report", str(place), "--crate"])
        assert main() == 0
    return place


def ids(value: Any) -> list[str]:
    return [one.id for one in (value if isinstance(value, list) else [value])]


def test_a_crate_names_every_file_with_its_size_and_hash(folder: Path) -> None:
    crate = rocrate.ROCrate(folder)
    files = {one.id: one for one in crate.get_by_type("File")}
    there = {one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()}
    assert files.keys() == there - {METADATA}
    assert {"runs.jsonl", "report.html", "table.csv", "figures/time.svg"} <= files.keys()
    for name, entity in files.items():
        content = (folder / name).read_bytes()
        assert entity["contentSize"] == str(len(content))
        assert entity["sha256"] == hashlib.sha256(content).hexdigest()
    assert files["report.html"]["encodingFormat"] == "text/html"
    assert files["runs.jsonl"]["encodingFormat"] == "application/jsonl"


def test_a_crate_says_who_with_what_and_how(folder: Path) -> None:
    crate = rocrate.ROCrate(folder)
    root = crate.root_dataset
    assert [one["name"] for one in root["author"]] == ["The queens-compare authors"]
    assert ids(root["license"]) == ["https://spdx.org/licenses/MIT"]
    assert root["name"].endswith("bitmasks on n = 4 to 9")
    assert root["datePublished"] == "2025-07-05T10:12:12+00:00"
    run, report = root["mentions"]
    assert (run.type, run["name"]) == (
        "CreateAction", "compare.py run -n 4-9 --placed '0:1 2:3'",
    )  # fmt: skip
    assert (run["startTime"], ids(run["result"])) == ("2025-07-05T10:11:12+00:00", ["runs.jsonl"])
    assert report["name"] == "compare.py report out --crate"
    assert (ids(report["object"]), len(report["result"])) == (["runs.jsonl"], _made(folder))
    tool = run["instrument"]
    assert tool["description"] == "commit 0123abc"
    needed = {one["name"]: one["softwareVersion"] for one in tool["softwareRequirements"]}
    assert needed == {"CPython": "3.11.9", "ortools": "9.15.6755"}


def _made(folder: Path) -> int:
    """Return how many files of the folder are neither the record nor the crate's."""
    return sum(one.is_file() for one in folder.rglob("*")) - 2


def test_every_reference_within_the_crate_is_to_something_in_it(folder: Path) -> None:
    graph = json.loads((folder / METADATA).read_text(encoding="utf-8"))["@graph"]
    there = {one["@id"] for one in graph}

    def references(value: Any) -> set[str]:
        if isinstance(value, dict):
            return {value["@id"]}
        return {one for item in value for one in references(item)} if type(value) is list else set()

    used = {one for entity in graph for value in entity.values() for one in references(value)}
    assert {
        one for one in used - there if not one.startswith("https://w3id.org/ro/crate/")
    } == set()


def test_without_the_extra_there_is_one_line_and_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    records.write(tmp_path, records.golden(1))
    monkeypatch.setitem(sys.modules, "rocrate", None)
    monkeypatch.setattr("sys.argv", ["compare.py", "report", str(tmp_path), "--crate"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "error: --crate needs rocrate: uv sync --extra crate\n"
    assert [one.name for one in tmp_path.iterdir()] == ["runs.jsonl"]
