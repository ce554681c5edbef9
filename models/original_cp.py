"""The original OR-Tools CP solver: an AllDifferent a line, bounds consistent, rows in order.

The statement is that of `cp_sat`: queens in different rows attack each other if they agree
in the column, in queens[j] + j or in queens[j] - j, so all three must be all different; a
number that is no such sum is looked up by the queen (an element expression), a step is a
difference that two queens may not have.
What differs is the solver: domains and propagation to a fixpoint at every node, nothing
learned. Each AllDifferent keeps bounds consistency; `original_cp_value` has the weaker,
cheaper propagator.

The search branches in two: the first row that is not decided gets its lowest open column,
and on return that column is refuted and propagation runs once more. So it fails 304 times
at n = 8, where branching on every column of a row at once fails 312 times with the same
propagator: what the refutations alone rule out needs no decision. Complete because the two
branches of a decision exclude each other and leave nothing out; the search has proved that
there are no more solutions when NextSolution says False.

Values are read inside the search loop only: outside it, this solver ends the process.

Source: OR-Tools documentation, The N-queens Problem; López-Ortiz, Quimper, Tromp and van
Beek (2003), A fast and simple algorithm for bounds consistency of the alldifferent
constraint, IJCAI-03.
"""

from __future__ import annotations

from ortools.constraint_solver import pywrapcp

from models.original_cp_monitor import Reporter
from queens import Board, Counters, OnSolution, Trace
from queens.statement import step_shifts

COUNTERS = {
    "branches": "branches entered of a search that branches in two: a column, or not that column",
    "failures": "nodes of the two-way search where propagation emptied a domain",
}

Built = tuple[pywrapcp.Solver, list[pywrapcp.IntVar]]


def build(board: Board, bounds_consistent: bool = True) -> Built:
    """Return the solver with its constraints, and `queens[j]`, the column of row j's queen.

    Each AllDifferent keeps bounds consistency, or prunes by value only.
    """
    solver = pywrapcp.Solver("n-queens")
    queens = [solver.IntVar(0, board.n - 1, f"queen {row}") for row in range(board.n)]
    for line in board.lines:
        if line.is_linear:
            numbers = [queen + line.slope * row for row, queen in enumerate(queens)]
        else:
            numbers = [solver.Element(line.numbers(row), q) for row, q in enumerate(queens)]
        solver.Add(solver.AllDifferent(numbers, bounds_consistent))
    for row, later, shift in step_shifts(board):
        solver.Add(queens[later] != queens[row] + shift)
    if board.placed or board.blocked:
        # a constraint and not the variable's domain, which may not be empty
        for row, queen in enumerate(queens):
            solver.Add(solver.MemberCt(queen, list(board.columns(row))))
    return solver, queens


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order."""
    rows_in_order = pywrapcp.Solver.CHOOSE_FIRST_UNBOUND
    return search("original_cp", board, build(board), rows_in_order, on_solution, trace)


def search(
    name: str,
    board: Board,
    built: Built,
    choice: int,
    on_solution: OnSolution,
    trace: Trace | None,
) -> Counters:
    """Hand every solution to `on_solution`; `choice` is the solver's rule for the next row."""
    solver, queens = built
    reporter = Reporter(name, solver, queens, board, trace) if trace else None
    order = solver.Phase(queens, choice, solver.ASSIGN_MIN_VALUE)
    solver.NewSearch(order, [reporter] if reporter else [])
    try:
        while solver.NextSolution():
            solution = tuple(queen.Value() for queen in queens)
            if reporter:
                reporter.trace.solution(solution)
            on_solution(solution)
    finally:
        solver.EndSearch()
    if reporter:
        reporter.raise_what_was_raised()
    return {"branches": solver.Branches(), "failures": solver.Failures()}
