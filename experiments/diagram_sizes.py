"""How large zdd's diagram is, what is looked at to build it, and what that costs.

    uv run python -m experiments.diagram_sizes

Prints a table for n = 6 to 12. Processor time is that of building the diagram, the median of
five processes, the shortest and the longest; memory is the peak of such a process, its imports
included. "As a BDD" is how many nodes the same solutions take in the same order of squares where
squares that stay empty are not left out.
"""

from __future__ import annotations

import multiprocessing
import resource
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from time import process_time
from typing import cast

from handwritten import boolean_flags
from handwritten.zdd import TRUE, Diagram
from harness.isolation.counting_trace import CountingTrace
from queens import Board, Trace

SIZES = range(6, 13)
RUNS = 5


def tree_nodes(n: int) -> int:
    """Return the nodes of plain backtracking."""
    trace = CountingTrace()
    boolean_flags.solve_all(Board(n), lambda queens: None, cast(Trace, trace))
    return trace.figures()["nodes"] or 0


def bdd_nodes(diagram: Diagram) -> int:
    """Return the nodes of the reduced ordered BDD of the same solutions.

    There an edge into a node passes a node for each square that it skips here: one whose yes-edge
    leads to FALSE. Edges that skip alike share them, so the longest of a node's edges counts.
    """
    squares = diagram.n**2
    place = [row * diagram.n + column for (row, column), _, _ in diagram.nodes]
    first = [squares] * len(diagram.nodes)  # the first square after any edge into the node
    first[diagram.root] = 0
    for node in range(diagram.root, TRUE, -1):
        _, low, high = diagram.nodes[node]
        for below in (low, high):
            first[below] = min(first[below], place[node] + 1)
    skipped = sum(place[node] - first[node] for node in range(TRUE, diagram.root + 1))
    return len(diagram.nodes) - 2 + skipped


def built(n: int) -> tuple[float, float]:
    """Return the processor time that the diagram takes, in seconds, and the peak in MiB."""
    Diagram(Board(4))
    begun = process_time()
    Diagram(Board(n))
    return process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def row(n: int) -> str:
    """Return the line of one size."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as pool:
        times_s, peaks_mib = zip(*pool.map(built, [n] * RUNS), strict=True)
    diagram = Diagram(Board(n))
    counts = (diagram.count, tree_nodes(n), len(diagram.known), len(diagram.nodes) - 2)
    figures = [f"{count:,}" for count in (*counts, bdd_nodes(diagram))]
    spread = (
        f"{1000 * median(times_s):.3g} ms ({1000 * min(times_s):.3g}-{1000 * max(times_s):.3g})"
    )
    return f"| {n} | {' | '.join(figures)} | {spread} | {median(peaks_mib):.0f} MiB |"


def main() -> None:
    """Print the table."""
    print(
        "| n | solutions | nodes of the tree | subproblems | nodes of the diagram | as a BDD "
        "| processor time | peak memory |"
    )
    print("|--:|--:|--:|--:|--:|--:|--:|--:|")
    for n in SIZES:
        print(row(n), flush=True)


if __name__ == "__main__":
    main()
