"""Records read back: what was written, and what is refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from explain.reading import from_json, read
from explain.record import Kind, RecordError, to_json, write
from explain.recorder import record
from queens import Board


def four() -> dict[str, Any]:
    return json.loads(json.dumps(to_json(record(Board(4), ["alldifferent"]))))


def test_a_record_written_is_read_back(tmp_path: Path) -> None:
    whole = record(
        Board(5, placed=[(0, 1)], blocked=[(3, 3)]), ["bitmasks", "alldifferent", "original_cp"]
    )
    write(whole, tmp_path / "five.json")
    assert read(tmp_path / "five.json") == whole


def changed(path: list[Any], value: Any) -> dict[str, Any]:
    data = four()
    target: Any = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    return data


S = ["searches", 0]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], r"\$: \[\] is not of type 'object'"),
        ({"format": "x"}, r"'schema_version' is a required property"),
        (changed(["format"], "other"), r"\$.format: 'queens-compare/search' was expected"),
        (changed(["schema_version"], 2), r"\$.schema_version: 1 was expected"),
        (changed(["board", "n"], 99), r"\$.board.n: 99 is greater than the maximum of 64"),
        (changed(["board", "placed"], [[4, 0]]), r"placed square \(4, 0\) is off the board"),
        (changed(["searches"], []), r"\$.searches: \[\]"),
        (changed([*S, "task"], "some"), r"task: 'some' is not one of \['all', 'one'\]"),
        (changed([*S, "steps", 0], [0, 0, "1"]), r"steps\[0\]\[2\]: '1' is not of type 'integer'"),
        (changed([*S, "steps", 0], [11, 0]), "step 0: there is no kind 11"),
        (changed([*S, "steps", 0], [0, 0, 1]), "step 0: a decision has 4 numbers, got 3"),
        (changed([*S, "steps", 0], [8, 0, 1]), "step 0: a solution has 6 numbers, got 3"),
        (changed([*S, "steps", 0], [8, 0, 1, 3, 0, 9]), "step 0: 9 is out of range in a solution"),
        (changed([*S, "steps", 0], [0, 0, 4, 0]), "step 0: 4 is out of range in a decision"),
        (changed([*S, "steps", 0], [0, 999, 1, 1]), "step 0: 999 is out of range in a decision"),
        (changed([*S, "steps", 0], [7, 0, 1, 1]), r"step 0: the square \(1, 1\) is not the last"),
        (changed([*S, "steps", 0], [5, 0, 1, 1, 99]), "99 is out of range in a pruned"),
        (changed([*S, "steps", 0], [4, 0, 99]), "step 0: 99 is out of range in a propagator"),
        (changed([*S, "causes", 0], {"kind": "attack", "queen": [9, 0], "line": "up"}), "off the"),
        (changed([*S, "causes", 0], {"kind": "magic"}), "is not valid under any of the given"),
        (changed([*S, "places", 0], [[0, 999]]), "a place points at no line of its listings"),
        (changed([*S, "listings", 0, "numbers"], []), "a listing needs a number for each line"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(data: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        from_json(data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_step_must_fit_the_steps_before_it() -> None:
    data = four()
    steps = data["searches"][0]["steps"]
    first_prune = next(index for index, step in enumerate(steps) if step[0] == Kind.PRUNED)
    steps.insert(first_prune, steps[first_prune])
    with pytest.raises(RecordError, match=rf"step {first_prune + 1}: .* is not open"):
        from_json(data)


def test_two_searches_of_one_name_are_refused() -> None:
    data = four()
    data["searches"] *= 2
    with pytest.raises(RecordError, match="two of its searches have the same name"):
        from_json(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "is not JSON"), ("\x00", "is not JSON"), ("{}", "is not a record of searches")],
)
def test_a_file_that_is_no_record_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "some.json"
    path.write_text(text)
    with pytest.raises(RecordError, match=f"some.json {message}"):
        read(path)
    with pytest.raises(RecordError, match=r"none\.json cannot be read: No such file"):
        read(tmp_path / "none.json")
