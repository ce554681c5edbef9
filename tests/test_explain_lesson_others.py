"""The stops of the lesson on boards of their own, found true by other means."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

from playwright.sync_api import Page, expect

from explain.lesson.landscape import landscape
from explain.lesson.others import EXCLUDED, covered, excluded_diagonals, rows_out_of_order
from explain.record import Kind, State, Stop
from queens import Board, HallSet
from tests.brute_force import solutions
from tests.explain_page import visit


def state(stop: Stop, name: str, position: int) -> State:
    assert stop.record is not None
    found = State(stop.record.board)
    for index, step in enumerate(stop.record[name].steps[:position]):
        found.apply(index, step)
    return found


def test_the_excluded_diagonals_leave_no_solution_and_regin_sees_it_at_the_start() -> None:
    stop = excluded_diagonals()
    assert solutions(EXCLUDED) == set()
    assert stop.record is not None
    regin = stop.record[stop.right].steps
    assert [step[0] for step in regin if step[0] == Kind.DECISION] == []
    assert regin[-1][0] == Kind.FAILURE
    cause = stop.facts["cause"]
    assert isinstance(cause, HallSet)
    open_values = {row + column for row in cause.rows for column in EXCLUDED.columns(row)}
    assert (cause.line, open_values) == ("up", set(cause.values))
    row, column = stop.facts["square"]
    assert row not in cause.rows
    assert row + column in cause.values
    nodes = [step for step in stop.record[stop.left].steps if step[0] == Kind.DECISION]
    assert stop.facts["nodes"] == 1 + len(nodes) == 214
    assert stop.facts["excluded"] == 8


def test_first_fail_takes_the_row_with_fewer_squares() -> None:
    stop = rows_out_of_order()
    domains = state(stop, stop.right, stop.right_position).domains
    decided = {row for row, _ in stop.facts["decisions"]}
    left = {row: len(domain) for row, domain in enumerate(domains) if row not in decided}
    assert stop.facts["next_row"] == min(left)
    assert stop.facts["squares"] == left[stop.facts["row"]] == min(left.values())
    assert stop.facts["squares_of_next"] == left[min(left)] > min(left.values())
    assert (stop.facts["nodes_in_order"], stop.facts["nodes_of_first_fail"]) == (89, 38)


def test_a_column_without_a_square_is_seen_by_covering_alone() -> None:
    stop = covered()
    queens = stop.facts["decisions"]
    free = [
        (row, column)
        for row in range(6)
        for column in range(6)
        if row not in dict(queens) and not any(Board(6).attacks((row, column), q) for q in queens)
    ]
    assert {row for row, _ in free} == set(range(6)) - set(dict(queens))
    taken = {column for _, column in queens}
    assert stop.facts["column"] not in {column for _, column in free} | taken
    for name, position in ((stop.left, stop.left_position), (stop.right, stop.right_position)):
        assert tuple(state(stop, name, position).decisions) == queens
    before = state(stop, stop.left, stop.left_position)
    pruned = [at for at in before.ruled_out if Board(6).attacks(at, queens[-1])]
    new = [at for at in pruned if not any(Board(6).attacks(at, q) for q in queens[:-1])]
    assert stop.facts["squares"] == len(new)


def test_the_numbers_of_the_landscape_are_pairs_and_each_move_is_the_steepest() -> None:
    stop = landscape()
    frames = stop.landscape or []
    for frame in frames:
        for row, line in enumerate(frame["costs"]):
            for column, cost in enumerate(line):
                moved = {**dict(enumerate(frame["queens"])), row: column}
                assert cost == sum(
                    one[1] == other[1] or abs(one[1] - other[1]) == abs(one[0] - other[0])
                    for one, other in combinations(moved.items(), 2)
                )
    ends = [place for place, frame in enumerate(frames) if "Which move" not in frame["text"]]
    assert ends[-1] == len(frames) - 1
    for place, (frame, following) in enumerate(pairwise(frames)):
        if place not in ends:
            assert following["pairs"] == min(min(line) for line in frame["costs"])
    stuck = frames[ends[0]]
    assert min(min(line) for line in stuck["costs"]) >= stuck["pairs"] == stop.facts["left"] > 0
    assert tuple(frames[-1]["queens"]) in set(permutations(range(6)))
    assert (frames[-1]["pairs"], frames[0]["pairs"]) == (0, stop.facts["pairs"])


def test_the_landscape_is_walked_on_the_page(page: Page, six_page: str) -> None:
    visit(page, six_page)
    frames = landscape().landscape or []
    page.locator("#stops a").nth(9).click()
    said = page.locator("#landscape p")
    for frame in frames:
        expect(said).to_have_text(frame["text"])
        assert page.locator("#landscape td.queen").count() == 6
        page.locator("#landscape button").click()
    expect(said).to_have_text(frames[0]["text"])
    page.locator("#stops a").nth(6).click()
    expect(page.locator("#landscape")).to_be_hidden()
    expect(page.locator(".board-words")).to_contain_text("n = 8")
