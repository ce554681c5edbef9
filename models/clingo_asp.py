"""Answer set programming with clingo: choose a square a row and column, forbid the diagonals.

The program says it in four lines. For each row, and for each column, choose exactly one of
its open squares to hold a queen; it must not happen that a diagonal holds two. (So with any
line of a rule that has as many numbers as there are rows, and with any that has more; two
queens a step apart must not happen either.) Each answer set of the program is a set of atoms
queen(J,C), one solution. clingo grounds the rules and searches with a conflict-driven solver,
so it learns from dead ends as CP-SAT does.

All answer sets must be asked for (0; the default is one), and they are projected on the
queens, so that no other atom could multiply them. Complete if the solver says that it is
exhausted, which it is asked after the last one.

Source: Gebser, Kaminski, Kaufmann and Schaub (2012), Answer Set Solving in Practice,
section 3.2 (n-queens).
"""

from __future__ import annotations

import clingo

from queens import Board, Counters, OnSolution, Trace
from queens.statement import squares_by_number

COUNTERS = {
    "choices": "truth values chosen by the answer-set solver",
    "conflicts": "contradictions that ended in a learned nogood",
    "restarts": "times the search went back to the start, keeping what it had learned",
}
EACH_ROW = "1 { queen(J, C) : open(J, C) } 1 :- row(J)."
EACH_ON_LINE = "1 {{ queen(J, C) : {line}(K, J, C) }} 1 :- {line}(K)."  # as many K as rows
NO_TWO_ON_LINE = ":- {line}(K), 2 {{ queen(J, C) : {line}(K, J, C) }}."
NO_TWO_A_STEP_APART = ":- queen(J, C), queen(J + {rows}, C + {columns})."
LINEAR = "{line}(C + {slope} * J, J, C) :- open(J, C)."
ANSWER = "#project queen/2. #show queen/2."


def build(board: Board) -> clingo.Control:
    """Return the program, a rule a line, with the board's squares as facts, grounded."""
    rules, facts = [EACH_ROW], [f"row({row})." for row in range(board.n)]
    facts += [f"open({row}, {column})." for row in range(board.n) for column in board.columns(row)]
    for index, line in enumerate(board.lines):
        name, numbered = f"line_{index}", sorted(squares_by_number(board, line).items())
        rules.append((EACH_ON_LINE if line.is_full else NO_TWO_ON_LINE).format(line=name))
        facts += [f"{name}({number})." for number, _ in numbered]
        if line.is_linear:
            facts.append(LINEAR.format(line=name, slope=line.slope))
        else:
            facts += [f"{name}({k}, {row}, {column})." for k, on in numbered for row, column in on]
    for rows, columns in board.rule.steps:
        rules += [NO_TWO_A_STEP_APART.format(rows=rows, columns=c) for c in (columns, -columns)]
    # silent: a board without open squares makes it remark that no queen can be derived
    control = clingo.Control(["0", "--project"], logger=lambda code, message: None)
    control.add("base", [], "\n".join([*rules, ANSWER, *facts]))
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
