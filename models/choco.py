"""Choco, a Java solver compiled to a library: arc-consistent AllDifferent, smallest domain.

The statement is that of `cp_sat`; the two diagonals are views, queens[j] plus or minus j
without variables of their own, and only a number that is no such sum has one. Each
AllDifferent keeps arc consistency, the strongest propagation there is for it, and that is
what half-filled boards want: it completes all of 36 boards of n = 200 in each of seven orders
of search, rows in order among them, where bounds consistency (`choco_bounds`) leaves 2 to 7
of them unsolved after 3 s in every one (measured with experiments/completion_propagators.py on
two cores, pychoco 0.4). The search takes the row with the fewest columns left and its lowest
column, and branches in two. (Choco's black-box searches restart, and repeat solutions when
asked for all; this order does not restart.)

Complete when solve() says False in a search that nothing stopped, which is read from the
search state. A model is solved once: a second search on the same one finds nothing and does
not say so.

Source: Régin (1994), A filtering algorithm for constraints of difference, AAAI-94;
Prud'homme and Fages (2022), Choco-solver: a Java library for constraint programming, Journal
of Open Source Software 7(78); pychoco.
"""

from __future__ import annotations

from collections.abc import Callable

from pychoco import Model
from pychoco.solver import Solver
from pychoco.variables.intvar import IntVar

from queens import Board, Counters, Line, OnSolution, Trace
from queens.statement import needs_no_search, step_shifts

COUNTERS = {
    "failures": "nodes where propagation emptied a domain, in the solver's order of search",
    "backtracks": "times the solver went back to an earlier decision",
}

Built = tuple[Model, list[IntVar]]


def build(board: Board, consistency: str = "AC") -> Built:
    """Return the model and its variables, `queens[j]` the column of the queen in row j.

    `consistency` is what each AllDifferent keeps, in Choco's word. Raises ValueError for a
    board without rows or with a row without columns: Choco ends the process at either.
    """
    model = Model("n-queens")
    queens = []
    for row in range(board.n):
        columns = list(board.columns(row))
        if not columns:
            raise ValueError(f"row {row} has no column left")
        queens.append(model.intvar(columns, name=f"queen {row}"))
    if not queens:
        raise ValueError("the board has no rows")
    for line in board.lines:
        model.all_different(numbers(model, line, queens), consistency).post()
    for row, later, shift in step_shifts(board):
        model.arithm(queens[later], "!=", queens[row], "+", shift).post()
    return model, queens


def numbers(model: Model, line: Line, queens: list[IntVar]) -> list[IntVar]:
    """Return the number that each queen has on the line: a view, or a variable it fixes."""
    if line.is_linear:
        return [model.int_offset_view(queen, line.slope * row) for row, queen in enumerate(queens)]
    looked_up = []
    for row, queen in enumerate(queens):
        values = list(line.numbers(row))
        looked_up.append(model.intvar(sorted(set(values)), name=f"{line.name} of row {row}"))
        model.element(looked_up[row], values, queen).post()
    return looked_up


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    return search(board, build, on_solution)


def search(board: Board, build: Callable[[Board], Built], on_solution: OnSolution) -> Counters:
    """Hand every solution of what `build` states to `on_solution`, smallest domain first."""
    if needs_no_search(board, on_solution):
        return {}
    model, queens = build(board)
    solver = model.get_solver()
    solver.set_min_dom_lb_search(*queens)
    return enumerate_all(solver, queens, on_solution)


def enumerate_all(solver: Solver, queens: list[IntVar], on_solution: OnSolution) -> Counters:
    """Hand every solution to `on_solution`, in the order of search that was set."""
    while solver.solve():
        on_solution(tuple(queen.get_value() for queen in queens))
    if solver.get_search_state() != "TERMINATED":
        raise RuntimeError(f"Choco ended as {solver.get_search_state()}, not with a proof")
    return {"failures": solver.get_fail_count(), "backtracks": solver.get_backtrack_count()}
