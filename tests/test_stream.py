"""Solutions in files and streams: all of them, in bounded memory, and never half a file."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from harness.deliver.files import TextWriter
from harness.deliver.formats import FORMATS
from harness.deliver.sink import Enough, Sink, open_file
from queens import Board, Queens, canonical, known_count, orbit_size, symmetries, text_board
from queens.known import FUNDAMENTAL
from queens.registry import ROOT
from queens.symmetry import symmetries_of
from tests import brute_force, rules

SIX = sorted(brute_force.all_solutions(6))


def as_text(name: str, solutions: list[Queens], board: Board, is_unique: bool = False) -> str:
    stream = io.StringIO()
    writer = TextWriter(stream, FORMATS[name](board, is_unique))
    sink = Sink(writer, board, is_unique, None)
    for queens in solutions:
        sink.take(queens)
    sink.write_waiting()
    writer.close(is_whole=True)
    return stream.getvalue()


def test_the_text_formats() -> None:
    board = Board(4)
    two = [(1, 3, 0, 2), (2, 0, 3, 1)]
    assert as_text("strings", two, board) == "1302\n2031\n"
    assert as_text("columns", two, board) == "1 3 0 2\n2 0 3 1\n"
    assert as_text("jsonl", two, board) == "[1, 3, 0, 2]\n[2, 0, 3, 1]\n"
    assert as_text("csv", two, board) == "row_0,row_1,row_2,row_3\n1,3,0,2\n2,0,3,1\n"
    assert as_text("boards", two, board) == f"{text_board(two[0])}\n\n{text_board(two[1])}\n\n"


def test_the_text_formats_of_fundamental_solutions() -> None:
    board = Board(5)
    five = sorted(brute_force.all_solutions(5))
    assert as_text("strings", five, board, is_unique=True) == "02413 8\n14203 2\n"
    assert as_text("columns", five, board, is_unique=True) == "0 2 4 1 3 (8)\n1 4 2 0 3 (2)\n"
    assert as_text("csv", five, board, is_unique=True).splitlines()[1:] == [
        "0,2,4,1,3,8",
        "1,4,2,0,3,2",
    ]
    lines = as_text("jsonl", five, board, is_unique=True).splitlines()
    assert [json.loads(line) for line in lines] == [
        {"queens": [0, 2, 4, 1, 3], "orbit_size": 8},
        {"queens": [1, 4, 2, 0, 3], "orbit_size": 2},
    ]
    assert as_text("boards", five, board, is_unique=True).count("orbit of") == 2


def test_no_solution_is_text_too() -> None:
    assert as_text("jsonl", [], Board(3)) == ""
    assert as_text("csv", [], Board(3)) == "row_0,row_1,row_2\n"
    assert as_text("strings", [], Board(3)) == ""


def test_blocked_squares_show() -> None:
    board = Board(4, [], [(0, 0)])
    assert as_text("boards", [(1, 3, 0, 2)], board).startswith("# Q . .\n")


def test_strings_refuse_more_rows_than_digits() -> None:
    assert as_text("strings", [tuple(range(36))], Board(36))[:-1].endswith("xyz")
    with pytest.raises(ValueError, match=r"at most 36, got 37"):
        FORMATS["strings"](Board(37))


def save(path: Path, blocks: list[object], board: Board) -> None:
    writer = open_file(path, board)
    for block in blocks:
        writer.write(block)
        assert not path.exists()
    writer.close(is_whole=True)
    assert list(path.parent.iterdir()) == [path]


def read(path: Path, n: int) -> list[Queens]:
    if path.suffix == ".npy":
        return [tuple(row) for row in np.load(path).tolist()]
    if path.suffix == ".jsonl":
        return [tuple(json.loads(line)) for line in path.read_text().splitlines()]
    if path.suffix == ".csv":
        header, *rows = csv.reader(path.open())
        assert header == [f"row_{row}" for row in range(n)]
        return [tuple(map(int, row)) for row in rows]
    if path.suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        return [tuple(row.values()) for row in parquet.read_table(path).to_pylist()]
    boards = path.read_text().split("\n\n")[:-1]
    return [tuple(line.split().index("Q") for line in board.splitlines()) for board in boards]


endings = pytest.mark.parametrize("ending", ["jsonl", "csv", "npy", "parquet", "txt"])


@endings
def test_what_is_saved_is_read_back(ending: str, tmp_path: Path) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"six.{ending}"
    save(path, [SIX[:1], np.array(SIX[1:], dtype=np.uint8)], Board(6))
    assert read(path, 6) == SIX


@endings
@pytest.mark.parametrize("n", [1, 3])
def test_one_square_and_no_solution(ending: str, n: int, tmp_path: Path) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"few.{ending}"
    solutions = sorted(brute_force.all_solutions(n))
    save(path, [solutions], Board(n))
    assert read(path, n) == solutions


@pytest.mark.parametrize(("n", "kind"), [(256, np.uint8), (257, np.uint16), (70_000, np.uint32)])
def test_columns_fit_their_type(n: int, kind: type, tmp_path: Path) -> None:
    path = tmp_path / "wide.npy"
    save(path, [[tuple(range(n))]], Board(n))
    assert np.load(path).dtype == kind
    assert read(path, n) == [tuple(range(n))]


def test_orbit_sizes_in_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "five.parquet"
    writer = open_file(path, Board(5), with_orbits=True)
    writer.write([(0, 2, 4, 1, 3), (1, 4, 2, 0, 3)], [8, 2])
    writer.close(is_whole=True)
    assert parquet.read_table(path)["orbit_size"].to_pylist() == [8, 2]


@endings
def test_a_file_that_is_not_whole_keeps_its_partial_name(ending: str, tmp_path: Path) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"six.{ending}"
    path.write_text("from before")
    writer = open_file(path, Board(6))
    writer.write(SIX[:2])
    writer.close(is_whole=False)
    assert path.read_text() == "from before"
    partial = path.with_name(path.name + ".partial")
    renamed = partial.rename(path.with_name("cut" + path.suffix))
    assert read(renamed, 6) == SIX[:2]


def test_abandoned_files_are_deleted_or_kept(tmp_path: Path) -> None:
    assert open_file(tmp_path / "a.csv", Board(4)).abandon(keep=False) is None
    assert list(tmp_path.iterdir()) == []
    kept = open_file(tmp_path / "a.csv", Board(4)).abandon(keep=True)
    assert kept == tmp_path / "a.csv.partial"
    assert list(tmp_path.iterdir()) == [kept]


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("a.xlsx", {}, "a.xlsx must end in one of .jsonl, .csv, .txt, .npy, .parquet"),
        ("a", {}, "a must end in one of .jsonl"),
        (".", {}, "is a folder"),
        ("no/such/a.csv", {}, "cannot be written: No such file or directory"),
        ("a.npy", {"with_orbits": True}, "write .csv"),
    ],
)
def test_what_cannot_be_written_is_said(
    name: str, options: dict[str, int], says: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError) as caught:
        open_file(tmp_path / name, Board(4), **options)
    assert says in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_parquet_without_pyarrow_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"needs pyarrow: pip install 'queens-compare\[parquet\]'"):
        open_file(tmp_path / "a.parquet", Board(4))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_written_to_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    came: list[str] = []
    reader = threading.Thread(target=lambda: came.append(pipe.read_text()))
    reader.start()
    writer = open_file(pipe, Board(4))
    writer.write([(1, 3, 0, 2)])
    writer.close(is_whole=True)
    reader.join()
    assert came == ["row_0,row_1,row_2,row_3\n1,3,0,2\n"]
    assert pipe.is_fifo()


GROWTH = """
import sys, resource
from pathlib import Path
import numpy as np
from harness.deliver.sink import open_file
from queens import Board
writer = open_file(Path(sys.argv[1]), Board(15))
block = np.random.default_rng(0).integers(0, 15, (int(sys.argv[2]), 15), dtype=np.uint8)
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
for _ in range(15): writer.write(block)
before = peak()
for _ in range(135): writer.write(block)
writer.close(True)
print(peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory in these units")
@pytest.mark.parametrize(("ending", "rows"), [("parquet", 20_000), ("npy", 20_000), ("csv", 4_000)])
def test_memory_does_not_grow_with_the_file(ending: str, rows: int, tmp_path: Path) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    done = subprocess.run(
        [sys.executable, "-c", GROWTH, tmp_path / f"big.{ending}", str(rows)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    # nine tenths of 3,000,000 solutions are 40 MB; of 600,000, as text, 18 MB
    assert int(done.stdout) < (12 if ending == "csv" else 20)


def picks(board: Board, solutions: list[Queens]) -> dict[Queens, int]:
    """Return the solutions that are written of these, each with the size of its orbit."""
    rows = csv.reader(as_text("csv", solutions, board, is_unique=True).splitlines()[1:])
    return {tuple(map(int, row[:-1])): int(row[-1]) for row in rows}


@pytest.mark.parametrize("n", range(1, 9))
def test_one_of_each_orbit_is_picked(n: int) -> None:
    picked = list(picks(Board(n), list(brute_force.all_solutions(n))))
    assert len(picked) == FUNDAMENTAL[n]
    assert picked == [queens for queens in picked if queens == canonical(queens)]
    assert sum(map(orbit_size, picked)) == known_count(Board(n))


@settings(max_examples=60)
@given(rules.ruled_boards())
def test_one_of_each_orbit_under_the_symmetries_of_the_board(board: Board) -> None:
    solutions = rules.solutions(board)
    picked = picks(board, list(solutions))
    orbits = [{symmetries(queens)[number] for number in symmetries_of(board)} for queens in picked]
    assert set().union(*orbits) == solutions
    assert sum(map(len, orbits)) == len(solutions)
    assert list(picked.values()) == list(map(len, orbits))


def test_a_placed_queen_leaves_fewer_symmetries() -> None:
    board = Board(8, [(0, 3)])
    assert len(picks(board, list(brute_force.solutions(board)))) == 18


@pytest.mark.parametrize("as_blocks", [False, True])
@pytest.mark.parametrize("is_unique", [False, True])
def test_the_limit_is_of_what_is_written(as_blocks: bool, is_unique: bool) -> None:
    board, stream = Board(6), io.StringIO()
    five = sorted(brute_force.all_solutions(6)) * 3
    sink = Sink(TextWriter(stream, FORMATS["strings"](board)), board, is_unique, 3)
    with pytest.raises(Enough):
        if as_blocks:
            sink.take_block(np.array(five, dtype=np.uint8))
        else:
            for queens in five:
                sink.take(queens)
    assert len(stream.getvalue().splitlines()) == sink.writer.count == 3
    assert sink.found_count == (9 if is_unique else 3)


def test_a_write_that_fails_in_a_tick_is_raised_at_the_next_solution() -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    board = Board(4)
    sink = Sink(TextWriter(Full(), FORMATS["strings"](board)), board, False, None)
    sink.take((1, 3, 0, 2))
    sink.tick()
    with pytest.raises(OSError, match="No space"):
        sink.take((2, 0, 3, 1))
