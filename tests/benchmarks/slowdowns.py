"""How often `diff` calls identical code slower, and how often it finds a true slowdown.

    python -m tests.benchmarks.slowdowns [-r RUNS] [--records N]

Records of one campaign are made in turn, in a quiet machine and beside a busy loop: with a search
of identical code, and with one that does 10 % or 30 % more work (the same search 22 or 26 times
for 20). Every pair of records is then compared as `diff --fail-on-slowdown` does. Pairs share
records, so that they are not independent. The table goes to slowdowns.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations, product
from pathlib import Path

from harness.campaign.measure import measure, named_approaches
from harness.campaign.plan import Plan
from harness.judge.facts import Facts
from harness.judge.record_diff import difference
from harness.record.environment import environment
from queens import Board
from queens.registry import ROOT

SEARCH = '''
"""Bitmasks, the whole search REPEATED times; the solutions are handed over once."""


def solve_all(board, on_solution):
    for turn in range(REPEATED):
        search(board.n, [], 0, 0, 0, on_solution if turn == 0 else lambda queens: None)


def search(n, queens, columns, ups, downs, on_solution):
    if len(queens) == n:
        on_solution(tuple(queens))
        return
    free = ~(columns | ups | downs) & ((1 << n) - 1)
    while free:
        bit = free & -free
        free ^= bit
        queens.append(bit.bit_length() - 1)
        search(n, queens, columns | bit, (ups | bit) << 1, (downs | bit) >> 1, on_solution)
        queens.pop()
'''
TABLE = ROOT / "experiments" / "slowdowns.md"
BASE, MORE = 20, {"10 %": 22, "30 %": 26}
MACHINES = ("quiet", "busy")
THRESHOLDS = (0.1, 0.05)
BOARDS = [Board(n) for n in (6, 7, 8)]
Pool = dict[tuple[str, int], list[Facts]]
Pairs = list[tuple[Facts, Facts]]


def main() -> None:
    """Make the records, compare every pair, write the table."""
    arguments = _arguments()
    pool: Pool = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.records):
            for machine, repeated in product(MACHINES, (BASE, *MORE.values())):
                facts = record(Path(folder), machine, repeated, arguments.repetitions)
                pool.setdefault((machine, repeated), []).append(facts)
    text = table(pool, arguments.repetitions)
    TABLE.write_text(text, encoding="utf-8")
    sys.stdout.write(text)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-r", "--repetitions", type=int, default=10)
    parser.add_argument("--records", type=int, default=6, help="of each kind on each machine")
    return parser.parse_args()


def record(folder: Path, machine: str, repeated: int, repetitions: int) -> Facts:
    """Return the facts of one campaign; the search has the same name whatever its work."""
    file = folder / str(repeated) / "own_search.py"
    file.parent.mkdir(exist_ok=True)
    file.write_text(SEARCH.replace("REPEATED", str(repeated)), encoding="utf-8")
    approaches = named_approaches([file, "boolean_flags", "bitmasks"])
    with beside(machine):
        return measure(Plan(approaches, BOARDS, repetitions=repetitions))[0]


@contextmanager
def beside(machine: str) -> Iterator[None]:
    """Have a busy loop beside, on one processor, where the machine is to be busy."""
    if machine == "quiet":
        yield
        return
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as loop:
        try:
            yield
        finally:
            loop.kill()


def table(pool: Pool, repetitions: int) -> str:
    """Return the rates as a table in Markdown, and where they were measured."""
    identical = {machine: pool[machine, BASE] for machine in MACHINES}
    kinds: dict[str, Pairs] = {
        f"identical, both {machine}": list(permutations(identical[machine], 2))
        for machine in MACHINES
    }
    kinds["identical, quiet then busy"] = list(product(identical["quiet"], identical["busy"]))
    for machine, (share, repeated) in product(MACHINES, MORE.items()):
        slower = pool[machine, repeated]
        kinds[f"{share} slower, both {machine}"] = list(product(identical[machine], slower))
    lines = [
        f"| records | pairs | {' | '.join(f'called slower by {one:.0%}' for one in THRESHOLDS)} |",
        "|---|--:|" + "--:|" * len(THRESHOLDS),
    ]
    for name, pairs in kinds.items():
        called = [str(sum(is_slower(*pair, one) for pair in pairs)) for one in THRESHOLDS]
        lines.append(f"| {name} | {len(pairs)} | {' | '.join(called)} |")
    here = environment([])
    load = os.getloadavg()[0]
    said = (
        f"{repetitions} runs a cell, 9 cells a record; {here.cpu}, {here.cores} cores, "
        f"{here.python}; load at the end {load:.1f}."
    )
    return "\n".join([*lines, "", said, ""])


def is_slower(old: Facts, new: Facts, threshold: float) -> bool:
    """Return whether the gate would say so."""
    return difference(old, new, threshold).decision == "slower"


if __name__ == "__main__":
    main()
