"""Boards and solutions as pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from queens import Board, draw
from queens.forms.svg import BLOCKED, CROWN, GIVEN, INK
from tests.strategies import boards

SVG = "{http://www.w3.org/2000/svg}"


def crowns(picture: str) -> dict[tuple[int, int], str]:
    """Return the colour of each crown by its square."""
    found = {}
    for path in ElementTree.fromstring(picture).iter(f"{SVG}path"):
        if path.get("d") == CROWN:
            x, y = path.get("transform", "").partition("(")[2].partition(")")[0].split()
            found[int(float(y)), int(float(x))] = path.get("fill", "")
    return found


def title(picture: str) -> str | None:
    return ElementTree.fromstring(picture).findtext(f"{SVG}title")


def test_a_solution_is_drawn_with_its_queens() -> None:
    picture = draw((1, 3, 0, 2))._repr_svg_()
    assert crowns(picture) == {(0, 1): INK, (1, 3): INK, (2, 0): INK, (3, 2): INK}
    assert title(picture) == "Solution, n = 4: columns 1 3 0 2"


def test_queens_that_attack_each_other_are_no_solution() -> None:
    assert title(draw((0, 1, 2, 3)).svg()) == "Queens, n = 4: columns 0 1 2 3"
    assert crowns(draw((np.int64(2),), Board(4)).svg()) == {(0, 2): INK}


@settings(max_examples=50)
@given(boards())
def test_a_board_draws_itself(board: Board) -> None:
    picture = board._repr_svg_()
    assert crowns(picture) == dict.fromkeys(board.placed, GIVEN)
    fills = Counter(rect.get("fill") for rect in ElementTree.fromstring(picture).iter(f"{SVG}rect"))
    assert fills[BLOCKED] == len(board.blocked)
    assert title(picture) == f"Board, {board}"


@pytest.mark.parametrize("wrong", [(0, 4, 1, 2), (-1, 0, 1, 2), (0, 1, 2, 3, 1.5)])
def test_what_is_no_row_of_columns_is_refused(wrong: tuple) -> None:
    with pytest.raises(ValueError, match="queens must be columns from 0 to"):
        draw(wrong)


def test_the_empty_board_has_a_picture() -> None:
    assert title(Board(0)._repr_svg_()) == "Board, n = 0"


def test_a_solution_keeps_the_colour_of_placed_queens() -> None:
    board = Board(4, placed=[(0, 1)], blocked=[(3, 3)])
    assert crowns(draw((1, 3, 0, 2), board).svg())[0, 1] == GIVEN
