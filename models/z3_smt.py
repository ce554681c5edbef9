"""Z3, an SMT solver: Distinct for each line, over expressions that may be anything.

A line whose number is no sum of column and row is looked up by nested if-then-else, a step is a
difference that two queens may not have. No propagator stands behind Distinct: Z3 takes it apart
into disequalities and decides formulas by clause learning, with a theory of linear arithmetic
beside it. What it teaches: the most general language of all models here, and what generality
costs on a problem that needs none of it.

Each solution is excluded by a clause, and the solver goes on from what it has learned. Complete
when it says unsatisfiable; "unknown" is an error.

Source: de Moura and Bjørner (2008), Z3: an efficient SMT solver, TACAS.
"""

from __future__ import annotations

from collections.abc import Sequence

import z3

from queens import Board, Counters, OnSolution, Trace
from queens.statement import needs_no_search, step_shifts

COUNTERS = {
    "conflicts": "contradictions that ended in a learned clause",
    "decisions": "truth values chosen by the search",
    "propagations": "truth values that unit propagation forced",
    "restarts": "times the search went back to the start, keeping what it had learned",
}


def build(board: Board) -> tuple[z3.Solver, list[z3.ArithRef]]:
    """Return the solver with its constraints, and `queens[j]`, the column of row j's queen."""
    context = z3.Context()  # what is learned of one board stays with it
    solver = z3.Solver(ctx=context)
    queens = [z3.Int(f"queen {row}", context) for row in range(board.n)]
    for row, queen in enumerate(queens):
        solver.add(z3.Or([queen == column for column in board.columns(row)], context))
    for line in board.lines:
        numbers = [
            queen + line.slope * row if line.is_linear else looked_up(line.numbers(row), queen)
            for row, queen in enumerate(queens)
        ]
        if len(numbers) > 1:
            solver.add(z3.Distinct(numbers))
    for row, later, shift in step_shifts(board):
        solver.add(queens[later] != queens[row] + shift)
    return solver, queens


def looked_up(numbers: Sequence[int], queen: z3.ArithRef) -> z3.ArithRef:
    """Return `numbers[queen]` as an expression."""
    expression = z3.IntVal(numbers[-1], queen.ctx)
    for column in reversed(range(len(numbers) - 1)):
        expression = z3.If(queen == column, numbers[column], expression)
    return expression


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if Z3 does not decide."""
    if needs_no_search(board, on_solution):
        return {}
    solver, queens = build(board)
    while (answer := solver.check()) == z3.sat:
        model = solver.model()
        columns = [model[queen].as_long() for queen in queens]
        on_solution(tuple(columns))
        solver.add(z3.Or([queen != c for queen, c in zip(queens, columns, strict=True)]))
    if answer != z3.unsat:
        raise RuntimeError(f"Z3 ended without an answer: {solver.reason_unknown()}")
    figures = {name: int(value) for name, value in solver.statistics() if name in COUNTERS}
    return dict.fromkeys(COUNTERS, 0) | figures  # those that are 0 are not among them
