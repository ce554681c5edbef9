"""Boards from files: each format that people have is read as meant, a broken file is one line."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from queens import RULES, Board, regions, text_board
from queens.forms.data import board_from_data, board_to_data
from queens.forms.draft import BoardFileError
from queens.forms.files import read_boards
from queens.forms.parameters import excluded_squares
from tests import rules

PUZZLE = ["AABB", "AABB", "CCDD", "CCDD"]
GRID = [list(row) for row in PUZZLE]


def one(text: str) -> Board:
    (board,) = read_boards(text).boards
    return board


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("_ Q _ _\n_ _ _ _\n_ _ _ _\n_ _ _ _\n", Board(4, [(0, 1)])),
        (".Q..\n....\n....\n...#", Board(4, [(0, 1)], [(3, 3)])),
        ("* Q * *\n* * * *\n* * * *\n* * * *", Board(4, [(0, 1)])),
        (". . * .\n. . . .\n* * . .\n. . . .", Board(4, (), [(0, 2), (2, 0), (2, 1)])),
        (". * . .\n. . . *\n* . . .\n. . * .", Board(4, [(0, 1), (1, 3), (2, 0), (3, 2)])),
        ("0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0", Board(4, [(0, 1)])),
        ("|Q| |\n| | |", Board(2, [(0, 0)])),
        ("\ufeffQ...\r\n....\r\n....\r\n..#.\r\n", Board(4, [(0, 0)], [(3, 2)])),
        ("letting n = 4\nletting blocks = [[1, 2], [4,\n 4]]\n", Board(4, (), [(0, 1), (3, 3)])),
        ("letting n =  4\nletting init =  [[0, 1]]\n", Board(4, [(0, 1)])),
        ("letting n be 4\nletting init be [[0,1]]", Board(4, [(0, 1)])),
        ("board(4).\nblock(1,1). block(2,2).\nblock(4,3).", Board(4, (), [(0, 0), (1, 1), (3, 2)])),
        ('{"n": 4, "placed": [[0, 1]], "blocked": [[3, 3]]}', Board(4, [(0, 1)], [(3, 3)])),
        ('{"n": 4, "blocks": [[0, 1]]}', Board(4, (), [(0, 1)])),
        ('{"n": 5, "rule": "torus"}', Board(5, rule=RULES["torus"])),
        ('[".Q..", "....", "....", "...."]', Board(4, [(0, 1)])),
        ("\n".join(PUZZLE), Board(4, rule=regions(PUZZLE))),
        ("\n".join(" ".join(row) for row in PUZZLE), Board(4, rule=regions(PUZZLE))),
        ("red,red\nblue,red", Board(2, rule=regions(["AA", "BA"]))),
        ("1 1 2\n1 3 2\n3 3 2", Board(3, rule=regions(["112", "132", "332"]))),
        (json.dumps(GRID), Board(4, rule=regions(PUZZLE))),
        (json.dumps({"size": 4, "colorRegions": GRID}), Board(4, rule=regions(PUZZLE))),
    ],
)
def test_formats(text: str, board: Board) -> None:
    assert one(text) == board


def test_the_excluded_diagonals_of_csplib() -> None:
    # the example in its documentation: [4, 1] and [5, 0] at n = 10
    board = one("n =  10\nnumdiags =  2\ndiags =  [[4, 1], [5, 0]]\n")
    up = [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]
    down = [(0, 4), (1, 5), (2, 6), (3, 7), (4, 8), (5, 9)]
    assert board == Board(10, blocked={*up, *down})
    assert one("letting n = 10\nletting sumdiags = [4]\nletting diffdiags = [4]") == board
    assert excluded_squares(10, [4], [4]) == sorted({*up, *down})


def test_several_boards_in_one_file() -> None:
    assert read_boards("Q.\n..\n\n.Q\n..\n").boards == (Board(2, [(0, 0)]), Board(2, [(0, 1)]))
    both = "letting n = 4\nletting init = [[0, 1]]\nletting n = 5\nletting blocks = [[1, 1]]\n"
    assert read_boards(both).boards == (Board(4, [(0, 1)]), Board(5, blocked=[(0, 0)]))
    lines = '{"n": 4}\n{"n": 5}\n'
    assert read_boards(lines).boards == (Board(4), Board(5))
    assert read_boards(json.dumps([{"n": 4}, {"n": 5}])).boards == (Board(4), Board(5))
    assert len(read_boards(json.dumps([GRID, GRID])).boards) == 2


def test_what_a_file_means_is_said() -> None:
    assert (
        "blocks: squares blocked, from 1"
        in read_boards("letting n=4\nletting blocks=[[1,1]]").meaning
    )
    assert "init: queens placed, from 0" in read_boards("letting n=4\nletting init=[[1,1]]").meaning
    assert "4 regions" in read_boards("\n".join(PUZZLE)).meaning
    assert "* a queen" in read_boards(".*..\n...*\n*...\n..*.").meaning


def test_a_rule_for_files_that_name_none() -> None:
    torus = RULES["torus"]
    assert read_boards("Q....\n" + ".....\n" * 4, torus).boards == (Board(5, [(0, 0)], rule=torus),)
    with pytest.raises(BoardFileError, match=r"has the rule regions .* not torus"):
        read_boards("\n".join(PUZZLE), torus)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("Q..\n..", "line 2: 2 squares where 3 are expected"),
        ("Q..\n...", "line 2: 2 rows of 3 squares"),
        ("AAB\nABB\nAAB", "3 rows need 3 regions"),
        ("letting m = 4", "expected `letting n = SIZE`"),
        (
            "letting n = 4\nletting walls = [[1, 1]]",
            "line 1: expected n, init, blocks or diags; got walls",
        ),
        ("letting n = 4\nletting blocks = [[1, 9]]", "off the board"),
        ("letting n = 4\nletting blocks = [1, 9]", "blocks must be a list of [row, column]"),
        ("n = 4\ndiags = [[9, 1]]", "a diagonal is [0 to 6, 0 or 1], got [9, 1]"),
        ("letting n = 900000", "n must be at most 20000"),
        ('{"n": 4, "placed": 3}', "placed must be a list"),
        ('{"n": 4, "rule": "chess"}', "the rules by name are queens"),
        ('{"placed": []}', "needs its size n"),
        ('{"size": 5, "colorRegions": [["A"]]}', "size is 5"),
        ("[1, 2", "line 1 is not JSON"),
        ("[" * 100_000, "nested too deep"),
        ("┏━━━┓\n┃ . ┃", "2n + 1 lines"),
        (
            "┏━━━━━━━┓\n┃ .   . ┃\n┃       ┃\n┃ .   . ┃\n┗━━━━━━━┛",
            "2 rows need 2 regions, the walls make 1",
        ),
    ],
)
def test_a_broken_file_is_said_in_one_line(text: str, says: str) -> None:
    with pytest.raises(BoardFileError) as caught:
        read_boards(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@settings(max_examples=100)
@given(st.data())
def test_the_projects_own_drawings_are_read_back(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 7))
    rule = data.draw(st.one_of(st.none(), rules.region_rules(n)))
    squares = [(row, column) for row in range(n) for column in range(n)]
    placed = data.draw(st.lists(st.sampled_from(squares), max_size=3, unique_by=lambda s: s[0]))
    free = [square for square in squares if square not in placed]
    blocked = data.draw(st.lists(st.sampled_from(free), max_size=4))
    board = Board(n, placed, blocked, *([rule] if rule else []))
    read = one(text_board((), board))
    assert (read.n, read.placed, read.blocked) == (board.n, board.placed, board.blocked)
    if rule:
        assert read.rule == _numbered_from_above(rule)


def _numbered_from_above(rule):  # type: ignore[no-untyped-def]
    return regions(rule.numberings[1].grid)


@settings(max_examples=200)
@given(rules.ruled_boards(max_n=6))
def test_json_data_is_read_back(board: Board) -> None:
    text = json.dumps(board_to_data(board))
    assert board_from_data(json.loads(text)) == board
    assert one(text) == board


SEEDS = [
    "_ Q _ _\n_ _ _ _\n_ _ _ _\n_ _ _ _\n",
    "\n".join(PUZZLE),
    text_board((), Board(4, rule=regions(PUZZLE))),
    "letting n = 4\nletting blocks = [[1, 2], [4, 4]]\n",
    "n =  10\nnumdiags =  2\ndiags =  [[4, 1], [5, 0]]\n",
    "board(4).\nblock(1,1).",
    json.dumps({"n": 4, "placed": [[0, 1]], "blocked": [], "rule": "torus"}),
    json.dumps(board_to_data(Board(4, rule=regions(PUZZLE)))),
    json.dumps({"size": 4, "colorRegions": GRID}),
]


@settings(max_examples=1500)
@given(st.data())
def test_damaged_files_are_read_or_refused_in_one_line(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(SEEDS))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 4))
        text = text[:at] + data.draw(st.text(max_size=3)) + text[at + cut :]
    check_read_or_refused(text)


@settings(max_examples=500)
@given(st.text(max_size=60))
@example("[[[]]]")
@example('[{"n": true}]')
@example('{"n": 1e400}')
@example('{"n": NaN}')
@example('{"n": 4, "rule": {"lines": [{"name": "a", "numbers": 3}], "steps": [], "name": "x"}}')
@example('{"n": 4, "rule": {"lines": 3, "steps": [[1]], "name": "x"}}')
@example('[["A", []], ["A"]]')
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    check_read_or_refused(text)


def check_read_or_refused(text: str) -> None:
    try:
        assert read_boards(text).boards
    except BoardFileError as error:
        assert str(error)
        assert "\n" not in str(error)
