"""Estimates: the trees are those of the searches, intervals hold, times are near."""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Iterator
from decimal import Decimal

import pytest

from commands.shared.figures import interval, number, time_of
from harness.deliver import progress as progress_module
from harness.deliver.progress import Progress
from harness.estimate import solutions
from harness.estimate.asymptotic import simkin, times_too_small
from harness.estimate.probing import Estimate, evenly, size_of
from harness.estimate.times import Sample, extrapolated, smaller_boards
from harness.estimate.trees import Bits, FirstFail, row_by_row, tree_of
from harness.isolation.counting_trace import CountingTrace
from queens import RULES, Board, Queens, Unsupported, known_count
from queens.registry import APPROACHES, Approach
from tests import rules
from tests.command_line import compare

# row sums of A319284, n from 0
NODES = (1, 2, 3, 6, 17, 54, 153, 552, 2_057, 8_394, 35_539, 166_926, 856_189)
WALKED = [one for one in APPROACHES if tree_of(one, Board(4)) is not None]
BOARDS = (
    *map(Board, range(8)),
    Board(6, [(0, 1)]),
    Board(6, [(2, 1)], [(4, 4)]),
    Board(5, [(0, 0), (1, 1)]),
    *(Board(5, rule=RULES[name]) for name in ("torus", "superqueens", "kings")),
)


def test_the_trees_of_fourteen_searches_are_known() -> None:
    assert len(WALKED) == 14


@pytest.mark.parametrize("approach", WALKED, ids=lambda one: one.name)
def test_a_tree_is_that_of_the_search(approach: Approach) -> None:
    module = importlib.import_module(approach.module)
    compared = 0
    for board in BOARDS:
        trace, found = CountingTrace(), list[Queens]()
        try:
            module.solve_all(board, found.append, trace)
        except Unsupported:
            continue
        tree = tree_of(approach, board)
        assert tree
        size = size_of(tree, width=10**6)
        assert size.nodes.value == 1 + trace.events["decision"], board
        assert size.solutions.value == len(found), board
        compared += 1
    assert compared >= 8


def test_what_is_narrow_is_counted() -> None:
    assert [size_of(row_by_row(Board(n)), width=10**4).nodes.value for n in range(9)] == list(
        NODES[:9]
    )


@pytest.mark.parametrize("n", [8, 10, 12])
def test_intervals_hold_nine_times_in_ten(n: int) -> None:
    sizes = [size_of(Bits(Board(n)), seed, width=12) for seed in range(40)]
    assert all(not size.nodes.is_exact for size in sizes)
    held = [size.nodes.low <= NODES[n] <= size.nodes.high for size in sizes]
    assert sum(held) >= 33
    known = known_count(Board(n))
    assert known
    held = [size.solutions.low <= known <= size.solutions.high for size in sizes]
    assert sum(held) >= 33


def test_a_seed_gives_one_estimate_and_another_another() -> None:
    tree = FirstFail(Board(12))
    assert size_of(tree, 1, width=5) == size_of(tree, 1, width=5)
    assert size_of(tree, 1, width=5) != size_of(tree, 2, width=5)


def test_even_samples_take_each_equally_often() -> None:
    chance, taken = random.Random(3), [0] * 7
    for _ in range(7_000):
        sample = evenly(list(range(7)), 3, chance)
        assert len(set(sample)) == 3
        for one in sample:
            taken[int(str(one))] += 1
    assert all(abs(count - 3_000) < 200 for count in taken)


def test_the_asymptotic_and_its_error() -> None:
    # ln of (n exp(-1.944))^n by hand: 27 (ln 27 - 1.944) = 36.4997
    assert math.isclose(float(simkin(27).ln()), 36.4997, abs_tol=1e-3)
    assert round(times_too_small(27)) == 33


def test_times_follow_a_power_of_the_nodes_within_bounds() -> None:
    samples = [Sample(Board(n), 10.0**n, 1e-6 * 10 ** (1.1 * n)) for n in (3, 4, 5)]
    assert math.isclose(extrapolated(samples, 1e7, (1.0, 1.12)), 1e-6 * 10**7.7)
    assert math.isclose(extrapolated(samples, 1e7, (1.0, 1.0)), 1e-6 * 10**7.5)
    assert extrapolated(samples, 1e308) == math.inf or extrapolated(samples, 1e308) > 1e200


