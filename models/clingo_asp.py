"""Answer set programming with clingo: choose a square a row and column, forbid the diagonals.

The program says it in four lines. For each row, and for each column, choose exactly one of
its open squares to hold a queen; it must not happen that a diagonal holds two. Each answer
set of the program is a set of atoms queen(J,C), one solution. clingo grounds the rules and
searches with a conflict-driven solver, so it learns from dead ends as CP-SAT does.

All answer sets must be asked for (0; the default is one), and they are projected on the
queens, so that no other atom could multiply them. Complete if the solver says that it is
exhausted, which it is asked after the last one.

Source: Gebser, Kaminski, Kaufmann and Schaub (2012), Answer Set Solving in Practice,
section 3.2 (n-queens).
"""

from __future__ import annotations

import clingo

from queens import Board, Counters, OnSolution, Trace

COUNTERS = {
    "choices": "truth values chosen by the answer-set solver",
    "conflicts": "contradictions that ended in a learned nogood",
}
PROGRAM = """
1 { queen(J, C) : open(J, C) } 1 :- row(J).
1 { queen(J, C) : open(J, C) } 1 :- row(C).     % as many columns as rows
:- up(L), 2 { queen(J, C) : J + C = L }.
:- down(L), 2 { queen(J, C) : C - J = L }.
#project queen/2.
#show queen/2.
"""


def build(board: Board) -> clingo.Control:
    """Return the program with the board's squares as facts, grounded."""
    n = board.n
    facts = [f"row({row})." for row in range(n)]
    facts += [f"up({line})." for line in range(2 * n - 1)]
    facts += [f"down({line})." for line in range(1 - n, n)]
    facts += [f"open({row}, {column})." for row in range(n) for column in board.columns(row)]
    # silent: a board without open squares makes it remark that no queen can be derived
    control = clingo.Control(["0", "--project"], logger=lambda code, message: None)
    control.add("base", [], PROGRAM + "".join(facts))
    control.ground([("base", [])])
    return control


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the search was not completed."""
    control = build(board)
    with control.solve(yield_=True) as search:
        for answer in search:
            squares = sorted(
                (atom.arguments[0].number, atom.arguments[1].number)
                for atom in answer.symbols(shown=True)
            )
            on_solution(tuple(column for _, column in squares))
        result = search.get()
    if not result.exhausted:
        raise RuntimeError("clingo ended before the search was exhausted")
    figures = control.statistics["solving"]["solvers"]
    return {name: int(figures[name]) for name in COUNTERS}
