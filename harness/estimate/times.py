"""How long an approach will take on a board, from short runs of it on smaller ones.

The smaller boards are those of smaller n under the same rule; of a board that has no smaller n
(queens placed, squares blocked, regions) those that remain when more and more queens of one
random branch are placed. Each run is one of a campaign: a process of its own, under a limit. The
time is taken as a power of the size of a tree, fitted to the largest runs, and the tree is the
approach's own where it is known, or else that of plain backtracking: a solver's search grows in
step with it, whatever the solver does.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness.estimate.probing import Estimate, size_of
from harness.estimate.trees import FirstFail, Tree, solutions_tree, tree_of
from harness.isolation.runner import Limits, Runner
from queens import Board
from queens.registry import Approach

SMALLEST_N = 4
FITTED = 3
ENOUGH_S = 0.3
"""A run that takes so long is on the last board."""

RUNS = 3
"""Runs on each board, of which the quickest counts: a busy machine makes runs longer only."""

LIMIT_S = 3.0
NOTABLE_S = 0.0005
"""Shorter runs measure the start of a search, not its growth."""

OWN_TREE, OTHER_TREE = (1.0, 1.12), (0.7, 1.2)
"""Between which the exponent lies: a node costs little more on a larger board."""


class Sample(NamedTuple):
    """One measured run: its board, the nodes of the tree, and how long it took."""

    board: Board
    nodes: float
    solve_s: float


class Foretold(NamedTuple):
    """What a run will take; `seconds` is None where nothing is known, and `basis` says why."""

    approach: Approach
    board: Board
    nodes: Estimate | None
    seconds: float | None
    basis: str
    is_measured: bool = False


class Ladder:
    """Short runs of one approach on boards that grow, and what follows for larger ones."""

    def __init__(self, approach: Approach, task: str, seed: int = 0) -> None:
        self.approach, self.task, self.seed = approach, task, seed
        self.samples: list[Sample] = []
        self.refusal: str | None = None
        """Why a run ended that was neither complete nor too long."""

    def climb(self, runner: Runner, boards: Iterator[Board]) -> None:
        """Measure on `boards`, the smallest first, up to one that takes long."""
        for board in boards:
            solve_s = self._quickest(runner, board)
            if solve_s is None:
                return
            self.samples.append(Sample(board, self._work(board), solve_s))
            if solve_s >= ENOUGH_S:
                return

    def _quickest(self, runner: Runner, board: Board) -> float | None:
        """Return the time of the quickest run; None, and perhaps a refusal, if one did not end."""
        quickest = math.inf
        for _ in range(RUNS):
            run = runner.run(self.approach, board, self.task, Limits(time_limit_s=LIMIT_S))
            if run["status"] in ("timeout", "memory"):
                return None
            if run["status"] != "complete":
                self.refusal = str(run.get("reason") or run["status"])
                return None
            quickest = min(quickest, run["solve_s"])
            if run["solve_s"] >= 2 * ENOUGH_S:
                break
        return quickest

    def foretell(self, board: Board) -> Foretold:
        """Return what a run on `board` will take."""
        own = tree_of(self.approach, board)
        for sample in self.samples:
            if sample.board == board:
                nodes = size_of(own, self.seed).nodes if own else None
                return Foretold(self.approach, board, nodes, sample.solve_s, "measured", True)
        if self.refusal or not self.samples:
            reason = self.refusal or "the smallest board takes too long to measure"
            return Foretold(self.approach, board, None, None, reason)
        tree = own or solutions_tree(board)
        nodes = size_of(tree, self.seed).nodes
        seconds = extrapolated(self.samples, float(nodes.value), OWN_TREE if own else OTHER_TREE)
        basis = _basis([one.board for one in self.samples[-FITTED:]], board)
        return Foretold(self.approach, board, nodes if own else None, seconds, basis)

    def _work(self, board: Board) -> float:
        tree: Tree = tree_of(self.approach, board) or solutions_tree(board)
        return float(size_of(tree, self.seed).nodes.value)


def foretell(
    runner: Runner,
    approach: Approach,
    boards: Sequence[Board],
    task: str = "all",
    seed: int = 0,
) -> list[Foretold]:
    """Return what runs of `approach` for `task` on `boards` will take, in their order.

    Boards that differ in n alone are foretold from the same runs.
    """
    if task == "one":
        reason = "where a search meets its first solution is not foretold"
        return [Foretold(approach, board, None, None, reason) for board in boards]
    ladders: dict[object, Ladder] = {}
    largest = {board.rule: max(boards, key=lambda one: one.n) for board in boards}
    for board in boards:
        key: object = board.rule if has_sizes(board) else board
        if key not in ladders:
            ladders[key] = Ladder(approach, task, seed)
            top = largest[board.rule] if has_sizes(board) else board
            ladders[key].climb(runner, smaller_boards(top))
    return [ladders[board.rule if has_sizes(board) else board].foretell(board) for board in boards]


def extrapolated(
    samples: Sequence[Sample], nodes: float, exponents: tuple[float, float] = OTHER_TREE
) -> float:
    """Return the time for a tree of so many nodes: a power of them, fitted to the last samples."""
    notable = [one for one in samples if one.solve_s >= NOTABLE_S] or samples[-1:]
    points = [(math.log(one.nodes), math.log(one.solve_s)) for one in notable[-FITTED:]]
    middle_x, middle_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    exponent = 1.0
    if spread > 0:
        exponent = sum((x - middle_x) * (y - middle_y) for x, y in points) / spread
    exponent = min(max(exponent, exponents[0]), exponents[1])
    last_x, last_y = points[-1]
    log_s = last_y + exponent * (math.log(nodes) - last_x)
    return math.exp(log_s) if log_s < LARGEST_LOG else math.inf


LARGEST_LOG = 700.0


def has_sizes(board: Board) -> bool:
    """Return whether the same board is there for other n."""
    return not board.placed and not board.blocked and board.rule.size is None


def smaller_boards(board: Board) -> Iterator[Board]:
    """Yield boards that grow from a small one to `board` itself."""
    if has_sizes(board):
        for n in range(min(SMALLEST_N, board.n), board.n + 1):
            yield Board(n, rule=board.rule)
        return
    branch = random_branch(board)
    while branch:
        yield Board(board.n, (*board.placed, *branch), board.blocked, board.rule)
        branch.pop()
    yield board


def random_branch(board: Board) -> list[tuple[int, int]]:
    """Return queens that can be placed one after another, down to where no more can."""
    tree, chance = FirstFail(board), random.Random(0)
    state = tree.root()
    placed = {row for row, _ in board.placed}
    queens: list[tuple[int, int]] = []
    while state is not None and any(state):
        row = tree.next_row(state)
        column = chance.choice([bit for bit in range(board.n) if state[row] >> bit & 1])
        state = tree.after(state, row, column)
        if state is not None and row not in placed:
            queens.append((row, column))
    return queens


def _basis(boards: Sequence[Board], goal: Board) -> str:
    """Return which boards a time is foretold from."""
    first, last = boards[0], boards[-1]
    if has_sizes(goal):
        return f"from n = {first.n} to {last.n}"
    return f"from {len(first.placed)} to {len(last.placed)} queens placed"
