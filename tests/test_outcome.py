"""How a solve or a count ended: a kind and figures, whatever words are printed for it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from commands.shared.ending import EXIT_CODES
from harness.deliver.count import Counting
from harness.deliver.outcome import CannotStart, Ending, Outcome
from harness.deliver.parts import Spread
from harness.deliver.solve import Request
from harness.deliver.solve import run as solve
from queens import Board
from queens.names import resolve_approach
from queens.registry import Approach

BITMASKS = resolve_approach("bitmasks")

ANSWERS = {
    "gives up": ("raise queens.GaveUp('lost')", Ending.GAVE_UP),
    "cannot": ("raise queens.Unsupported('not this board')", Ending.UNSUPPORTED),
    "is wrong": ("return (0, 1, 2, 3)", Ending.WRONG),
    "finds nothing where there is something": ("return None", Ending.MISCOUNTED),
    "finds one": ("return (1, 3, 0, 2)", Ending.FIRST),
}


def never(outcome: Outcome) -> None:
    raise AssertionError(outcome)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "solutions.jsonl"


def test_every_ending_has_an_exit_code() -> None:
    assert set(EXIT_CODES) == set(Ending)


@pytest.mark.parametrize(("answer", "ending"), ANSWERS.values(), ids=ANSWERS)
def test_the_first_solution(
    answer: str, ending: Ending, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path.parent / "own_folder").mkdir()
    own = path.parent / "own_folder" / "own.py"
    own.write_text(f"import queens\ndef solve_one(board):\n    {answer}\n")
    monkeypatch.syspath_prepend(path.parent)
    for name in ("own_folder", "own_folder.own"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    approach = Approach("own", "own_folder")
    outcome = solve(Request(approach, Board(4), is_first=True, output=path), never)
    assert (outcome.ending, outcome.approach) == (ending, "own")
    assert outcome.count == (1 if ending is Ending.FIRST else 0)
    assert path.exists() == (ending in (Ending.FIRST, Ending.MISCOUNTED))


@pytest.mark.parametrize("spread", [None, Spread(2, depth=1)])
@pytest.mark.parametrize(
    ("limit", "ending", "written"), [(5, Ending.LIMIT, 5), (93, Ending.COMPLETE, 92)]
)
def test_the_limit(
    limit: int, ending: Ending, written: int, spread: Spread | None, path: Path
) -> None:
    request = Request(BITMASKS, Board(8), limit=limit, output=path, spread=spread)
    outcome = solve(request, never)
    assert (outcome.ending, outcome.count, outcome.published) == (ending, written, 92)
    assert outcome.file == path
    assert len(path.read_text().splitlines()) == written


def test_a_count_out_of_time() -> None:
    outcome = Counting(BITMASKS, Board(17), never, Spread(1, depth=3), time_limit_s=1.0).run()
    assert (outcome.ending, outcome.limit) == (Ending.OUT_OF_TIME, 1.0)
    assert outcome.parts is not None
    assert outcome.parts[0] < outcome.parts[1]
    assert outcome.digest is None


def test_what_cannot_be_started(path: Path) -> None:
    path.write_text("a note\n")
    with pytest.raises(CannotStart, match=r"solutions\.jsonl"):
        Counting(BITMASKS, Board(8), never, Spread(checkpoint=path)).run()
    with pytest.raises(CannotStart, match=r"no/such"):
        solve(Request(BITMASKS, Board(8), output=Path("no/such/file.csv")), never)
