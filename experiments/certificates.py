"""What certificates cost: lines, bytes, seconds to prove and to check. The table of docs/proofs.md.

    uv run python -m experiments.certificates

Each row is the median of three runs, `prove_s` and `check_s` as wall-clock seconds with starting
the processes, `processor_s` all that was computed, which a busy machine changes less. Writes
certificates.csv beside this file. Boards of queens without a solution are drawn, which takes
minutes; puzzles have exactly one.
"""

from __future__ import annotations

import csv
import resource
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from handwritten import bitmasks, first_fail
from harness.campaign.drawn_boards import parse_boards
from harness.proof.certify import certify
from queens import QUEENS, Board, Queens

TABLE = Path(__file__).with_suffix(".csv")
RUNS = 3
SIZES = (6, 8, 10, 11, 12)
DRAWN = (
    "unsolvable:n=200,placed=165,seed=1..2",
    "regions:n=12,seed=1..2",
    "excluded:n=18,diagonals=21,seed=1..2",
)


def boards() -> Iterator[Board]:
    """Yield the boards of the table."""
    yield from map(Board, SIZES)
    for spec in DRAWN:
        yield from parse_boards(spec)


def answers_of(board: Board) -> list[Queens]:
    """Return all solutions of a board."""
    found = list[Queens]()
    search = bitmasks if board.rule == QUEENS and not board.placed else first_fail
    search.solve_all(board, found.append)
    return found


def row_of(board: Board) -> dict[str, Any]:
    """Return the table's row of a board."""
    answers = answers_of(board)
    runs = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        certificate = certify(board, answers)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        runs.append((certificate, used_s))
    last = runs[-1][0]
    return {
        "board": str(board),
        "solutions": len(answers),
        "result": last.result,
        "clauses": last.clauses,
        "proof_lines": last.proof_lines,
        "proof_mb": round((last.proof_bytes or 0) / 1e6, 2),
        "prove_s": round(median(one.prove_s or 0.0 for one, _ in runs), 1),
        "check_s": round(median(one.check_s or 0.0 for one, _ in runs), 1),
        "processor_s": round(median(used_s for _, used_s in runs), 1),
    }


def main() -> None:
    """Write the table, and print it as it grows."""
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer: csv.DictWriter[str] | None = None
        for board in boards():
            row = row_of(board)
            writer = writer or csv.DictWriter(file, row, lineterminator="\n")
            if file.tell() == 0:
                writer.writeheader()
            writer.writerow(row)
            file.flush()
            print(" | ".join(map(str, row.values())), flush=True)


if __name__ == "__main__":
    main()
