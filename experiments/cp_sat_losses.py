"""How many solutions CP-SAT delivers with several workers, on models whose number is known.

    uv run python -m experiments.cp_sat_losses

One line for each model and number of workers: how often it answered what, and over all runs the
fewest, the median and the most of distinct solutions and of solutions delivered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib.metadata import version
from statistics import median

from ortools.sat.python import cp_model

from models.cp_sat import build
from queens import Board

RUNS = 100
WEIGHTS = (3, 5, 7, 9, 11, 13, 4, 6, 8, 10, 12, 14)

Model = tuple[cp_model.CpModel, list[cp_model.IntVar]]


def permutations_of_6() -> Model:
    """Six variables, one AllDifferent: 720 solutions."""
    model = cp_model.CpModel()
    variables = [model.new_int_var(0, 5, f"x{i}") for i in range(6)]
    model.add_all_different(variables)
    return model, variables


def ring_of_8() -> Model:
    """A ring of 8 in 3 colours: 258 solutions."""
    model = cp_model.CpModel()
    variables = [model.new_int_var(0, 2, f"x{i}") for i in range(8)]
    for i in range(8):
        model.add(variables[i] != variables[i - 1])
    return model, variables


def knapsack_of_12() -> Model:
    """The sets of 12 weights that weigh 31 at most: 418 solutions."""
    model = cp_model.CpModel()
    variables = [model.new_bool_var(f"x{weight}") for weight in WEIGHTS]
    model.add(cp_model.LinearExpr.weighted_sum(variables, WEIGHTS) <= 31)
    return model, variables


def queens_of_8() -> Model:
    """Eight queens: 92 solutions."""
    model, queens = build(Board(8))
    return model, list(queens)


class Deliveries(cp_model.CpSolverSolutionCallback):
    """Counts how often each solution is delivered."""

    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.variables = variables
        self.times: Counter[tuple[int, ...]] = Counter()

    def on_solution_callback(self) -> None:
        """Count this solution."""
        self.times[tuple(map(self.value, self.variables))] += 1


def run(make: Callable[[], Model], workers: int) -> tuple[str, int, int]:
    """Return the answer, how many distinct solutions were delivered, and how many in all."""
    model, variables = make()
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = workers
    deliveries = Deliveries(variables)
    status = solver.solve(model, deliveries)
    return solver.status_name(status), len(deliveries.times), deliveries.times.total()


def main() -> None:
    """Run each model with one worker and with eight."""
    print("ortools", version("ortools"))
    for make in (permutations_of_6, ring_of_8, knapsack_of_12, queens_of_8):
        for workers in (1, 8):
            runs = [run(make, workers) for _ in range(RUNS)]
            times = Counter(answer for answer, _, _ in runs)
            answers = ", ".join(f"{answer} {count}" for answer, count in times.most_common())
            distinct = _spread([distinct for _, distinct, _ in runs])
            delivered = _spread([delivered for _, _, delivered in runs])
            print(f"{make.__name__}, {workers} workers: {answers}")
            print(f"    {distinct} distinct, {delivered} delivered")


def _spread(counts: list[int]) -> str:
    return f"{min(counts)} / {median(counts):g} / {max(counts)}"


if __name__ == "__main__":
    main()
