"""The original CP solver: its figures, and that its trace tells what the solver did."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given, settings
from ortools.constraint_solver import pywrapcp

from models import original_cp, original_cp_value
from models.original_cp_monitor import Reporter
from queens import Board, Counters, Queens
from tests import brute_force
from tests.replay import Rebuilt
from tests.strategies import boards


class Rebuild(Rebuilt):
    """Holds the order of the events to what the monitor's docstring promises."""

    def __init__(
        self, board: Board, by: str = "original_cp", solutions: set[Queens] | None = None
    ) -> None:
        super().__init__(board, solutions, by)

    def backtrack(self, row: int, column: int) -> None:
        assert self.last in ("failure", "solution")
        super().backtrack(row, column)

    def failure(self, row: int | None) -> None:
        super().failure(row)
        assert row is None


class Check(pywrapcp.SearchMonitor):
    """Holds the rebuilt domains to the solver's own, whenever propagation is done."""

    def __init__(
        self, solver: pywrapcp.Solver, queens: list[pywrapcp.IntVar], board: Board, trace: Rebuild
    ) -> None:
        super().__init__(solver)
        self.queens, self.board, self.trace = queens, board, trace
        self.wrong: list[str] = []
        self.looks = 0

    def look(self) -> None:
        # the first propagation may fail before it has come to what the board itself rules out
        own = [
            {column for column in self.board.columns(row) if queen.Contains(column)}
            for row, queen in enumerate(self.queens)
        ]
        self.looks += 1
        if own != self.trace.domains:
            self.wrong.append(f"solver {own}, trace {self.trace.domains}")

    def EndInitialPropagation(self) -> None:
        self.look()

    def AfterDecision(self, decision: pywrapcp.Decision, applied: bool) -> None:
        self.look()

    def BeginFail(self) -> None:
        self.look()


def enumerate_all(board: Board, trace: Rebuild | None = None) -> tuple[list[Queens], Counters]:
    delivered: list[Queens] = []
    counters = original_cp.solve_all(board, delivered.append, trace)
    return delivered, counters


@pytest.mark.parametrize(("n", "failures"), [(8, 304), (10, 5_355), (12, 116_806)])
def test_the_failures_are_the_published_ones_and_the_trace_has_each(n: int, failures: int) -> None:
    delivered, counters = enumerate_all(Board(n))
    assert counters["failures"] == failures
    # two branches a decision; every leaf but the last one of the tree closes a decision
    assert counters["branches"] == 2 * (failures + len(delivered) - 1)
    if n == 8:
        trace = Rebuild(Board(n))
        assert enumerate_all(Board(n), trace) == (delivered, counters)
        assert trace.counts["failure"] == failures
        assert trace.counts["solution"] == len(delivered) == 92
        assert trace.counts["decision"] == counters["branches"] // 2
        assert trace.counts["decision"] == trace.counts["backtrack"] == trace.counts["refutation"]
        assert trace.open_decisions == []


@settings(max_examples=60)
@given(boards(7))
def test_the_domains_rebuilt_from_the_trace_are_the_solvers_own(board: Board) -> None:
    solver, queens = original_cp.build(board)
    trace = Rebuild(board)
    reporter = Reporter("original_cp", solver, queens, board, trace)
    check = Check(solver, queens, board, trace)
    search = solver.Phase(queens, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE)
    solver.NewSearch(search, [reporter, check])
    while solver.NextSolution():
        trace.solution(tuple(queen.Value() for queen in queens))
    solver.EndSearch()
    reporter.raise_what_was_raised()
    assert check.wrong == []
    assert check.looks >= 1
    assert trace.counts["failure"] == solver.Failures()
    assert trace.counts["solution"] == len(brute_force.solutions(board))


@settings(max_examples=30)
@given(boards(7))
@pytest.mark.parametrize("module", [original_cp, original_cp_value])
def test_no_pruned_square_is_in_a_solution(module: ModuleType, board: Board) -> None:
    solutions = brute_force.solutions(board)
    trace = Rebuild(board, module.__name__.removeprefix("models."), solutions)
    counters = module.solve_all(board, lambda queens: None, trace)
    assert trace.counts["failure"] == counters["failures"]
    assert trace.counts["solution"] == len(solutions)
    assert trace.open_decisions == []


class TraceFullError(Exception):
    """Raised by a trace that has had enough."""


@pytest.mark.parametrize("event", ["decision", "pruned", "failure", "refutation", "solution"])
def test_what_the_trace_raises_comes_out_and_the_search_ends(event: str) -> None:
    def refuse(*arguments: object) -> None:
        raise TraceFullError

    trace = Rebuild(Board(5))
    setattr(trace, event, refuse)
    delivered: list[Queens] = []
    with pytest.raises(TraceFullError):
        original_cp.solve_all(Board(5), delivered.append, trace)
    # at n = 5 the first refutation comes after one solution, the first failure after two
    assert len(delivered) == {"refutation": 1, "failure": 2}.get(event, 0)


def test_a_board_with_no_column_left_in_a_row_fails_once_before_any_decision() -> None:
    board = Board(4, placed=[(0, 0), (1, 1)])
    trace = Rebuild(board)
    assert enumerate_all(board, trace) == ([], {"branches": 0, "failures": 1})
    assert trace.counts == {"failure": 1}