def test_smaller_boards_grow_up_to_the_board() -> None:
    torus = Board(6, rule=RULES["torus"])
    assert [board.n for board in smaller_boards(torus)] == [4, 5, 6]
    board = Board(6, [(0, 1)])
    grown = list(smaller_boards(board))
    assert grown[-1] == board and len(grown) > 2
    assert [len(one.placed) for one in grown] == sorted(
        (len(one.placed) for one in grown), reverse=True
    )
    assert all(set(board.placed) <= set(one.placed) for one in grown)


@pytest.mark.parametrize(
    ("value", "said"), [(14_200, "14,200"), (Decimal("1.1412e9"), "1.14e9"), (0, "0")]
)
def test_numbers(value: Decimal, said: str) -> None:
    assert number(value) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (4e-5, "40 µs"),
        (0.0123, "12 ms"),
        (2, "2.0 s"),
        (600, "10 min"),
        (9e4, "25 h"),
        (864_000, "10 days"),
        (3.15576e11, "10,000 years"),
        (1.0e14, "3.2 million years"),
        (31_554e12, "1.0 billion years"),
        (1.8745e22, "594 trillion years"),
        (3.2e22, "more than 1,000 trillion years"),
        (math.inf, "more than 1,000 trillion years"),
    ],
)
def test_spans_of_time(seconds: float, said: str) -> None:
    assert time_of(seconds) == said


def test_intervals_in_words() -> None:
    one, none, two = Decimal(1), Decimal(0), Decimal(2)
    assert interval(Estimate(one, one, one)) == "1"
    assert interval(Estimate(none, none, none)) == "0"
    assert interval(Estimate(one, none, two)) == "1 (0 to 2)"
    assert interval(Estimate(none, none, Decimal("Infinity"))) == "no probe met one"


@pytest.mark.parametrize("board", [Board(9), Board(12, [(0, 3)]), Board(6, rule=RULES["kings"])])
def test_a_display_expects_the_solutions(board: Board) -> None:
    expected = solutions.expected_solutions(board)
    right = known_count(board) or size_of(FirstFail(board), width=10**6).solutions.value
    assert expected and 0.5 < expected / float(right) < 2


def test_a_display_estimates_once_and_only_when_it_begins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now, asked = [0.0], list[float]()
    monkeypatch.setattr(progress_module.time, "monotonic", lambda: now[0])

    def foresee() -> int:
        asked.append(now[0])
        return 400

    progress = Progress("a", "solutions", foresee=foresee)
    for second in range(31):
        now[0], progress.done = float(second), 15 * second
        progress.show()
    assert asked == [10.0]
    assert capsys.readouterr().err.splitlines() == [
        "a: 150 of about 400 solutions, about 17 s left",
        "a: 300 of about 400 solutions, about 7 s left",
        "a: 450 solutions in 30 s",
    ]


def test_the_time_left_of_parts_follows_from_their_solutions() -> None:
    progress = Progress("a", "parts", foresee=lambda: 1_000)
    progress.start(2, 10, 100)
    progress.done, progress.found, progress.expected = 4, 400, 1_000
    assert progress.line(6) == "a: 4 of 10 parts, about 12 s left"


def lines(*words: str) -> Iterator[str]:
    done = compare("estimate", *words)
    assert done.returncode == 0, done.stderr
    yield from done.stdout.splitlines()


def test_estimate_says_solutions_nodes_and_times() -> None:
    said = "\n".join(lines("7", "-a", "bitmasks,half_board"))
    assert "published  40" in said and "counted    40" in said
    assert "552" in said and "measured" in said
    assert "asymptotic" not in said
    assert "half_board takes plain boards" in "\n".join(
        lines("5", "--rule", "torus", "-a", "half_board")
    )


def test_estimate_beyond_the_published_counts() -> None:
    said = "\n".join(lines("28", "-a", "choose_squares"))
    assert "published" not in said
    assert f"asymptotic {number(simkin(28))}" in said and "33 times too small" in said
    assert "n must be at most 5" in said


def test_a_dry_run_says_how_long() -> None:
    words = ("run", "-n", "4,5", "-a", "bitmasks", "--boards", "regions:n=4,seed=1..5")
    done = compare(*words, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "bitmasks: n = 4: " in done.stdout and "the other 2 as these" in done.stdout
    assert "runs of which nothing is known" in done.stdout  # bitmasks takes queens alone


def test_rules_and_boards_can_be_walked() -> None:
    board = Board(5, rule=RULES["kings"])
    assert size_of(FirstFail(board)).solutions.value == len(rules.solutions(board))
