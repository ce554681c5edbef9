"""A mixed-integer programme in MathOpt: a binary variable for each square, cut by cut.

Each row has a queen, each number of a line that must be filled has one, any other number of a
line at most one, and so has each pair of squares a step apart: sums of binaries. SCIP solves
the linear relaxation, branches where a square is fractional, and finds one solution. To
enumerate, each is excluded by a cut (at most n - 1 of these n squares) and the programme is
solved again; without SCIP's heuristics and cutting planes, which take twice as long as the
search they save. What it teaches: why integer programming does not enumerate. There is no
objective for a bound to beat, the relaxation is satisfied by a little of every square, and each
solution costs a search of its own. Boards beyond n = 8 are refused.

Complete when SCIP proves that no solution is left; each is excluded before the next.

Source: OR-Tools documentation, MathOpt; Foulds and Johnston (1984), An application of graph
theory and integer programming: chessboard non-attacking puzzles, Mathematics Magazine 57.
"""

from __future__ import annotations

from ortools.math_opt.python import mathopt

from queens import Board, Counters, OnSolution, Square, Trace, Unsupported
from queens.statement import needs_no_search, squares_by_number, step_pairs

COUNTERS = {
    "nodes": "nodes of SCIP's branch and bound, over all its searches",
    "simplex_iterations": "steps of the simplex method, over all its searches",
}
LARGEST_N = 8
OFF = mathopt.Emphasis.OFF

Variables = dict[Square, mathopt.Variable]


def build(board: Board) -> tuple[mathopt.Model, Variables]:
    """Return the model and a binary variable for each open square."""
    model = mathopt.Model(name="n-queens")
    queens = {
        (row, column): model.add_binary_variable(name=f"{row}:{column}")
        for row in range(board.n)
        for column in board.columns(row)
    }
    for row in range(board.n):
        model.add_linear_constraint(sum(queens[row, c] for c in board.columns(row)) == 1)
    for line in board.lines:
        for squares in squares_by_number(board, line).values():
            model.add_linear_constraint(
                lb=1 if line.is_full else 0,
                expr=mathopt.fast_sum([queens[s] for s in squares]),
                ub=1,
            )
    for one, other in step_pairs(board):
        model.add_linear_constraint(queens[one] + queens[other] <= 1)
    return model, queens


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if SCIP does not decide."""
    if board.n > LARGEST_N:
        raise Unsupported(
            f"n must be at most {LARGEST_N}, got {board.n}: each solution costs a search"
        )
    if needs_no_search(board, on_solution):
        return {}
    model, queens = build(board)
    parameters = mathopt.SolveParameters(threads=1, heuristics=OFF, cuts=OFF)
    counters = dict.fromkeys(COUNTERS, 0)
    while True:
        result = mathopt.solve(model, mathopt.SolverType.GSCIP, params=parameters)
        counters["nodes"] += result.solve_stats.node_count
        counters["simplex_iterations"] += result.solve_stats.simplex_iterations
        if result.termination.reason == mathopt.TerminationReason.INFEASIBLE:
            return counters
        if result.termination.reason != mathopt.TerminationReason.OPTIMAL:
            raise RuntimeError(f"SCIP ended without an answer: {result.termination}")
        values = result.variable_values()
        solution = sorted(square for square, queen in queens.items() if values[queen] > 0.5)
        on_solution(tuple(column for _, column in solution))
        cut = sum(queens[square] for square in solution)
        model.add_linear_constraint(cut <= board.n - 1)
