"""Region puzzles in a campaign: all agree, nodes fall with the strength, and the table says so."""

from __future__ import annotations

import pytest

from harness.campaign.drawn_boards import parse_boards
from harness.campaign.measure import measure, named_approaches
from harness.campaign.plan import Plan
from harness.judge.facts import Facts
from queens import Board
from tests.command_line import compare

BY_STRENGTH = (
    "boolean_flags",
    "forward_checking",
    "arc_consistency",
    "alldifferent",
    "group_support",
)
PUZZLES = "regions:n=7,seed=1..4"


@pytest.fixture(scope="module")
def facts() -> Facts:
    approaches = named_approaches([*BY_STRENGTH, "cp_sat", "original_cp"])
    found, _ = measure(Plan(approaches, parse_boards(PUZZLES), repetitions=1))
    assert {verdict.word for verdict in found.verdicts} == {"agree"}
    return found


def test_on_every_puzzle_nodes_fall_with_the_strength(facts: Facts) -> None:
    nodes: dict[Board, list[int]] = {}
    for cell in facts.cells:
        if cell.key.approach in BY_STRENGTH:
            nodes.setdefault(cell.board, []).append(cell.observed("nodes") or 0)
    assert len(nodes) == 4
    for falling in nodes.values():
        assert falling == sorted(falling, reverse=True)
        assert falling[0] > 2 * falling[-1] >= 2 * 8


def test_a_score_counts_the_boards_that_needed_no_decision(facts: Facts) -> None:
    scores = {score.approach: score for score in facts.scores}
    assert scores["boolean_flags"].forced == 0
    strongest = scores["group_support"]
    assert strongest.forced == strongest.nodes.count(8) > 0
    assert not scores["cp_sat"].nodes


def test_boards_with_other_counts_than_one_have_no_forced_score() -> None:
    boards = [Board(6, placed=[(0, column)]) for column in range(4)]
    found, _ = measure(Plan(named_approaches(["arc_consistency"]), boards, repetitions=1))
    (score,) = found.scores
    assert len(score.nodes) == 4
    assert score.forced is None


def test_the_table_of_drawn_boards_shows_nodes_and_reasons() -> None:
    done = compare("run", "--boards", PUZZLES, "-a", "group_support,bitmasks", "-r", "1")
    rows = [line.split() for line in done.stdout.splitlines() if line.strip()]
    assert "All solutions of 4 drawn boards, rule regions" in done.stdout
    assert ["traced", "median", "largest", "no", "decision"] in rows
    assert ["bitmasks", "0/4", "-", "-"] in rows
    assert sum(line.startswith("cannot: ") for line in done.stdout.splitlines()) == 1


def test_a_rule_for_all_sizes_is_said_once_in_the_title() -> None:
    done = compare("run", "-n", "4-7", "--rule", "torus", "-a", "boolean_flags", "-r", "1")
    heads = done.stdout.splitlines()
    assert heads[0].startswith("Time to all solutions, rule torus (")
    assert "n = 4 n = 5 n = 6 n = 7" in " ".join(done.stdout.split())
    assert "*" not in done.stdout
