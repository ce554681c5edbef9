"""The record of a search: exactly what the search did, true in every cause, and readable by others.

`read_through` knows the JSON and nothing of `explain`: it is what somebody else would write
to read a record, and it holds every step to the steps before it and to brute force.
"""

from __future__ import annotations

import importlib
import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from explain.counts import tally
from explain.record import KINDS, Kind, Search, to_json
from explain.recorder import CannotShow, Recorder, record
from queens import Board, Queens
from tests import brute_force
from tests.replay import replay
from tests.rules import attacks, shared_line
from tests.strategies import boards

PLAIN = ["linear_scan", "boolean_flags", "bitmasks"]
FAMILY = [
    "forward_checking",
    "arc_consistency",
    "bounds_consistency",
    "alldifferent",
    "pair_consistency",
]
OBSERVED = [*PLAIN, *FAMILY, "original_cp"]
SLOPES = {"column": 0, "up": 1, "down": -1}

drawn = settings(max_examples=60)


def as_json(board: Board, name: str, **asked: Any) -> dict[str, Any]:
    return json.loads(json.dumps(to_json(record(board, [name], **asked))))


def check_cause(cause: dict[str, Any], row: int, column: int, domains: list[set[int]]) -> None:
    """Hold a cause to the domains as they are when the square is ruled out."""
    if cause["kind"] == "attack":
        queen_row, queen_column = cause["queen"]
        assert domains[queen_row] == {queen_column}
        assert shared_line((queen_row, queen_column), (row, column)) == cause["line"]
    elif cause["kind"] == "hall_set":
        slope, rows, values = SLOPES[cause["line"]], cause["rows"], cause["values"]
        assert len(set(rows)) == len(rows) == len(set(values)) == len(values)
        assert row not in rows
        assert column + slope * row in values
        for other in rows:
            assert {c + slope * other for c in domains[other]} <= set(values)
    elif cause["kind"] == "no_support":
        support = domains[cause["row"]]
        assert support
        assert all(attacks((row, column), (cause["row"], other)) for other in support)
    else:
        assert cause == {"kind": "reported", "by": "original_cp"}


def read_through(data: dict[str, Any]) -> tuple[list[Queens], Counter[str]]:
    """Return the solutions in a record of one search, and how often each kind of step is in it."""
    (search,) = data["searches"]
    board = Board(data["board"]["n"], data["board"]["placed"], data["board"]["blocked"])
    judge = brute_force.solutions(board)
    domains = [set(board.columns(row)) for row in range(board.n)]
    saved: list[tuple[list[int], list[set[int]]]] = []
    found: list[Queens] = []
    counts: Counter[str] = Counter()
    for number, _, *rest in search["steps"]:
        kind = data["kinds"][number]
        counts[kind] += 1
        if kind == "decision":
            row, column = rest
            assert column in domains[row]
            saved.append((rest, [set(domain) for domain in domains]))
            domains[row] = {column}
        elif kind == "backtrack":
            square, domains = saved.pop()
            assert square == rest
        elif kind == "refutation":
            domains[rest[0]].remove(rest[1])
        elif kind in ("pruned", "rejection"):
            row, column, cause = rest
            assert column in domains[row]
            check_cause(search["causes"][cause], row, column, domains)
            decided = [square for square, _ in saved]
            if not counts["refutation"]:  # a refuted square's solutions are found already
                reach = [q for q in judge if all(q[r] == c for r, c in [*decided, rest[:2]])]
                assert not reach
            if kind == "pruned":
                domains[row].remove(column)
        elif kind == "failure" and rest[0] >= 0 and search["approach"] not in PLAIN:
            assert not domains[rest[0]]
        elif kind == "solution":
            assert all(column in domain for column, domain in zip(rest, domains, strict=True))
            found.append(tuple(rest))
    assert not saved
    return found, counts


@pytest.mark.parametrize("name", OBSERVED)
def test_a_record_holds_the_untraced_search_and_every_cause_in_it_is_true(name: str) -> None:
    module = importlib.import_module(
        f"{'models' if name == 'original_cp' else 'handwritten'}.{name}"
    )

    def hold(board: Board) -> None:
        untraced: list[Queens] = []
        counters = module.solve_all(board, untraced.append)
        found, counts = read_through(as_json(board, name))
        assert found == untraced
        assert set(found) == brute_force.solutions(board)
        if "failures" in counters:
            assert counts["failure"] == counters["failures"]

    for n in range(7):
        hold(Board(n))
    drawn(given(boards(6))(hold))()


@pytest.mark.parametrize("name", OBSERVED)
def test_a_record_replayed_is_the_trace_event_by_event(name: str) -> None:
    class Events(list):
        def __getattr__(self, event: str) -> object:
            if event.startswith("__"):
                raise AttributeError(event)
            return lambda *arguments: self.append((event, *arguments))

        def __bool__(self) -> bool:
            return True

    folder = "models" if name == "original_cp" else "handwritten"
    module = importlib.import_module(f"{folder}.{name}")
    board = Board(6, blocked=[(0, 0), (3, 4)])
    live, replayed = Events(), Events()
    module.solve_all(board, lambda queens: None, live)
    replay(record(board, [name])[name], replayed)
    if name in ("linear_scan", "boolean_flags"):  # they report no failure: the record notes it
        assert any(event[0] == "failure" for event in replayed)
        replayed = [event for event in replayed if event[0] != "failure"]
    assert list(replayed) == list(live)


