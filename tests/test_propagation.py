"""The propagation family: its figures, its order, and every pruned square held to brute force."""

from __future__ import annotations

import importlib
from itertools import permutations, product

import pytest
from hypothesis import given, settings

from handwritten import bounds_consistency
from handwritten.propagation import Domains, Failure
from queens import RULES, Board, HallSet, NoSupport, Queens, first_solution, known_count
from queens.registry import APPROACHES, read_page
from tests import brute_force, rules
from tests.replay import Replay
from tests.rules import attacks
from tests.strategies import boards

CHECKING = ["linear_scan", "boolean_flags", "attack_sets", "bitmasks"]
FAMILY = [one.name for one in APPROACHES if read_page(one.path).search == "handwritten.propagation"]
PLAIN_NODES = [1, 2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539]

drawn = settings(max_examples=120)


def replay(name: str, board: Board, *, judged: bool = False) -> Replay:
    """Return the replayed trace of the search `name` for all solutions of `board`."""
    module = importlib.import_module(f"handwritten.{name}")
    trace = Replay(board, brute_force.solutions(board) if judged else None)
    counters = module.solve_all(board, lambda queens: None, trace)
    if name in FAMILY:
        assert counters == {"failures": trace.failures}
    trace.end_node()
    assert not trace.children
    return trace


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("linear_scan", 10),
        ("boolean_flags", 11),
        ("attack_sets", 10),
        ("bitmasks", 11),
        ("plain_check", 10),
    ],
)
def test_nodes_of_plain_backtracking(name: str, sizes: int) -> None:
    class Nodes:
        def __init__(self) -> None:
            self.count = 1

        def decision(self, row: int, column: int) -> None:
            self.count += 1

        def __getattr__(self, event: str) -> object:
            return lambda *arguments: None

    module = importlib.import_module(f"handwritten.{name}")
    counted = []
    for n in range(sizes):
        trace = Nodes()
        module.solve_all(Board(n), lambda queens: None, trace)
        counted.append(trace.count)
    assert counted == PLAIN_NODES[:sizes]


@pytest.mark.parametrize("name", ["linear_scan", "boolean_flags", "attack_sets"])
def test_calls_and_checks_to_the_first_solution(name: str) -> None:
    module = importlib.import_module(f"handwritten.{name}")
    traces = [Replay(Board(n)) for n in range(9)]
    for n, trace in enumerate(traces):
        first_solution(module.solve_all, Board(n), trace)
    assert [trace.nodes for trace in traces[1:]] == [2, 3, 6, 9, 6, 32, 10, 114]
    assert [traces[n].counts["check"] for n in (4, 8)] == [26, 876]


@pytest.mark.parametrize(
    ("name", "nodes", "failures"),
    [
        ("plain_check", 2057, 644),
        ("forward_checking", 1725, 560),
        ("arc_consistency", 993, 324),
        ("bounds_consistency", 975, 312),
        ("alldifferent", 951, 298),
        ("pair_consistency", 769, 186),
    ],
)
def test_nodes_and_failures_for_eight_queens(name: str, nodes: int, failures: int) -> None:
    trace = replay(name, Board(8))
    assert (trace.nodes, trace.failures) == (nodes, failures)


@pytest.mark.parametrize(
    ("name", "failures"),
    [
        ("forward_checking", 10_344),
        ("arc_consistency", 5_942),
        ("bounds_consistency", 5_492),
        ("alldifferent", 5_066),
        ("pair_consistency", 3_580),
    ],
)
def test_failures_for_ten_queens(name: str, failures: int) -> None:
    module = importlib.import_module(f"handwritten.{name}")
    assert module.solve_all(Board(10), lambda queens: None) == {"failures": failures}


@pytest.mark.parametrize(
    ("name", "nodes"),
    [
        ("arc_consistency", 673),
        ("bounds_consistency", 651),
        ("alldifferent", 625),
        ("pair_consistency", 427),
    ],
)
def test_nodes_without_forced_queens(name: str, nodes: int) -> None:
    assert replay(name, Board(8)).choices == nodes


def failures_branching_in_two(n: int) -> int:
    """Return the failures of bounds consistency where a child is a column, or not that column."""
    domains = Domains(Board(n))

    def explore(fixed: list[int]) -> int:
        try:
            bounds_consistency.propagate(domains, fixed)
        except Failure:
            return 1
        open_rows = [row for row in range(n) if domains.of[row].bit_count() > 1]
        if not open_rows:
            return 0
        row, mark = open_rows[0], len(domains.trail)
        lowest = domains.of[row] & -domains.of[row]
        domains.fix(row, lowest.bit_length() - 1)
        failures = explore([row])
        domains.undo(mark)
        fixes = domains.prune(row, lowest, lambda square: NoSupport(row))
        failures += explore([row] if fixes else [])
        domains.undo(mark)
        return failures

    return explore([])


@pytest.mark.parametrize(("n", "failures"), [(8, 304), (10, 5355)])
def test_branching_in_two_fails_as_often_as_the_original_cp_solver(n: int, failures: int) -> None:
    assert failures_branching_in_two(n) == failures


@pytest.mark.parametrize("name", FAMILY)
def test_what_is_pruned_is_in_no_solution_and_its_cause_is_true(name: str) -> None:
    @drawn
    @given(boards())
    def hold(board: Board) -> None:
        replay(name, board, judged=True)

    hold()


