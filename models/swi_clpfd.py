"""SWI-Prolog's CLP(FD): the text-book program, all_distinct over three lists of expressions.

A Prolog program is the statement and the search in one: constraints are posted on a list of
variables, `labeling` instantiates them, and `fail` asks for the next solution until none is
left. The solver underneath is itself a Prolog program (attributed variables wake propagators),
`all_distinct` is Régin's matching. Lines that are no sum are looked up by `element`, steps are
disequalities. What it teaches: where constraint programming comes from, and what it costs where
nothing is compiled.

The program is written to the standard input of `swipl`, and its solutions come down a pipe while
the search goes on. The list is complete only if the last line is `complete`. When
`on_solution` raises, the program is ended first.

Source: Triska (2012), The finite domain constraint solver of SWI-Prolog, FLOPS 2012; Van
Hentenryck (1989), Constraint Satisfaction in Logic Programming, MIT Press.
"""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from contextlib import closing
from tempfile import TemporaryFile

from queens import Board, Counters, OnSolution, Trace
from queens.statement import needs_no_search, step_shifts

PROGRAM = """
:- use_module(library(clpfd)).

line(Rows, Qs) :- maplist([Row-Slope, Q, N]>>(N #= Q + Slope * Row), Rows, Qs, Ns),
    all_distinct(Ns).
table(Table, Qs) :- maplist([Numbers, Q, N]>>(I #= Q + 1, element(I, Numbers, N)), Table, Qs, Ns),
    all_distinct(Ns).
apart(Qs, [Row, Later, Shift]) :- nth0(Row, Qs, Q), nth0(Later, Qs, P), P #\\= Q + Shift.

main :- queens(Qs), labeling([ff], Qs), atomic_list_concat(Qs, ' ', Line), writeln(Line), fail.
main :- writeln(complete).
"""
COMPLETE = "complete"


def build(board: Board) -> str:
    """Return the program with the board's own clause, `queens(Qs)`."""
    goals = [f"length(Qs, {board.n})"]
    for row in range(board.n):
        domain = " \\/ ".join(map(str, board.columns(row)))
        goals.append(f"nth0({row}, Qs, Q{row}), Q{row} in {domain}")
    for line in board.lines:
        if line.is_linear:
            rows = ", ".join(f"{row}-({line.slope})" for row in range(board.n))
            goals.append(f"line([{rows}], Qs)")
        else:
            goals.append(f"table({[list(line.numbers(row)) for row in range(board.n)]}, Qs)")
    goals += [f"apart(Qs, {list(step)})" for step in step_shifts(board)]
    return f"{PROGRAM}\nqueens(Qs) :- {', '.join(goals)}.\n"


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the list is not complete."""
    if needs_no_search(board, on_solution):
        return {}
    line = ""
    with closing(output_lines(build(board))) as lines:
        for line in lines:
            if line != COMPLETE:
                on_solution(tuple(int(column) for column in line.split()))
    if line != COMPLETE:
        raise RuntimeError("SWI-Prolog ended without saying that the list is complete")
    return {}


def output_lines(program: str) -> Generator[str]:
    """Yield what the program prints; closing the iterator ends it."""
    command = ("swipl", "-q", "-g", "main", "-t", "halt", "/dev/stdin")
    with TemporaryFile("w+") as source:
        source.write(program)
        source.seek(0)
        with subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, text=True) as process:
            try:
                for line in process.stdout or ():
                    yield line.rstrip("\n")
            finally:
                process.kill()
