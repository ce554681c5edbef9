"""How often `diff` calls identical code slower, and how often it finds a true slowdown.

    python -m tests.benchmarks.slowdowns [-r RUNS] [--turns N] [--minutes M]

In each turn records of one campaign are made, on the machine as it is and beside a busy loop: two
with a search of identical code, one each with a search that does 10 % or 30 % more work (the same
search 22 or 26 times for 20). What is compared, as `diff --fail-on-slowdown` does, was made half of
all turns apart. The table goes to experiments/slowdowns.md, every decision to slowdowns.csv.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
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
EVERY = ROOT / "experiments" / "slowdowns.csv"
BASE, MORE = 20, {"10 %": 22, "30 %": 26}
MACHINES = ("quiet", "busy")
KINDS = ("first", "second", *MORE)
THRESHOLDS = (0.1, 0.05)
BOARDS = [Board(n) for n in (6, 7, 8)]
Made = dict[tuple[str, str], Facts]
"""The records of a turn, by the machine and the kind."""


@dataclass(frozen=True)
class Decided:
    """One pair of records and what was decided at each threshold."""

    pair: str
    load: float | None
    machine: float | None
    decisions: tuple[str, ...]


def main() -> None:
    """Make the records, compare the pairs, write the table."""
    arguments = _arguments()
    turns: list[Made] = []
    end = time.monotonic() + 60 * arguments.minutes
    with tempfile.TemporaryDirectory() as folder:
        while len(turns) < arguments.turns and time.monotonic() < end:
            turns.append(
                {
                    (machine, kind): record(
                        Path(folder), machine, MORE.get(kind, BASE), arguments.repetitions
                    )
                    for machine, kind in product(MACHINES, KINDS)
                }
            )
            sys.stderr.write(f"\rturn {len(turns)} of {arguments.turns}")
    found = list(decisions(turns))
    EVERY.write_text(every(found), encoding="utf-8")
    text = table(found, arguments.repetitions)
    TABLE.write_text(text, encoding="utf-8")
    sys.stdout.write("\n" + text)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-r", "--repetitions", type=int, default=10)
    parser.add_argument("--turns", type=int, default=60, help="pairs of each sort")
    parser.add_argument("--minutes", type=float, default=60, help="begin no turn after so many")
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


def decisions(turns: Sequence[Made]) -> Iterator[Decided]:
    """Yield what is decided of each pair; the second of it is of half of all turns later."""
    pairs = {
        f"identical, {machine}": ((machine, "first"), (machine, "second")) for machine in MACHINES
    }
    pairs["identical, quiet then busy"] = (("quiet", "first"), ("busy", "second"))
    pairs["identical, busy then quiet"] = (("busy", "first"), ("quiet", "second"))
    for machine, share in product(MACHINES, MORE):
        pairs[f"{share} slower, {machine}"] = ((machine, "first"), (machine, share))
    for pair, (old, new) in pairs.items():
        for index, turn in enumerate(turns):
            later = turns[(index + len(turns) // 2) % len(turns)]
            gates = [difference(turn[old], later[new], one).times for one in THRESHOLDS]
            load = later[new].environment.load_1m
            yield Decided(pair, load, gates[0].machine, tuple(one.decision for one in gates))


def table(found: Sequence[Decided], repetitions: int) -> str:
    """Return the rates as a table in Markdown, and where they were measured."""
    heads = [f"{word}, {one:.0%}" for one in THRESHOLDS for word in ("called slower", "cannot say")]
    lines = [f"| records | pairs | {' | '.join(heads)} |", "|---|--:|" + "--:|" * len(heads)]
    for pair in dict.fromkeys(one.pair for one in found):
        own = [one.decisions for one in found if one.pair == pair]
        figures = []
        for index in range(len(THRESHOLDS)):
            words = [decision[index] for decision in own]
            slower, clear = words.count("slower"), words.count("not slower")
            figures += [str(slower), str(len(words) - slower - clear)]
        lines.append(f"| {pair} | {len(own)} | {' | '.join(figures)} |")
    here = environment([])
    loads = sorted(one.load or 0.0 for one in found)
    said = (
        f"{repetitions} runs a cell, 9 cells a record; {here.cpu}, {here.cores} cores, "
        f"{here.python}; load {loads[0]:.1f} to {loads[-1]:.1f}."
    )
    return "\n".join([*lines, "", said, ""])


def every(found: Sequence[Decided]) -> str:
    """Return every decision as CSV."""
    lines = ["pair,load_1m,machine_ratio," + ",".join(f"at_{one:.0%}" for one in THRESHOLDS)]
    for one in found:
        machine = "" if one.machine is None else f"{one.machine:.4f}"
        lines.append(f'"{one.pair}",{one.load},{machine},{",".join(one.decisions)}')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
