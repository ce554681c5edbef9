"""The classroom's exercises: right answers pass, typical wrong ones are told what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from classroom.answers import grade
from classroom.site import EXERCISES, exercise

ORDER = (
    "linear_scan",
    "three_flag_lists",
    "taking_back",
    "bitmasks",
    "mirror_symmetry",
    "forward_checking",
    "smallest_domain_first",
    "hall_set",
    "region_puzzle",
    "your_own",
)
GIVEN = {one["name"]: one for one in map(exercise, sorted(EXERCISES.glob("*.md")))}

SCAN_UP = "        if other + above == column + row:\n            return False\n"
FLAGS_TEST = "            if columns[column] or up[row + column] or down[row - column]:"
FLAGS_SET = "            columns[column] = up[row + column] = down[row - column] = True"
FLAGS_BACK = "            columns[column] = up[row + column] = down[row - column] = False"
SHIFTS = "place(row + 1, columns | lowest, (up | lowest) << 1, (down | lowest) >> 1)"
IMAGE = (
    "            if is_symmetric and 2 * queens[0] != n - 1:\n"
    "                on_solution(tuple(n - 1 - column for column in queens))"
)
MIDDLE_TWICE = IMAGE.replace(" and 2 * queens[0] != n - 1", "")
DIAGONALS = "{column, column + other - row, column - other + row}"
HALL = "for other in set(range(board.n)) - {*rows}:\n                    domains[other] -= columns"
SUPPORT = """all(attacks(board, (row, column), s) for s in group) and domains[row].discard(column)
    return None


def all_of(board, domains):
    before = None
    while before != domains:
        before = [set(domain) for domain in domains]
        once(board, domains)
"""

# an exercise, and what is replaced in its start code
RIGHT: dict[str, list[tuple[str, str]]] = {
    "linear_scan": [("        # one more line of attack is missing here\n", SCAN_UP)],
    "three_flag_lists": [
        ("            if columns[column]:", FLAGS_TEST),
        ("            columns[column] = True", FLAGS_SET),
        ("            columns[column] = False", FLAGS_BACK),
    ],
    "taking_back": [
        (
            "columns[column] = up[row + column] = False",
            "columns[column] = up[row + column] = down[row - column + n] = False",
        )
    ],
    "bitmasks": [("place(row + 1, columns | lowest, up | lowest, down | lowest)", SHIFTS)],
    "mirror_symmetry": [("            # the mirror image is missing here", IMAGE)],
    "forward_checking": [("{column}\n", f"{DIAGONALS}\n")],
    "smallest_domain_first": [
        ("row = min(domains)", "row = min(domains, key=lambda row: domains[row].bit_count())")
    ],
    "hall_set": [("pass", HALL)],
    "region_puzzle": [
        ("def propagate", "def once"),
        ("                pass\n", f"                {SUPPORT}"),
        ("def all_of", "def propagate"),
    ],
}
WRONG: list[tuple[str, list[tuple[str, str]], str]] = [
    ("linear_scan", [], "Up diagonals"),
    ("three_flag_lists", [], "No diagonal is tested"),
    ("taking_back", [], "down (column - row), is not taken back"),
    ("bitmasks", [], "No diagonal is tested"),
    ("mirror_symmetry", [], "1 of 2 solutions is missing."),
    (
        "mirror_symmetry",
        [("            # the mirror image is missing here", MIDDLE_TWICE)],
        "Solutions come more than once: 12 delivered, 10 different.",
    ),
    (
        "mirror_symmetry",
        [("(n + 1) // 2", "n")],
        "Right, but on n = 8 it calls board.columns 1,965 times; the search that the exercise "
        "asks for needs at most 1,200.",
    ),
    ("forward_checking", [], "(2, 3) is still open: same up diagonal as the queen on (1, 4)."),
    (
        "forward_checking",
        [("{column}\n", f"{DIAGONALS}\n"), ("                if other != row:\n    ", "")],
        "is pruned in line 7",
    ),
    (
        "smallest_domain_first",
        [],
        "Right, but on n = 8 it calls board.attacked_from 2,056 times",
    ),
    ("hall_set", [], "is still open: row"),
    (
        "hall_set",
        [("pass", "return [set(columns) for row in rows]")],
        "propagate returned a list: prune the sets in place.",
    ),
    ("hall_set", [("pass", "domains[0] = {0, 1, 2, 3, 4, 5}")], "that were not open"),
    ("hall_set", [("pass", "rows.fail")], "It crashed: AttributeError"),
    ("hall_set", [("pass", "domains.append(columns)")], "There were 4 domains, one a row"),
    ("hall_set", [("pass", "domains[:] = [columns] * 4")], "is pruned in line 10"),
    ("hall_set", [("pass", HALL.replace(" - {*rows}", ""))], "is pruned in line 11"),
    ("hall_set", [("== size", "<= size + 1"), ("pass", HALL)], "is pruned in line 11"),
    ("region_puzzle", [], "the puzzle is solved when each row has one square left"),
    (
        "region_puzzle",
        [("                pass\n", f"                {SUPPORT.partition(' and ')[0]}\n")],
        "the puzzle is solved when",
    ),
    (
        "region_puzzle",
        [
            ("                pass\n", f"                {SUPPORT.partition('    return')[0]}"),
            ("one != other and ", ""),
        ],
        "is pruned in line 22, and a solution has a queen there",
    ),
]


def graded(name: str, changes: list[tuple[str, str]]) -> tuple[dict[str, Any], list[Any]]:
    source, said = GIVEN[name]["start"], []
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    verdict = grade(source, GIVEN[name]["check"], said.append)
    return verdict, [part["board"] for part in said if "board" in part]


def test_the_exercises_come_in_this_order() -> None:
    assert tuple(GIVEN) == ORDER


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_solution_passes(name: str) -> None:
    verdict, boards = graded(name, RIGHT[name])
    assert (verdict["passed"], verdict["slip"]) == (True, "")
    assert all(board["passed"] for board in boards)


@pytest.mark.parametrize(("name", "changes", "words"), WRONG)
def test_a_wrong_one_is_told_what_is_wrong(
    name: str, changes: list[tuple[str, str]], words: str
) -> None:
    verdict, boards = graded(name, changes)
    told = [finding["text"] for board in boards for finding in board["findings"]]
    assert not verdict["passed"]
    assert words in " ".join([verdict["slip"], *told])