@pytest.mark.parametrize("name", PLAIN)
def test_failures_noted_are_the_nodes_that_lead_nowhere(name: str) -> None:
    def dead_ends(queens: Queens) -> int:
        row = len(queens)
        below = [
            (*queens, column)
            for column in range(6)
            if all(not attacks((row, column), square) for square in enumerate(queens))
        ]
        return sum(map(dead_ends, below)) if below else int(row < 6)

    search = record(Board(6), [name])[name]
    assert tally(search).total["failures"] == dead_ends(()) == 46
    last_rows = Counter(step[2] for step in search.steps if step[0] == Kind.FAILURE)
    assert last_rows == {4: 10, 5: 36}


def test_a_row_blocked_from_the_start_is_the_failure_of_the_empty_board() -> None:
    board = Board(4, blocked=[(0, column) for column in range(4)])
    for name in PLAIN:
        assert [step[0] for step in record(board, [name])[name].steps] == [Kind.FAILURE]


@pytest.mark.parametrize(("n", "squares"), [(4, 26), (8, 876)])
def test_squares_examined_to_the_first_solution(n: int, squares: int) -> None:
    search = record(Board(n), ["linear_scan"], first_only=True)["linear_scan"]
    assert tally(search).total["checks"] == squares
    assert search.steps[-1][0] == Kind.SOLUTION


def test_a_record_says_which_lines_were_running() -> None:
    searches = record(Board(4), OBSERVED).searches
    for search in searches:
        for place in search.places:
            assert place
            for listing_number, line in place:
                listing = search.listings[listing_number]
                text = Path(__file__).parent.parent.joinpath(listing.path).read_text()
                assert text.splitlines()[listing.numbers[line] - 1] == listing.lines[line]
        shown = [line for listing in search.listings for line in listing.lines]
        assert not [line for line in shown if line.strip().startswith(("if trace", "trace."))]
    flags = searches[1]
    lines = {
        kind: {flags.listings[0].lines[flags.places[step[1]][0][1]].strip() for step in steps}
        for kind in range(len(KINDS))
        if (steps := [step for step in flags.steps if step[0] == kind])
    }
    assert lines == {
        Kind.DECISION: {"column_taken[column] = up_taken[up] = down_taken[down] = True"},
        Kind.CHECK: {"if column_taken[column] or up_taken[up] or down_taken[down]:"},
        Kind.REJECTION: {"continue"},
        Kind.FAILURE: {"column_taken[column] = up_taken[up] = down_taken[down] = False"},
        Kind.BACKTRACK: {"column_taken[column] = up_taken[up] = down_taken[down] = False"},
        Kind.SOLUTION: {"on_solution(tuple(queens))"},
    }


@pytest.mark.parametrize("name", ["boolean_flags", "alldifferent", "original_cp"])
@pytest.mark.parametrize("depth", [0, 1, 2, 3, 9])
def test_what_is_below_the_depth_is_counted_and_not_kept(name: str, depth: int) -> None:
    whole = tally(record(Board(6), [name])[name])
    cut = record(Board(6), [name], depth=depth)[name]
    counts = tally(cut)
    for counted in ("nodes", "failures", "solutions"):
        assert counts.total[counted] == whole.total[counted]
    assert all(counts.by_depth[one] == whole.by_depth[one] for one in range(depth + 1))
    decided = [{Kind.DECISION: 1, Kind.BACKTRACK: -1}.get(step[0], 0) for step in cut.steps]
    assert max(sum(decided[:end]) for end in range(len(decided) + 1)) <= depth
    # once for each node, just before the search leaves it
    after = {step[0] for before, step in itertools.pairwise(cut.steps) if before[0] == Kind.HIDDEN}
    assert after <= {Kind.BACKTRACK}


def test_a_search_cut_at_its_first_solution_below_the_depth_still_counts_it() -> None:
    cut = record(Board(6), ["boolean_flags"], first_only=True, depth=2)["boolean_flags"]
    assert tally(cut).total["solutions"] == 1
    assert tally(cut).total["nodes"] == 32


def test_a_search_too_large_to_show_says_what_to_do() -> None:
    with pytest.raises(CannotShow) as caught:
        record(Board(6), ["boolean_flags"], steps_at_most=100)
    assert str(caught.value).startswith("boolean_flags has more than 100 steps, too many to show")
    assert "smaller n, --first for the first solution only, or" in str(caught.value)
    with pytest.raises(CannotShow, match="original_cp has more than 100 steps"):
        record(Board(6), ["original_cp"], steps_at_most=100)
    assert len(record(Board(4), ["bitmasks"], steps_at_most=100)["bitmasks"].steps) < 100


def test_events_are_limited_even_where_none_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explain.recorder.EVENTS_AT_MOST", 500)
    with pytest.raises(CannotShow, match="more than 500 steps, too many to record"):
        record(Board(8), ["boolean_flags"], depth=0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cp_sat", "cp_sat cannot be observed, its search reports no steps"),
        ("min_conflict", "there is no approach 'min_conflict'"),
    ],
)
def test_what_cannot_be_recorded_is_said(name: str, message: str) -> None:
    with pytest.raises(CannotShow, match=message):
        record(Board(5), [name])


def test_a_recorder_can_be_used_by_anyone() -> None:
    search = Search("mine", "My own search.", "all")
    recorder = Recorder(search)
    recorder.decision(0, 1)
    recorder.check(1, 1)
    recorder.backtrack(0, 1)
    recorder.finish(is_complete=True)
    assert search.steps == [
        (Kind.DECISION, 0, 0, 1),
        (Kind.CHECK, 0, 1, 1),
        (Kind.FAILURE, 0, 1),
        (Kind.BACKTRACK, 0, 0, 1),
    ]
    assert search.places == [[]]
