"""What learned nogoods save: failures of first_fail with and without them, on drawn boards.

    uv run python -m experiments.nogoods

Prints a table: failures until all solutions are found, and processor time. "Jumps alone" learns
each nogood for the jump back and forgets it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from handwritten import first_fail, nogood_learning
from handwritten.literals import Literals
from handwritten.nogood_learning import Learner, search
from harness.campaign.drawn_boards import parse_boards
from queens import Board, Counters, OnSolution

SPECS = (
    "excluded:n=12,diagonals=9,seed=1..20",
    "excluded:n=14,diagonals=12,seed=1..20",
    "blocked:n=20,open=5,seed=1..20",
    "regions:n=10,seed=1..20",
    "uniform:n=12,placed=1,seed=1..20",
)


class Forgetful(Learner):
    """A learner that keeps no nogood."""

    def learn(self, nogood: Literals) -> None:
        """Forget it."""


def jumps_alone(board: Board, on_solution: OnSolution) -> Counters:
    """Hand every solution to `on_solution`, explaining failures and learning nothing."""
    return search(Forgetful(board), on_solution)


def measured(solve_all: Callable[[Board, OnSolution], Counters], boards: list[Board]) -> str:
    """Return failures and seconds over all boards, as two cells of a table."""
    begun = process_time()
    failures = sum(solve_all(board, lambda queens: None)["failures"] for board in boards)
    return f"{failures:,} | {process_time() - begun:.2f} s"


def main() -> None:
    """Print the table."""
    print("| boards | first_fail | time | jumps alone | time | nogood_learning | time |")
    print("|---|---|---|---|---|---|---|")
    for spec in SPECS:
        boards = parse_boards(spec)
        searches = (first_fail.solve_all, jumps_alone, nogood_learning.solve_all)
        print(f"| `{spec}` |", " | ".join(measured(one, boards) for one in searches), "|")


if __name__ == "__main__":
    main()
