"""How often the intervals of estimates hold, and how near foretold times are.

    uv run python -m experiments.estimates            # both tables, some twenty minutes
    uv run python -m experiments.estimates coverage
    uv run python -m experiments.estimates times

Writes beside this file

    estimates_coverage.csv    of so many seeds, in how many percent the interval held the truth
    estimates_times.csv       foretold and measured times at the two sizes after the last sampled

The true numbers of solutions are the published ones. Those of nodes are counted here: for plain
backtracking in the loop below (row sums of OEIS A319284), for others by walking the whole tree,
which the tests hold to the searches' own reports.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from statistics import median
from typing import Any

from harness.estimate.probing import Estimate, TreeSize, size_of
from harness.estimate.times import Ladder, smaller_boards
from harness.estimate.trees import Tree, row_by_row, tree_of
from harness.isolation.runner import Limits, Runner
from queens import Board, known_count
from queens.jit import compiled
from queens.names import resolve_approaches

HERE = Path(__file__).parent
COVERAGE, TIMES = HERE / "estimates_coverage.csv", HERE / "estimates_times.csv"

SIZES, SEEDS = range(17), range(1, 201)
OTHERS = "half_board,forward_checking,arc_consistency,pair_consistency,alldifferent,first_fail"
OTHER_N, OTHER_SEEDS = 10, range(1, 101)
TIMED = (
    "cp_sat,cp_sat_search,original_cp,python_constraint,choco,minizinc_gecode,nucs,clingo_asp,"
    "sat_cnf,exact_cover_library,bitmasks,forward_checking,alldifferent,first_fail"
)
LIMIT_S = 300.0


@compiled("int64(int64)")
def plain_nodes(n: int) -> int:
    """Return the nodes of plain backtracking for all solutions, the start among them."""
    full = (1 << n) - 1
    frees, columns, ups, downs = [0] * (n + 1), [0] * (n + 1), [0] * (n + 1), [0] * (n + 1)
    frees[0] = full
    row, nodes = 0, 1
    while row >= 0:
        free = frees[row]
        if row == n or free == 0:
            row -= 1
            continue
        bit = free & -free
        frees[row] = free ^ bit
        nodes += 1
        columns[row + 1] = columns[row] | bit
        ups[row + 1] = (ups[row] | bit) >> 1
        downs[row + 1] = (downs[row] | bit) << 1
        frees[row + 1] = full & ~(columns[row + 1] | ups[row + 1] | downs[row + 1])
        row += 1
    return nodes


def coverage() -> None:
    """Write the table of how often intervals hold."""
    rows = []
    for n in SIZES:
        rows.append(_covered("bitmasks", row_by_row(Board(n)), plain_nodes(n), SEEDS))
        print(rows[-1], flush=True)
    for approach in resolve_approaches(OTHERS):
        tree = tree_of(approach, Board(OTHER_N))
        assert tree
        nodes = size_of(tree, width=10**7).nodes.value
        rows.append(_covered(approach.name, tree, int(nodes), OTHER_SEEDS))
        print(rows[-1], flush=True)
    _write(COVERAGE, rows)


def _covered(name: str, tree: Tree, nodes: int, seeds: Sequence[int]) -> dict[str, Any]:
    solutions = known_count(tree.board)
    assert solutions is not None
    sizes = [size_of(tree, seed) for seed in seeds]
    return {
        "tree": name,
        "n": tree.board.n,
        "seeds": len(seeds),
        "nodes": nodes,
        "nodes_held_percent": _held([size.nodes for size in sizes], nodes),
        "nodes_high_over_low": _width([size.nodes for size in sizes]),
        "solutions": solutions,
        "solutions_held_percent": _held([size.solutions for size in sizes], solutions),
        "solutions_high_over_low": _width([size.solutions for size in sizes]),
        "counted_percent": _exact(sizes),
    }


def _held(estimates: Iterable[Estimate], truth: int) -> float:
    held = [one.low <= Decimal(truth) <= one.high for one in estimates]
    return round(100 * sum(held) / len(held), 1)


def _width(estimates: Iterable[Estimate]) -> float:
    return round(median(float(one.high / one.low) if one.low else 1.0 for one in estimates), 2)


def _exact(sizes: Sequence[TreeSize]) -> float:
    return round(100 * sum(size.nodes.is_exact for size in sizes) / len(sizes), 1)


def times() -> None:
    """Write the table of foretold and measured times."""
    rows = []
    with Runner() as runner:
        for approach in resolve_approaches(TIMED):
            ladder = Ladder(approach, "all")
            ladder.climb(runner, smaller_boards(Board(20)))
            last = ladder.samples[-1].board.n
            for n in (last + 1, last + 2):
                foretold = ladder.foretell(Board(n)).seconds
                limits = Limits(time_limit_s=LIMIT_S)
                run = runner.run(approach, Board(n), "all", limits)
                assert foretold is not None and run["status"] == "complete", run
                rows.append(
                    {
                        "approach": approach.name,
                        "n": n,
                        "sampled_up_to_n": last,
                        "foretold_s": round(foretold, 3),
                        "measured_s": round(run["solve_s"], 3),
                        "foretold_over_measured": round(foretold / run["solve_s"], 2),
                    }
                )
                print(rows[-1], flush=True)
    _write(TIMES, rows)


def _write(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["coverage", "times"]
    for table in wanted:
        {"coverage": coverage, "times": times}[table]()