def test_stronger_propagation_visits_no_more_nodes() -> None:
    @drawn
    @given(boards())
    def hold(board: Board) -> None:
        nodes = {name: replay(name, board).nodes for name in ["boolean_flags", *FAMILY]}
        assert nodes["plain_check"] <= nodes["boolean_flags"]
        assert nodes["forward_checking"] <= nodes["plain_check"]
        assert nodes["arc_consistency"] <= nodes["forward_checking"]
        assert nodes["bounds_consistency"] <= nodes["arc_consistency"]
        assert nodes["alldifferent"] <= nodes["bounds_consistency"]
        assert nodes["pair_consistency"] <= nodes["arc_consistency"]

    hold()


@given(boards())
@drawn
def test_plain_check_has_the_tree_of_plain_backtracking(board: Board) -> None:
    if all(board.columns(row) for row in range(board.n)):
        assert replay("plain_check", board).placed == replay("boolean_flags", board).placed


def fixpoint(name: str, board: Board) -> list[set[int]] | None:
    """Return the domains after propagation on the board alone, None for a failure."""
    module = importlib.import_module(f"handwritten.{name}")
    domains = Domains(board)
    if 0 in domains.of:
        return None
    fixed = [row for row in range(board.n) if domains.of[row].bit_count() == 1]
    try:
        module.propagate(domains, fixed)
    except Failure:
        return None
    return [{c for c in range(board.n) if domain >> c & 1} for domain in domains.of]


def supported(domains: list[set[int]], slope: int, row: int, column: int) -> bool:
    """Return whether some choice from all domains has (row, column) and differing values."""
    choices = [sorted(domain) for domain in domains]
    choices[row] = [column]
    return any(
        len({c + slope * r for r, c in enumerate(choice)}) == len(domains)
        for choice in product(*choices)
    )


@given(boards(5))
@drawn
def test_alldifferent_leaves_only_what_is_in_a_matching(board: Board) -> None:
    domains = fixpoint("alldifferent", board)
    for row, domain in enumerate(domains or []):
        for column, slope in product(domain, (0, 1, -1)):
            assert supported(domains or [], slope, row, column)


@given(boards(5))
@drawn
def test_bounds_consistency_leaves_only_bounds_that_intervals_support(board: Board) -> None:
    domains = fixpoint("bounds_consistency", board)
    whole = [set(range(min(domain), max(domain) + 1)) for domain in domains or []]
    for row, domain in enumerate(domains or []):
        for column, slope in product((min(domain), max(domain)), (0, 1, -1)):
            assert supported(whole, slope, row, column)


@given(boards(6))
@drawn
def test_pair_consistency_leaves_only_what_every_other_row_supports(board: Board) -> None:
    domains = fixpoint("pair_consistency", board) or []
    for row, other in permutations(range(len(domains)), 2):
        for column in domains[row]:
            assert any(not attacks((row, column), (other, c)) for c in domains[other])


@given(boards(6))
@drawn
def test_arc_consistency_leaves_nothing_that_a_fixed_row_attacks(board: Board) -> None:
    domains = fixpoint("arc_consistency", board) or []
    for row, other in permutations(range(len(domains)), 2):
        if len(domains[other]) == 1:
            (queen,) = domains[other]
            assert not any(attacks((row, column), (other, queen)) for column in domains[row])


def test_hall_causes_are_intervals_in_bounds_and_may_have_gaps_in_alldifferent() -> None:
    def halls(name: str) -> list[HallSet]:
        return [cause for cause in replay(name, Board(8)).causes if isinstance(cause, HallSet)]

    def has_gap(hall: HallSet) -> bool:
        return max(hall.values) - min(hall.values) >= len(hall.values)

    assert halls("bounds_consistency")
    assert not any(has_gap(hall) for hall in halls("bounds_consistency"))
    assert any(has_gap(hall) for hall in halls("alldifferent"))


@pytest.mark.parametrize("name", CHECKING + FAMILY)
def test_columns_are_tried_from_the_left(name: str) -> None:
    delivered: list[Queens] = []
    importlib.import_module(f"handwritten.{name}").solve_all(Board(7), delivered.append)
    assert delivered == sorted(brute_force.all_solutions(7))


@pytest.mark.parametrize("name", FAMILY)
def test_under_any_rule_pruned_squares_are_in_no_solution_and_causes_are_true(name: str) -> None:
    module = importlib.import_module(f"handwritten.{name}")

    @settings(drawn, max_examples=60)
    @given(rules.ruled_boards())
    def hold(board: Board) -> None:
        module.solve_all(board, lambda queens: None, Replay(board, rules.solutions(board)))

    hold()


def test_under_any_rule_stronger_propagation_visits_no_more_nodes() -> None:
    @settings(drawn, max_examples=60)
    @given(rules.ruled_boards())
    def hold(board: Board) -> None:
        nodes = {name: replay(name, board).nodes for name in FAMILY}
        assert nodes["group_support"] <= nodes["alldifferent"] <= nodes["bounds_consistency"]
        assert nodes["bounds_consistency"] <= nodes["arc_consistency"] <= nodes["forward_checking"]
        assert nodes["group_support"] <= nodes["pair_consistency"] <= nodes["arc_consistency"]

    hold()


@pytest.mark.parametrize("name", ["boolean_flags", "group_support"])
@pytest.mark.parametrize("rule", sorted(RULES))
def test_published_counts_by_rule(name: str, rule: str) -> None:
    module = importlib.import_module(f"handwritten.{name}")
    for n in range(7):
        delivered: list[Queens] = []
        module.solve_all(Board(n, rule=RULES[rule]), delivered.append)
        assert len(delivered) == known_count(Board(n, rule=RULES[rule]))
