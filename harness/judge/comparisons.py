"""What the cells of one board say of each other: times against the fastest, nodes against cost.

A comparison is made between cells all of whose runs completed, whose answers passed the
audit and are the same. Where both count nodes alike, the ratio of the times splits:

    time ratio = node ratio x cost ratio,    cost = time a node

so that a search which visits fewer nodes and takes longer shows why. Standard library only.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from harness.judge.cells import Cell, CellKey, Problem, by_problem
from harness.judge.statistics import RatioSummary, corrected, ratio
from queens.registry import LEARNING

# searches in this folder count a node for each queen placed, and one for the start; but not
# those of this family, which place no queen for good
COUNTS_NODES_ALIKE = "handwritten"
OWN_NODES = {"local", LEARNING}  # no search tree, and one that jumps


@dataclass(frozen=True)
class Comparison:
    """How many times as long `cell` took as the `fastest` of its board."""

    cell: Cell
    fastest: Cell
    time: RatioSummary


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
    def times_fewer(self) -> float | None:
        """How many times fewer nodes the cell visits, or None."""
        return 1 / self.node_ratio if self.node_ratio < 1 else None

    @property
    def times_more(self) -> float | None:
        """How many times as many nodes the cell visits, or None where it visits fewer."""
        return None if self.node_ratio < 1 else self.node_ratio

    @property
    def cost_ratio(self) -> float:
        """How many times as long the cell takes for a node."""
        return self.time.ratio / self.node_ratio


@dataclass(frozen=True)
class Score:
    """One approach over all boards of a task: how many it solved, then in what time.

    `total_s` adds the medians of the boards solved and the limit for each that was not. `nodes`
    are those of the drawn boards traced, where they are counted alike; `forced` is how many of the
    boards with one solution were searched with no decision but forced ones, None where another
    board is among them.
    """

    approach: str
    task: str
    solved: int
    boards: int
    total_s: float
    nodes: tuple[int, ...] = ()
    forced: int | None = None

    @property
    def median_nodes(self) -> int | None:
        """The median of the nodes, in whole ones; None where none are counted."""
        return round(median(self.nodes)) if self.nodes else None

    @property
    def largest_nodes(self) -> int | None:
        """The most nodes on any board; None where none are counted."""
        return max(self.nodes, default=None)


def comparisons(cells: Iterable[Cell], faulty: Container[CellKey]) -> list[Comparison]:
    """Return each comparable cell against the fastest of its board; the fastest itself is not in.

    `faulty` are the cells that the verdict finds at fault: they are not compared.
    """
    result = []
    for peers in _comparable(cells, faulty):
        if len(peers) > 1:
            fastest = min(peers, key=_median_s)
            result += [
                Comparison(cell, fastest, time_ratio(cell, fastest))
                for cell in peers
                if cell is not fastest
            ]
    return result


def node_splits(cells: Iterable[Cell], faulty: Container[CellKey]) -> list[NodeSplit]:
    """Return each cell that counts nodes against a reference on its board that counts alike.

    The reference of a search that differs from another in its propagation alone is the one
    that propagates least and visits most nodes; that of any other search, the fastest.
    """
    result = []
    for peers in _comparable(cells, faulty):
        counting = {cell.key.approach: cell for cell in peers if comparable_nodes(cell)}
        for cell in counting.values():
            weakest = max(_same_search(cell, counting.values()), key=_nodes)
            fastest = min(counting.values(), key=_median_s)
            reference = fastest if weakest is cell else weakest
            if cell is not reference:
                time = time_ratio(cell, reference)
                result.append(NodeSplit(cell, reference, _nodes(cell), _nodes(reference), time))
    return result


def time_ratio(cell: Cell, other: Cell) -> RatioSummary:
    """Return how many times as long `cell` took as `other`."""
    return ratio(cell.solve_times_s, other.solve_times_s, (cell.most, other.most))


def corrected_together(
    compared: Sequence[Comparison], splits: Sequence[NodeSplit]
) -> tuple[list[Comparison], list[NodeSplit]]:
    """Return what one report compares, the p-values corrected for the number of all of it.

    Two cells that are compared in both ways are tested once.
    """
    times = {
        **{(one.cell.key, one.fastest.key): one.time for one in compared},
        **{(one.cell.key, one.reference.key): one.time for one in splits},
    }
    found = dict(zip(times, corrected(list(times.values())), strict=True))
    return (
        [replace(one, time=found[one.cell.key, one.fastest.key]) for one in compared],
        [replace(one, time=found[one.cell.key, one.reference.key]) for one in splits],
    )


def _same_search(cell: Cell, others: Iterable[Cell]) -> list[Cell]:
    """Return those of `others` whose search is that of `cell`, itself among them."""
    search = cell.about.search
    return [one for one in others if one is cell or (search and one.about.search == search)]


def counts_nodes_alike(cell: Cell) -> bool:
    """Return whether the cell's nodes mean what those of the other searches mean."""
    return cell.family == COUNTS_NODES_ALIKE and not OWN_NODES & {*cell.about.families}


