"""What is told of a search beside the page: the text, the table, the tree, and the command."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, settings

from explain import words
from explain.counts import COLUMNS, STRENGTHS, table, tally
from explain.lines import line_words
from explain.record import Kind, Record, State
from explain.recorder import record
from explain.text import text
from explain.tree import Tree, never_entered
from queens import RULES, Attack, Board, HallSet, NoSupport, Reported, Rule, regions, rule_of
from tests.benchmarks.test_trace_cost import without_trace
from tests.rules import attacks
from tests.strategies import boards

STRENGTH = [
    "boolean_flags",
    "forward_checking",
    "arc_consistency",
    "bounds_consistency",
    "alldifferent",
]


@pytest.fixture(scope="module")
def eight() -> Record:
    return record(Board(8), STRENGTHS)


def figures(lines: str, name: str, occurrence: int = 0) -> list[int]:
    """Return the figures in a line of the table."""
    line = [line for line in lines.splitlines() if line.startswith(name)][occurrence]
    return [int(word.replace(",", "")) for word in line.split()[1:]]


def test_the_table_of_n_8(eight: Record) -> None:
    shown = table(eight)
    nodes = {name: figures(shown, name)[0] for name in STRENGTHS}
    assert nodes["boolean_flags"] == 2057
    assert nodes["forward_checking"] == 1725
    assert nodes["arc_consistency"] == 993
    assert nodes["bounds_consistency"] == 975
    for weaker, stronger in itertools.pairwise([*STRENGTH, "pair_consistency"]):
        assert nodes[stronger] <= nodes[weaker]
    assert {figures(shown, name)[2] for name in STRENGTHS} == {92}
    assert figures(shown, "boolean_flags")[3] == 15_720


def placements(queens: tuple[int, ...] = ()) -> int:
    """Return how many placements of n = 8 have no attack, row by row from the top."""
    row = len(queens)
    below = [
        (*queens, column)
        for column in range(8 if row < 8 else 0)
        if not any(attacks((row, column), square) for square in enumerate(queens))
    ]
    return 1 + sum(map(placements, below))


def test_a_node_is_each_queen_placed_and_one_the_start(eight: Record) -> None:
    shown = table(eight)
    assert "each queen placed, forced or not, and one for the start" in shown
    assert figures(shown, "boolean_flags")[0] == placements() == 2057
    # the family places the queen of a row that has one column left, like any other
    forced = alone = 0
    state = State(Board(8))
    for index, step in enumerate(eight["arc_consistency"].steps):
        if step[0] == Kind.DECISION:
            forced += len(state.domains[step[2]]) == 1
            alone += len(state.domains[step[2]]) > 1
        state.apply(index, step)
    assert figures(shown, "arc_consistency")[0] == 1 + forced + alone == 993
    assert 1 + alone < 993
    # the solver decides nothing about a row that has one column left
    state = State(Board(8))
    for index, step in enumerate(eight["original_cp"].steps):
        if step[0] == Kind.DECISION:
            assert len(state.domains[step[2]]) > 1
        state.apply(index, step)
    assert "a queen that propagation forces is no decision" in " ".join(shown.split())


def test_the_original_cp_solvers_own_failures_are_those_of_its_record(eight: Record) -> None:
    search = eight["original_cp"]
    assert search.counters["failures"] == 304
    assert tally(search).total["failures"] == figures(table(eight), "original_cp")[1] == 304
    assert "branches in two" in table(eight)
    assert sum(node.end == "failure" for node in Tree(Board(8), search).nodes) == 304


def test_the_table_adds_up(eight: Record) -> None:
    shown = table(eight)
    for place, column in enumerate(COLUMNS):
        if f"{column} by depth" not in shown:
            continue
        part = shown.partition(f"{column} by depth")[2].partition("\n\n")[0]
        for name in STRENGTHS:
            assert sum(figures(part, name)) == figures(shown, name)[place]
    cut = table(eight, 2)
    assert figures(cut, "boolean_flags") == figures(shown, "boolean_flags")
    assert figures(cut, "boolean_flags", 1) == [1, 8, 42]


def test_the_text_of_linear_scan_shows_every_square_it_examines() -> None:
    told = text(record(Board(4), ["linear_scan"], first_only=True))
    tests = re.findall(r"check (\d+): \((\d), (\d)\) (is free|is refused: .*)", told)
    assert [int(number) for number, *_ in tests] == list(range(1, 27))
    queens: list[tuple[int, int]] = []
    for line in told.splitlines():
        if match := re.match(r" *a queen is placed on \((\d), (\d)\)", line):
            queens.append((int(match[1]), int(match[2])))
        elif match := re.match(r" *the queen on \((\d), (\d)\)", line):
            assert queens.pop() == (int(match[1]), int(match[2]))
        elif match := re.match(r" *check \d+: \((\d), (\d)\) is (?:free|refused: (.*))", line):
            square = (int(match[1]), int(match[2]))
            cause = match[3]
            if cause:
                queen = tuple(map(int, re.findall(r"\d", cause)))
                assert queen in queens
                slope = {"column": 0, "up": 1, "down": -1}[cause.split()[1]]
                assert square[1] + slope * square[0] == queen[1] + slope * queen[0]
        if match := re.match(r"( *)(?:check|row)", line):
            assert len(match[1]) == 4 * len(queens)
    assert queens == [(0, 1), (1, 3), (2, 0), (3, 2)]
    assert told.endswith("9 nodes, 2 failures, 1 solution, 26 checks")


def test_the_text_gives_the_reason_of_each_pruned_square() -> None:
    told = text(record(Board(5), ["alldifferent"]))
    pruned = [line for line in told.splitlines() if ") is pruned" in line]
    assert len(pruned) == tally(record(Board(5), ["alldifferent"])["alldifferent"]).total["pruned"]
    reason = r"same (column|up diagonal|down diagonal) as the queen on|rows? [\d and,]+ needs? "
    assert all(re.search(rf"is pruned: ({reason})", line) for line in pruned)


REGIONS = Board(6, rule=regions(["AABBBB", "ACBBDD", "CCCDDD", "CEEEDD", "EEFFFF", "EFFFFF"]))
TORUS = Board(5, rule=RULES["torus"])
SUPER = Board(6, rule=RULES["superqueens"])
OWN = Board(
    4,
    rule=rule_of(4, "own", {"ring": lambda r, c: min(r, c, 3 - r, 3 - c)}, [(2, 3)]),
)


@pytest.mark.parametrize(
    ("board", "cause", "said"),
    [
        (Board(6), Attack((0, 3), "column"), "same column as the queen on (0, 3)"),
        (Board(6), Attack((0, 3), "up"), "same up diagonal as the queen on (0, 3)"),
        (Board(6), HallSet("column", (3, 4), (2, 5)), "rows 3 and 4 need columns 2 and 5"),
        (Board(6), HallSet("up", (3,), (5,)), "row 3 needs up diagonal 5 (row + column)"),
        (
            Board(6),
            HallSet("down", (1, 2, 4), (-1, 0, 2)),
            "rows 1, 2 and 4 need down diagonals -1, 0 and 2 (column - row)",
        ),
        (Board(6), NoSupport(4), "every column still open in row 4 is attacked from here"),
        (Board(6), Reported("original_cp"), "pruned by original_cp, which does not say why"),
        (TORUS, Attack((0, 3), "up"), "same up diagonal modulo 5 as the queen on (0, 3)"),
        (TORUS, HallSet("down", (1,), (4,)), "row 1 needs down diagonal 4 (column - row modulo 5)"),
        (SUPER, Attack((1, 3), "knight's step"), "a knight's step from the queen on (1, 3)"),
        (REGIONS, Attack((1, 1), "king's step"), "touches the queen on (1, 1)"),
        (REGIONS, Attack((1, 1), "region"), "same region C as the queen on (1, 1)"),
        (REGIONS, HallSet("region", (0, 1), (0, 1)), "rows 0 and 1 need regions A and B"),
        (
            REGIONS,
            HallSet("column", (0, 2, 5), (2, 3, 4), "region"),
            "what is open of regions A, C and F lies within columns 2 to 4, so no other region may "
            "have a queen there",
        ),
        (
            REGIONS,
            HallSet("region", (0,), (2,), "column"),
            "what is open of column 0 lies within region C, so no other column may have a queen "
            "there",
        ),
        (REGIONS, NoSupport(3, "region"), "a queen here would leave region D no square"),
        (REGIONS, NoSupport(3, "column"), "a queen here would leave column 3 no square"),
        (OWN, Attack((1, 1), "ring"), "same ring as the queen on (1, 1)"),
        (OWN, Attack((1, 0), "step of 2 and 3"), "a step of 2 and 3 from the queen on (1, 0)"),
        (OWN, HallSet("ring", (1, 2), (0, 1)), "rows 1 and 2 need rings 0 and 1"),
    ],
)
def test_causes_in_words(
    board: Board, cause: Attack | HallSet | NoSupport | Reported, said: str
) -> None:
    assert words.cause(board, cause) == said


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_each_line_says_which_squares_share_it(rule: Rule) -> None:
    board = Board(7, rule=rule)
    for one in line_words(board).values():
        if one.formula:
            left, _, modulus = one.formula.partition(" modulo ")
            for row, column in itertools.product(range(7), repeat=2):
                number = eval(left, {"row": row, "column": column})  # our own words
                assert one.line.number(row, column) == (
                    number % int(modulus) if modulus else number
                )


def visited(record_: Record, name: str) -> list[set[tuple[int, int]]]:
    """Return the placements at which a search decides, by the steps alone."""
    path: list[tuple[int, int]] = []
    found: list[set[tuple[int, int]]] = [set()]
    for step in record_[name].steps:
        if step[0] == Kind.DECISION:
            path.append((step[2], step[3]))
            found.append(set(path))
        elif step[0] == Kind.BACKTRACK:
            path.pop()
        elif step[0] == Kind.SOLUTION:
            found.append(set(enumerate(step[2:])))
    return found


@settings(max_examples=40)
@given(boards(6))
def test_what_a_stronger_search_never_enters(board: Board) -> None:
    both = record(board, ["boolean_flags", "arc_consistency"])
    plain, strong = (Tree(board, search) for search in both.searches)
    roots = never_entered(plain, strong)
    never = {node for root in roots for node in plain.below(root)}
    entered = visited(both, "arc_consistency")
    for node in plain.below(0):
        squares = set(plain.decisions(node))
        if any(squares <= one for one in entered):
            assert node not in never
    # below what is never entered lies no solution, and what is above is entered or forced
    assert not [node for node in never if plain.nodes[node].end == "solution"]
    assert never_entered(strong, plain) == []
    assert never_entered(plain, plain) == []


def test_the_tree_of_a_two_way_search_has_its_failures_as_leaves() -> None:
    search = record(Board(6), ["original_cp"])["original_cp"]
    tree = Tree(Board(6), search)
    ends = [node.end for node in tree.nodes if node.end]
    assert ends.count("failure") == search.counters["failures"]
    assert ends.count("solution") == 4
    assert len(tree) == 1 + sum(step[0] == Kind.DECISION for step in search.steps)
    assert all(not node.children for node in tree.nodes if node.end)


def test_trace_blocks_are_removed_and_nothing_else() -> None:
    source = (
        "def f(trace, other):\n    if trace and other:\n        trace.check(0, 0)\n    return 1\n"
    )
    scope: dict = {}
    exec(compile(without_trace(source), "f", "exec"), scope)  # a source of our own
    assert scope["f"](None, None) == scope["f"](object(), True) == 1
    kept = "def f(trace):\n    if trace:\n        return 1\n    else:\n        return 2\n"
    exec(compile(without_trace(kept), "f", "exec"), scope)
    assert (scope["f"](True), scope["f"](None)) == (1, 2)
