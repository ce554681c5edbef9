"""The catalogue of slips: each is named, once and right, and nothing that is right gets a name.

All programs with slips: `python -m experiments.slip_names`; here a sample of them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from experiments.slip_names import CHANGES, named, outcome, programs
from experiments.slips.styles import STYLES
from harness.judge.diagnosis import slip_in_words
from harness.slips.catalogue import CATALOGUE, SLIPS
from harness.slips.naming import Seen, name_slip
from queens import Board
from queens.registry import ROOT
from tests import brute_force

PROGRAMS = list(programs())
SAMPLE = PROGRAMS[::11]


def test_every_slip_has_a_name_of_its_own_and_a_program_that_is_named() -> None:
    assert len(SLIPS) == len(CATALOGUE) >= 90
    of_other_rules = {"region_untested", "touching_untested", "rule_ignored"}
    rare = {"one_for_each_first_two", "domains_restored_too_far", "one_up_to_rotation"}
    assert set(SLIPS) - set(CHANGES) == of_other_rules | rare


@pytest.mark.parametrize("program", SAMPLE, ids=lambda one: f"{one.slip}-{one.style}")
def test_a_slip_is_named_right(program: object) -> None:
    assert outcome(program)[0] in ("right", "one of several")  # type: ignore[arg-type]


@pytest.mark.parametrize("slip", ["up_mark_kept", "down_mark_kept"])
def test_a_diagonal_mark_not_taken_back_is_named_once_in_each_of_five_styles(slip: str) -> None:
    five = [one for one in PROGRAMS if one.slip == slip]
    assert [one.style for one in five] == ["sets", "flags", "masks", "loop", "text"]
    for program in five:
        naming = named(program.source)
        assert naming is not None
        assert (naming.name, naming.line is not None) == (slip, True), program.style
        line = program.source.splitlines()[(naming.line or 0) - 1]
        assert "row" in line or "up" in line or "down" in line
        assert slip_in_words(naming).count("not taken back") == 1


@pytest.mark.parametrize("style", STYLES)
def test_a_right_search_gets_no_name(style: str) -> None:
    assert named(STYLES[style]) is None


@pytest.mark.parametrize(
    "name", ["linear_scan", "boolean_flags", "attack_sets", "bitmasks", "half_board", "first_fail"]
)
def test_a_registered_search_gets_no_name(name: str) -> None:
    assert named((ROOT / "handwritten" / f"{name}.py").read_text()) is None


def test_answers_that_no_slip_explains_get_no_name() -> None:
    def wrong(board: Board, earlier: tuple[Board, ...] = ()) -> Seen:
        found = [list(queens) for queens in brute_force.solutions(board)]
        return Seen(board, found[1::2])

    assert name_slip([wrong(Board(n)) for n in range(4, 8)], wrong) is None


def seen_by(search: Callable[[Board], list[list[int]]]) -> Callable[..., Seen]:
    """Return what calls a search."""
    return lambda board, earlier=(): Seen(board, search(board))


def test_a_name_holds_for_boards_that_came_out_right_too() -> None:
    """A search that goes wrong on one size only has none of the slips that go wrong there."""

    def search(board: Board) -> list[list[int]]:
        found = [list(queens) for queens in brute_force.solutions(board)]
        return found[:1] if board.n == 6 and board.is_plain else found

    call = seen_by(search)
    assert name_slip([call(Board(n)) for n in range(4, 8)], call) is None


def test_the_catalogue_is_described() -> None:
    text = (ROOT / "docs" / "check.md").read_text()
    assert [slip.name for slip in CATALOGUE if f"`{slip.name}`" not in text] == []
