"""How many solutions CP-SAT delivers with several workers: the permutations of 6, of which 720 are.

    uv run python -m experiments.cp_sat_losses

One line for each run: workers, the answer, distinct solutions, solutions delivered.
"""

from __future__ import annotations

from collections import Counter
from importlib.metadata import version

from ortools.sat.python import cp_model

SIZE = 6
RUNS = 20


class Deliveries(cp_model.CpSolverSolutionCallback):
    """Counts how often each solution is delivered."""

    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.variables = variables
        self.times: Counter[tuple[int, ...]] = Counter()

    def on_solution_callback(self) -> None:
        """Count this solution."""
        self.times[tuple(map(self.value, self.variables))] += 1


def main() -> None:
    """Run with one worker and with eight."""
    print("ortools", version("ortools"))
    for workers in [1] + [8] * RUNS:
        model = cp_model.CpModel()
        variables = [model.new_int_var(0, SIZE - 1, f"x{i}") for i in range(SIZE)]
        model.add_all_different(variables)
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = workers
        deliveries = Deliveries(variables)
        status = solver.solve(model, deliveries)
        total = deliveries.times.total()
        print(workers, solver.status_name(status), len(deliveries.times), total)


if __name__ == "__main__":
    main()
