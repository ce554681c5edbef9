"""The optional solvers: the failures their docstrings claim, and what they leave behind."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path

import psutil
import pytest

from harness.campaign.drawn_boards import parse_boards
from queens import Board, Queens, first_solution, is_solution


class StopHereError(Exception):
    """Raised by a callback."""


def stop(queens: Queens) -> None:
    raise StopHereError


@pytest.mark.parametrize(
    ("name", "n", "failures"),
    [
        ("choco_bounds", 8, 304),  # as the original CP solver, and Gecode with bounds
        ("choco_bounds", 10, 5_355),
        ("choco", 8, 289),  # as Gecode with domain
        ("choco", 10, 4_887),
    ],
)
def test_choco_fails_with_the_rows_in_order_as_others_do(name: str, n: int, failures: int) -> None:
    pytest.importorskip("pychoco")
    model, queens = importlib.import_module(f"models.{name}").build(Board(n))
    solver = model.get_solver()
    solver.set_input_order_lb_search(*queens)
    while solver.solve():
        pass
    assert solver.get_fail_count() == failures


def test_arc_consistency_completes_a_board_that_bounds_consistency_does_not() -> None:
    choco = pytest.importorskip("models.choco", exc_type=ImportError)
    (board,) = parse_boards("completion:n=200,placed=150,seed=8")
    assert is_solution(board, first_solution(choco.solve_all, board) or ())
    model, queens = importlib.import_module("models.choco_bounds").build(board)
    solver = model.get_solver()
    solver.set_min_dom_lb_search(*queens)
    assert not solver.solve(fail_limit=3_000)
    assert solver.get_search_state() == "STOPPED"


@pytest.fixture
def gecode() -> object:
    if shutil.which("minizinc") is None or shutil.which("fzn-gecode") is None:
        pytest.skip("not installed: minizinc")
    from models import minizinc_gecode

    return minizinc_gecode


@pytest.mark.parametrize(("consistency", "failures"), [("domain", 289), ("bounds", 304)])
def test_gecode_has_its_own_all_different(
    gecode: object, monkeypatch: pytest.MonkeyPatch, consistency: str, failures: int
) -> None:
    model = gecode.MODEL.replace("first_fail", "input_order").replace(
        ":: domain", f":: {consistency}"
    )
    monkeypatch.setattr(gecode, "MODEL", model)
    assert gecode.solve_all(Board(8), lambda queens: None)["failures"] == failures


def test_gecode_is_gone_when_the_callback_has_raised(gecode: object) -> None:
    before = set(psutil.Process().children(recursive=True))
    with pytest.raises(StopHereError) as caught:
        gecode.solve_all(Board(14), stop)
    # while the exception, and with it the frames it came through, is still alive
    assert caught.value is not None
    assert set(psutil.Process().children(recursive=True)) <= before


@pytest.mark.timeout(60)
def test_gecode_is_ended_while_it_searches(
    gecode: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "fzn-gecode"
    solution = "queens = array1d(0..3, [1, 3, 0, 2]);\\n----------\\n"
    program.write_text(f"#!/bin/sh\nprintf '{solution}'\nexec sleep 1000\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    before = set(psutil.Process().children(recursive=True))
    with pytest.raises(StopHereError):
        gecode.solve_all(Board(4), stop)
    assert set(psutil.Process().children(recursive=True)) <= before


def test_gecode_cut_short_is_an_error_and_not_an_answer(
    gecode: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gecode, "COMPLETE", ())
    with pytest.raises(RuntimeError, match="without saying that the list is complete"):
        gecode.solve_all(Board(6), lambda queens: None)


def test_a_model_that_does_not_compile_is_told_with_minizincs_words(
    gecode: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gecode, "MODEL", "nonsense;")
    with pytest.raises(RuntimeError, match=r"(?s)MiniZinc does not compile .* syntax error"):
        gecode.solve_all(Board(4), lambda queens: None)
