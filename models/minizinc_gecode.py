"""MiniZinc and Gecode: the statement in a modelling language of its own, solved by a program.

The model is text, the board is data: an array of variables, an AllDifferent for each line of
the rule, a difference that two queens may not have for each step, and a search annotation
(smallest domain, smallest value) that tells Gecode how to branch. MiniZinc translates, Gecode
searches, and the solutions come down a pipe while the search goes on. AllDifferent is named
as Gecode's own constraint, with Régin's propagator. (The library's `alldifferent` is taken
apart into disequalities where MiniZinc is newer than the Gecode it finds, as in Debian, and
then no annotation changes anything.) With the rows in order it fails 289 times at n = 8, and
304 times with `bounds`, as Choco does.

MiniZinc compiles the model to FlatZinc, a plain list of variables and constraints, and
`fzn-gecode` runs it. The list of solutions is complete only if the line of ten equals signs
came, or the word that there is no solution at all; anything else is an error, told with what
the program said. When `on_solution` raises, the program is ended first. (Left to itself,
MiniZinc starts Gecode in a process group of its own, which outlives it.)

Source: Nethercote and others (2007), MiniZinc: towards a standard CP modelling language,
CP 2007; Schulte, Tack and Lagerkvist, Modeling and Programming with Gecode.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

from queens import Board, Counters, OnSolution, Queens, Trace
from queens.statement import step_shifts

COUNTERS = {
    "nodes": "nodes of a search that branches in two, leaves included",
    "failures": "leaves where propagation emptied a domain",
    "propagations": "runs of a propagator",
}
MODEL = """
include "all_different_int.mzn";
int: n;
set of int: ROWS = 0..n-1;
array[ROWS] of set of int: open;
array[ROWS] of var ROWS: queens;
constraint forall(j in ROWS)(queens[j] in open[j]);
array[int] of int: slopes;
constraint forall(slope in slopes)(
    all_different_int([queens[j] + slope * j | j in ROWS]) :: domain);
int: tables;
array[1..tables, ROWS, ROWS] of int: numbers;
constraint forall(t in 1..tables)(
    all_different_int([numbers[t, j, queens[j]] | j in ROWS]) :: domain);
int: steps;
array[1..steps, 1..3] of int: step;
constraint forall(s in 1..steps)(queens[step[s, 2]] != queens[step[s, 1]] + step[s, 3]);
solve :: int_search(queens, first_fail, indomain_min) satisfy;
"""
END_OF_SOLUTION = "----------"
COMPLETE = ("==========", "=====UNSATISFIABLE=====")
ASSIGNMENT = "queens = "
STATISTIC = "%%%mzn-stat: "


def build(board: Board) -> str:
    """Return the model with the board's data."""
    domains = (", ".join(map(str, board.columns(row))) for row in range(board.n))
    opened = ", ".join("{" + domain + "}" for domain in domains)
    slopes = [line.slope for line in board.lines if line.is_linear]
    tables = [line for line in board.lines if not line.is_linear]
    numbers = [number for line in tables for row in range(board.n) for number in line.numbers(row)]
    steps = list(step_shifts(board))
    return f"""{MODEL}
n = {board.n};
open = array1d(ROWS, [{opened}]);
slopes = {slopes};
tables = {len(tables)};
numbers = array3d(1..tables, ROWS, ROWS, {numbers});
steps = {len(steps)};
step = array2d(1..steps, 1..3, {[number for step in steps for number in step]});
"""


def solve_all(board: Board, on_solution: OnSolution, trace: Trace | None = None) -> Counters:
    """Hand every solution to `on_solution`; raise RuntimeError if the list is not complete."""
    complete, assignment = False, ""
    counters: Counters = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(output_lines(compile_model(build(board), Path(folder)))) as lines,
    ):
        for line in lines:
            if line.startswith(ASSIGNMENT):
                assignment = line
            elif line == END_OF_SOLUTION:
                on_solution(columns_of(assignment))
            elif line in COMPLETE:
                complete = True
            elif line.startswith(STATISTIC):
                name, _, value = line.removeprefix(STATISTIC).partition("=")
                if name in COUNTERS:
                    counters[name] = int(value)
    if not complete:
        raise RuntimeError("Gecode ended without saying that the list is complete")
    return counters


def compile_model(model: str, folder: Path) -> Path:
    """Return the FlatZinc file that MiniZinc writes to `folder`; raise RuntimeError if it fails."""
    flat = folder / "queens.fzn"
    command = ("minizinc", "--compile", "--solver", "gecode", "--fzn", flat, "--no-output-ozn", "-")
    run = subprocess.run(command, input=model, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise RuntimeError(f"MiniZinc does not compile the model: {run.stderr[-500:]}")
    return flat


def output_lines(flat: Path) -> Generator[str]:
    """Yield what Gecode prints for all solutions; closing the iterator ends the program."""
    command = ("fzn-gecode", "-a", "-s", flat)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stdout or ():
                yield line.rstrip("\n")
        finally:
            process.kill()


def columns_of(assignment: str) -> Queens:
    """Return the queens from Gecode's line: `queens = array1d(0..3, [1, 3, 0, 2]);`."""
    columns = assignment[assignment.index("[") + 1 : assignment.index("]")]
    return tuple(int(column) for column in columns.split(",") if column.strip())