def comparable_nodes(cell: Cell) -> int | None:
    """Return the nodes of a cell that counts them as the other searches do, or None."""
    return cell.observed("nodes") if counts_nodes_alike(cell) else None


def _nodes(cell: Cell) -> int:
    return comparable_nodes(cell) or 0


def scores(
    cells: Sequence[Cell], faulty: Container[CellKey], time_limit_s: float | None
) -> list[Score]:
    """Return the approaches' scores, task by task, the best first.

    A board that was not solved, for whatever reason, counts as the time limit; without a
    limit, as the longest time that any solved board took.
    """
    solved_s = {
        cell.key: cell.solve.median
        for cell in cells
        if cell.is_complete and cell.solve and cell.key not in faulty
    }
    unsolved_s = time_limit_s or max(solved_s.values(), default=0.0)
    problems: dict[str, set[Problem]] = {}
    solvers = dict.fromkeys((cell.key.task, cell.key.approach) for cell in cells)
    for cell in cells:
        problems.setdefault(cell.key.task, set()).add(cell.problem)
    found = []
    for task, approach in solvers:
        times = [solved_s.get(CellKey(approach, *problem)) for problem in problems[task]]
        total_s = sum(unsolved_s if time_s is None else time_s for time_s in times)
        solved = sum(time_s is not None for time_s in times)
        own = [cell for cell in cells if (cell.key.task, cell.key.approach) == (task, approach)]
        score = Score(approach, task, solved, len(times), total_s)
        if not any(cell.board.is_plain for cell in own):  # of growing boards no median says much
            nodes = tuple(count for cell in own if (count := comparable_nodes(cell)) is not None)
            score = replace(score, nodes=nodes, forced=_forced(own))
        found.append(score)
    return sorted(found, key=lambda score: (score.task, -score.solved, score.total_s))


def _forced(own: Sequence[Cell]) -> int | None:
    """Return how many boards with one solution have a node a row and the start, no more.

    A decision that was not forced would have its other branch searched, and a node there.
    """
    if any(cell.key.task == "one" or cell.solution_count != 1 for cell in own):
        return None
    if not any(counts_nodes_alike(cell) for cell in own):
        return None
    return sum(comparable_nodes(cell) == cell.board.n + 1 for cell in own)


def _comparable(cells: Iterable[Cell], faulty: Container[CellKey]) -> Iterator[list[Cell]]:
    """Yield the cells of each board whose times measure the same, right answer."""
    for on_board in by_problem(cells).values():
        right = [cell for cell in on_board if _is_right(cell, faulty)]
        if len({_answer(cell) for cell in right}) == 1:
            yield right


def _is_right(cell: Cell, faulty: Container[CellKey]) -> bool:
    return cell.is_measured and not cell.is_audited_wrong and cell.key not in faulty


def _answer(cell: Cell) -> tuple[object, ...]:
    """Return what must be equal for two times to be comparable."""
    if cell.key.task == "one":
        return tuple(sorted({bool(run.found) for run in cell.runs}))
    return cell.solution_count, cell.digest


def _median_s(cell: Cell) -> float:
    return cell.solve.median if cell.solve else float("inf")
