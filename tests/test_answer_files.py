"""Answers from files: what this project writes is read back, lists of others as they are meant."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.judge.answer_files import AnswerFile, AnswerFileError, read_answers
from tests import brute_force
from tests.command_line import compare

SIX = sorted(map(list, brute_force.all_solutions(6)))


def read(tmp_path: Path, name: str, content: str | bytes) -> AnswerFile:
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_answers(file)


@pytest.mark.parametrize("ending", ["jsonl", "csv", "npy", "parquet", "txt"])
@pytest.mark.parametrize("unique", [False, True])
def test_what_solve_writes_is_read_back(tmp_path: Path, ending: str, unique: bool) -> None:
    file = tmp_path / f"all.{ending}"
    if unique and ending == "npy":
        return  # that format has no column for the orbits, and solve refuses it
    done = compare("solve", "6", "-o", file, *(["--unique"] if unique else []))
    assert done.returncode == 0, done.stderr
    found = read_answers(file)
    assert (found.n, found.base) == (6, 0)
    assert sorted(found.answers) == (SIX[:1] if unique else SIX)


@pytest.mark.parametrize("form", ["boards", "strings", "columns", "jsonl", "csv"])
@pytest.mark.parametrize("unique", [False, True])
def test_what_solve_prints_is_read_back(tmp_path: Path, form: str, unique: bool) -> None:
    done = compare("solve", "6", "--format", form, *(["--unique"] if unique else []))
    name = "a.csv" if form == "csv" else "a.txt"
    found = read(tmp_path, name, done.stdout)
    assert sorted(found.answers) == (SIX[:1] if unique else SIX)


@pytest.mark.parametrize(
    ("content", "answers", "base"),
    [
        ("2 4 1 3\n3 1 4 2\n", [[1, 3, 0, 2], [2, 0, 3, 1]], 1),
        ("[2, 4, 1, 3]\n[3, 1, 4, 2]", [[1, 3, 0, 2], [2, 0, 3, 1]], 1),
        ("2413\n3142\n", [[1, 3, 0, 2], [2, 0, 3, 1]], 1),
        ("1302\r\n2031\r\n", [[1, 3, 0, 2], [2, 0, 3, 1]], 0),
        ("(1, 3, 0, 2)\n(2, 0, 3, 1)\n", [[1, 3, 0, 2], [2, 0, 3, 1]], 0),
        (".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n", [[1, 3, 0, 2], [2, 0, 3, 1]], 0),
        ("_ Q _ _\n_ _ _ Q\nQ _ _ _\n_ _ Q _\n", [[1, 3, 0, 2]], 0),
        ("[[1, 3, 0, 2], [2, 0, 3, 1]]", [[1, 3, 0, 2], [2, 0, 3, 1]], 0),
        ('[[".Q..","...Q","Q...","..Q."]]', [[1, 3, 0, 2]], 0),
        ("1 3 0 x\n1 3 0 2\n", [[1, 3, 0, "x"], [1, 3, 0, 2]], 0),
        (".Q..\n.Q.Q\nQ...\n..Q.\n", [[1, None, 0, 2]], 0),
    ],
)
def test_lists_from_elsewhere(
    tmp_path: Path, content: str, answers: list[list[int]], base: int
) -> None:
    found = read(tmp_path, "list.txt", content)
    assert (found.answers, found.n, found.base) == (answers, 4, base)


def test_csv_with_a_header_and_without(tmp_path: Path) -> None:
    assert read(tmp_path, "a.csv", "1,3,0,2\n2,0,3,1\n").answers == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert read(tmp_path, "b.csv", "a,b,c,d\n1,3,0,2\n").answers == [[1, 3, 0, 2]]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.npy", b"no array", "no array"),
        ("a.parquet", b"no parquet", "no Parquet file"),
        ("a.jsonl", "[1, 2\n", "line 1 is not JSON"),
        ("a.json", "{}", "a list of answers"),
        ("a.txt", "", "no answers"),
        ("a.txt", b"\xff\xfe\x00", "not text"),
    ],
)
def test_a_broken_file_is_said_in_one_line(
    tmp_path: Path, name: str, content: str | bytes, says: str
) -> None:
    with pytest.raises(AnswerFileError) as caught:
        read(tmp_path, name, content)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_array_of_objects_is_never_unpickled(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([[{"a": 1}]], dtype=object), allow_pickle=True)
    with pytest.raises(AnswerFileError, match="no array of numbers"):
        read_answers(tmp_path / "a.npy")


@settings(max_examples=300)
@given(
    st.sampled_from([".txt", ".csv", ".json", ".jsonl", ".npy", ".parquet"]), st.binary(max_size=60)
)
def test_any_bytes_are_read_or_refused_in_one_line(ending: str, content: bytes) -> None:
    file = Path(f"/dev/shm/queens-answers{ending}")
    try:
        file.write_bytes(content)
        read_answers(file)
    except AnswerFileError as error:
        assert "\n" not in str(error)
    finally:
        file.unlink(missing_ok=True)


@settings(max_examples=200)
@given(st.data())
def test_damaged_text_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = data.draw(
        st.sampled_from(["1302\n2031\n", "1 3 0 2\n", json.dumps(SIX), ".Q..\n...Q\nQ...\n..Q.\n"])
    )
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text(max_size=4)) + text[at + data.draw(st.integers(0, 3)) :]
    file = tmp_path_factory.mktemp("answers") / "a.txt"
    file.write_text(text, encoding="utf-8", errors="replace")
    check_read_or_refused(file)


def check_read_or_refused(file: Path) -> None:
    try:
        read_answers(file)
    except AnswerFileError as error:
        assert str(error)
        assert "\n" not in str(error)
