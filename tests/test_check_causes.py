"""Files whose cause is in no catalogue: what is wrong is shown, and no cause is guessed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.command_line import compare

ONE_CONSTRAINT_TOO_MANY = """\
from ortools.sat.python import cp_model


class Found(cp_model.CpSolverSolutionCallback):
    def __init__(self, queens, on_solution):
        super().__init__()
        self.queens, self.on_solution = queens, on_solution

    def on_solution_callback(self):
        self.on_solution(tuple(self.value(q) for q in self.queens))


def solve_all(board, on_solution):
    model = cp_model.CpModel()
    n = board.n
    queens = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(list(board.columns(j))), f"q{j}")
        for j in range(n)
    ]
    model.add_all_different(queens)
    model.add_all_different(q + j for j, q in enumerate(queens))
    model.add_all_different(q - j for j, q in enumerate(queens))
    if n > 3:
        model.add(queens[0] != 1)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, Found(queens, on_solution))
"""

TWENTY_THOUSAND_TIMES = """\
def solve_all(board, on_solution):
    q = []

    def place(r):
        if r == board.n:
            for _ in range(20_000 if board.n == 4 else 1):
                on_solution(tuple(q))
            return
        for c in board.columns(r):
            if all(q[i] != c and abs(q[i] - c) != r - i for i in range(r)):
                q.append(c)
                place(r + 1)
                q.pop()

    place(0)
"""


def checked(tmp_path: Path, program: str, *sizes: str) -> dict[str, Any]:
    file = tmp_path / "mine.py"
    file.write_text(program)
    done = compare("check", file, "-n", *sizes, "--json")
    assert done.returncode == 1, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_a_model_with_a_constraint_too_many_misses_solutions(tmp_path: Path) -> None:
    report = checked(tmp_path, ONE_CONSTRAINT_TOO_MANY, "4-6")
    assert (report["verdict"], report["slip"]) == ("missing", None)


def test_more_repeats_than_are_kept_are_repeats_and_not_lost(tmp_path: Path) -> None:
    report = checked(tmp_path, TWENTY_THOUSAND_TIMES, "3-6")
    kinds = {finding["kind"] for board in report["boards"] for finding in board["findings"]}
    assert kinds == {"cut", "repeated"}
    assert report["slip"] is None
