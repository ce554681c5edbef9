"""What the cells of one board say of each other: times against the fastest, nodes against cost.

A comparison is made between cells all of whose runs came to their end, whose answers passed
the audit and are the same. Where both count nodes alike, the ratio of the times splits:

    time ratio = node ratio x cost ratio,    cost = time a node

so that a search which visits fewer nodes and takes longer shows why. Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from harness.cells import BoardKey, Cell, by_board
from harness.statistics import RatioSummary, ratio

# systematic searches in this folder count a node for each placement, and one for the start
COUNTS_NODES_ALIKE = "handwritten"
# these draw lots or place by formula: what they decide is no placement of a search tree
NO_SEARCH_TREE = frozenset(
    ("min_conflicts", "hill_climbing", "simulated_annealing", "genetic", "construction")
)
# with too few runs for a test and one run each, less than this may be the machine
ONE_RUN_RATIO = 2.0


@dataclass(frozen=True)
class Comparison:
    """How many times as long `cell` took as the `fastest` of its board."""

    cell: Cell
    fastest: Cell
    time: RatioSummary

    @property
    def difference_shown(self) -> bool:
        """Whether the runs show a difference: tested where a test can reach significance.

        With fewer runs, the slowest of the faster must still beat the fastest of the slower.
        """
        if self.time.p_value is not None:
            return self.time.significant and self.time.ratio != 1
        apart = min(self.cell.solve_times_s) > max(self.fastest.solve_times_s)
        return apart and (max(self.time.runs) > 1 or self.time.ratio >= ONE_RUN_RATIO)


@dataclass(frozen=True)
class NodeSplit:
    """Why `cell` takes `time_ratio` times as long as `reference`: its nodes, their cost."""

    cell: Cell
    reference: Cell
    nodes: int
    reference_nodes: int
    time: RatioSummary

    @property
    def node_ratio(self) -> float:
        """How many times as many nodes the cell visits."""
        return self.nodes / self.reference_nodes

    @property
    def cost_ratio(self) -> float:
        """How many times as long the cell takes for a node."""
        return self.time.ratio / self.node_ratio


def comparisons(cells: Iterable[Cell], counts: Mapping[BoardKey, int | None]) -> list[Comparison]:
    """Return each comparable cell against the fastest of its board; the fastest itself is not in.

    `counts` is the number of solutions that the verdict gives a board; where it gives none,
    nothing is compared.
    """
    result = []
    for peers in _comparable(cells, counts).values():
        if len(peers) > 1:
            fastest = min(peers, key=_median_s)
            result += [
                Comparison(cell, fastest, ratio(cell.solve_times_s, fastest.solve_times_s))
                for cell in peers
                if cell is not fastest
            ]
    return result


def node_splits(cells: Iterable[Cell], counts: Mapping[BoardKey, int | None]) -> list[NodeSplit]:
    """Return each cell that counts nodes against the fastest of its board that counts alike."""
    result = []
    for peers in _comparable(cells, counts).values():
        counting = [cell for cell in peers if comparable_nodes(cell)]
        if len(counting) < 2:
            continue
        reference = min(counting, key=_median_s)
        reference_nodes = comparable_nodes(reference) or 1
        for cell in counting:
            nodes = comparable_nodes(cell)
            if cell is not reference and nodes:
                time = ratio(cell.solve_times_s, reference.solve_times_s)
                result.append(NodeSplit(cell, reference, nodes, reference_nodes, time))
    return result


def counts_nodes_alike(cell: Cell) -> bool:
    """Return whether the cell's nodes mean what those of the other searches mean."""
    return cell.family == COUNTS_NODES_ALIKE and cell.key.approach not in NO_SEARCH_TREE


def comparable_nodes(cell: Cell) -> int | None:
    """Return the nodes of a cell that counts them as the other searches do, or None."""
    return cell.observed("nodes") if counts_nodes_alike(cell) else None


def _comparable(
    cells: Iterable[Cell], counts: Mapping[BoardKey, int | None]
) -> dict[BoardKey, list[Cell]]:
    """Return the cells of each board whose times measure the same, right answer."""
    result = {}
    for board, on_board in by_board(cells).items():
        right = [cell for cell in on_board if _is_right(cell, counts.get(board))]
        # only a count, or one solution, has no set to hold to the others'
        if board.task != "all" or len({cell.digest for cell in right}) == 1:
            result[board] = right
    return result


def _is_right(cell: Cell, count: int | None) -> bool:
    if not cell.is_complete or not cell.solve_times_s or min(cell.solve_times_s) <= 0:
        return False
    if (cell.observation or {}).get("second_call") == "different":
        return False
    audit_ok = all(run.get("audit") == "ok" for run in cell.runs)
    if cell.key.task == "one":
        return audit_ok
    if count is None or cell.solution_count != count:
        return False
    return cell.key.task == "count" or audit_ok


def _median_s(cell: Cell) -> float:
    return cell.solve.median if cell.solve else float("inf")
