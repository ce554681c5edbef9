"""Candidates measured side by side: interleaved runs, medians of processor time, a table.

Interleaved, so that a slow minute of the machine hits all alike; processor time, so that
other processes matter less. Quote the ratios, which were had in one run.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent / "plain_recursion.c"

Seconds = Callable[[], float]


def processor_seconds(function: Callable[[], object], answer: object) -> float:
    """Return the processor time of one call, which must give the right answer."""
    begun = time.process_time()
    assert function() == answer
    return time.process_time() - begun


def program_seconds(command: Sequence[str], answer: object) -> float:
    """Return the processor time of a program, which must print the right answer."""
    begun = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    assert subprocess.check_output(command, text=True).strip() == str(answer)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begun


def compiled_by(flags: Sequence[str], folder: Path) -> Path:
    """Return the plain recursion in C, compiled into `folder`; skip where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler: cc is not installed")
    program = folder / "-".join(["plain_recursion", *(flag.strip("-") for flag in flags)])
    subprocess.run([compiler, *flags, str(SOURCE), "-o", str(program)], check=True)
    return program


def medians(candidates: Mapping[str, Seconds], rounds: int) -> dict[str, float]:
    """Return the median seconds of each candidate over `rounds` interleaved runs."""
    runs = [{name: run() for name, run in candidates.items()} for _ in range(rounds)]
    return {name: statistics.median(run[name] for run in runs) for name in candidates}


def print_table(title: str, columns: Mapping[str, Mapping[str, float]], yardstick: str) -> None:
    """Print seconds, and how many times faster than the yardstick, a line a candidate."""
    names = list(dict.fromkeys(name for seconds in columns.values() for name in seconds))
    print(f"\n\n{title}; {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    print(f"{'seconds (times faster)':28}" + "".join(f"{head:>20}" for head in columns))
    for name in names:
        cells = []
        for seconds in columns.values():
            if name not in seconds:
                cells.append("")
            elif yardstick in seconds:
                cells.append(f"{seconds[name]:.4f} ({seconds[yardstick] / seconds[name]:.3g})")
            else:
                cells.append(f"{seconds[name]:.4f}")
        print(f"{name:28}" + "".join(f"{cell:>20}" for cell in cells))
