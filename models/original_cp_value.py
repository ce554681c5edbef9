"""The original OR-Tools CP solver, made quick: the weaker AllDifferent, smallest domain first.

The statement is that of `original_cp`. Two choices differ, and both matter more than the
statement does:

- AllDifferent by value only: when a queen is fixed, its lines leave the other domains, and
  nothing else is looked at. It fails more often than the bounds-consistent filter, and each
  node costs so much less that all solutions come in about half the time.
- The row with the fewest columns left comes next (fail first), among equals the one with the
  lowest column. That tie is what carries it to large boards: it finds a solution of
  n = 10,000 with fewer than ten failures, where rows in order are lost at n = 30. (The queens
  it puts down resemble the closed formula; where that needs an exception, at n = 3 modulo 6,
  it was lost from n = 345 on in a trial of every seventh n.)

Complete as `original_cp` is: the two branches of a decision exclude each other and leave
nothing out, whatever the row.

Source: Haralick and Elliott (1980), Increasing tree search efficiency for constraint
satisfaction problems, Artificial Intelligence 14 (fail first); OR-Tools documentation,
routing and CP, `CHOOSE_MIN_SIZE_LOWEST_MIN`.
"""

from __future__ import annotations

from ortools.constraint_solver import pywrapcp

from models.original_cp_monitor import Reporter
from queens import Board, Counters, OnSolution, Queens, Trace, first_solution

BOUNDS_CONSISTENT = False


def build(board: Board) -> tuple[pywrapcp.Solver, list[pywrapcp.IntVar]]:
    """Return the solver with its constraints, and `queens[j]`, the column of row j's queen."""
    solver = pywrapcp.Solver("n-queens")
    queens = [solver.IntVar(0, board.n - 1, f"queen {row}") for row in range(board.n)]
    for lines in (
        queens,
        [queen + row for row, queen in enumerate(queens)],
        [queen - row for row, queen in enumerate(queens)],
    ):
        solver.Add(solver.AllDifferent(lines, BOUNDS_CONSISTENT))
    if not board.is_plain:
        # a constraint and not the variable's domain, which may not be empty
        for row, queen in enumerate(queens):
            solver.Add(solver.MemberCt(queen, list(board.columns(row))))
    return solver, queens


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` as it is found."""
    solver, queens = build(board)
    search = solver.Phase(queens, solver.CHOOSE_MIN_SIZE_LOWEST_MIN, solver.ASSIGN_MIN_VALUE)
    reporter = Reporter("original_cp_value", solver, queens, board, trace) if trace else None
    solver.NewSearch(search, [reporter] if reporter else [])
    try:
        while solver.NextSolution():
            solution = tuple(queen.Value() for queen in queens)
            if trace:
                trace.solution(solution)
            on_solution(solution)
    finally:
        solver.EndSearch()
    if reporter:
        reporter.raise_what_was_raised()
    return {"branches": solver.Branches(), "failures": solver.Failures()}


def solve_one(board: Board, trace: Trace | None = None) -> Queens | None:
    """Return the first solution found, or None if there is none."""
    return first_solution(solve_all, board, trace)
