"""NuCS, a solver written in NumPy and compiled by Numba: a domain is its two ends.

The statement is that of `cp_sat`, and the diagonals need no variables: NuCS's AllDifferent
takes an offset for each of its variables. (A number that is no sum of column and offset is a
variable, tied to its queen by a table.) A domain is a pair of numbers and cannot have
holes; each AllDifferent is bounds consistent, and on a board with squares missing a
table of its open columns prunes the ends of each row. The search takes the first row that
is not decided, and its lowest column.

A hole is found out when an end of the domain reaches it, so holes cost time and lose
nothing. Complete as a backtracking search over all columns of all rows.

A solver is used once: a second search on the same object finds nothing and does not say so.
The first call in a process loads compiled code, the first on a machine compiles it.

Source: Georget, NuCS; López-Ortiz, Quimper, Tromp and van Beek (2003), A fast and simple
algorithm for bounds consistency of the alldifferent constraint, IJCAI-03.
"""

from __future__ import annotations

from nucs.constants import LOG_LEVEL_ERROR
from nucs.problems.problem import Problem
from nucs.propagators.propagators import ALG_ALLDIFFERENT, ALG_LINEAR_NEQ_C, ALG_RELATION
from nucs.solvers.backtrack_solver import BacktrackSolver

from queens import Board, Counters, Line, OnSolution, Trace
from queens.statement import needs_no_search, step_shifts

COUNTERS = {
    "choices": "decisions of a search that branches in two",
    "backtracks": "times the solver went back to an earlier decision",
}
DEFAULT_STACK_HEIGHT = 8192


def build(board: Board) -> Problem:
    """Return the problem; its variables are the rows. Raises ValueError for one with no column."""
    rows = range(board.n)
    domains = [board.columns(row) for row in rows]
    problem = Problem([(min(columns), max(columns)) for columns in domains])
    for line in board.lines:
        if line.is_linear:
            offsets = [line.slope * row for row in rows]
            problem.add_propagator(ALG_ALLDIFFERENT, rows, offsets)
        else:
            numbers = add_numbers(problem, line)
            problem.add_propagator(ALG_ALLDIFFERENT, numbers, [0] * board.n)
    for row, later, shift in step_shifts(board):
        problem.add_propagator(ALG_LINEAR_NEQ_C, [row, later], [-1, 1, shift])
    if board.placed or board.blocked:
        for row, columns in enumerate(domains):
            problem.add_propagator(ALG_RELATION, [row], columns)
    return problem


def add_numbers(problem: Problem, line: Line) -> list[int]:
    """Add a variable a row for the number of its queen on the line; return their indices."""
    added = []
    for row in range(line.n):
        numbers = line.numbers(row)
        added.append(problem.add_variable((min(numbers), max(numbers))))
        table = [value for square in enumerate(numbers) for value in square]
        problem.add_propagator(ALG_RELATION, [row, added[row]], table)
    return added


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution` in lexicographic order."""
    if needs_no_search(board, on_solution):
        return {}
    # a level of the stack for each open decision, and the solver does not look for its end
    height = max(DEFAULT_STACK_HEIGHT, board.n + 2)
    solver = BacktrackSolver(build(board), stks_max_height=height, log_level=LOG_LEVEL_ERROR)
    for columns in solver.solve():
        on_solution(tuple(columns.tolist()[: board.n]))
    figures = solver.get_statistics_as_dictionary()
    return {
        "choices": int(figures["SOLVER_CHOICE_NB"]),
        "backtracks": int(figures["SOLVER_BACKTRACK_NB"]),
    }
