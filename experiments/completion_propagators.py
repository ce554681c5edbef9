"""Which propagator and which order of search complete half-filled boards: Choco's, side by side.

    uv run python -m experiments.completion_propagators

Prints, for each propagator of AllDifferent and each order of search, how many of the boards were
left unsolved at the limit, and the mean and the longest time of those that were solved.
"""

from __future__ import annotations

import statistics
import time

from pychoco.search.search_strategies import SearchStrategies

from harness.campaign.drawn_boards import parse_boards
from models import choco
from queens import Board

SPECS = ("completion:n=200,placed=150,seed=1..24", "completion:n=200,placed=162,seed=1..12")
LIMIT_S = 3
PROPAGATORS = {"AC": "arc consistency", "DEFAULT": "Choco's mix", "BC": "bounds consistency"}
ORDERS = {
    "smallest domain": SearchStrategies.set_min_dom_lb_search,
    "dom/wdeg": SearchStrategies.set_dom_over_w_deg_search,
    "dom/wdeg, refined": SearchStrategies.set_dom_over_w_deg_ref_search,
    "conflict history": SearchStrategies.set_conflict_history_search,
    "failure rate": SearchStrategies.set_failure_rate_based_search,
    "pick on domain": SearchStrategies.set_pick_on_dom_search,
    "rows in order": SearchStrategies.set_input_order_lb_search,
}


def seconds_to_solve(board: Board, consistency: str, order: str) -> float | None:
    """Return how long the first solution took, or None if it did not come in time."""
    model, queens = choco.build(board, consistency)
    solver = model.get_solver()
    ORDERS[order](solver, *queens)
    started_s = time.perf_counter()
    solved = solver.solve(time_limit=f"{LIMIT_S}s")
    return time.perf_counter() - started_s if solved else None


def main() -> None:
    """Print the table."""
    boards = [board for spec in SPECS for board in parse_boards(spec)]
    print(f"{len(boards)} boards ({'; '.join(SPECS)}), limit {LIMIT_S} s\n")
    print("| propagator | order | unsolved | mean s | longest s |\n|---|---|---|---|---|")
    for consistency, words in PROPAGATORS.items():
        for order in ORDERS:
            seconds = [seconds_to_solve(board, consistency, order) for board in boards]
            solved = [each for each in seconds if each is not None]
            print(
                f"| {words} | {order} | {seconds.count(None)} "
                f"| {statistics.mean(solved):.3f} | {max(solved):.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
