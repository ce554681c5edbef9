"""Every claim of the lesson, found true of the record by other means than the lesson's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from explain.lesson import NEEDED, lesson
from explain.record import Kind, Record
from explain.recorder import record
from queens import Board, HallSet
from tests import brute_force
from tests.explain_lesson import Decisions, N, below, count, free, plain_nodes, six, state_at, stops


def arc_consistent(queens: Decisions) -> list[set[int]]:
    """Return the domains when every row left with one column has pruned the others."""
    domains = [set(range(N)) for _ in range(N)]
    for row, column in queens:
        domains[row] = {column}
    before = None
    while before != domains:
        before = [set(domain) for domain in domains]
        for row, domain in enumerate(domains):
            if len(domain) == 1:
                (column,) = domain
                for other in range(N):
                    distance = abs(other - row)
                    if distance:
                        domains[other] -= {column, column - distance, column + distance}
    return domains


def test_there_are_ten_stops_and_each_says_its_figures() -> None:
    assert len(stops()) == 10
    for stop in stops():
        figures = [value for value in stop.facts.values() if isinstance(value, int)]
        assert figures or stop is stops()[4]
        for figure in figures:
            assert f"{figure}" in stop.text
        for square in stop.facts.get("decisions", ()):
            assert f"({square[0]}, {square[1]})" in stop.text


@pytest.mark.parametrize("number", range(4))
def test_both_panes_stand_at_the_placement_of_the_stop(number: int) -> None:
    stop = stops()[number]
    for name, position in ((stop.left, stop.left_position), (stop.right, stop.right_position)):
        assert tuple(state_at(name, position).decisions) == stop.facts["decisions"]


def test_the_dead_end() -> None:
    stop = stops()[0]
    decisions, row = stop.facts["decisions"], stop.facts["row"]
    assert free(decisions, row) == set()
    assert row > len(decisions)
    # forward checking: the failure is the last step shown, and nothing was decided meanwhile
    assert six()[stop.right].steps[stop.right_position - 1][::2] == (Kind.FAILURE, row)
    visited, steps = below(six()[stop.left], decisions)
    assert stop.facts["nodes_below"] == len(visited) - 1 == plain_nodes(decisions) - 1 > 0
    assert stop.facts["checks"] == count(steps, Kind.CHECK) == N * len(visited)
    assert count(steps, Kind.SOLUTION) == 0


def test_the_hall_set() -> None:
    stop = stops()[1]
    decisions, (row, column), cause = (
        stop.facts[name] for name in ("decisions", "square", "cause")
    )
    assert isinstance(cause, HallSet)
    step = six()["alldifferent"].steps[stop.right_position - 1]
    assert (step[0], step[2], step[3]) == (Kind.PRUNED, row, column)
    assert six()["alldifferent"].cause(step) == cause
    # it is a Hall set, with a gap, of the domains as arc consistency leaves them
    slope = {"column": 0, "up": 1, "down": -1}[cause.line]
    domains = arc_consistent(decisions)
    values = {c + slope * other for other in cause.rows for c in domains[other]}
    assert values <= set(cause.values)
    assert len(cause.rows) == len(cause.values) >= 2
    assert row not in cause.rows
    assert column + slope * row in cause.values
    assert max(cause.values) - min(cause.values) >= len(cause.values)
    # the weaker ones leave the square open, bounds consistency when it has done all it can
    assert column in domains[row]
    assert column in free(decisions, row)
    bounds = six()["bounds_consistency"]
    assert column in state_at("bounds_consistency", stop.left_position).domains[row]
    assert bounds.steps[stop.left_position][0] == Kind.DECISION
    assert not [q for q in brute_force.all_solutions(N) if all(q[r] == c for r, c in decisions)]
    assert stop.facts["nodes_of_bounds"] == len(below(bounds, decisions)[0])
    assert stop.facts["nodes_of_regin"] == len(below(six()["alldifferent"], decisions)[0])
    assert stop.facts["nodes_of_regin"] < stop.facts["nodes_of_bounds"]


def test_the_same_tree_at_higher_cost() -> None:
    stop = stops()[2]
    weaker, stronger = (below(six()[name], stop.facts["decisions"]) for name in NEEDED[2::2])
    assert (stop.left, stop.right) == NEEDED[2::2]
    assert weaker[0] == stronger[0]
    assert len(weaker[0]) == stop.facts["nodes"] > 1
    assert count(weaker[1], Kind.PROPAGATOR) == stop.facts["runs_of_weaker"]
    assert count(stronger[1], Kind.PROPAGATOR) == stop.facts["runs_of_stronger"]
    assert stop.facts["runs_of_stronger"] > stop.facts["runs_of_weaker"]


def test_where_propagation_does_not_pay() -> None:
    stop = stops()[3]
    decisions = stop.facts["decisions"]
    plain, forward = (below(six()[name], decisions) for name in (stop.left, stop.right))
    assert plain[0] == forward[0]
    assert len(plain[0]) == stop.facts["nodes"] == plain_nodes(decisions)
    assert count(forward[1], Kind.PRUNED) == stop.facts["pruned"] > 0
    assert stop.facts["solutions"] == len(
        [q for q in brute_force.all_solutions(N) if all(q[r] == c for r, c in decisions)]
    )
    assert count(six()[stop.right].steps, Kind.PRUNED) == stop.facts["pruned_in_all"]
    assert 1 + count(six()[stop.left].steps, Kind.DECISION) == stop.facts["nodes_of_plain"] == 153
    assert 1 + count(six()[stop.right].steps, Kind.DECISION) == stop.facts["nodes_of_forward"] < 153


def test_the_first_solution() -> None:
    stop = stops()[4]
    assert stop.facts["queens"] == min(brute_force.all_solutions(N))
    for name in NEEDED:
        steps = six()[name].steps
        end = next(index for index, step in enumerate(steps) if step[0] == Kind.SOLUTION)
        assert steps[end][2:] == stop.facts["queens"]
        assert stop.facts["nodes"][name] == 1 + count(steps[:end], Kind.DECISION)
        assert stop.facts["failures"][name] == count(steps[:end], Kind.FAILURE)
        assert f"{name} {stop.facts['nodes'][name]}" in stop.text
    counts = [stop.facts["nodes"][name] for name in NEEDED]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 32


@pytest.mark.parametrize(
    ("name", "impostor"),
    [
        ("alldifferent", "bounds_consistency"),  # then nobody sees the Hall set
        ("forward_checking", "boolean_flags"),  # then nobody sees the dead end at once
        ("boolean_flags", "alldifferent"),  # then nobody discovers it late
    ],
)
def test_there_is_no_lesson_of_other_searches_under_these_names(name: str, impostor: str) -> None:
    searches = [
        replace(six()[impostor], approach=name) if search.approach == name else search
        for search in six().searches
    ]
    assert lesson(Record(six().board, searches)) == []


def test_there_is_no_lesson_of_another_search() -> None:
    assert lesson(record(Board(5), NEEDED)) == []
    assert lesson(record(Board(6), NEEDED[:4])) == []
    assert lesson(record(Board(6), NEEDED, first_only=True)) == []
    assert lesson(record(Board(6), NEEDED, depth=2)) == []
    assert lesson(record(Board(6, blocked=[(5, 5)]), NEEDED)) == []
