"""SAT: clauses over one Boolean per square, a clause added to block each solution found.

Every row has a queen: one clause of its open squares. No line has two: for each pair of
squares on a row, a line of the rule or a step apart, a clause that says not both. The pairs
are many, but they need no auxiliary variables, which would multiply the solutions.

A SAT solver finds one assignment. To enumerate, each solution is blocked by a clause (not
all of these n queens again) and the solver goes on with all it has learned. The clause names
the queens alone, n literals where the whole assignment has n x n. Complete when the solver
says unsatisfiable; each solution once because it is blocked before the next.

Source: Biere, Heule, van Maaren and Walsh (2021), Handbook of Satisfiability, chapter 2 (the
pairwise encoding); Ignatiev, Morgado and Marques-Silva (2018), PySAT, SAT 2018.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pysat.solvers import Solver

from queens import Board, Counters, OnSolution, Square, Trace
from queens.statement import squares_by_number, step_pairs

COUNTERS = {
    "decisions": "truth values chosen by the SAT solver",
    "conflicts": "contradictions that ended in a learned clause",
    "propagations": "truth values that unit propagation forced",
    "restarts": "times the search went back to the start, keeping what it had learned",
}
SOLVER = "cadical153"


def build(board: Board) -> tuple[list[list[int]], list[Square]]:
    """Return the clauses and the squares: `squares[v - 1]` is the square of variable v."""
    squares = [(row, column) for row in range(board.n) for column in board.columns(row)]
    variables = {square: number for number, square in enumerate(squares, start=1)}
    clauses = [[variables[row, column] for column in board.columns(row)] for row in range(board.n)]
    clauses += [[-variables[one], -variables[other]] for one, other in attacking(board)]
    return clauses, squares


def attacking(board: Board) -> Iterator[tuple[Square, Square]]:
    """Yield the pairs of open squares on a row, on a number of a line, and a step apart."""
    for row in range(board.n):
        yield from combinations([(row, column) for column in board.columns(row)], 2)
    for line in board.lines:
        for squares in squares_by_number(board, line).values():
            yield from combinations(squares, 2)
    yield from step_pairs(board)


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; the last answer is the proof that there are no more."""
    clauses, squares = build(board)
    with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
        while solver.solve():
            queens = [literal for literal in solver.get_model() if 0 < literal <= len(squares)]
            on_solution(tuple(squares[variable - 1][1] for variable in queens))
            solver.add_clause([-variable for variable in queens])
        figures = solver.accum_stats()
    return {name: figures[name] for name in COUNTERS}
